"""The standings of a stage: its lines in order, with the numbers of its measures, after any of its rounds.

A line stands in its group; who is equal in all measures shares the place. Numbers are shown to the thousandth, and
compared exactly (`tournaments.standings`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple

from django.db.models import Exists, Max, Min, OuterRef
from django.utils.translation import gettext as _

from tournaments.models import Player, Result, Stage, StageEntry, Tournament
from tournaments.points import as_decimal
from tournaments.queries.field import StageField, group_field, is_penalty, order_of, stage_field
from tournaments.queries.people import name_order
from tournaments.standings.accounts import own_and_others
from tournaments.standings.measure import Measure, Number
from tournaments.standings.ranking import Line, Qualification, Ranking, qualification, rank

__all__ = ["RoundCell", "StandingRow", "Standings", "is_penalty", "shown", "standings", "standings_of"]

type Places = Callable[[], Mapping[int, int]]
"""The places by entry, worked out when they are asked for."""


class RoundCell(NamedTuple):
    """What one round came to: points, and what was `written`, None where the game has no accounts. `bye`: its kind."""

    points: Decimal
    bye: str = ""
    written: int | None = None
    lost: bool = False


@dataclass
class StandingRow:
    """One entry's line. `place` is shared by `sharing` entries; `places_before` tells those after the round before.

    `values` are the numbers of the order's measures. `qualifies`: `in`, `undecided` where the line to go on goes
    through a shared place, else blank.
    """

    entry_id: int
    number: int
    withdrawn: bool
    players: Sequence[Player]
    places_before: Places = field(repr=False, compare=False)
    group: int = 1
    team: str = ""
    category: str = ""
    games: int = 0
    wins: int = 0
    losses: int = 0
    byes: int = 0
    points_for: int = 0
    points_against: int = 0
    points: Decimal = Decimal(0)
    rounds: dict[int, RoundCell] = field(default_factory=dict)
    values: tuple[Decimal | None, ...] = ()
    place: int = 0
    sharing: int = 1
    qualifies: str = ""

    @property
    def moved(self) -> int | None:
        """The places gained since the round before; None where there was none, or without the entry."""
        before = self.places_before().get(self.entry_id)
        return None if before is None else before - self.place

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
class Head:
    """A measure of the order in words: the head of its column, its name and what it is."""

    code: str
    short: str
    name: str
    formula: str
    games: str


@dataclass(frozen=True)
class Standings:
    """The lines in order, group after group, after round `after` (0 before the first).

    `penalty`: what is written counts against you; `accounts`: whether the game writes anything. `rankings` by group
    say what parted two lines. `stage` is None in a season; `stages` are all of the tournament, each with the number of
    its `first` and `last` round, and `has_begun` where its entries are known.
    """

    rows: list[StandingRow]
    after: int
    penalty: bool
    accounts: bool
    stage: Stage | None
    stages: list[Stage]
    order: tuple[Measure, ...]
    rankings: Mapping[int, Ranking]
    source: StageField

    @property
    def is_latest(self) -> bool:
        """Whether they stand after all that was played in the stage."""
        return self.after == self.source.last

    @property
    def groups(self) -> dict[int, list[StandingRow]]:
        """The lines by group."""
        return {group: [row for row in self.rows if row.group == group] for group in self.rankings}

    @cached_property
    def heads(self) -> list[Head]:
        """The measures in the reader's words."""
        return [
            Head(one.code, _(one.short_in(self.penalty)), _(one.name_in(self.penalty)), _(one.formula), _(one.games))
            for one in self.order
        ]

    @cached_property
    def everybody(self) -> Ranking:
        """All entries of the stage in one order, over the groups."""
        if len(self.rankings) == 1:
            return next(iter(self.rankings.values()))
        return rank(self.source.field.after(self.after), [measure.code for measure in self.order])

    @cached_property
    def names(self) -> dict[int, str]:
        return {row.entry_id: row.name for row in self.rows}

    def row(self, entry_id: int) -> StandingRow | None:
        return next((row for row in self.rows if row.entry_id == entry_id), None)


def shown(value: Number | None) -> Decimal | None:
    """A number of a measure as it is shown: exact where a thousandth suffices, None where there is none."""
    return None if value is None else as_decimal(Fraction(value))


