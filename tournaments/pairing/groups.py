"""Who plays in which group, and how those who come out of groups are seeded so that they meet again late. Pure.

A *tier* is everybody of one place in the groups: the winners, then the seconds, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, zip_longest

from tournaments.pairing.knockout import spread


def snake(entries: Sequence[int], groups: int) -> dict[int, int]:
    """The group of each, from the seeds in order: forth and back, so that the groups are of one strength.

    >>> snake([11, 12, 13, 14, 15], 2)
    {11: 1, 12: 2, 13: 2, 14: 1, 15: 1}
    """
    laps = (divmod(at, groups) for at in range(len(entries)))
    return {
        entry: (place if lap % 2 == 0 else groups - 1 - place) + 1
        for entry, (lap, place) in zip(entries, laps, strict=True)
    }


def tiers(groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """The entries of the groups, each in the order of its standings, tier by tier.

    >>> tiers([[1, 2], [3, 4, 5]])
    [[1, 3], [2, 4], [5]]
    """
    return [[entry for entry in tier if entry is not None] for tier in zip_longest(*groups)]


def cross_seeds(groups: Sequence[Sequence[int]]) -> list[int]:
    """The seeds of a bracket, 1 first: tier after tier, and those of one group as far apart as can be.

    Two groups: the winner of each against the second of the other.

    >>> cross_seeds([[1, 2], [11, 12]])
    [1, 11, 2, 12]
    """
    origin = {entry: at for at, group in enumerate(groups) for entry in group}
    count = len(origin)
    slots = spread(1 << max(count - 1, 1).bit_length())
    place = {seed: at for at, seed in enumerate(slots)}
    seeds: list[int] = []
    for tier in tiers(groups):
        seeds = _apart(seeds, tier, origin, place)
    return seeds


def _apart(before: list[int], tier: list[int], origin: dict[int, int], place: dict[int, int]) -> list[int]:
    """The tier behind those before it; two of it change places as long as somebody meets his group later by it."""

    def early(seeds: list[int]) -> int:
        """How early those of one group would meet: a round sooner counts as much as all that are later."""
        return sum(
            1 << 4 * (16 - (place[one + 1] ^ place[other + 1]).bit_length())
            for one, other in combinations(range(len(seeds)), 2)
            if origin[seeds[one]] == origin[seeds[other]]
        )

    seeds, first = before + tier, len(before)
    best = early(seeds)
    for _lap in range(len(tier)):
        changed = False
        for one, other in combinations(range(first, len(seeds)), 2):
            seeds[one], seeds[other] = seeds[other], seeds[one]
            now = early(seeds)
            if now < best:
                best, changed = now, True
            else:
                seeds[one], seeds[other] = seeds[other], seeds[one]
        if not changed:
            break
    return seeds


def regroup(groups: Sequence[Sequence[int]], count: int) -> dict[int, int]:
    """The new group of each who comes out of a group: tier after tier, those of one group apart, sizes alike.

    >>> regroup([[1, 2], [11, 12]], 2)
    {1: 1, 11: 2, 2: 2, 12: 1}
    """
    origin = {entry: at for at, group in enumerate(groups) for entry in group}
    made: dict[int, int] = {}
    for number, tier in enumerate(tiers(groups)):
        for entry in tier:

            def cost(group: int, entry: int = entry, back: bool = number % 2 == 1) -> tuple[int, int, int]:
                there = [other for other, at in made.items() if at == group]
                return sum(origin[other] == origin[entry] for other in there), len(there), -group if back else group

            made[entry] = min(range(1, count + 1), key=cost)
    return made
