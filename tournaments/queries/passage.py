"""Who goes on from a stage to the next one, and how they would be seeded there: looked at before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Round, Stage, Tournament
from tournaments.pairing.groups import cross_seeds, regroup, snake
from tournaments.queries.standings import StandingRow, Standings, standings
from tournaments.queries.why import figure
from tournaments.standings.words import notes_of, render


@dataclass(frozen=True)
class GroupLine:
    """A group in the order of its standings; `parted` says what separates the last one in from the first one out."""

    group: int
    rows: list[StandingRow]
    inside: list[int]
    undecided: list[int]
    parted: list[str]


@dataclass(frozen=True)
class Passage:
    """How the next stage would begin. `obstacles` have to go first; `seeds` are entries in order with their groups."""

    stage: Stage
    next: Stage | None
    groups: list[GroupLine]
    chosen: set[int]
    seeds: list[tuple[StandingRow, int]]
    obstacles: list[str]

    @property
    def undecided(self) -> bool:
        """Whether the standings alone do not say who goes on."""
        return any(set(line.undecided) - self.chosen and line.undecided for line in self.groups) or not self.chosen


def preview_passage(*, tournament: Tournament, stage: Stage, chosen: Sequence[int] | None = None) -> Passage:
    """Look at who goes on: by the standings, or those who were `chosen`. Changes nothing."""
    following = tournament.stages.filter(number=stage.number + 1).first()
    table = standings(tournament, stage=stage)
    rows = {row.entry_id: row for row in table.rows if not row.withdrawn}
    groups = [_line(stage, table, group, members) for group, members in table.groups.items()]
    going = {entry for line in groups for entry in line.inside} if chosen is None else set(chosen) & rows.keys()
    ordered = [[row.entry_id for row in line.rows if row.entry_id in going] for line in groups]
    seeds = [(rows[entry], group) for entry, group in _seeded(ordered, following)] if following else []
    return Passage(stage, following, groups, going, seeds, _obstacles(stage, following))


def _line(stage: Stage, table: Standings, group: int, members: Sequence[StandingRow]) -> GroupLine:
    rows = [row for row in members if not row.withdrawn]
    first = stage.qualify or len(rows)
    inside = [row for row in rows[:first] if not _across(row, rows, first)]
    undecided = [row for row in rows if _across(row, rows, first)]
    parted: list[str] = []
    if len(inside) == first < len(rows):
        comparison = table.rankings[group].between(rows[first - 1].entry_id, rows[first].entry_id)
        parted = [render(note, table.names, figure, _, table.penalty) for note in notes_of(comparison)]
    return GroupLine(group, rows, [row.entry_id for row in inside], [row.entry_id for row in undecided], parted)


def _across(row: StandingRow, rows: Sequence[StandingRow], first: int) -> bool:
    """Whether the line after the first so many goes through the place that this one shares."""
    sharing = [at for at, other in enumerate(rows) if other.place == row.place]
    return sharing[0] < first <= sharing[-1]


def _seeded(ordered: list[list[int]], following: Stage) -> list[tuple[int, int]]:
    """Those who go on by their seed in the next stage, each with its group."""
    seeds = cross_seeds(ordered)
    if following.groups == 1:
        return [(entry, 1) for entry in seeds]
    made = regroup(ordered, following.groups) if len(ordered) > 1 else snake(seeds, following.groups)
    return [(entry, made[entry]) for entry in seeds]


def _obstacles(stage: Stage, following: Stage | None) -> list[str]:
    found = []
    if following is None:
        found.append(_("There is no stage after this one. Add it first."))
    open_ = stage.played.exclude(status=Round.Status.CLOSED).first()
    if open_ is not None:
        found.append(_("Round %(number)d is still open. Close it first.") % {"number": open_.number})
    elif not stage.played.exists():
        found.append(_("No round of this stage has been played yet."))
    return found
