"""Ladders of an organiser's own: made, set and removed."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, gettext_noop
from ninja import Schema, Status
from pydantic import Field

from scoring import variants
from tournaments.access import owns_ladder
from tournaments.api.guards import actor, may_create
from tournaments.api.people import LadderLine
from tournaments.api.shapes import OneLine, Part, Slug
from tournaments.api.site import WRITES, WRONG, api, says
from tournaments.models import Ladder
from tournaments.models.tournament import FIRST_YEAR, LAST_YEAR
from tournaments.services import ladders
from tournaments.services.errors import ServiceError

TAGS = ["players and ladders"]
ONE = says(LadderLine, *WRONG)
post = partial(api.post, tags=TAGS, **WRITES)
patch = partial(api.patch, tags=TAGS, **WRITES)
Day = Annotated[date, Field(ge=date(FIRST_YEAR, 1, 1), le=date(LAST_YEAR, 12, 31))]


class NewLadder(Schema, extra="forbid"):
    """Which rated games count: blank `variant`, `club` or day: all."""

    name: OneLine = Field(min_length=1, max_length=80)
    variant: str = Field("", max_length=40)
    club: OneLine = Field("", max_length=80)
    since: Day | None = None
    until: Day | None = None


class LadderFacts(Part):
    """What is not named stays."""

    name: OneLine = Field("", min_length=1, max_length=80)
    variant: str = Field("", max_length=40)
    club: OneLine = Field("", max_length=80)
    since: Day | None = None
    until: Day | None = None


class LadderSettings(Part):
    """The numbers that a ladder is worked out with; what is not named stays. Each change replays the ladder."""

    sigma: float = Field(1, ge=0.1, le=100)
    beta: float = Field(1, ge=0.01, le=100)
    tau: float = Field(1, ge=0, le=100)
    idle_variance: float = Field(1, ge=0, le=100)
    temperature: float = Field(1, ge=0.05, le=20)


@post(
    "/ladders", response=says(LadderLine, "malformed", "forbidden", "refused"), url_name="ladders",
    summary=gettext_noop("Make a ladder over the games of a variant, a club or some dates"),
)  # fmt: skip
def create_ladder(request: HttpRequest, sent: NewLadder) -> Any:
    may_create(request)
    _check_variant(sent.variant)
    return ladders.create_ladder(actor=actor(request), **sent.model_dump())


@patch("/ladders/{slug}", response=ONE, url_name="ladder", summary=gettext_noop("Change what a ladder counts"))
def update_ladder(request: HttpRequest, slug: Slug, sent: LadderFacts) -> Any:
    found = _owned(request, slug)
    given = sent.model_dump(exclude_unset=True)
    _check_variant(given.get("variant", ""))
    facts = {name: getattr(found, name) for name in ladders.COUNTED} | given
    return ladders.update_ladder(ladder=found, actor=actor(request), **facts)


@patch(
    "/ladders/{slug}/settings", response=ONE, url_name="ladder-settings",
    summary=gettext_noop("Work a ladder out with other numbers"),
)  # fmt: skip
def set_settings(request: HttpRequest, slug: Slug, sent: LadderSettings) -> Any:
    found = _owned(request, slug)
    settings = found.settings | sent.model_dump(exclude_unset=True)
    return ladders.set_settings(ladder=found, actor=actor(request), settings=settings)


@api.delete(
    "/ladders/{slug}", response=says(None, *WRONG), url_name="ladder", tags=TAGS, **WRITES,
    summary=gettext_noop("Remove a ladder; the games stay where they were played"),
)  # fmt: skip
def delete_ladder(request: HttpRequest, slug: Slug) -> Any:
    ladders.delete_ladder(ladder=_owned(request, slug), actor=actor(request))
    return Status(204, None)


def _owned(request: HttpRequest, slug: str) -> Ladder:
    """The ladder, where the asker owns it and his token goes so far."""
    found = get_object_or_404(Ladder, slug=slug)
    may_create(request)
    if not owns_ladder(actor(request), found):
        raise PermissionDenied
    return found


def _check_variant(code: str) -> None:
    if code and code not in {variant.code for variant in variants.all()}:
        raise ServiceError(_("There is no game “%(code)s”. GET /variants has all of them.") % {"code": code})
