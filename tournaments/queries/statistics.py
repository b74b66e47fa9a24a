"""What one talks about: games, hands, fish, tiles and records of a tournament, of a variant, or of all that is rated.

Sums over the figures that each finished game left (`GameSummary`, `SeatSummary`), by a number of queries that does not
grow with the games. Of a tournament all games count; of a variant, and over all, those of rated tournaments that are
public, so that a friendly evening sets no records.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Avg, Count, Prefetch, Q, QuerySet, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import variants
from scoring.tiles import SET
from tournaments.models import Game, GameSummary, Player, Seat, SeatSummary, Tournament

LEVELS = 5
MOST_BARS = 10
LEAST = {"eggs_run": 2, "burns": 2}
"""What is no record before it is as much as this; elsewhere 1."""

GAME_RECORDS: dict[str, Promise] = {
    "hands": _("Longest game, hands"),
    "seconds": _("Longest game, minutes"),
    "eggs": _("Most eggs waiting"),
    "eggs_run": _("Most hands in a row with eggs waiting"),
}
SIDE_RECORDS: dict[str, Promise] = {
    "most_written": _("Most points in one hand"),
    "comeback": _("Largest deficit made good"),
    "burns": _("Most burns in one game"),
}
SEAT_RECORDS: dict[str, Promise] = {
    "outs": _("Most outs in one game"),
    "heaviest": _("Heaviest hand left over"),
}
PAIRED = [variant.code for variant in variants.all() if variant.pairs]


@dataclass(frozen=True)
class Scope:
    """What is counted: one tournament, else one variant, else all (blank)."""

    tournament: Tournament | None = None
    variant: str = ""

    def of(self, path: str) -> Q:
        """The condition on rows whose path to the game this is, with its underscores."""
        if self.tournament is not None:
            return Q(**{f"{path}table__round__tournament": self.tournament})
        rated = Q(**{f"{path}table__round__tournament__rated": True})
        if self.variant:
            rated &= Q(**{f"{path}table__round__tournament__variant": self.variant})
        return rated & ~Q(**{f"{path}table__round__tournament__status": Tournament.Status.DRAFT})


@dataclass(frozen=True)
class TileCount:
    """A tile, how often it was left over, and where that is between the rarest, 1, and the most frequent, `LEVELS`."""

    name: str
    count: int
    level: int


@dataclass(frozen=True)
class SeatLine:
    """The seat of a number from 1: of so many hands at it, how many it went out of."""

    number: int
    hands: int
    outs: int


@dataclass(frozen=True)
class Holder:
    """A record: `value`, in which game, and of whom (nobody, where it is the whole table's)."""

    value: int
    game: Game
    players: list[Player]

    @property
    def finished_at(self) -> datetime | None:
        return self.game.finished_at


@dataclass(frozen=True)
class Record:
    """One kind of record with its best, the earlier first where equal."""

    code: str
    label: Promise
    holders: list[Holder]


@dataclass(frozen=True)
class Statistics:
    """The numbers of a scope.

    `lengths`: how many games had from so many hands to so many; `early`: early wins by their last tiles.
    """

    games: int
    hands: int
    fish: int
    burns: int
    told: int
    minutes: float | None
    lengths: list[tuple[int, int, int]]
    early: list[tuple[str, int]]
    seats: list[SeatLine]
    opened: int
    opened_outs: int
    triangle: list[list[TileCount]]

    @property
    def average_hands(self) -> float | None:
        return self.hands / self.games if self.games else None

    @property
    def fish_share(self) -> float | None:
        return self.fish / self.hands if self.hands else None

    @property
    def early_wins(self) -> int:
        return sum(count for _tiles, count in self.early)

    @property
    def most_games(self) -> int:
        """The longest bar of `lengths`."""
        return max((count for _first, _last, count in self.lengths), default=0)

    @property
    def often_left(self) -> list[TileCount]:
        """The tiles left over most often."""
        every = [tile for row in self.triangle for tile in row if tile.count]
        return sorted(every, key=lambda tile: -tile.count)[:3]


def statistics(scope: Scope) -> Statistics:
    """The numbers of a scope. Five queries."""
    games = GameSummary.objects.filter(scope.of("game__")).order_by()
    sums = games.aggregate(
        games=Count("pk"), **{name: Sum(name, default=0) for name in ("hands", "fish", "burns", "told")},
        seconds=Avg("seconds"),
    )  # fmt: skip
    seats = list(
        SeatSummary.objects.filter(scope.of("game__game__"), game__hands__gt=0)
        .order_by("seat__number")
        .values_list("seat__number")
        .annotate(Sum("game__hands"), Sum("outs"), Sum("opened"), Sum("opened_outs"))
    )
    seconds = sums.pop("seconds")
    return Statistics(
        **sums,
        minutes=seconds / 60 if seconds is not None else None,
        lengths=lengths(games.filter(hands__gt=0).values_list("hands").annotate(Count("pk"))),
        early=list(games.exclude(early="").values_list("early").annotate(n=Count("pk")).order_by("-n", "early")),
        seats=[SeatLine(number + 1, hands, outs) for number, hands, outs, *_opened in seats],
        opened=sum(row[3] for row in seats),
        opened_outs=sum(row[4] for row in seats),
        triangle=triangle(games.filter(told__gt=0).values_list("tiles", flat=True).iterator(chunk_size=5_000)),
    )


def lengths(counts: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Games by their number of hands, put together to no more than `MOST_BARS` spans of one width.

    >>> lengths([(1, 4), (3, 2)])
    [(1, 1, 4), (2, 2, 0), (3, 3, 2)]
    >>> lengths([(1, 4), (2, 1), (11, 2)])[:2]
    [(1, 2, 5), (3, 4, 0)]
    """
    by_hands = dict(counts)
    last = max(by_hands, default=0)
    width = -(-last // MOST_BARS) or 1
    return [
        (first, first + width - 1, sum(by_hands.get(hands, 0) for hands in range(first, first + width)))
        for first in range(1, last + 1, width)
    ]


def triangle(counts: Iterable[list[int]]) -> list[list[TileCount]]:
    """How often each tile was left over, summed up: a row for each larger half, 0 first; empty without any."""
    sums = [sum(column) for column in zip(*counts, strict=True)]
    least, most = min(sums, default=0), max(sums, default=0)
    if not most:
        return []
    span = most - least + 1
    tiles = [
        TileCount(str(tile), count, 1 + LEVELS * (count - least) // span) for tile, count in zip(SET, sums, strict=True)
    ]
    return [tiles[high * (high + 1) // 2 :][: high + 1] for high in range(7)]


def records(scope: Scope, count: int = 1) -> list[Record]:
    """The best `count` of each kind of record that somebody holds. One query a kind, and two."""
    games = GameSummary.objects.filter(scope.of("game__"))
    seats = SeatSummary.objects.filter(scope.of("game__game__"))
    one_a_side = seats.filter(~Q(game__game__table__round__tournament__variant__in=PAIRED) | Q(seat__number__lte=1))
    best: dict[str, list[tuple[int, int, int | None]]] = {
        **{code: _best(games, code, count) for code in GAME_RECORDS},
        **{code: _best(one_a_side, code, count, "game__") for code in SIDE_RECORDS},
        **{code: _best(seats, code, count, "game__") for code in SEAT_RECORDS},
    }
    found = _games({game for holders in best.values() for game, _value, _seat in holders})
    labels = GAME_RECORDS | SIDE_RECORDS | SEAT_RECORDS
    return [
        Record(code, labels[code], [_holder(code, found[game], value, seat) for game, value, seat in holders])
        for code, holders in best.items()
        if holders
    ]


def variants_played() -> list[str]:
    """The variants that have statistics, the most played first. One query."""
    path = "game__table__round__tournament__variant"
    rows = GameSummary.objects.filter(Scope().of("game__")).values_list(path).annotate(n=Count("pk"))
    return [code for code, _count in rows.order_by("-n", path)]


def _best(rows: QuerySet[Any], code: str, count: int, path: str = "") -> list[tuple[int, int, int | None]]:
    """The games with the largest numbers, the numbers, and the seats where they are of a seat."""
    seat = "seat__number" if path else None
    found = (
        rows.filter(**{f"{code}__gte": LEAST.get(code, 1)})
        .order_by(f"-{code}", f"{path}game__finished_at", "pk")
        .values_list("game_id", code, *([seat] if seat else []))[:count]
    )
    return [(row[0], row[1], row[2] if seat else None) for row in found]


def _games(ids: set[int]) -> dict[int, Game]:
    """These games with tournament and people. Two queries."""
    return (
        Game.objects.select_related("table__round__tournament")
        .prefetch_related(Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")))
        .in_bulk(ids)
    )


def _holder(code: str, game: Game, value: int, seat: int | None) -> Holder:
    seats = list(game.table.seats.all())
    if seat is None:
        seats = []
    elif code in SIDE_RECORDS and game.table.round.tournament.variant in PAIRED:
        seats = seats[seat::2]
    else:
        seats = [seats[seat]]
    return Holder(round(value / 60) if code == "seconds" else value, game, [row.player for row in seats])
