"""The records of many tournaments or of one: the best games of each kind, who holds them, and who has the most of all.

They are read from the sums that statistics add up (`queries.summing`), and stand beside them on the same pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import nlargest
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, Prefetch, Sum
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy as _

from scoring import variants
from tournaments.models import Game, Player, PlayerSummary, Seat, SeatSummary
from tournaments.queries.people import by_name
from tournaments.queries.statistics import Scope, Statistics, statistics
from tournaments.queries.summing import KEPT, Sums

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
PAIRED = [variant.code for variant in variants.all() if variant.pairs]


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
