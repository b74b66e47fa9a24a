"""The shapes of standings, of why somebody stands where, of cross tables and of a season's table."""

from __future__ import annotations

from ninja import Schema

from tournaments.api.shapes import PersonOut


class MeasureOut(Schema):
    code: str
    short: str
    name: str
    formula: str
    games: str


class StandingOut(Schema):
    """`values` are the numbers of the measures, `moved` places gained since the round before."""

    entry: int
    name: str
    players: list[PersonOut]
    team: str
    group: int
    withdrawn: bool
    place: int
    sharing: int
    moved: int | None
    points: float
    values: list[float | None]
    games: int
    wins: int
    losses: int
    byes: int
    qualifies: str


class StandingsOut(Schema):
    after: int
    stage: int | None
    measures: list[MeasureOut]
    rows: list[StandingOut]


class WhyMeasure(Schema):
    name: str
    above: str
    own: str
    below: str
    decides: bool
    needed: bool


class WhySource(Schema):
    name: str
    measure: str
    parts: list[str]


class WhyOut(Schema):
    """Why an entry stands there: in words, measure by measure, and where the deciding numbers came from."""

    entry: int
    name: str
    place: int
    sharing: int
    above: str | None
    below: str | None
    said: list[str]
    measures: list[WhyMeasure]
    sources: list[WhySource]


class MarkOut(Schema):
    points: float
    won: bool
    lost: bool
    rivals: list[int]
    white: bool | None
    place: int | None
    forfeit: bool
    bye: str
    game: int | None


class CrossRowOut(Schema):
    number: int
    entry: int
    name: str
    cells: list[list[MarkOut]]


class CrossOut(Schema):
    """A group of the cross table; `heads` name the columns: rounds, or lines of the table. Rivals are lines too."""

    group: int
    heads: list[int]
    rows: list[CrossRowOut]


class SeasonRowOut(Schema):
    place: int | None
    player: PersonOut
    games: int
    counted: int
    points: float
