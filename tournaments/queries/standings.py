"""The standings of a tournament, from its results and byes.

An entry's games count as soon as they are finished, its bye as soon as the round is published. The order: tournament
points, then games won, then what was written: in a penalty game the fewer the better, elsewhere the difference.
Entries that are equal in all three share a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal

from scoring import variants
from tournaments.models import Entry, Player, Result, Round, Seat, Tournament
from tournaments.points import points_for_bye
from tournaments.queries.people import name_order


@dataclass
class RoundCell:
    """What one round came to for an entry: a bye, or what was `written`, None where the game has no accounts."""

    points: Decimal
    bye: bool = False
    written: int | None = None
    lost: bool = False


@dataclass
class StandingRow:
    """One entry's line. `place` is shared by `sharing` entries; `moved` is places gained since the round before."""

    entry_id: int
    number: int
    withdrawn: bool
    players: list[Player]
    games: int = 0
    wins: int = 0
    losses: int = 0
    byes: int = 0
    points_for: int = 0
    points_against: int = 0
    points: Decimal = Decimal(0)
    rounds: dict[int, RoundCell] = field(default_factory=dict)
    place: int = 0
    sharing: int = 1
    moved: int | None = None

    @property
    def name(self) -> str:
        return " / ".join(player.name for player in self.players)

    @property
    def in_order(self) -> tuple[bool, str]:
        """Where the name stands among others."""
        return name_order(self.name)

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against


@dataclass(frozen=True)
class Standings:
    """The lines in order, after round `after` (0 before the first).

    `penalty`: what is written counts against you; `accounts`: whether the game writes anything.
    """

    rows: list[StandingRow]
    after: int
    penalty: bool
    accounts: bool


@dataclass(frozen=True)
class _Score:
    """One result or bye, whatever it came from."""

    entry_id: int
    round: int
    points: Decimal
    won: bool = False
    lost: bool = False
    points_for: int = 0
    points_against: int = 0
    bye: bool = False


def is_penalty(tournament: Tournament) -> bool:
    """Whether what is written counts against its owner, under this tournament's rules."""
    variant = variants.get(tournament.variant)
    return variant.fewer_is_better(variant.resolve(tournament.options))


def standings(tournament: Tournament, after: int | None = None, results: Iterable[Result] | None = None) -> Standings:
    """The standings after round `after`, or after all published ones. Five queries, whatever the number of entries.

    `results` in place of the stored ones show what would be.
    """
    entries = list(tournament.entries.prefetch_related("members__player"))
    scores = [*(_results(tournament) if results is None else map(_score, results)), *_byes(tournament)]
    last = max((score.round for score in scores), default=0)
    after = last if after is None else min(after, last)
    penalty = is_penalty(tournament)
    accounts = not variants.get(tournament.variant).result_alone
    rows = _ranked(entries, [score for score in scores if score.round <= after], penalty)
    if after > 1:
        before = _ranked(entries, [score for score in scores if score.round < after], penalty)
        places = {row.entry_id: row.place for row in before}
        rows = [replace(row, moved=places[row.entry_id] - row.place) for row in rows if row.entry_id in places]
    if not accounts:
        _without_accounts(rows)
    return Standings(rows, after, penalty, accounts)


def _without_accounts(rows: Iterable[StandingRow]) -> None:
    for row in rows:
        for cell in row.rounds.values():
            cell.written = None


def _results(tournament: Tournament) -> Iterable[_Score]:
    rows = Result.objects.filter(game__table__round__tournament=tournament).order_by()
    for row in rows.values_list(
        "entry_id", "game__table__round__number", "points", "won", "lost", "points_for", "points_against"
    ):
        yield _Score(*row)


def _score(result: Result) -> _Score:
    return _Score(
        result.entry_id,
        result.game.table.round.number,
        result.points,
        result.won,
        result.lost,
        result.points_for,
        result.points_against,
    )


def _byes(tournament: Tournament) -> Iterable[_Score]:
    """One for each entry without a table in a published round; a pair's two seats are one bye."""
    points = points_for_bye(two_sides=variants.get(tournament.variant).two_sides())
    seats = Seat.objects.filter(round__tournament=tournament, table=None).exclude(round__status=Round.Status.DRAFT)
    for entry_id, number in seats.order_by().values_list("entry_id", "round__number").distinct():
        yield _Score(entry_id, number, points, bye=True)


def _ranked(entries: Iterable[Entry], scores: Iterable[_Score], penalty: bool) -> list[StandingRow]:
    by_entry: dict[int, list[_Score]] = defaultdict(list)
    for score in scores:
        by_entry[score.entry_id].append(score)
    rows = [_row(entry, by_entry[entry.pk]) for entry in entries if not entry.withdrawn or by_entry[entry.pk]]
    by_place: dict[tuple[Decimal, int, int], list[StandingRow]] = defaultdict(list)
    for row in rows:
        by_place[_order(row, penalty)].append(row)
    place = 1
    ranked = []
    for key in sorted(by_place):
        shared = by_place[key]
        for row in shared:
            row.place, row.sharing = place, len(shared)
        ranked += sorted(shared, key=lambda row: row.in_order)
        place += len(shared)
    return ranked


def _order(row: StandingRow, penalty: bool) -> tuple[Decimal, int, int]:
    """The less, the better."""
    return -row.points, -row.wins, row.points_for if penalty else -row.difference


def _row(entry: Entry, scores: Iterable[_Score]) -> StandingRow:
    row = StandingRow(entry.pk, entry.number, entry.withdrawn, [member.player for member in entry.members.all()])
    for score in scores:
        row.games += not score.bye
        row.byes += score.bye
        row.wins += score.won
        row.losses += score.lost
        row.points_for += score.points_for
        row.points_against += score.points_against
        row.points += score.points
        cell = row.rounds.setdefault(score.round, RoundCell(Decimal(0)))
        cell.points += score.points
        cell.lost = cell.lost or score.lost
        cell.bye = cell.bye or score.bye
        if not score.bye:
            cell.written = (cell.written or 0) + score.points_for
    return row
