"""What one talks about: games, hands, fish, tiles and records of a tournament, of a variant, or of all that is rated.

Of one tournament they are summed up over the figures of its games (`queries.summing`), of many over the sums that are
kept of each (`TournamentSummary`, `PlayerSummary`). Of a tournament all games count; of a variant, and over all, those
of rated tournaments that are public, so that a friendly evening sets no records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import nlargest
from typing import Any

import orjson
from django.core.cache import cache
from django.db.models import Count, Max, Prefetch, QuerySet, Sum, TextField
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy as _

from scoring import variants
from scoring.tiles import SET
from tournaments.access import shown_to_all
from tournaments.models import Game, Player, PlayerSummary, Seat, SeatSummary, Tournament, TournamentSummary
from tournaments.queries.people import by_name
from tournaments.queries.summing import ADDED, KEPT, Sums, put_together, sums_of

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
LABELS = GAME_RECORDS | SIDE_RECORDS | SEAT_RECORDS
CAREERS: dict[str, Promise] = {
    "games": _("Most games played"),
    "won": _("Most games won"),
    "in_a_row": _("Most games won in a row in one tournament"),
    "early": _("Most early wins"),
    "burns": _("Most burns"),
}
"""What adds up over a player's games, or is the most of a tournament; the keys are fields of `PlayerSummary`."""
OUTCOMES: dict[str, Promise] = {"won": _("White won"), "drawn": _("Draws"), "lost": _("Black won")}
PAIRED = [variant.code for variant in variants.all() if variant.pairs]


@dataclass(frozen=True)
class Scope:
    """What is counted: one tournament, else one variant, else all (blank)."""

    tournament: Tournament | None = None
    variant: str = ""

    def sums(self) -> Sums:
        """The sums of what is counted. Two queries for one tournament, one for many."""
        if self.tournament is not None:
            return sums_of(self.tournament.pk)
        kept = TournamentSummary.objects.filter(tournament__in=self.tournaments(), games__gt=0)
        texts = kept.values_list(Cast("sums", TextField()), flat=True)
        return put_together(map(orjson.loads, texts))

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
class Outcome:
    """So many games that ended one way, and their share of all."""

    label: Promise
    games: int
    share: float


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

    `lengths`: how many games had from so many hands to so many; `early`: early wins by their last tiles; `outcomes`:
    how many white won, where all games have colours.
    """

    games: int
    hands: int
    fish: int
    burns: int
    told: int
    minutes: float | None
    lengths: list[tuple[int, int, int]]
    early: list[tuple[str, int]]
    outcomes: list[Outcome]
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


def overview(scope: Scope) -> Overview:
    """Statistics, records and careers of many tournaments.

    Kept until the sums of one of these change, or another set of them counts: one query then.
    """
    now = scope.tournaments().aggregate(Count("pk"), Max("pk"), Sum("pk"), Sum("summary__version"))
    key = ":".join(map(str, ("statistics", scope.variant, get_language(), *now.values())))
    found = cache.get(key)
    if found is None:
        sums = scope.sums()
        found = Overview(statistics(sums), records(sums), careers(scope))
        cache.set(key, found, timeout=None)
    return found


def statistics(sums: Sums) -> Statistics:
    """The numbers that the sums give."""
    return Statistics(
        **{name: sums[name] for name in ("games", *ADDED)},
        minutes=sums["seconds"] / sums["timed"] / 60 if sums["timed"] else None,
        lengths=lengths(sums["lengths"]),
        early=sorted(((tiles, count) for tiles, count in sums["early"]), key=lambda row: (-row[1], row[0])),
        outcomes=_outcomes(sums),
        seats=[SeatLine(number + 1, hands, outs) for number, hands, outs, *_opened in sums["seats"]],
        opened=sum(row[3] for row in sums["seats"]),
        opened_outs=sum(row[4] for row in sums["seats"]),
        triangle=triangle([sums["tiles"]] if sums["tiles"] else []),
    )


def _outcomes(sums: Sums) -> list[Outcome]:
    counts, games = dict(sums["white"]), sums["games"]
    if not games or sum(counts.values()) < games:
        return []
    return [Outcome(label, count := counts.get(code, 0), count / games) for code, label in OUTCOMES.items()]


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


def records(sums: Sums, count: int = KEPT) -> list[Record]:
    """The best of each kind of record that somebody holds, at most `count`, no more than `KEPT`. Three queries."""
    found = _games({game for rows in sums["best"].values() for _value, game in rows})
    best = {
        kind: [(game, value) for value, game in rows if value >= LEAST.get(kind, 1) and game in found][:count]
        for kind, rows in sums["best"].items()
    }
    tops = [kind for kind in best if kind not in GAME_RECORDS]
    seats = SeatSummary.objects.filter(game__in={game for kind in tops for game, _value in best[kind]})
    rows = list(seats.order_by("game", "seat__number").values("game_id", "seat__number", *tops))
    holders = {
        code: _of_seats(code, rows, found)[:count]
        if code in tops
        else [_holder(code, found[game], value) for game, value in best[code]]
        for code in LABELS
    }
    return [Record(code, LABELS[code], listed) for code, listed in holders.items() if listed]


def careers(scope: Scope, count: int = KEPT) -> list[Career]:
    """Who has the most games, wins, early wins and burns over many tournaments, by name where equal. Two queries."""
    rows = PlayerSummary.objects.filter(tournament__in=scope.tournaments()).order_by().values_list("player")
    tallies = rows.annotate(*(Max(code) if code == "in_a_row" else Sum(code) for code in CAREERS))
    players, *columns = zip(*tallies, strict=True) if tallies else [()] * (1 + len(CAREERS))
    most = {code: _most(players, counts, count) for code, counts in zip(CAREERS, columns, strict=True)}
    people = Player.objects.filter(pk__in={player for counts in most.values() for player in counts})
    people = list(people.order_by(*by_name()))
    return [
        Career(CAREERS[code], sorted(
            (Champion(player, counts[player.pk]) for player in people if player.pk in counts),
            key=lambda one: -one.value,
        )[:count])
        for code, counts in most.items()
        if counts
    ]  # fmt: skip


def _most(players: Sequence[int], counts: Sequence[int], count: int) -> dict[int, int]:
    """The players with the largest counts, and all who share the last of these; none without any."""
    least = max(min(nlargest(count, counts), default=0), 1)
    return {player: number for player, number in zip(players, counts, strict=True) if number >= least}


def variants_played() -> list[str]:
    """The variants that have statistics, the most played first. One query."""
    kept = TournamentSummary.objects.filter(tournament__in=Scope().tournaments(), games__gt=0)
    rows = kept.order_by().values_list("tournament__variant").annotate(n=Sum("games"))
    return [code for code, _count in rows.order_by("-n", "tournament__variant")]


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
