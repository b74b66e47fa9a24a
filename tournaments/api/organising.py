"""Running a tournament: its life, its people, its rounds. The services of the organiser's pages."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any, Literal

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from ninja import Schema, Status
from pydantic import Field

from tournaments import access
from tournaments.api import shapes
from tournaments.api.guards import actor, permitted
from tournaments.api.reading import entry_shape, tournament_shape, whole_round
from tournaments.api.shapes import Number, Slug, Text
from tournaments.api.site import WRITES, api, says
from tournaments.models import Entry, Tournament
from tournaments.services import entries as people, rounds, tournaments

post = partial(api.post, tags=["organising"], **WRITES)
delete = partial(api.delete, tags=["organising"], **WRITES)
WRONG = ("malformed", "forbidden", "not-found", "refused")


class NewTournament(Schema, extra="forbid"):
    """`options`: what differs from the defaults of the game; `kind` and `format` as a tournament says them."""

    name: Text = Field(min_length=1, max_length=120)
    variant: str
    options: dict[str, Any] = {}
    kind: Literal["individual", "pairs"] = "individual"
    format: Literal["rounds", "season"] = "rounds"
    rated: bool = True
    requires_confirmation: bool = False
    venue: Text = Field("", max_length=120)
    club: Text = Field("", max_length=80)
    starts_at: datetime | None = None
    private: bool = False
    results_hidden: bool = False


class NewEntries(Schema, extra="forbid"):
    """One a line: `Name, club`; pairs as `A / B`. A list with a fault is refused as a whole."""

    text: Text = Field(min_length=1, max_length=50_000)


class Added(Schema):
    entries: list[shapes.EntryOut]


class Draw(Schema, extra="forbid"):
    """`number`: of the round to be drawn, so that drawing twice draws once. The same `seed` gives the same draw."""

    number: int = Field(ge=1, le=shapes.LARGEST)
    seed: int | None = Field(None, ge=0, le=2**48)


@post(
    "/tournaments", response=says(shapes.TournamentOut, "malformed", "forbidden", "refused"), url_name="tournaments",
    summary=gettext_noop("Make a tournament, as a draft"),
)  # fmt: skip
def create_tournament(request: HttpRequest, sent: NewTournament) -> Any:
    if not access.may(actor(request), "create_tournament"):
        raise PermissionDenied
    made = tournaments.create_tournament(actor=actor(request), **sent.model_dump())
    return tournament_shape(Tournament.objects.get(pk=made.pk))


LIFE = {
    "publish": tournaments.publish_tournament,
    "unpublish": tournaments.unpublish_tournament,
    "finish": tournaments.finish_tournament,
    "resume": tournaments.resume_tournament,
}


@post(
    "/tournaments/{slug}/{step}", response=says(shapes.TournamentOut, *WRONG), url_name="tournament-step",
    summary=gettext_noop("A step of a tournament's life, forwards or back"),
)  # fmt: skip
def step_tournament(request: HttpRequest, slug: Slug, step: Literal["publish", "unpublish", "finish", "resume"]) -> Any:
    found = permitted(request, slug, "organise")
    LIFE[step](tournament=found, actor=actor(request))
    return tournament_shape(Tournament.objects.get(pk=found.pk))


@post(
    "/tournaments/{slug}/entries", response=says(Added, *WRONG), url_name="entries",
    summary=gettext_noop("Enter people"),
)  # fmt: skip
def add_entries(request: HttpRequest, slug: Slug, sent: NewEntries) -> Any:
    found = permitted(request, slug, "organise")
    added = people.add_entries(tournament=found, text=sent.text, actor=actor(request))
    return {"entries": [entry_shape(entry) for entry in added.entries]}


@post(
    "/tournaments/{slug}/entries/{number}/{step}", response=says(shapes.EntryOut, *WRONG), url_name="entry-step",
    summary=gettext_noop("An entry withdraws, or returns"),
)  # fmt: skip
def step_entry(request: HttpRequest, slug: Slug, number: Number, step: Literal["withdraw", "return"]) -> Any:
    service = people.withdraw_entry if step == "withdraw" else people.return_entry
    service(entry=_entry(request, slug, number), actor=actor(request))
    return entry_shape(_entry(request, slug, number))


@delete(
    "/tournaments/{slug}/entries/{number}", response=says(None, *WRONG), url_name="entry",
    summary=gettext_noop("Take an entry off the list, before it was drawn"),
)  # fmt: skip
def remove_entry(request: HttpRequest, slug: Slug, number: Number) -> Any:
    people.remove_entry(entry=_entry(request, slug, number), actor=actor(request))
    return Status(204, None)


@post(
    "/tournaments/{slug}/rounds", response=says(shapes.RoundOut, *WRONG), url_name="rounds",
    summary=gettext_noop("Draw a round, as a draft"),
)  # fmt: skip
def draw_round(request: HttpRequest, slug: Slug, sent: Draw) -> Any:
    found = permitted(request, slug, "organise")
    made = rounds.draw_round(tournament=found, number=sent.number, seed=sent.seed, actor=actor(request))
    return whole_round(found, made, results=True)


STEPS = {
    "publish": rounds.publish_round,
    "unpublish": rounds.unpublish_round,
    "close": rounds.close_round,
    "reopen": rounds.reopen_round,
}


@post(
    "/tournaments/{slug}/rounds/{number}/{step}", response=says(shapes.RoundOut, *WRONG), url_name="round-step",
    summary=gettext_noop("A step of a round's life, forwards or back"),
)  # fmt: skip
def step_round(
    request: HttpRequest, slug: Slug, number: Number, step: Literal["publish", "unpublish", "close", "reopen"]
) -> Any:
    found = permitted(request, slug, "organise")
    return whole_round(found, STEPS[step](tournament=found, number=number, actor=actor(request)), results=True)


@delete(
    "/tournaments/{slug}/rounds/{number}", response=says(None, *WRONG), url_name="round",
    summary=gettext_noop("Throw a draft away"),
)  # fmt: skip
def discard_round(request: HttpRequest, slug: Slug, number: Number) -> Any:
    found = permitted(request, slug, "organise")
    rounds.discard_round(tournament=found, number=number, actor=actor(request))
    return Status(204, None)


def _entry(request: HttpRequest, slug: str, number: int) -> Entry:
    found: Tournament = permitted(request, slug, "organise")
    return get_object_or_404(found.entries.prefetch_related("members__player"), number=number)
