"""The shapes of answers about tournaments, people and ladders. Entries are named by their number, people by address."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Path, Query, Schema
from pydantic import AfterValidator, Field

from tournaments.plain import line, plain

A_PAGE, MOST = 50, 200
LARGEST = 2_000_000_000

Slug = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]+$", max_length=140)]
Number = Annotated[int, Path(ge=1, le=LARGEST)]
Text = Annotated[str, AfterValidator(plain)]
OneLine = Annotated[str, AfterValidator(line)]
Asked = Annotated[str, Query(max_length=100, pattern=r"^[^\u0000]*$")]
Whole = Annotated[int | None, Query(ge=0, le=LARGEST)]
Numbered = Annotated[int, Field(ge=1, le=LARGEST)]
"""An entry, by its number in the tournament."""
SEED = Field(None, ge=0, le=2**48)
"""Of a draw: the same seed gives the same draw."""


def _no_defaults(schema: dict[str, Any]) -> None:
    for field in schema.get("properties", {}).values():
        field.pop("default", None)


class Part(Schema, extra="forbid", json_schema_extra=_no_defaults):
    """A change of what is named; what is not stays as it is, so there are no defaults."""


class Pages(Schema):
    """Which page of a list."""

    page: int = Field(1, ge=1, le=1_000_000)
    size: int = Field(A_PAGE, ge=1, le=MOST)


AskedPages = Query[Pages]


class Paged[T](Schema):
    """One page of a list: `count` are all there are, on so many `pages`."""

    items: list[T]
    count: int
    page: int
    pages: int


def page_of(rows: Any, asked: Pages, made: Any = None) -> dict[str, Any]:
    """The rows of the page that is asked for; of a queryset only those are read. `made` gives each its shape."""
    count = len(rows) if isinstance(rows, list) else rows.count()
    first = (asked.page - 1) * asked.size
    found = list(rows[first : first + asked.size]) if first < count else []
    return {
        "items": [made(row) for row in found] if made else found,
        "count": count,
        "page": asked.page,
        "pages": max(1, -(-count // asked.size)),
    }


class PersonOut(Schema):
    name: str
    slug: str


class PlayerOut(PersonOut):
    club: str


class TournamentLine(Schema):
    slug: str
    name: str
    variant: str
    kind: str
    format: str
    status: str
    club: str
    venue: str
    starts_at: datetime | None
    ends_on: date | None
    rated: bool
    private: bool
    results_hidden: bool
    requires_confirmation: bool
    version: int


class StageOut(Schema):
    number: int
    name: str
    format: str
    rounds: int | None
    settings: dict[str, Any]
    groups: int
    games: str
    games_count: int
    scheme: dict[str, Any]
    measures: list[str]
    qualify: int | None
    carry: bool
    clock_minutes: int | None
    time_rule: str
    shown: bool
    closed_at: datetime | None


class TournamentOut(TournamentLine):
    """`options` are what differs from the defaults of the game, `rules` all of them."""

    best_of: int | None
    minimum_games: int
    teams: bool
    team_best: int | None
    check_in: bool
    options: dict[str, Any]
    rules: dict[str, Any]
    stages: list[StageOut]


class EntryOut(Schema):
    number: int
    name: str
    players: list[PlayerOut]
    team: str
    category: str
    withdrawn: bool
    fixed_table: int | None


class RoundLine(Schema):
    number: int
    stage: int | None
    status: str
    sitting: bool
    tables: int
    done: int
    published_at: datetime | None
    closed_at: datetime | None
    clock_started_at: datetime | None
    clock_left: int | None


class SeatOut(Schema):
    number: int
    entry: int
    player: PersonOut


class GameLine(Schema):
    """`totals` by side; None where the results are hidden, or the game has no accounts."""

    id: int
    number: int
    state: Literal["waiting", "on", "done", "annulled"]
    version: int
    totals: list[float | None]
    winners: list[int]
    losers: list[int]
    finished_at: datetime | None


class TableOut(Schema):
    number: int
    group: int
    locked: bool
    seats: list[SeatOut]
    games: list[GameLine]
    reasons: list[str]


class ByeOut(Schema):
    entry: int
    player: PersonOut
    kind: str


class RoundOut(RoundLine):
    """A round with who sits where and who rests, and the reasons of the draw in words.

    `version` is a draft's: whoever mends it says which one he saw.
    """

    version: int

    seating: list[TableOut]
    byes: list[ByeOut]
    reasons: list[str]


class HandOut(Schema):
    number: int
    uuid: str
    created_at: datetime
    keeper: str
    amended_at: datetime | None
    amended_by: str


class ResultOut(Schema):
    entry: int
    side: int
    place: int
    won: bool
    lost: bool
    points_for: int
    points_against: int
    points: float


class GameOut(Schema):
    """A game whole: its `record` as `ryba-game/1`, and its `score`, which is that record's output."""

    id: int
    tournament: str
    round: int
    table: int
    number: int
    version: int
    finished_at: datetime | None
    ruling: str
    ruling_reason: str
    forfeited: list[int]
    stop_after: int | None
    seats: list[SeatOut]
    record: dict[str, Any]
    hands: list[HandOut]
    score: dict[str, Any]
    results: list[ResultOut]
