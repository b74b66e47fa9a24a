"""What an organiser's desk shows: the tables of the round in hand, and what is still open.

The *round in hand* is the last one drawn; a tournament has at most one that is not closed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property

from django.db.models import Exists, Max, OuterRef, Prefetch, QuerySet

from scoring import variants
from scoring.notes import side_names
from scoring.variants.base import Variant
from tournaments.models import Entry, Game, Result, Round, Seat, Tournament
from tournaments.pairing.sizes import table_sizes
from tournaments.queries.confirmations import Agreement, agreements
from tournaments.queries.links import keeper_links
from tournaments.queries.reasons import Reasons, reasons_of
from tournaments.queries.seating import places_at_a_table
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
    """A game of the round in hand. `last_at`: when something was last written down; `reasons`: why this table."""

    game: Game
    number: int
    sides: list[DeskSide]
    last_at: datetime | None
    agreement: Agreement | None
    reasons: list[str]

    @property
    def state(self) -> str:
        """`annulled`, `done`, `playing`, or `waiting` for its first hand."""
        if self.game.ruling == Game.Ruling.ANNULLED:
            return "annulled"
        return "done" if self.game.finished_at else "playing" if self.last_at else "waiting"


@dataclass(frozen=True)
class Desk:
    """A tournament as its organiser finds it. `entered` counts the withdrawn too, `taking_part` those who play on."""

    tournament: Tournament
    rounds: list[Round]
    games: list[DeskGame]
    reasons: Reasons
    byes: list[Entry]
    unseated: list[Entry]
    entered: int
    taking_part: int
    has_link: bool

    @cached_property
    def round(self) -> Round | None:
        """The round in hand."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_number(self) -> int:
        return self.rounds[-1].number + 1 if self.rounds else 1

    def in_state(self, state: str) -> list[DeskGame]:
        return [game for game in self.games if game.state == state]

    def table_counts(self) -> list[tuple[int, int]]:
        """What the next draw would give: (how many tables, of how many places), the larger ones first."""
        sizes = table_sizes(self.taking_part, *places_at_a_table(self.tournament))
        return [(count, size) for size, count in sorted(Counter(sizes).items(), reverse=True)]

    @property
    def lacking(self) -> int:
        """How many more are needed for a first table; 0 where there is one."""
        sizes = places_at_a_table(self.tournament)
        return next(more for more in range(sizes[1] + 1) if table_sizes(self.taking_part + more, *sizes))

    def bye_count(self) -> int:
        """How many would rest in the next draw."""
        return self.taking_part - sum(count * size for count, size in self.table_counts())


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """The entries in their order, with the players, and whether each was `drawn` yet."""
    return (
        tournament.entries.order_by("number")
        .annotate(drawn=Exists(Seat.objects.filter(entry=OuterRef("pk"))))
        .prefetch_related("members__player")
    )


def desk(tournament: Tournament) -> Desk:
    """The desk by a fixed number of queries, however many tables there are."""
    rounds = list(tournament.rounds.order_by("number"))
    current = rounds[-1] if rounds else None
    entries = list(entries_of(tournament))
    resting = set(current.seats.filter(table=None).values_list("entry_id", flat=True)) if current else set()
    seated = set(current.seats.values_list("entry_id", flat=True)) if current else set()
    playing = [entry for entry in entries if not entry.withdrawn]
    reasons = reasons_of(current, entries) if current else Reasons()
    return Desk(
        tournament=tournament,
        rounds=rounds,
        games=_games(current, variants.get(tournament.variant), reasons) if current else [],
        reasons=reasons,
        byes=[entry for entry in entries if entry.pk in resting],
        unseated=[entry for entry in playing if current and entry.pk not in seated],
        entered=len(entries),
        taking_part=len(playing),
        has_link=bool(keeper_links(tournament)),
    )


def _games(round_: Round, variant: type[Variant], reasons: Reasons) -> list[DeskGame]:
    games = (
        Game.objects.filter(table__round=round_)
        .select_related("table")
        .annotate(last_at=Max("hands__created_at"))
        .prefetch_related(
            Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")),
            Prefetch("results", Result.objects.order_by("side")),
        )
        .order_by("table__number", "number")
    )
    agreed = agreements(games)
    return [
        DeskGame(
            game=game,
            number=game.table.number,
            sides=_sides(game, variant),
            last_at=game.last_at,
            agreement=agreed.get(game.pk),
            reasons=reasons.tables.get(game.table.number, []),
        )
        for game in games
    ]


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
