"""Who takes part: entries, who is there and who is away, who is not drawn together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from ninja import Schema, Status
from pydantic import Field

from tournaments.access import Action, Actor
from tournaments.api import shapes
from tournaments.api.guards import actor, entries_numbered, organised, permitted, seen
from tournaments.api.reading import entry_now, entry_shape
from tournaments.api.shapes import LARGEST, Number, Numbered, OneLine, Slug, Text
from tournaments.api.site import WRITES, WRONG, api, says
from tournaments.models import Entry
from tournaments.queries.start_list import Entered, start_list
from tournaments.services import attendance, bans, entries
from tournaments.services.entries import Anew

TAGS = ["people"]
get = partial(api.get, tags=TAGS, auth=WRITES["auth"])
post = partial(api.post, tags=TAGS, **WRITES)
patch = partial(api.patch, tags=TAGS, **WRITES)
delete = partial(api.delete, tags=TAGS, **WRITES)
ONE = says(shapes.EntryOut, *WRONG)
Kind = Literal["half", "zero", "full"]


class NewEntries(Schema, extra="forbid"):
    """One a line: `Name, club`; pairs as `A / B`. A list with a fault is refused as a whole."""

    text: Text = Field(min_length=1, max_length=500_000)


class Added(Schema):
    entries: list[shapes.EntryOut]


class Details(shapes.Part):
    """What is not named stays. `fixed_table` null: sits anywhere."""

    team: OneLine = Field("", max_length=80)
    category: OneLine = Field("", max_length=80)
    fixed_table: int | None = Field(None, ge=1, le=9999)


class Away(Schema, extra="forbid"):
    """`kind`: what the round brings; blank takes it back. `redraw`: a draft of the round is drawn anew."""

    round: int = Field(ge=1, le=LARGEST)
    kind: Kind | Literal[""] = "zero"
    redraw: bool = False


class Redraw(Schema, extra="forbid"):
    """`redraw`: a draft in which the entry sits is drawn anew; otherwise that is refused."""

    redraw: bool = False


def _anew(sent: Away | Redraw | None) -> Anew:
    return Anew.NOW if sent is not None and sent.redraw else Anew.NO


class Here(Schema, extra="forbid"):
    """These entries, or all of them, are here, or are not."""

    numbers: list[Numbered] | None = Field(None, max_length=2000)
    here: bool = True


class Count(Schema):
    changed: int


class Two(Schema, extra="forbid"):
    """Two entries, by number."""

    one: int = Field(ge=1, le=LARGEST)
    other: int = Field(ge=1, le=LARGEST)


class BanOut(Schema):
    id: int
    one: int
    other: int


class AwayOut(Schema):
    round: int
    kind: str


class EnteredOut(shapes.EntryOut):
    """An entry as its organiser sees it: its group and seed in the stage that is played, the rounds it is away for."""

    group: int | None
    seed: int | None
    rating: float | None
    here: bool
    drawn: bool
    alone: bool
    away: list[AwayOut]


@get(
    "/tournaments/{slug}/start-list", response=says(shapes.Paged[EnteredOut], *WRONG[1:3]), url_name="start-list",
    summary=gettext_noop("The start list, with ratings, seeds, groups, and who is there"),
)  # fmt: skip
def read_start_list(request: HttpRequest, slug: Slug, asked: shapes.AskedPages) -> Any:
    permitted(request, slug, "organise")
    return shapes.page_of(start_list(seen(request, slug)).rows, asked, _entered)


@post(
    "/tournaments/{slug}/entries", response=says(Added, *WRONG), url_name="entries",
    summary=gettext_noop("Enter people"),
)  # fmt: skip
def add_entries(request: HttpRequest, slug: Slug, sent: NewEntries) -> Any:
    added = entries.add_entries(tournament=organised(request, slug), text=sent.text, actor=actor(request))
    return {"entries": [entry_shape(entry) for entry in added.entries]}


@patch(
    "/tournaments/{slug}/entries/{number}", response=ONE, url_name="entry",
    summary=gettext_noop("Whom an entry plays for, and the table where it always sits"),
)  # fmt: skip
def update_entry(request: HttpRequest, slug: Slug, number: Number, sent: Details) -> Any:
    entry = entry_numbered(request, slug, number)
    facts = {"team": entry.team, "fixed_table": entry.fixed_table} | sent.model_dump(exclude_unset=True)
    entries.update_entry(entry=entry, actor=actor(request), **facts)
    return entry_now(entry)


@delete(
    "/tournaments/{slug}/entries/{number}", response=says(None, *WRONG), url_name="entry",
    summary=gettext_noop("Take an entry off the list, before it was drawn"),
)  # fmt: skip
def remove_entry(request: HttpRequest, slug: Slug, number: Number) -> Any:
    entries.remove_entry(entry=entry_numbered(request, slug, number), actor=actor(request))
    return Status(204, None)


@post(
    "/tournaments/{slug}/entries/{number}/withdraw", response=ONE, url_name="entry-withdraw",
    summary=gettext_noop("An entry withdraws"),
)  # fmt: skip
def withdraw_entry(request: HttpRequest, slug: Slug, number: Number, sent: Redraw | None = None) -> Any:
    return entry_changed(request, slug, number, entries.withdraw_entry, anew=_anew(sent))


@post(
    "/tournaments/{slug}/entries/{number}/return", response=ONE, url_name="entry-return",
    summary=gettext_noop("An entry returns"),
)  # fmt: skip
def return_entry(request: HttpRequest, slug: Slug, number: Number) -> Any:
    return entry_changed(request, slug, number, entries.return_entry)


@post(
    "/tournaments/{slug}/entries/{number}/away", response=ONE, url_name="entry-away",
    summary=gettext_noop("An entry is away in a coming round"),
)  # fmt: skip
def set_absence(request: HttpRequest, slug: Slug, number: Number, sent: Away) -> Any:
    def be_away(*, entry: Entry, actor: Actor) -> None:
        attendance.set_absence(entry=entry, number=sent.round, kind=sent.kind, anew=_anew(sent), actor=actor)

    return entry_changed(request, slug, number, be_away)


@post(
    "/tournaments/{slug}/check-in", response=says(Count, *WRONG), url_name="check-in",
    summary=gettext_noop("Entries are here, or are not"),
)  # fmt: skip
def check_in(request: HttpRequest, slug: Slug, sent: Here) -> Any:
    found = organised(request, slug)
    entries_numbered(found, sent.numbers or [])
    return {"changed": attendance.check_in(tournament=found, actor=actor(request), **sent.model_dump())}


@get(
    "/tournaments/{slug}/bans", response=says(shapes.Paged[BanOut], *WRONG[1:3]), url_name="bans",
    summary=gettext_noop("Who is not drawn together"),
)  # fmt: skip
def list_bans(request: HttpRequest, slug: Slug, asked: shapes.AskedPages) -> Any:
    permitted(request, slug, "organise")
    return shapes.page_of(seen(request, slug).bans.order_by("id").select_related("one", "other"), asked, _ban)


@post(
    "/tournaments/{slug}/bans", response=says(BanOut, *WRONG), url_name="bans",
    summary=gettext_noop("Two are not drawn together"),
)  # fmt: skip
def forbid_pair(request: HttpRequest, slug: Slug, sent: Two) -> Any:
    found = organised(request, slug)
    one, other = entries_numbered(found, [sent.one, sent.other])
    return _ban(bans.forbid_pair(tournament=found, entries=(one, other), actor=actor(request)))


@delete(
    "/tournaments/{slug}/bans/{number}", response=says(None, *WRONG), url_name="ban",
    summary=gettext_noop("They may be drawn together again"),
)  # fmt: skip
def allow_pair(request: HttpRequest, slug: Slug, number: Number) -> Any:
    found = organised(request, slug)
    bans.allow_pair(ban=get_object_or_404(found.bans.select_related("tournament"), pk=number), actor=actor(request))
    return Status(204, None)


def entry_numbered(request: HttpRequest, slug: str, number: int, action: Action = "organise") -> Entry:
    (found,) = entries_numbered(permitted(request, slug, action), [number])
    return found


def entry_changed(
    request: HttpRequest, slug: str, number: int, service: Callable[..., Any], action: Action = "organise", **more: Any
) -> dict[str, Any]:
    """Change an entry of a tournament in which the asker may do so."""
    entry = entry_numbered(request, slug, number, action)
    service(entry=entry, actor=actor(request), **more)
    return entry_now(entry)


def _ban(ban: Any) -> dict[str, int]:
    return {"id": ban.pk, "one": ban.one.number, "other": ban.other.number}


def _entered(row: Entered) -> dict[str, Any]:
    place = row.place
    return entry_shape(row.entry) | {
        "group": place.group if place else None,
        "seed": place.seed if place else None,
        "rating": row.rating,
        "here": row.entry.here_at is not None,
        "drawn": row.drawn,
        "alone": row.alone,
        "away": [{"round": absence.number, "kind": absence.kind} for absence in row.away],
    }
