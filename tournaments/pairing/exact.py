"""The best seating of all, for up to 16 players: whoever is first of those left is given every possible table in turn.

What is left is a set of players, and its best seating does not depend on how it came about; so each set is solved once.
16 players take some 300,000 steps.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from tournaments.pairing.seating import Group, Problem

MOST = 16
Best = tuple[int, Group | int | None]  # the cost, and the first one's table or his own number where he rests


def best_seating(problem: Problem, watch: Callable[[float], None]) -> tuple[list[Group], Group]:
    tables = _Tables(problem)
    tables.solve((1 << problem.count) - 1, problem.resting)
    watch(1.0)
    return tables.read()


class _Tables:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.best: dict[int, Best] = {0: (0, None)}
        self.arranged: dict[int, tuple[int, Group]] = {}
        for size in set(problem.sizes):
            for group in combinations(range(problem.count), size):
                order = problem.arranged(group)
                self.arranged[sum(1 << one for one in group)] = (problem.group_cost(order), order)

    def solve(self, left: int, resting: int) -> int:
        """The cost of the best seating of those left; how many of them rest follows from how many they are."""
        if left in self.best:
            return self.best[left][0]
        first = (left & -left).bit_length() - 1
        others = [at for at in range(first + 1, left.bit_length()) if left >> at & 1]
        best: Best | None = None
        if resting:
            best = (self.problem.rest[first] + self.solve(left & ~(1 << first), resting - 1), first)
        for size in self._sizes(len(others) + 1, resting):
            for group in combinations([1 << at for at in others], size - 1):
                mask = sum(group) | 1 << first
                cost, order = self.arranged[mask]
                if best is None or cost < best[0]:
                    cost += self.solve(left ^ mask, resting)
                    if best is None or cost < best[0]:
                        best = (cost, order)
        assert best is not None
        self.best[left] = best
        return best[0]

    def _sizes(self, count: int, resting: int) -> list[int]:
        """Which sizes of table are among those still to be filled."""
        full = self.problem.full
        seated = count - resting
        if len(self.problem.sizes) == 1:
            return [seated] if seated else []
        short = -seated % full
        tables = (seated + short) // full
        return [size for size, number in ((full, tables - short), (full - 1, short)) if number > 0]

    def read(self) -> tuple[list[Group], Group]:
        left, groups, rest = (1 << self.problem.count) - 1, [], []
        while left:
            chosen = self.best[left][1]
            if isinstance(chosen, int):
                rest.append(chosen)
                left ^= 1 << chosen
            else:
                assert chosen is not None
                groups.append(chosen)
                left ^= sum(1 << one for one in chosen)
        return groups, tuple(rest)
