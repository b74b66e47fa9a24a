"""The standings of a tournament's teams, from the same lines as those of its entries."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tournaments.models import Tournament
from tournaments.queries.standings import Standings, shown
from tournaments.standings.teams import TeamLine, team_standings


@dataclass(frozen=True)
class Member:
    name: str
    points: Decimal
    counted: bool


@dataclass(frozen=True)
class TeamRow:
    team: str
    place: int
    sharing: int
    values: list[Decimal | None]
    members: list[Member]


@dataclass(frozen=True)
class TeamTable:
    """`heads` are the short names of the measures that add up, the points first; `best`: how many count, None: all."""

    heads: list[str]
    rows: list[TeamRow]
    best: int | None


def team_table(made: Standings, tournament: Tournament) -> TeamTable | None:
    """Over all groups of the stage; None where no entry has a team. No query."""
    if not made.everybody.lines:
        return None
    teams = team_standings(made.everybody, tournament.team_best)
    heads = [head.short for head in made.heads if head.code in {measure.code for measure in teams.measures}]
    rows = [_row(made, line) for line in teams.lines]
    return TeamTable(heads, rows, tournament.team_best) if rows else None


def _row(made: Standings, line: TeamLine) -> TeamRow:
    rows = {row.entry_id: row for row in made.rows}
    members = [
        Member(rows[entry].name, rows[entry].points, entry in line.counted) for entry in (*line.counted, *line.spare)
    ]
    return TeamRow(line.team, line.place, line.sharing, [shown(value) for value in line.values], members)
