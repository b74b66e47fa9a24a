"""Lists of people on their way in, and pairs made of those who came alone."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, gettext_noop
from ninja import Schema, Status
from pydantic import Field

from tournaments.api import shapes
from tournaments.api.entering import ONE, TAGS, Added, Kind, NewEntries, Two, entry_changed, entry_numbered
from tournaments.api.guards import actor, entries_numbered, organised
from tournaments.api.reading import entry_now, entry_shape
from tournaments.api.shapes import LARGEST, SEED, Number, OneLine, Slug
from tournaments.api.site import WRITES, WRONG, api, says
from tournaments.models import Player
from tournaments.queries.known import NEW, SAME, Line, Meant
from tournaments.services import pairs, rosters
from tournaments.services.errors import ServiceError

post = partial(api.post, tags=TAGS, **WRITES)


class Choice(Schema, extra="forbid"):
    """Who is meant by a name of the list: `player` by address; blank: a new one. `position` 1: the second of a pair."""

    line: int = Field(ge=1, le=LARGEST)
    position: int = Field(0, ge=0, le=1)
    player: str = Field("", max_length=140)
    same: bool = Field(False, description="The same new person as on the line further up: this line stays out.")


class NewList(NewEntries):
    """Lines that are refused stay out; those that are asked about have to be answered by `choices`.

    `missed`: what the rounds that are out already bring to those who come late.
    """

    choices: list[Choice] = Field([], max_length=10_000)
    missed: Kind = "zero"


class MeantOut(Schema):
    """Whom one name means: `player`, where it is somebody known; `candidates` where it is asked."""

    name: str
    club: str
    state: str
    player: shapes.PlayerOut | None
    candidates: list[shapes.PlayerOut]
    double: int | None = Field(description="The line further up that may have the same new person.")


class LineOut(Schema):
    line: int
    text: str
    state: Literal["new", "known", "asked", "refused"]
    names: list[MeantOut]
    team: str
    faults: list[str]


class ListOut(Schema):
    """A list as it would come in. `titles`: lines above the `headings`; `passed_over`: headings of no use."""

    lines: list[LineOut]
    counts: dict[str, int]
    headings: str
    passed_over: list[str]
    titles: list[str]


class Brought(Added):
    """What came in; `left`: the lines that were refused. `id`: by this number the list is taken back."""

    id: int
    left: str


class PairsBy(Schema, extra="forbid"):
    """Pairs of all who have no partner: by lot, or the strongest with the weakest."""

    by: Literal["lot", "rating"]
    seed: int | None = SEED


class Replace(Schema, extra="forbid"):
    """`leaves`: a player of the pair, by address. `player`: who is meant by the name, where that has to be asked."""

    leaves: str = Field(max_length=140)
    name: OneLine = Field(min_length=1, max_length=200)
    player: str | None = Field(None, max_length=140)


@post(
    "/tournaments/{slug}/lists/preview", response=says(ListOut, *WRONG), url_name="list-preview",
    summary=gettext_noop("A list of people as it would come in, line by line"),
)  # fmt: skip
def preview_list(request: HttpRequest, slug: Slug, sent: NewList) -> Any:
    made = rosters.preview_roster(tournament=organised(request, slug), text=sent.text, choices=_choices(sent))
    return {
        "lines": [_line(line) for line in made.lines],
        "counts": made.counts(),
        "headings": made.headings,
        "passed_over": list(made.passed_over),
        "titles": list(made.titles),
    }


@post(
    "/tournaments/{slug}/lists", response=says(Brought, *WRONG), url_name="lists",
    summary=gettext_noop("Bring a list of people in"),
)  # fmt: skip
def import_list(request: HttpRequest, slug: Slug, sent: NewList) -> Any:
    found = organised(request, slug)
    made = rosters.import_roster(
        tournament=found, text=sent.text, choices=_choices(sent), actor=actor(request), missed=sent.missed
    )
    shown = [entry_shape(entry) for entry in made.added.entries]
    return {"entries": shown, "left": made.left, "id": made.record.pk}


@post(
    "/tournaments/{slug}/lists/{number}/undo", response=says(None, *WRONG), url_name="list-undo",
    summary=gettext_noop("Take a list back"),
)  # fmt: skip
def undo_list(request: HttpRequest, slug: Slug, number: Number) -> Any:
    found = organised(request, slug)
    rosters.undo_import(record=get_object_or_404(found.imports, pk=number), actor=actor(request))
    return Status(204, None)


@post(
    "/tournaments/{slug}/pairs", response=ONE, url_name="pairs",
    summary=gettext_noop("Make a pair of two who have no partner"),
)  # fmt: skip
def join_pair(request: HttpRequest, slug: Slug, sent: Two) -> Any:
    one, other = entries_numbered(organised(request, slug), [sent.one, sent.other])
    return entry_now(pairs.join_pair(one=one, other=other, actor=actor(request)))


@post(
    "/tournaments/{slug}/pairs/draw", response=says(Added, *WRONG), url_name="pairs-draw",
    summary=gettext_noop("Make pairs of all who have no partner"),
)  # fmt: skip
def draw_pairs(request: HttpRequest, slug: Slug, sent: PairsBy) -> Any:
    made = pairs.draw_pairs(tournament=organised(request, slug), actor=actor(request), **sent.model_dump())
    return {"entries": [entry_shape(entry) for entry in made]}


@post(
    "/tournaments/{slug}/entries/{number}/part", response=ONE, url_name="entry-part",
    summary=gettext_noop("Make two of a pair, before it was drawn"),
)  # fmt: skip
def part_pair(request: HttpRequest, slug: Slug, number: Number) -> Any:
    return entry_changed(request, slug, number, pairs.part_pair)


@post(
    "/tournaments/{slug}/entries/{number}/replace", response=ONE, url_name="entry-replace",
    summary=gettext_noop("Somebody else plays in the place of one of the pair"),
)  # fmt: skip
def replace_player(request: HttpRequest, slug: Slug, number: Number, sent: Replace) -> Any:
    entry = entry_numbered(request, slug, number)
    leaves = get_object_or_404(Player, slug=sent.leaves)
    choice = "" if sent.player is None else _chosen(sent.player)
    return entry_now(
        pairs.replace_player(entry=entry, leaves=leaves, name=sent.name, choice=choice, actor=actor(request))
    )


def _choices(sent: NewList) -> dict[tuple[int, int], str]:
    """The answers as the list's reader takes them: players by id."""
    return {(one.line, one.position): SAME if one.same else _chosen(one.player) for one in sent.choices}


def _chosen(slug: str) -> str:
    if not slug:
        return NEW
    player = Player.objects.filter(slug=slug).select_related("merged_into").first()
    if player is None:
        raise ServiceError(_("There is no player at the address “%(slug)s”.") % {"slug": slug[:140]})
    return str(player.person.pk)


def _line(line: Line) -> dict[str, Any]:
    return {
        "line": line.row.number, "text": line.row.text, "state": line.state, "team": line.row.team,
        "names": [_meant(one) for one in line.meant], "faults": line.faults,
    }  # fmt: skip


def _meant(one: Meant) -> dict[str, Any]:
    return {
        "name": one.person.name, "club": one.person.club, "state": one.state, "player": one.player,
        "candidates": [candidate.player for candidate in one.candidates], "double": one.double,
    }  # fmt: skip