def standings(
    tournament: Tournament,
    after: int | None = None,
    results: Iterable[Result] | None = None,
    *,
    stage: Stage | None = None,
) -> Standings:
    """The standings of a stage after round `after`, or after all published ones.

    Without a `stage`, of the one that this round belongs to, or that is played now. `results` in place of the stored
    ones show what would be. Four queries, whatever the number of entries and the order.
    """
    members = StageEntry.objects.filter(stage=OuterRef("pk"))
    stages = list(
        tournament.stages.annotate(first=Min("played__number"), last=Max("played__number"), has_begun=Exists(members))
    )
    return standings_of(tournament, stage or _stage_of(stages, after), stages, after, results)


def standings_of(
    tournament: Tournament,
    stage: Stage | None,
    stages: list[Stage],
    after: int | None = None,
    results: Iterable[Result] | None = None,
) -> Standings:
    """The standings of this stage among all `stages` of the tournament. Three queries."""
    order = order_of(stage, tournament)
    source = stage_field(tournament, stage, order, results)
    after = source.last if after is None else min(after, source.last)
    rankings = _rankings(source, after, order, stage)

    @cache
    def places_before() -> Mapping[int, int]:
        if all(number >= after for number in source.field.rounds):
            return {}
        before = _rankings(source, after - 1, order, stage)
        return {line.entry: line.place for ranking in before.values() for line in ranking.lines}

    rows = []
    for group, ranking in rankings.items():
        cut = qualification(ranking, stage.qualify) if stage is not None and stage.qualify else None
        for line in sorted(ranking.lines, key=lambda line: _in_order(source, line)):
            rows.append(_row(source, ranking, line, group, cut, places_before))
    measures = next(iter(rankings.values())).order if rankings else ()
    return Standings(rows, after, source.penalty, source.accounts, stage, stages, measures, rankings, source)


def _stage_of(stages: list[Stage], number: int | None) -> Stage | None:
    """The stage of a round, or the first that is not closed, or the last."""
    if number is not None:
        for stage in stages:
            if stage.first is not None and stage.first <= number <= stage.last:
                return stage
    return next((stage for stage in stages if stage.closed_at is None), stages[-1] if stages else None)


def _rankings(source: StageField, after: int, order: tuple[str, ...], stage: Stage | None) -> dict[int, Ranking]:
    past = source.field.after(after)
    groups = sorted({entry.group for entry in past.entries})
    return {group: rank(group_field(past, group, stage), order) for group in groups}


def _in_order(source: StageField, line: Line) -> tuple[int, tuple[bool, str]]:
    """By place; who shares one stand by name."""
    return line.place, name_order(source.entries[line.entry].name) if line.sharing > 1 else (False, "")


def _row(
    source: StageField, ranking: Ranking, line: Line, group: int, cut: Qualification | None, places_before: Places
) -> StandingRow:
    entry, tally = source.entries[line.entry], ranking.tally
    row = StandingRow(
        entry.pk, entry.number, entry.withdrawn, entry.players, places_before, group,
        tally.entries[entry.pk].team, entry.category, values=tuple(shown(mark.value) for mark in line.marks),
        place=line.place, sharing=line.sharing,
        points=as_decimal(tally.scores[entry.pk] + tally.entries[entry.pk].carried),
    )  # fmt: skip
    if cut is not None:
        row.qualifies = "in" if entry.pk in cut.inside else "undecided" if entry.pk in cut.undecided else ""
    for meeting in tally.meetings[entry.pk]:
        seat = meeting.seat
        row.games += 1
        row.wins += seat.won
        row.losses += seat.lost
        points = as_decimal(seat.points)
        before = row.rounds.get(meeting.contest.round)
        written = before.written if before else None
        if source.accounts:
            own, others = own_and_others(meeting)
            row.points_for += own
            row.points_against += others
            written = (written or 0) + own
        lost = seat.lost or (before is not None and before.lost)
        row.rounds[meeting.contest.round] = RoundCell(before.points + points if before else points, "", written, lost)
    for bye in tally.byes[entry.pk]:
        row.byes += 1
        row.rounds[bye.round] = RoundCell(as_decimal(bye.points), bye=bye.kind)
    return row
