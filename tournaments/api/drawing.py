"""Rounds: drawn, laid out beforehand, mended by hand, published, timed, closed; and every step back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Schema, Status
from pydantic import Field

from tournaments.api import shapes
from tournaments.api.guards import actor, entries_numbered, organised, permitted
from tournaments.api.reading import whole_round
from tournaments.api.shapes import LARGEST, SEED, Number, Numbered, OneLine, Slug
from tournaments.api.site import WRITES, WRONG, api, says
from tournaments.models import Round, Tournament
from tournaments.services import clock, drafting, mending, reseating, rounds

TAGS = ["rounds"]
post = partial(api.post, tags=TAGS, **WRITES)
ONE = says(shapes.RoundOut, *WRONG)
SEVERAL = says(list[shapes.RoundOut], *WRONG)


class Draw(Schema, extra="forbid"):
    """`number`: of the round to be drawn, so that drawing twice draws once. The same `seed` gives the same draw."""

    number: int = Field(ge=1, le=LARGEST)
    seed: int | None = SEED


class Layout(Draw):
    """So many rounds from `number` on, as drafts side by side."""

    count: int = Field(ge=1, le=drafting.MOST_AT_ONCE)


class Mending(Schema, extra="forbid"):
    """A change of a draft by hand. `version`: the round's, as it was read.

    `swap`, `forbid`: two `entries`; `move`, `fix`: one of them and a `table`, 0 for a bye, or for none; `lock`,
    `unlock`: a `table`; `renumber`: a `table`, and the number that it is `to` have; `redraw` the rest; `undo` the last.
    """

    do: Literal["swap", "forbid", "move", "fix", "lock", "unlock", "renumber", "redraw", "undo"]
    version: int = Field(ge=0, le=LARGEST)
    entries: list[Numbered] = Field([], max_length=2)
    table: int = Field(0, ge=0, le=9999)
    to: int = Field(0, ge=0, le=9999)
    seed: int | None = SEED


class More(Schema, extra="forbid"):
    """More minutes; with a minus fewer."""

    minutes: int = Field(ge=-600, le=600)


class Exchange(Schema, extra="forbid"):
    """Two entries that sat each in the other's place."""

    one: Numbered
    other: Numbered
    why: OneLine = Field("", max_length=200)


@post(
    "/tournaments/{slug}/rounds", response=ONE, url_name="rounds", summary=gettext_noop("Draw a round, as a draft"),
)  # fmt: skip
def draw_round(request: HttpRequest, slug: Slug, sent: Draw) -> Any:
    return _rounds(request, slug, drafting.draw_round, **sent.model_dump())[0]


@post(
    "/tournaments/{slug}/schedule", response=SEVERAL, url_name="schedule",
    summary=gettext_noop("Draw several rounds beforehand"),
)  # fmt: skip
def lay_out_rounds(request: HttpRequest, slug: Slug, sent: Layout) -> Any:
    return _rounds(request, slug, drafting.lay_out_rounds, **sent.model_dump())


@post(
    "/tournaments/{slug}/schedule/replan", response=SEVERAL, url_name="schedule-replan",
    summary=gettext_noop("Plan the rounds to come anew, with who is here now"),
)  # fmt: skip
def replan_rounds(request: HttpRequest, slug: Slug) -> Any:
    return _rounds(request, slug, drafting.replan_rounds)


@post(
    "/tournaments/{slug}/schedule/{step}", response=says(shapes.StageOut, *WRONG), url_name="schedule-step",
    summary=gettext_noop("All see the rounds that are laid out, or the organisers alone"),
)  # fmt: skip
def show_schedule(request: HttpRequest, slug: Slug, step: Literal["show", "hide"]) -> Any:
    found = organised(request, slug)
    return drafting.show_schedule(tournament=found, shown=step == "show", actor=actor(request))


@post(
    "/tournaments/{slug}/rounds/{number}/mend", response=says(shapes.RoundOut, *WRONG, "stale"), url_name="round-mend",
    summary=gettext_noop("Change a draft by hand"),
)  # fmt: skip
def mend_round(request: HttpRequest, slug: Slug, number: Number, sent: Mending) -> Any:
    found = organised(request, slug)
    service, arguments = _mending(found, sent)
    made = service(tournament=found, number=number, version=sent.version, actor=actor(request), **arguments)
    return whole_round(found, made, results=True)


