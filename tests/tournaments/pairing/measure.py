"""What a seating costs, counted anew from the definitions, for tests that compare the engines with something else."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

RUNGS = ("forbidden", "bye", "short", "rematch", "lowest", "distance", "partner", "recent", "club")


class Case:
    """A state as it lies in JSON: numbers, teams, past rounds as tables with points and byes, forbidden pairs."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.partners: bool = case["partners"]
        self.low, self.high = case["low"], 4
        self.teams: dict[int, str] = {int(key): team for key, team in case["teams"].items()}
        self.ids = sorted(self.teams)
        self.forbidden = {frozenset(two) for two in case["forbidden"]}
        self.rounds = case["rounds"]
        self.met: Counter[frozenset[int]] = Counter()
        self.last: dict[frozenset[int], int] = {}
        self.partnered: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.shorts: Counter[int] = Counter()
        scores: dict[int, Fraction] = dict.fromkeys(self.ids, Fraction(0))
        for number, past in enumerate(self.rounds, 1):
            for seats, points in past["tables"]:
                for seat, worth in zip(seats, points, strict=True):
                    scores[seat] += worth
                for two in combinations(seats, 2):
                    self.met[frozenset(two)] += 1
                    self.last[frozenset(two)] = number
                if self.partners:
                    self.partnered.update([frozenset(seats[::2]), frozenset(seats[1::2])])
                if len(seats) < self.high:
                    self.shorts.update(seats)
            self.byes.update(past["byes"])
        groups = sorted(set(scores.values()))
        self.level = {one: groups.index(score) for one, score in scores.items()}

    def _beyond(self, counts: Counter[int], one: int) -> int:
        return min(counts[one] - min(counts[other] for other in self.ids), 7)

    def table(self, seats: tuple[int, ...]) -> dict[str, int]:
        """One table, partners at seats 0 and 2, 1 and 3."""
        cost = dict.fromkeys(RUNGS, 0)
        together = {frozenset(seats[::2]), frozenset(seats[1::2])} if self.partners else set()
        for one, other in combinations(seats, 2):
            two = frozenset((one, other))
            cost["forbidden"] += two in self.forbidden
            cost["rematch"] += min(self.met[two], 7)
            cost["distance"] += (self.level[one] - self.level[other]) ** 2
            cost["club"] += bool(self.teams[one]) and self.teams[one] == self.teams[other]
            if two in together:
                cost["partner"] += min(self.partnered[two], 7)
            elif two in self.last:
                cost["recent"] += max(0, 3 - (len(self.rounds) + 1 - self.last[two]))
        if len(seats) < self.high:
            cost["short"] = sum(self._beyond(self.shorts, one) for one in seats)
        return cost

    def bye(self, one: int) -> dict[str, int]:
        return dict.fromkeys(RUNGS, 0) | {"bye": self._beyond(self.byes, one), "lowest": self.level[one]}

    def total(self, tables: list[tuple[int, ...]], byes: list[int]) -> list[int]:
        costs = [self.table(seats) for seats in tables] + [self.bye(one) for one in byes]
        return [sum(cost[rung] for cost in costs) for rung in RUNGS]
