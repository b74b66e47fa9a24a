"""What tables of three and four ask, in plain numbers: who sits with whom, who at a short table, who rests.

Players are numbered 0, 1, 2 … in the order of the standings. A seating is a list of groups, as long as `sizes` and in
its order, and the rest; what it costs is the sum of `together` over every two at a table, of `short` over those at a
table that is not full, of `rest` over those who rest, and, where partners rotate, of `partner` over the two pairs.
Costs are integers of strict priorities (`strict`), so they are compared exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

Group = tuple[int, ...]
HALVES = ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3))  # the three ways in which four are two against two: seats 0 and 2


@dataclass(frozen=True, slots=True)
class Problem:
    sizes: tuple[int, ...]
    full: int
    resting: int
    together: list[list[int]]
    short: list[int]
    rest: list[int]
    partner: list[list[int]] | None = None  # what it adds that two are partners, beside `together`

    @property
    def count(self) -> int:
        return len(self.rest)

    def group_cost(self, group: Group) -> int:
        """Of one table, its seats in the order given."""
        cost = sum(self.together[one][other] for one, other in combinations(group, 2))
        if len(group) < self.full:
            cost += sum(self.short[one] for one in group)
        return cost + self.halves_cost(group)

    def halves_cost(self, group: Group) -> int:
        if self.partner is None or len(group) != 4:
            return 0
        return self.partner[group[0]][group[2]] + self.partner[group[1]][group[3]]

    def arranged(self, group: Group) -> Group:
        """The same four as the best two against two."""
        if self.partner is None or len(group) != 4:
            return group
        return min((tuple(group[at] for at in halves) for halves in HALVES), key=self.halves_cost)

    def cost(self, groups: list[Group], rest: Group) -> int:
        return sum(map(self.group_cost, groups)) + sum(self.rest[one] for one in rest)
