"""The places of a whole tournament, over its stages: who went on stands before who did not.

The last stage that has begun gives the first places; behind it stand those of the stage before who did not go on, by
their places in its groups (the thirds of all groups share a place), and so on.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.queries.standings import StandingRow, standings


@dataclass(frozen=True)
class OverallRow:
    """A line: the place, shared by `sharing`, and the row of the last stage in which the entry played."""

    place: int
    sharing: int
    stage: int
    stage_name: str
    row: StandingRow


def overall(tournament: Tournament) -> list[OverallRow]:
    """Every entry once; empty where the tournament has one stage alone. The queries of the standings, a stage each."""
    stages = [stage for stage in tournament.stages.order_by("-number") if stage.members.exists()]
    if len(stages) < 2:
        return []
    seen: set[int] = set()
    lines: list[OverallRow] = []
    for stage in stages:
        name = stage.name or str(stage.number)
        alike: dict[int, list[StandingRow]] = defaultdict(list)
        for row in standings(tournament, stage=stage).rows:
            if row.entry_id not in seen:
                alike[row.place].append(row)
        for place in sorted(alike):
            shared = sorted(alike[place], key=lambda row: row.in_order)
            first = len(lines) + 1
            lines += [OverallRow(first, len(shared), stage.number, name, row) for row in shared]
        seen |= {line.row.entry_id for line in lines}
    return lines
