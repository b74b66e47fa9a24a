"""The sums of a tournament's games: what statistics, records and careers add up from (`TournamentSummary`).

What always holds: the sums of several tournaments put together are those of all their games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import nlargest
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypedDict

from django.db.models import Count, F, Q, Sum

from tournaments.models import GameSummary, Result, SeatSummary
from tournaments.models.summaries import BESTS

KEPT = 3
"""So many of the best games of each kind of record are kept of a tournament."""
ADDED = ("hands", "fish", "burns", "told")
RECORDS = {name: name for name in ("hands", "seconds", "eggs", "eggs_run")} | {name: f"best_{name}" for name in BESTS}
"""The kinds of records, and the figure of a game that each is about."""


class Sums(TypedDict):
    """Sums over games, as JSON has them. `seconds` is over `timed` games.

    `lengths`: games by number of hands, `early`: by their last tiles; `seats`: number from 0, hands, outs, opened and
    opened outs; `tiles`: how often each tile was left over, nothing where nobody told; `best`: of each kind of record
    the largest numbers with their games, the earlier first where equal.
    """

    games: int
    hands: int
    fish: int
    burns: int
    told: int
    seconds: int
    timed: int
    lengths: list[list[int]]
    early: list[list[Any]]
    seats: list[list[int]]
    tiles: list[int]
    best: dict[str, list[list[int]]]


class Tally(NamedTuple):
    """What adds up over a player's games. `in_a_row`: the most won one after another, none below two."""

    games: int = 0
    won: int = 0
    in_a_row: int = 0
    burns: int = 0
    early: int = 0


def sums_of(tournament: int) -> Sums:
    """The sums of a tournament's games, from the figures of each. Two queries."""
    games = GameSummary.objects.filter(tournament=tournament).order_by("pk")
    names = ("pk", "early", "tiles", *dict.fromkeys((*ADDED, *RECORDS.values())))
    rows = [dict(zip(names, row, strict=True)) for row in games.values_list(*names)]
    lengths = Counter(row["hands"] for row in rows if row["hands"])
    early = Counter(row["early"] for row in rows if row["early"])
    timed = [row["seconds"] for row in rows if row["seconds"] is not None]
    seats = (
        SeatSummary.objects.filter(game__tournament=tournament, game__hands__gt=0)
        .order_by("seat__number")
        .values_list("seat__number")
        .annotate(Sum("game__hands"), Sum("outs"), Sum("opened"), Sum("opened_outs"))
    )
    return Sums(
        games=len(rows),
        hands=sum(row["hands"] for row in rows),
        fish=sum(row["fish"] for row in rows),
        burns=sum(row["burns"] for row in rows),
        told=sum(row["told"] for row in rows),
        seconds=sum(timed),
        timed=len(timed),
        lengths=_listed(lengths),
        early=_listed(early),
        seats=list(map(list, seats)),
        tiles=_columns(row["tiles"] for row in rows if row["told"]),
        best={
            kind: _best(([row[figure], row["pk"]] for row in rows if row[figure]), KEPT)
            for kind, figure in RECORDS.items()
        },
    )


def put_together(parts: Iterable[Sums]) -> Sums:
    """The sums of several tournaments, put together."""
    parts = list(parts)
    seats: dict[int, list[list[int]]] = defaultdict(list)
    for part in parts:
        for number, *figures in part["seats"]:
            seats[number].append(figures)

    def total(of: Callable[[Sums], int]) -> int:
        return sum(map(of, parts))

    return Sums(
        games=total(lambda part: part["games"]),
        hands=total(lambda part: part["hands"]),
        fish=total(lambda part: part["fish"]),
        burns=total(lambda part: part["burns"]),
        told=total(lambda part: part["told"]),
        seconds=total(lambda part: part["seconds"]),
        timed=total(lambda part: part["timed"]),
        lengths=_added(part["lengths"] for part in parts),
        early=_added(part["early"] for part in parts),
        seats=[[number, *_columns(seats[number])] for number in sorted(seats)],
        tiles=_columns(part["tiles"] for part in parts if part["tiles"]),
        best={kind: _best((row for part in parts for row in part["best"][kind]), KEPT) for kind in RECORDS},
    )


def tallies_of(tournament: int) -> dict[int, Tally]:
    """What adds up over each player's games of a tournament. Two queries."""
    results = Result.objects.filter(game__table__round__tournament=tournament, game__table__seats__entry=F("entry"))
    person = "game__table__seats__player"
    rows = results.order_by(person, "game__finished_at", "game").values_list(person, "won")
    seats = SeatSummary.objects.filter(game__tournament=tournament).order_by().values_list("seat__player")
    figures = {player: sums for player, *sums in seats.annotate(Sum("burns"), n=Count("pk", filter=~Q(early="")))}
    tallies = {}
    for player, games in groupby(rows, key=itemgetter(0)):
        won = [is_won for _player, is_won in games]
        tallies[player] = Tally(len(won), sum(won), longest_run(won), *figures.get(player, []))
    return tallies


def longest_run(won: Iterable[bool]) -> int:
    """How many games were won one after another at most; nothing where there are no two.

    >>> longest_run([True, True, False, True]), longest_run([True, False])
    (2, 0)
    """
    longest = max((sum(run) for _won, run in groupby(won)), default=0)
    return longest if longest > 1 else 0


def _best(rows: Iterable[list[int]], count: int) -> list[list[int]]:
    rows = list(rows)
    least = min(nlargest(count, map(itemgetter(0), rows)), default=0)
    return sorted((row for row in rows if row[0] >= least), key=lambda row: (-row[0], row[1]))[:count]


def _columns(rows: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def _listed(counts: Mapping[Any, int]) -> list[list[Any]]:
    return [[key, counts[key]] for key in sorted(counts)]


def _added(lists: Iterable[list[list[Any]]]) -> list[list[Any]]:
    counts: Counter[Any] = Counter()
    for key, count in _rows(lists):
        counts[key] += count
    return _listed(counts)


def _rows(lists: Iterable[list[list[Any]]]) -> Iterator[list[Any]]:
    return (row for rows in lists for row in rows)
