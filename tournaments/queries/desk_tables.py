"""The tables of a round that plays, a line each: the game played there now, how it stands, the series it is part of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Max, Prefetch

from scoring import variants
from scoring.notes import side_names
from scoring.variants.base import Variant
from tournaments.models import Game, Result, Round, Seat
from tournaments.queries.clock import time_called
from tournaments.queries.confirmations import Agreement, agreements
from tournaments.queries.reasons import Reasons
from tournaments.queries.series import Series, is_series, series_of
from tournaments.queries.table import seat_names


@dataclass(frozen=True)
class DeskSide:
    """A side of a game: its name, what is written to it (without accounts: its point), and how it came out."""

    name: str
    total: int | Decimal | None
    won: bool
    lost: bool


@dataclass(frozen=True)
class DeskGame:
    """A table of a round, with the game played there now, or the last one.

    `last_at`: when something was last written down; `reasons`: why this table; `series`: where several are played.
    """

    game: Game
    number: int
    group: int
    sides: list[DeskSide]
    last_at: datetime | None
    agreement: Agreement | None
    reasons: list[str]
    series: Series | None = None

    @property
    def state(self) -> str:
        """`annulled`, `done`, `playing`, or `waiting` for its first hand."""
        if self.game.ruling == Game.Ruling.ANNULLED:
            return "annulled"
        if self.game.finished_at:
            return "done"
        begun = self.last_at or (self.series and self.series.counted)
        return "playing" if begun else "waiting"


def tables_at_desk(round_: Round, reasons: Reasons) -> list[DeskGame]:
    """The tables of a round by number. A fixed number of queries."""
    variant = variants.get(round_.tournament.variant)
    games = list(
        Game.objects.filter(table__round=round_)
        .select_related("table")
        .annotate(last_at=Max("hands__created_at"))
        .prefetch_related(
            Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")),
            Prefetch("results", Result.objects.order_by("side")),
        )
        .order_by("table__number", "number")
    )
    for game in games:
        game.table.round = round_  # the addresses of games ask for it
    agreed = agreements(games)
    tables: dict[int, list[Game]] = defaultdict(list)
    for game in games:
        tables[game.table_id].append(game)
    return [_table(round_, variant, reasons, agreed, of_table) for of_table in tables.values()]


def _table(
    round_: Round, variant: type[Variant], reasons: Reasons, agreed: Mapping[int, Agreement], games: Sequence[Game]
) -> DeskGame:
    series = table_series(round_, games, variant) if is_series(round_.stage) else None
    game = series.current if series else games[-1]
    return DeskGame(
        game=game,
        number=game.table.number,
        group=game.table.group,
        sides=_sides(game, variant),
        last_at=game.last_at,
        agreement=next((agreed[one.pk] for one in games if one.pk in agreed and agreed[one.pk].disputed), None)
        or agreed.get(game.pk),
        reasons=reasons.tables.get(game.table.number, []),
        series=series,
    )


def table_series(round_: Round, games: Sequence[Game], variant: type[Variant]) -> Series:
    """The series of one table; seats and results of its games have been fetched."""
    sides = 2 if variant.pairs else len(games[0].table.seats.all())
    results = {game.pk: list(game.results.all()) for game in games}
    return series_of(round_.stage, games, results, sides, called=time_called(round_))


def _sides(game: Game, variant: type[Variant]) -> list[DeskSide]:
    names = seat_names(list(game.table.seats.all()))
    sides = side_names(names, 2 if variant.pairs else len(names))
    totals: list[int | Decimal | None] = list(game.totals) or [0] * len(sides)
    if variant.result_alone:
        points = {result.side: result.points for result in game.results.all()}
        totals = [points.get(side) for side in range(len(sides))]
    won = {result.side for result in game.results.all() if result.won}
    lost = {result.side for result in game.results.all() if result.lost}
    return [DeskSide(name, totals[side], side in won, side in lost) for side, name in enumerate(sides)]


def series_at(game: Game, sides: int) -> Series | None:
    """The series that a game is part of, by two queries; None where its table plays one game."""
    round_ = game.table.round
    if not is_series(round_.stage):
        return None
    games = list(Game.objects.filter(table=game.table_id).order_by("number").prefetch_related("results"))
    results = {one.pk: list(one.results.all()) for one in games}
    return series_of(round_.stage, games, results, sides, called=time_called(round_))
