"""All rounds beforehand: a search over the whole calendar at once, so that as few as can be meet twice.

Who rests and who sits at a short table is dealt out first, evenly at every moment of the evening. Then two at different
tables of one round change places, again and again, ever less often for worse, as in `anneal`; a pair that meets for
the n-th time costs n - 1. It stops at the lowest number of repeats that can be, or after a given number of steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random

from tournaments.pairing.seating import Group

PULSE = 4_096
ATTEMPTS, WITH_SHORT = 4, 12  # with short tables it matters more who is dealt to them
MEET, PARTNER, CLUB = 10_000, 100, 1  # what one repeat more costs; far apart, as the heat passes them one by one
FORBIDDEN = 1_000  # meetings that a forbidden pair counts as having had
HOT, COLD = 0.6, 0.2  # where the heat of each rung begins and ends, in repeats


@dataclass(frozen=True, slots=True)
class Calendar:
    """What is given. Players are numbers; the matrices count what has been, forbidden pairs as met very often."""

    sizes: tuple[int, ...]
    rounds: int
    met: list[list[int]]
    partnered: list[list[int]] | None
    club: list[list[int]]
    byes: list[int]
    shorts: list[int]

    def barred(self, group: Group) -> bool:
        return any(self.met[one][other] >= FORBIDDEN for one, other in combinations(group, 2))


Round = tuple[Sequence[Group], Group]  # tables in order of their size, and those who rest


def fewest_repeats(count: int, tables: int, rounds: int) -> int:
    """No schedule of tables of four for so many, all new to each other, has fewer repeated meetings.

    >>> fewest_repeats(16, 4, 5), fewest_repeats(8, 2, 3), fewest_repeats(12, 3, 4), fewest_repeats(4, 1, 3)
    (0, 12, 18, 18)
    """
    pairs = count * (count - 1) // 2
    often, more = divmod(6 * tables * rounds, pairs)
    even = pairs * often * (often - 1) // 2 + more * often
    pigeons = {3: 1, 2: 2}.get(tables, 0) if count == 4 * tables else 0
    return max(even, rounds * (rounds - 1) // 2 * tables * pigeons)


def repeats(rounds: Sequence[Sequence[Group]]) -> tuple[int, int]:
    """How often somebody has a partner again, and how often two meet again.

    >>> repeats([[(0, 1, 2, 3)], [(0, 3, 2, 1)], [(0, 2, 1, 3)]])
    (2, 18)
    """
    met = Counter(frozenset(two) for groups in rounds for group in groups for two in combinations(group, 2))
    partnered = Counter(
        frozenset(two) for groups in rounds for group in groups if len(group) == 4 for two in (group[::2], group[1::2])
    )
    return tuple(sum(times * (times - 1) // 2 for times in counts.values()) for counts in (partnered, met))


def lay_out(calendar: Calendar, steps: int, random: Random, watch: Callable[[float], None]) -> list[Round]:
    """The calendar with the fewest repeats that the search meets."""
    if not calendar.sizes:
        return [((), tuple(range(len(calendar.met))))] * calendar.rounds
    best: _Search | None = None
    floor = _floor(calendar)
    attempts = ATTEMPTS if len(set(calendar.sizes)) == 1 else WITH_SHORT
    for attempt in range(attempts):
        search = _Search(calendar, random)
        search.run(steps // attempts, floor, lambda done, at=attempt: watch((at + done) / attempts))
        if best is None or search.best_cost < best.best_cost:
            best = search
        if best.best_cost <= floor:
            break
    assert best is not None
    return best.rounds()


def _floor(calendar: Calendar) -> int:
    """The lowest cost that can be, where that is known: nobody has met and all tables are full."""
    fresh = not any(map(any, calendar.met)) and set(calendar.sizes) == {4}
    count, tables = len(calendar.met), len(calendar.sizes)
    return MEET * fewest_repeats(count, tables, calendar.rounds) if fresh else 0


class _Search:
    def __init__(self, calendar: Calendar, random: Random) -> None:
        self.calendar, self.random = calendar, random
        self.met = [row.copy() for row in calendar.met]
        self.partnered = [row.copy() for row in calendar.partnered] if calendar.partnered is not None else None
        self.size = sum(calendar.sizes)
        self.sat: list[int] = []  # round by round, table by table
        self.resting: list[Group] = []
        self.cost = 0
        self._deal()
        self._measure_seats()
        self.best_cost, self.best = self.cost, self.sat.copy()

    def _deal(self) -> None:
        """Every round: who has had fewest byes rests, who of the others has had fewest short tables sits at one."""
        count, full = len(self.calendar.met), max(self.calendar.sizes)
        byes, shorts = self.calendar.byes.copy(), self.calendar.shorts.copy()
        at_short = sum(size for size in self.calendar.sizes if size < full)
        for _ in range(self.calendar.rounds):
            order = sorted(range(count), key=lambda one: (byes[one], self.random.random()))
            rest, order = order[: count - self.size], order[count - self.size :]
            order.sort(key=lambda one: (shorts[one], self.random.random()))
            short, others = order[:at_short], order[at_short:]
            for one in rest:
                byes[one] += 1
            for one in short:
                shorts[one] += 1
            self.random.shuffle(short)
            self.random.shuffle(others)
            self.resting.append(tuple(sorted(rest)))
            self.sat += others + short
        for groups, _ in self.rounds():
            for group in groups:
                self._count(group)

    def _count(self, group: Group) -> None:
        for one, other in combinations(group, 2):
            self.cost += MEET * self.met[one][other] + CLUB * self.calendar.club[one][other]
            self.met[one][other] += 1
            self.met[other][one] += 1
        if self.partnered is not None:
            for one, other in ((group[0], group[2]), (group[1], group[3])):
                self.cost += PARTNER * self.partnered[one][other]
                self.partnered[one][other] += 1
                self.partnered[other][one] += 1

    def _measure_seats(self) -> None:
        """Of each seat: the others at its table, its partner's seat, and the seats it may change with."""
        self.others: list[tuple[int, ...]] = []
        self.mate: list[int] = []
        self.reach: list[tuple[int, int]] = []
        full = max(self.calendar.sizes)
        whole = sum(size for size in self.calendar.sizes if size == full)
        for number in range(self.calendar.rounds):
            start = number * self.size
            for size in sorted(self.calendar.sizes, reverse=True):
                first = len(self.others)
                for at in range(size):
                    self.others.append(tuple(first + other for other in range(size) if other != at))
                    self.mate.append(first + (at + 2) % 4)
                    self.reach.append((start, whole) if size == full else (start + whole, self.size - whole))

    def run(self, steps: int, floor: int, watch: Callable[[float], None]) -> None:
        rungs = [MEET]
        rungs += [PARTNER] * (self.partnered is not None) + [CLUB] * any(map(any, self.calendar.club))
        stretch = max(steps // len(rungs), 1)
        fall = (COLD / HOT) ** (1 / stretch)
        for number, rung in enumerate(rungs):
            for done in range(0, stretch, PULSE):
                watch((number + done / stretch) / len(rungs))
                self._shake(HOT * rung * fall**done, fall, min(PULSE, stretch - done))
                if self.best_cost <= floor:
                    return

    def _shake(self, heat: float, fall: float, steps: int) -> None:
        random, total, sat, reach = self.random.random, len(self.sat), self.sat, self.reach
        for _ in range(steps):
            heat *= fall
            here = int(random() * total)
            start, length = reach[here]
            there = start + int(random() * length)
            change = self._change(here, there)
            if change is None:
                continue
            if change <= 0 or random() < exp(-change / heat):
                self._move(here, there)
                self.cost += change
                if self.cost < self.best_cost:
                    self.best_cost, self.best = self.cost, sat.copy()

    def _change(self, here: int, there: int) -> int | None:
        sat = self.sat
        one, other = sat[here], sat[there]
        change = 0
        if there in self.others[here] or there == here:
            if self.partnered is None or there in (here, self.mate[here]):
                return None
        else:
            met_one, met_other = self.met[one], self.met[other]
            club_one, club_other = self.calendar.club[one], self.calendar.club[other]
            meet = club = 0
            for seat in self.others[here]:
                beside = sat[seat]
                meet += met_other[beside] - met_one[beside] + 1
                club += club_other[beside] - club_one[beside]
            for seat in self.others[there]:
                beside = sat[seat]
                meet += met_one[beside] - met_other[beside] + 1
                club += club_one[beside] - club_other[beside]
            change = MEET * meet + CLUB * club
        if self.partnered is not None:
            mate, hers = sat[self.mate[here]], sat[self.mate[there]]
            of_one, of_other = self.partnered[one], self.partnered[other]
            change += PARTNER * (of_other[mate] - of_one[mate] + of_one[hers] - of_other[hers] + 2)
        return change

    def _move(self, here: int, there: int) -> None:
        sat = self.sat
        one, other = sat[here], sat[there]
        if there not in self.others[here]:
            self._tally(self.met, one, self.others[here], -1)
            self._tally(self.met, other, self.others[there], -1)
            self._tally(self.met, other, self.others[here], 1)
            self._tally(self.met, one, self.others[there], 1)
        if self.partnered is not None:
            self._tally(self.partnered, one, (self.mate[here],), -1)
            self._tally(self.partnered, other, (self.mate[there],), -1)
            self._tally(self.partnered, other, (self.mate[here],), 1)
            self._tally(self.partnered, one, (self.mate[there],), 1)
        sat[here], sat[there] = other, one

    def _tally(self, counts: list[list[int]], one: int, seats: Sequence[int], by: int) -> None:
        for seat in seats:
            beside = self.sat[seat]
            counts[one][beside] += by
            counts[beside][one] += by

    def rounds(self) -> list[Round]:
        """The best so far, round by round."""
        sat, found, at = self.best if hasattr(self, "best") else self.sat, [], 0
        for rest in self.resting:
            groups = []
            for size in sorted(self.calendar.sizes, reverse=True):
                groups.append(tuple(sat[at : at + size]))
                at += size
            found.append((groups, rest))
        return found