@post(
    "/tournaments/{slug}/rounds/{number}/exchange", response=ONE, url_name="round-exchange",
    summary=gettext_noop("Two sat each in the other's place"),
)  # fmt: skip
def exchange_people(request: HttpRequest, slug: Slug, number: Number, sent: Exchange) -> Any:
    found = permitted(request, slug, "rule")
    one, other = (entry.pk for entry in entries_numbered(found, [sent.one, sent.other]))
    told = {"number": number, "one": one, "other": other, "why": sent.why}
    made = reseating.exchange_people(tournament=found, actor=actor(request), **told)
    return whole_round(found, made, results=True)


CLOCK = {
    "start": clock.start_clock,
    "pause": clock.pause_clock,
    "reset": clock.reset_clock,
    "call": clock.call_round_time,
    "take-back": clock.take_time_back,
}


@post(
    "/tournaments/{slug}/rounds/{number}/clock/more", response=ONE, url_name="round-clock-more",
    summary=gettext_noop("More time for a round, or less"),
)  # fmt: skip
def add_minutes(request: HttpRequest, slug: Slug, number: Number, sent: More) -> Any:
    return _stepped(request, slug, number, clock.add_minutes, minutes=sent.minutes)


@post(
    "/tournaments/{slug}/rounds/{number}/clock/{step}", response=ONE, url_name="round-clock",
    summary=gettext_noop("The clock of a round; call: time is up at all tables at once"),
)  # fmt: skip
def step_clock(
    request: HttpRequest, slug: Slug, number: Number, step: Literal["start", "pause", "reset", "call", "take-back"]
) -> Any:
    return _stepped(request, slug, number, CLOCK[step])


STEPS = {
    "publish": rounds.publish_round,
    "unpublish": rounds.unpublish_round,
    "close": rounds.close_round,
    "reopen": rounds.reopen_round,
}


@post(
    "/tournaments/{slug}/rounds/{number}/{step}", response=ONE, url_name="round-step",
    summary=gettext_noop("A step of a round's life, forwards or back"),
)  # fmt: skip
def step_round(
    request: HttpRequest, slug: Slug, number: Number, step: Literal["publish", "unpublish", "close", "reopen"]
) -> Any:
    return _stepped(request, slug, number, STEPS[step])


@api.delete(
    "/tournaments/{slug}/rounds/{number}", response=says(None, *WRONG), url_name="round", tags=TAGS,
    summary=gettext_noop("Throw a draft away, and those after it"), **WRITES,
)  # fmt: skip
def discard_round(request: HttpRequest, slug: Slug, number: Number) -> Any:
    found = organised(request, slug)
    rounds.discard_round(tournament=found, number=number, actor=actor(request))
    return Status(204, None)


def _rounds(request: HttpRequest, slug: str, service: Callable[..., Any], **more: Any) -> list[dict[str, Any]]:
    """Draw, and show what was drawn."""
    found = organised(request, slug)
    made: Round | list[Round] = service(tournament=found, actor=actor(request), **more)
    return [whole_round(found, one, results=True) for one in (made if isinstance(made, list) else [made])]


def _stepped(request: HttpRequest, slug: str, number: int, service: Callable[..., Round], **more: Any) -> Any:
    found = organised(request, slug)
    return whole_round(found, service(tournament=found, number=number, actor=actor(request), **more), results=True)


def _mending(found: Tournament, sent: Mending) -> tuple[Callable[..., Round], Mapping[str, Any]]:
    """The service, and what it takes beside the round, its version and who asks."""
    entries = [entry.pk for entry in entries_numbered(found, sent.entries)]
    one, other = [*entries, 0, 0][:2]
    table = {"table": sent.table}
    return {
        "swap": (mending.swap, {"one": one, "other": other}),
        "forbid": (mending.forbid, {"one": one, "other": other}),
        "move": (mending.move, table | {"entry": one}),
        "fix": (mending.fix_table, table | {"entry": one}),
        "lock": (mending.set_lock, table | {"locked": True}),
        "unlock": (mending.set_lock, table | {"locked": False}),
        "renumber": (mending.renumber, table | {"to": sent.to}),
        "redraw": (mending.redraw, {"seed": sent.seed}),
        "undo": (mending.undo, {}),
    }[sent.do]
