"""A good seating for many players: two at different tables change places, again and again, ever less often for worse.

The walk goes by *soft* costs, in which a rung outweighs the next by a factor only, so that it can pass through what is
forbidden in the end; the best seating met is chosen by the strict ones. It stops after a given number of steps, never
by the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from random import Random

from tournaments.pairing.seating import Group, Problem

NEAR = 12  # half of the changes are between neighbours in the standings, so many places apart at most
PULSE = 4_096  # steps between two looks at the watcher
ATTEMPTS = 3
HOT, COLD = 60.0, 0.02  # heat at the beginning and at the end, in soft costs


def search(
    strict: Problem, soft: Problem, steps: int, random: Random, watch: Callable[[float], None], *, by_score: bool
) -> tuple[list[Group], Group]:
    """The best seating met on the way, of several attempts."""
    best: _Room | None = None
    stretch = max(steps // ATTEMPTS, 1)
    fall = (COLD / HOT) ** (1 / stretch)
    for attempt in range(ATTEMPTS):
        room = _Room(strict, soft, random, by_score=by_score)
        for done in range(0, stretch, PULSE):
            watch((attempt + done / stretch) / ATTEMPTS)
            room.shake(HOT * fall**done, fall, min(PULSE, stretch - done))
        if best is None or room.best_cost < best.best_cost:
            best = room
        if best.best_cost == 0:
            break
    assert best is not None
    return best.seating()


class _Room:
    """Seats one after the other, table by table, those who rest behind them."""

    def __init__(self, problem: Problem, soft: Problem, random: Random, *, by_score: bool) -> None:
        self.problem, self.soft, self.random, self.by_score = problem, soft, random, by_score
        self.sat = list(range(problem.count))
        if not by_score:
            random.shuffle(self.sat)
        self.table: list[int] = []
        self.others: list[tuple[int, ...]] = []
        self.mate: list[int] = []
        for number, size in enumerate(problem.sizes):
            start = len(self.table)
            for at in range(size):
                self.table.append(number)
                self.others.append(tuple(start + other for other in range(size) if other != at))
                self.mate.append(start + (at + 2) % 4 if problem.partner is not None and size == 4 else -1)
        for _ in range(problem.resting):
            self.table.append(-1)
            self.others.append(())
            self.mate.append(-1)
        self.own, self.soft_own = _own(problem), _own(soft)
        self.seat = [0] * problem.count
        for seat, one in enumerate(self.sat):
            self.seat[one] = seat
        self.cost = problem.cost(*self._groups(self.sat))
        self.best_cost, self.best = self.cost, self.sat.copy()

    def shake(self, heat: float, fall: float, steps: int) -> None:
        random, count, sat, seats = self.random.random, self.problem.count, self.sat, self.seat
        near = 2 * NEAR + 1
        for _ in range(steps):
            heat *= fall
            one = int(random() * count)
            if self.by_score and random() < 0.5:
                other = one + int(random() * near) - NEAR
                if not 0 <= other < count:
                    continue
            else:
                other = int(random() * count)
            here, there = seats[one], seats[other]
            if here == there:
                continue
            change = self._change(self.soft, self.soft_own, one, other, here, there)
            if change <= 0 or random() < exp(-change / heat):
                self.cost += self._change(self.problem, self.own, one, other, here, there)
                sat[here], sat[there] = other, one
                seats[one], seats[other] = there, here
                if self.cost < self.best_cost:
                    self.best_cost, self.best = self.cost, sat.copy()

    def _change(self, costs: Problem, own: list[list[int]], one: int, other: int, here: int, there: int) -> int:
        """What it adds to the cost that these two change places."""
        sat, partner = self.sat, costs.partner
        if self.table[here] == self.table[there]:
            if partner is None or self.mate[here] in (there, -1):
                return 0
            change = 0
        else:
            of_one, of_other = costs.together[one], costs.together[other]
            change = own[there][one] - own[here][one] + own[here][other] - own[there][other]
            for seat in self.others[here]:
                beside = sat[seat]
                change += of_other[beside] - of_one[beside]
            for seat in self.others[there]:
                beside = sat[seat]
                change += of_one[beside] - of_other[beside]
        if partner is not None:
            if (mate := self.mate[here]) >= 0:
                change += partner[other][sat[mate]] - partner[one][sat[mate]]
            if (mate := self.mate[there]) >= 0:
                change += partner[one][sat[mate]] - partner[other][sat[mate]]
        return change

    def _groups(self, sat: list[int]) -> tuple[list[Group], Group]:
        groups, start = [], 0
        for size in self.problem.sizes:
            groups.append(tuple(sat[start : start + size]))
            start += size
        return groups, tuple(sat[start:])

    def seating(self) -> tuple[list[Group], Group]:
        return self._groups(self.best)


def _own(problem: Problem) -> list[list[int]]:
    """Seat by seat: what it costs each player to sit there at all, whoever else does."""
    nothing = [0] * problem.count
    of_size = {size: problem.short if size < problem.full else nothing for size in problem.sizes}
    return [of_size[size] for size in problem.sizes for _ in range(size)] + [problem.rest] * problem.resting
