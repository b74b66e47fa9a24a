"""What one talks about: games, hands, fish, tiles and records of a tournament, of a variant, or of all that is rated.

Sums over the figures that each finished game left (`GameSummary`, `SeatSummary`), by a number of queries that does not
grow with the games. Of a tournament all games count; of a variant, and over all, those of rated tournaments that are
public, so that a friendly evening sets no records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, F, Max, Prefetch, Q, QuerySet, Sum
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy as _

from scoring import variants
from scoring.tiles import SET
from tournaments.access import shown_to_all
from tournaments.models import Game, GameSummary, Player, Result, Seat, SeatSummary, Tournament
from tournaments.queries.people import by_name

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
    "written": _("Most points in one hand"),
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

    def of(self, path: str = "") -> Q:
        """The condition on figures of games, to which the path leads, with its underscores."""
        if self.tournament is not None:
            return Q(**{f"{path}tournament": self.tournament})
        return Q(**{f"{path}tournament__in": self.tournaments().values("pk")})

    def tournaments(self) -> QuerySet[Tournament]:
        """Those that count for a variant, or over all."""
        counted = Tournament.objects.filter(shown_to_all(), rated=True)
        return counted.filter(variant=self.variant) if self.variant else counted


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

    @property
    def share(self) -> float:
        return self.outs / self.hands if self.hands else 0.0


@dataclass(frozen=True)
class Holder:
    """A record: `value`, in which game, and of whom (nobody, where it is the whole table's)."""

    value: int
    game: Game
    players: list[Player]

    @property
    def around(self) -> list[Player]:
        """Who sat at the table."""
        return [seat.player for seat in self.game.table.seats.all()]

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
class Champion:
    """Who has the most of something over all his games."""

    player: Player
    value: int


@dataclass(frozen=True)
class Career:
    """One kind of what adds up over a player's games, with those who have the most."""

    label: Promise
    champions: list[Champion]


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
    def opened_share(self) -> float:
        return self.opened_outs / self.opened if self.opened else 0.0

    @property
    def early_wins(self) -> int:
        return sum(count for _tiles, count in self.early)

    @property
    def often_left(self) -> list[TileCount]:
        """The tiles left over most often."""
        every = [tile for row in self.triangle for tile in row if tile.count]
        return sorted(every, key=lambda tile: -tile.count)[:3]


@dataclass(frozen=True)
class Overview:
    """What the page of a variant, or of all, shows of its games."""

    stats: Statistics
    records: list[Record]
    careers: list[Career]


def overview(scope: Scope, count: int) -> Overview:
    """Statistics, and the best `count` of each record and career, of many tournaments.

    Kept until something happens in one of these, or another set of them counts: one query then.
    """
    now = scope.tournaments().aggregate(Count("pk"), Max("pk"), Sum("pk"), Sum("results_version"))
    key = ":".join(map(str, ("statistics", scope.variant, count, get_language(), *now.values())))
    found = cache.get(key)
    if found is None:
        found = Overview(statistics(scope), records(scope, count), careers(scope, count))
        cache.set(key, found, timeout=None)
    return found


def statistics(scope: Scope) -> Statistics:
    """The numbers of a scope. Five queries."""
    games = GameSummary.objects.filter(scope.of()).order_by()
    sums = games.aggregate(
        games=Count("pk"), **{name: Sum(name, default=0) for name in ("hands", "fish", "burns", "told")},
        seconds=Avg("seconds"),
    )  # fmt: skip
    seats = list(
        SeatSummary.objects.filter(scope.of("game__"), game__hands__gt=0)
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
    """The best `count` of each kind of record that somebody holds. One query a kind, and three."""
    games = GameSummary.objects.filter(scope.of())
    best = {code: _best(games, code, count) for code in GAME_RECORDS}
    tops = {code: _best(games, f"best_{code}", count) for code in SIDE_RECORDS | SEAT_RECORDS}
    found = _games({game for rows in (best | tops).values() for game, _value in rows})
    seats = SeatSummary.objects.filter(game__in={game for rows in tops.values() for game, _value in rows})
    rows = list(seats.order_by("game", "seat__number").values("game_id", "seat__number", *tops))
    labels = GAME_RECORDS | SIDE_RECORDS | SEAT_RECORDS
    holders = {
        **{code: [_holder(code, found[game], value) for game, value in rows] for code, rows in best.items()},
        **{code: _of_seats(code, rows, found)[:count] for code in tops},
    }
    return [Record(code, labels[code], listed) for code, listed in holders.items() if listed]


def careers(scope: Scope, count: int) -> list[Career]:
    """Who has the most games, wins, wins in a row, early wins and burns, by name where equal. Six queries."""
    played = Result.objects.filter(scope.of("game__table__round__"), game__table__seats__entry=F("entry"))
    seats = SeatSummary.objects.filter(scope.of("game__"))
    person = "game__table__seats__player"
    sums = {
        _("Most games played"): _most(played, person, Count("pk"), count),
        _("Most games won"): _most(played.filter(won=True), person, Count("pk"), count),
        _("Most games won in a row"): longest_runs(
            played.order_by(person, "game__finished_at", "game_id").values_list(person, "won"), count
        ),
        _("Most early wins"): _most(seats.exclude(early=""), "seat__player", Count("pk"), count),
        _("Most burns"): _most(seats.filter(burns__gt=0), "seat__player", Sum("burns"), count),
    }
    players = Player.objects.in_bulk({player for rows in sums.values() for player, _value in rows})
    return [
        Career(label, [Champion(players[player], value) for player, value in rows])
        for label, rows in sums.items()
        if rows
    ]


def longest_runs(games: Iterable[tuple[int, bool]], count: int) -> list[tuple[int, int]]:
    """The players with the most games won in a row, and how many; a run is two games or more.

    `games`: the player of each and whether it was won, those of a player together and in order.

    >>> longest_runs([(1, True), (1, True), (1, False), (1, True), (2, True)], 3)
    [(1, 2)]
    """
    best: dict[int, int] = {}
    for (player, won), run in groupby(games):
        if won:
            best[player] = max(best.get(player, 0), sum(1 for _game in run))
    runs = [(player, length) for player, length in best.items() if length > 1]
    return sorted(runs, key=lambda run: -run[1])[:count]


def _most(rows: QuerySet[Any], person: str, value: Any, count: int) -> list[tuple[int, int]]:
    """The players with the largest sums."""
    sums = rows.order_by().values_list(person).annotate(value=value)
    return list(sums.order_by("-value", *by_name(f"{person}__"))[:count])


def variants_played() -> list[str]:
    """The variants that have statistics, the most played first. One query."""
    rows = GameSummary.objects.filter(Scope().of()).values_list("tournament__variant").annotate(n=Count("pk"))
    return [code for code, _count in rows.order_by("-n", "tournament__variant")]


def _best(games: QuerySet[GameSummary], field: str, count: int) -> list[tuple[int, int]]:
    """The games with the largest numbers, the earlier first where equal, and the numbers."""
    least = LEAST.get(field.removeprefix("best_"), 1)
    found = games.filter(**{f"{field}__gte": least}).order_by(f"-{field}", "pk").values_list("pk", field)
    return list(found[:count])


def _of_seats(code: str, rows: Iterable[dict[str, Any]], games: Mapping[int, Game]) -> list[Holder]:
    """The holders of a seats' record among these rows, the largest number first; a pair holds it together."""
    found = [(row[code], games[row["game_id"]], row["seat__number"]) for row in rows if row[code] >= LEAST.get(code, 1)]
    found = [
        (value, game, seat)
        for value, game, seat in found
        if code in SEAT_RECORDS or seat < 2 or game.table.round.tournament.variant not in PAIRED
    ]
    found.sort(key=lambda one: (-one[0], one[1].pk, one[2]))
    return [_holder(code, game, value, seat) for value, game, seat in found]


def _games(ids: set[int]) -> dict[int, Game]:
    """These games with tournament and people. Two queries."""
    return (
        Game.objects.select_related("table__round__tournament")
        .prefetch_related(Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")))
        .in_bulk(ids)
    )


def _holder(code: str, game: Game, value: int, seat: int | None = None) -> Holder:
    seats = list(game.table.seats.all())
    if seat is None:
        seats = []
    elif code in SIDE_RECORDS and game.table.round.tournament.variant in PAIRED:
        seats = seats[seat::2]
    else:
        seats = [seats[seat]]
    return Holder(round(value / 60) if code == "seconds" else value, game, [row.player for row in seats])
