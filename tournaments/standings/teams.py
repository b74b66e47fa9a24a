"""The standings of teams, from the same games: the sum of all members, or of the best so many.

A team is a club or a city that several entries name. Its best members are those that stand highest in the ranking. Of
the measures only those that add up are used, in the ranking's order; teams that are equal in all of them share the
place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.standings.measure import Measure, Number
from tournaments.standings.ranking import Ranking


class TeamLine(NamedTuple):
    """`values` in the order of `Teams.measures`; `counted` members stand before those that do not count, `spare`."""

    team: str
    place: int
    sharing: int
    values: tuple[Number, ...]
    counted: tuple[int, ...]
    spare: tuple[int, ...]


class Teams(NamedTuple):
    measures: tuple[Measure, ...]
    lines: tuple[TeamLine, ...]


def team_standings(ranking: Ranking, best: int | None = None) -> Teams:
    """`best`: how many members of each team count, None: all."""
    members: dict[str, list[int]] = defaultdict(list)
    for line in ranking.lines:
        if team := ranking.tally.entries[line.entry].team:
            members[team].append(line.entry)
    at = [at for at, measure in enumerate(ranking.order) if measure.adds]
    measures = tuple(ranking.order[one] for one in at)
    sums = {
        team: tuple(sum(ranking.of[entry].marks[one].value or 0 for entry in those[:best]) for one in at)
        for team, those in members.items()
    }
    keys = {team: tuple(_keys(ranking, measures, values)) for team, values in sums.items()}
    lines = []
    for team in sorted(members, key=lambda name: (keys[name], name)):
        place = 1 + sum(key < keys[team] for key in keys.values())
        sharing = sum(key == keys[team] for key in keys.values())
        counted = members[team][:best]
        lines.append(TeamLine(team, place, sharing, sums[team], tuple(counted), tuple(members[team][len(counted) :])))
    return Teams(measures, tuple(lines))


def _keys(ranking: Ranking, measures: Iterable[Measure], values: Iterable[Number]) -> Iterable[Number]:
    penalty = ranking.tally.field.penalty
    return (value if measure.is_lower(penalty) else -value for measure, value in zip(measures, values, strict=True))
