"""What one talks about: games, hands, fish and tiles of a tournament, of a variant, or of all that is rated.

Of one tournament they are summed up over the figures of its games (`queries.summing`), of many over the sums that are
kept of each (`TournamentSummary`, `PlayerSummary`). Of a tournament all games count; of a variant, and over all, those
of rated tournaments that are public, so that a friendly evening sets no records (`queries.records`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import batched

from django.db.models import QuerySet, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.tiles import SET
from tournaments.access import shown_to_all
from tournaments.models import Tournament, TournamentSummary
from tournaments.queries.summing import ADDED, Sums, put_together, sums_of

LEVELS = 5
MOST_BARS = 10
AT_A_TIME = 50
"""So many tournaments' sums are put together at a time; all of them at once would take half as long again."""
OUTCOMES: dict[str, Promise] = {"won": _("White won"), "drawn": _("Draws"), "lost": _("Black won")}


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
        some_at_a_time = batched(kept.values_list("sums", flat=True).iterator(), AT_A_TIME, strict=False)
        return put_together(map(put_together, some_at_a_time))

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


def variants_played() -> list[str]:
    """The variants that have statistics, the most played first. One query."""
    kept = TournamentSummary.objects.filter(tournament__in=Scope().tournaments(), games__gt=0)
    rows = kept.order_by().values_list("tournament__variant").annotate(n=Sum("games"))
    return [code for code, _count in rows.order_by("-n", "tournament__variant")]
