"""The best of each category, from the same lines as the standings."""

from __future__ import annotations

from collections import defaultdict

from tournaments.queries.standings import StandingRow, Standings

SHOWN = 3


def best_in_categories(made: Standings) -> dict[str, list[StandingRow]]:
    """The first three of each category over all groups of the stage, and who shares the last of their places. No query.

    An entry may be in several categories, with commas between them.
    """
    rows = {row.entry_id: row for row in made.rows}
    found: dict[str, list[tuple[int, StandingRow]]] = defaultdict(list)
    for line in made.everybody.lines:
        row = rows[line.entry]
        for category in filter(None, map(str.strip, row.category.split(","))):
            if not row.withdrawn and (len(found[category]) < SHOWN or found[category][-1][0] == line.place):
                found[category].append((line.place, row))
    return {category: [row for _place, row in found[category]] for category in sorted(found) if found[category]}
