"""The sums of a tournament's games: what statistics, records and careers add up from (`TournamentSummary`).

What always holds: the sums of several tournaments put together are those of all their games. So when one game changes,
the sums are those they were, less what it came to before, and what it comes to now.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from heapq import nlargest, nsmallest
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

    `lengths`: games by number of hands, `early`: by their last tiles, `white`: by what white came to; `seats`: number
    from 0, hands, outs, opened and opened outs; `tiles`: how often each tile was left over, nothing where nobody told;
    `best`: of each kind of record the largest numbers with their games, the earlier first where equal.
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
    white: list[list[Any]]
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


def sums_of(tournament: int, game: int | None = None) -> Sums:
    """The sums of a tournament's games, or of one of them alone, from the figures of each. Two queries."""
    which = {"tournament": tournament} | ({} if game is None else {"pk": game})
    games = GameSummary.objects.filter(**which).order_by("pk")
    names = ("pk", "early", "white", "tiles", *dict.fromkeys((*ADDED, *RECORDS.values())))
    rows = [dict(zip(names, row, strict=True)) for row in games.values_list(*names)]
    lengths = Counter(row["hands"] for row in rows if row["hands"])
    early = Counter(row["early"] for row in rows if row["early"])
    white = Counter(row["white"] for row in rows if row["white"])
    timed = [row["seconds"] for row in rows if row["seconds"] is not None]
    seats = (
        SeatSummary.objects.filter(game__in=games.filter(hands__gt=0).order_by())
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
        white=_listed(white),
        seats=list(map(list, seats)),
        tiles=_columns(row["tiles"] for row in rows if row["told"]),
        best={
            kind: _best(([row[figure], row["pk"]] for row in rows if row[figure]), KEPT)
            for kind, figure in RECORDS.items()
        },
    )


def with_change(tournament: int, sums: Sums, before: Sums, after: Sums) -> Sums:
    """The tournament's sums after one of its games came to `after` instead of `before`.

    No query, but one for each kind of records that the game has left: then another one moves up.
    """
    changed = put_together([sums, _negative(before), after])
    for kind in RECORDS:
        gone = [game for _value, game in before["best"][kind]]
        if any(game in gone for _value, game in sums["best"][kind]):
            changed["best"][kind] = _best_stored(tournament, RECORDS[kind])
    return changed


def put_together(parts: Iterable[Sums]) -> Sums:
    """The sums of several tournaments, put together."""
    parts = list(parts)
    seats: dict[int, list[list[int]]] = defaultdict(list)
    for part in parts:
        for number, *figures in part["seats"]:
            seats[number].append(figures)

    def total(of: Callable[[Sums], int]) -> int:
        return sum(map(of, parts))

    told = total(lambda part: part["told"])
    return Sums(
        games=total(lambda part: part["games"]),
        hands=total(lambda part: part["hands"]),
        fish=total(lambda part: part["fish"]),
        burns=total(lambda part: part["burns"]),
        told=told,
        seconds=total(lambda part: part["seconds"]),
        timed=total(lambda part: part["timed"]),
        lengths=_added(part["lengths"] for part in parts),
        early=_added(part["early"] for part in parts),
        white=_added(part["white"] for part in parts),
        seats=[[number, *figures] for number in sorted(seats) if any(figures := _columns(seats[number]))],
        tiles=_columns(part["tiles"] for part in parts if part["tiles"]) if told else [],
        best={kind: _best((row for part in parts for row in part["best"][kind]), KEPT) for kind in RECORDS},
    )


def tallies_of(tournament: int, players: Collection[int] | None = None) -> dict[int, Tally]:
    """What adds up over each player's games of a tournament, or over those of these players. Two queries."""
    person = "game__table__seats__player"
    seated = {} if players is None else {f"{person}__in": players}
    own = Q(game__table__round__tournament=tournament, game__table__seats__entry=F("entry"), **seated)
    results, seats = Result.objects.filter(own), SeatSummary.objects.filter(game__tournament=tournament)
    if players is not None:
        seats = seats.filter(seat__player__in=players)
    rows = results.order_by(person, "game__finished_at", "game_id").values_list(person, "won")
    seats = seats.order_by().values_list("seat__player")
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


def _negative(part: Sums) -> Sums:
    """What takes a part out of sums that it is in; of the best games none is told."""
    counts = {name: -value for name, value in part.items() if isinstance(value, int)}
    return Sums(
        **counts,
        lengths=[[key, -count] for key, count in part["lengths"]],
        early=[[key, -count] for key, count in part["early"]],
        white=[[key, -count] for key, count in part["white"]],
        seats=[[number, *(-figure for figure in figures)] for number, *figures in part["seats"]],
        tiles=[-count for count in part["tiles"]],
        best={kind: [] for kind in RECORDS},
    )


def _best_stored(tournament: int, figure: str) -> list[list[int]]:
    """The best games of a tournament by this figure. One query."""
    games = GameSummary.objects.filter(tournament=tournament, **{f"{figure}__gt": 0}).order_by(f"-{figure}", "pk")
    return list(map(list, games.values_list(figure, "pk")[:KEPT]))


def _best(rows: Iterable[list[int]], count: int) -> list[list[int]]:
    rows = list(rows)
    least = min(nlargest(count, map(itemgetter(0), rows)), default=0)
    return nsmallest(count, (row for row in rows if row[0] >= least), key=lambda row: (-row[0], row[1]))


def _columns(rows: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def _listed(counts: Mapping[Any, int]) -> list[list[Any]]:
    return [[key, counts[key]] for key in sorted(counts)]


def _added(lists: Iterable[list[list[Any]]]) -> list[list[Any]]:
    counts: Counter[Any] = Counter()
    for key, count in _rows(lists):
        counts[key] += count
    return [[key, count] for key, count in _listed(counts) if count]


def _rows(lists: Iterable[list[list[Any]]]) -> Iterator[list[Any]]:
    return (row for rows in lists for row in rows)
