"""The places of a whole tournament, over its stages: who went on stands before who did not.

The last stage that has begun gives the first places; behind it stand those of the stage before who did not go on, by
their places in its groups (the thirds of all groups share a place), and so on.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.queries.standings import StandingRow, Standings, standings_of


@dataclass(frozen=True)
class OverallRow:
    """A line: the place, shared by `sharing`, and the row of the last stage in which the entry played."""

    place: int
    sharing: int
    stage: int
    stage_name: str
    row: StandingRow


def overall(tournament: Tournament, made: Standings) -> list[OverallRow]:
    """Every entry once; empty where one stage alone has begun. Three queries for each stage but that of `made`."""
    stages = sorted((stage for stage in made.stages if stage.has_begun), key=lambda stage: -stage.number)
    if len(stages) < 2:
        return []
    seen: set[int] = set()
    lines: list[OverallRow] = []
    for stage in stages:
        name = stage.name or str(stage.number)
        alike: dict[int, list[StandingRow]] = defaultdict(list)
        known = made.is_latest and stage == made.stage
        for row in (made if known else standings_of(tournament, stage, made.stages)).rows:
            if row.entry_id not in seen:
                alike[row.place].append(row)
        for place in sorted(alike):
            shared = sorted(alike[place], key=lambda row: row.in_order)
            first = len(lines) + 1
            lines += [OverallRow(first, len(shared), stage.number, name, row) for row in shared]
        seen |= {line.row.entry_id for line in lines}
    return lines
