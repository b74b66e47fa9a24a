"""The stages of a tournament, their seeds and lots, and the step from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from ninja import Schema, Status
from pydantic import Field

from tournaments.access import Actor
from tournaments.api import shapes
from tournaments.api.guards import actor, entries_numbered, organised
from tournaments.api.reading import tournament_now
from tournaments.api.shapes import SEED, Number, Numbered, OneLine, Slug
from tournaments.api.site import WRITES, WRONG, api, says
from tournaments.models import Stage
from tournaments.services import lots, passage, seeding, stages

TAGS = ["settings and stages"]
post = partial(api.post, tags=TAGS, **WRITES)
ALL = says(shapes.TournamentOut, *WRONG)


class StageFacts(shapes.Part):
    """What is not named stays, or is as usual. `why`: of other points or another order after a closed round."""

    name: OneLine = Field("", max_length=60)
    format: str = Field("", max_length=20)
    rounds: int | None = Field(None, ge=1, le=200)
    settings: dict[str, bool | int] = {}
    groups: int = Field(1, ge=1, le=32)
    games: Literal["one", "fixed", "best_of", "hands"] = "one"
    games_count: int = Field(1, ge=1, le=99)
    scheme: dict[str, Any] = {}
    measures: list[str] = Field([], max_length=12)
    qualify: int | None = Field(None, ge=1, le=500)
    carry: bool = False
    clock_minutes: int | None = Field(None, ge=1, le=1440)
    time_rule: Literal["stop", "hand", "one_more"] = "hand"
    shown: bool = False
    why: OneLine = Field("", max_length=200)


class NextStage(Schema, extra="forbid"):
    """`chosen`: the numbers of those who go on; without it the standings say."""

    chosen: list[Numbered] | None = Field(None, max_length=2000)


class Seeds(Schema, extra="forbid"):
    """`by`: seeds as the list stands, by rating, by lot, groups anew by a snake; or both by hand, by entry number."""

    by: Literal["list", "rating", "lot", "snake", "hand"]
    seed: int | None = SEED
    seeds: dict[int, int] = {}
    groups: dict[int, int] = {}


@post("/tournaments/{slug}/stages", response=ALL, url_name="stages", summary=gettext_noop("Add a stage after the last"))
def add_stage(request: HttpRequest, slug: Slug, sent: StageFacts) -> Any:
    found = organised(request, slug)
    stages.add_stage(tournament=found, actor=actor(request), **sent.model_dump(exclude_unset=True, exclude={"why"}))
    return tournament_now(found)


@api.patch(
    "/tournaments/{slug}/stages/{number}", response=ALL, url_name="stage", tags=TAGS,
    summary=gettext_noop("Change a stage"), **WRITES,
)  # fmt: skip
def update_stage(request: HttpRequest, slug: Slug, number: Number, sent: StageFacts) -> Any:
    return _staged(request, slug, number, stages.update_stage, **sent.model_dump(exclude_unset=True))


@api.delete(
    "/tournaments/{slug}/stages/{number}", response=says(None, *WRONG), url_name="stage", tags=TAGS,
    summary=gettext_noop("Take off the last stage, while nobody is in it"), **WRITES,
)  # fmt: skip
def remove_stage(request: HttpRequest, slug: Slug, number: Number) -> Any:
    _staged(request, slug, number, stages.remove_stage)
    return Status(204, None)


@post(
    "/tournaments/{slug}/stages/{number}/next", response=ALL, url_name="stage-next",
    summary=gettext_noop("Close the stage: those who go on begin the next one"),
)  # fmt: skip
def start_next_stage(request: HttpRequest, slug: Slug, number: Number, sent: NextStage) -> Any:
    def go_on(*, stage: Stage, actor: Actor) -> None:
        chosen = None
        if sent.chosen is not None:
            chosen = [entry.pk for entry in entries_numbered(stage.tournament, sent.chosen)]
        passage.start_next_stage(tournament=stage.tournament, stage=stage, actor=actor, chosen=chosen)

    return _staged(request, slug, number, go_on)


@post(
    "/tournaments/{slug}/stages/{number}/take-back", response=ALL, url_name="stage-back",
    summary=gettext_noop("Empty the stage again and open the one before it"),
)  # fmt: skip
def take_back_stage(request: HttpRequest, slug: Slug, number: Number) -> Any:
    def take_back(*, stage: Stage, actor: Actor) -> None:
        passage.take_back_stage(tournament=stage.tournament, stage=stage, actor=actor)

    return _staged(request, slug, number, take_back)


@post(
    "/tournaments/{slug}/stages/{number}/seeds", response=ALL, url_name="stage-seeds",
    summary=gettext_noop("Seeds and groups of a stage"),
)  # fmt: skip
def seed_stage(request: HttpRequest, slug: Slug, number: Number, sent: Seeds) -> Any:
    if sent.by == "snake":
        return _staged(request, slug, number, seeding.lay_groups)
    if sent.by == "hand":
        return _staged(request, slug, number, seeding.arrange_stage, seeds=sent.seeds, groups=sent.groups)
    return _staged(request, slug, number, seeding.seed_stage, by=sent.by, seed=sent.seed)


@post(
    "/tournaments/{slug}/stages/{number}/lots/{step}", response=ALL, url_name="stage-lots",
    summary=gettext_noop("Draw lots among those who are tied, or take them back"),
)  # fmt: skip
def draw_lots(request: HttpRequest, slug: Slug, number: Number, step: Literal["draw", "take-back"]) -> Any:
    return _staged(request, slug, number, lots.draw_lots if step == "draw" else lots.take_back_lots)


def _staged(request: HttpRequest, slug: str, number: int, service: Callable[..., Any], **more: Any) -> Any:
    """Change a stage of a tournament that the asker organises."""
    found = organised(request, slug)
    stage = get_object_or_404(Stage.objects.select_related("tournament"), tournament=found, number=number)
    service(stage=stage, actor=actor(request), **more)
    return tournament_now(found)
