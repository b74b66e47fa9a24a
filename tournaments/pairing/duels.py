"""Swiss for two sides, by one matching of the largest weight.

In strict order: as many at tables as can be; those bound to one table together; byes to those with the fewest; no
rematch; the bye to the lowest in the standings; the nearest scores; colours, where they matter; no recent opponent;
not the same club; the balance of who opens; upper half against lower half, or chance. Byes are shared before anything
else is weighed, so they never differ by more than one. Forbidden pairs are left out of the graph altogether. Where
every pairing repeats, the least bad repeat is taken: there is always a round.
"""

from __future__ import annotations

from collections.abc import Callable

import rustworkx

from tournaments.pairing import words
from tournaments.pairing.engine import TWO, Draft, Engine, Task, engine
from tournaments.pairing.history import pair
from tournaments.pairing.reasons import gettext_noop, note
from tournaments.pairing.strict import Ladder
from tournaments.pairing.values import Entry

LIMIT = 2**120  # the matching's own numbers end near 2^127; heavier weights would be silently wrong
WINDOW_FROM, WINDOW = 300, 60
LARGEST = {
    "bound": 2,
    "bye": 2 * 7,
    "rematch": 7,
    "lowest": 2 * 63,
    "distance": 63 * 63,
    "colour": 3,
    "recent": 2,
    "club": 1,
    "seats": 2,
    "fold": 63,
    "chance": 15,
}
Allowed = Callable[[int, int], bool]


@engine
class Swiss(Engine):
    code = "swiss"
    name = gettext_noop("Swiss")
    sides = TWO

    def plan(self, task: Task) -> Draft:
        draft = pair_off(task)
        draft.reasons.insert(0, note("swiss"))
        return draft


def pair_off(task: Task, allowed: Allowed = lambda _one, _other: True) -> Draft:
    """The pool in twos; those who are left over have byes."""
    graph = _Graph(task, allowed)
    pairs, widened = graph.match()
    seated = {entry for two in pairs for entry in two}
    resting = [entry.id for entry in task.pool if entry.id not in seated]
    draft = Draft(reasons=[note("widened")] if widened else [])
    for two in pairs:
        seats = opener_first(task, *two)
        draft.tables.append((seats, words.of_table(task, seats)))
    blocked = len(resting) > len(task.pool) % 2
    draft.byes = words.byes(task, resting, "bye_blocked" if blocked else "bye_fewest")
    return draft


def opener_first(task: Task, one: int, other: int) -> tuple[int, int]:
    """First sits who has opened less; then who did not open at the last round in which they differ; then chance."""

    def due(entry: int) -> tuple[int, str]:
        colours = task.history.colours[entry]
        return colours.count("w") - colours.count("b"), colours[::-1]

    if due(one) == due(other):
        return (one, other) if task.random.random() < 0.5 else (other, one)
    return (one, other) if due(one) < due(other) else (other, one)


class _Graph:
    """Who may sit with whom, and what that weighs."""

    def __init__(self, task: Task, allowed: Allowed) -> None:
        self.task, self.allowed = task, allowed
        self.ids = task.history.standing(task.pool)
        if not task.options.seeded and not task.options.by_score:
            task.random.shuffle(self.ids)
        self.entries: dict[int, Entry] = {entry.id: entry for entry in task.pool}
        levels = task.history.levels(task.pool)
        self.level = levels if task.options.by_score else dict.fromkeys(levels, 0)
        fewest = min((task.history.byes[entry] for entry in self.ids), default=0)
        self.byes = {entry: min(task.history.byes[entry] - fewest, 7) for entry in self.ids}
        self.lean = {entry: _lean(task.history.colours[entry]) for entry in self.ids}
        self.fold = self._folds()
        lightest = "chance" if task.options.seeded else "fold"
        rungs = {rung: largest for rung, largest in LARGEST.items() if rung != lightest}
        if not task.options.colours:
            del rungs["colour"]
        self.ladder = Ladder(rungs, items=max(len(self.ids) // 2, 1), limit=LIMIT // 2)

    def _folds(self) -> dict[int, tuple[int, int]]:
        """The place inside the score group, and half the group's size."""
        groups: dict[int, list[int]] = {}
        for entry in self.ids:
            groups.setdefault(self.level[entry], []).append(entry)
        return {entry: (at, len(group) // 2) for group in groups.values() for at, entry in enumerate(group)}

    def match(self) -> tuple[list[tuple[int, int]], bool]:
        """Pairs, and whether the window by score had to be given up."""
        count = len(self.ids)
        window = WINDOW if count > WINDOW_FROM else count
        pairs = self._match(window)
        if window < count and len(pairs) < count // 2:
            return self._match(count), True
        return pairs, False

    def _match(self, window: int) -> list[tuple[int, int]]:
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(self.ids)
        for at, one in enumerate(self.ids):
            self.task.watch(at / len(self.ids))
            near = enumerate(self.ids[at + 1 : at + 1 + window], at + 1)
            graph.add_edges_from([(at, to, self._weight(one, other)) for to, other in near if self._may(one, other)])
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sorted(pair(self.ids[one], self.ids[other]) for one, other in found)

    def _may(self, one: int, other: int) -> bool:
        fixed = self.task.state.fixed
        apart = fixed.get(one, other) != fixed.get(other, one) and one in fixed and other in fixed
        return not apart and frozenset((one, other)) not in self.task.state.forbidden and self.allowed(one, other)

    def _weight(self, one: int, other: int) -> int:
        """What the pair brings: all that could be lost, less what it costs, and the value of both not sitting out."""
        weight, history = self.ladder.weight, self.task.history
        fixed = self.task.state.fixed
        key = pair(one, other)
        apart = self.level[one] - self.level[other]
        cost = apart * apart * weight("distance")
        if fixed and (one in fixed or other in fixed) and fixed.get(one) != fixed.get(other):
            cost += weight("bound")
        if met := history.meetings[key]:
            ago = self.task.state.number - history.last_met[key]
            cost += min(met, 7) * weight("rematch") + max(0, 3 - ago) * weight("recent")
        if self.entries[one].team and self.entries[one].team == self.entries[other].team:
            cost += weight("club")
        cost += self._colours(one, other)
        if not self.task.options.seeded:
            cost += self.task.random.getrandbits(4) * weight("chance")
        elif apart == 0:
            (at, half), (to, _) = self.fold[one], self.fold[other]
            cost += min(abs(abs(at - to) - half), 63) * weight("fold")
        value = (self.byes[one] + self.byes[other]) * weight("bye")
        value += (self.level[one] + self.level[other]) * weight("lowest")
        return self.ladder.total - cost + value

    def _colours(self, one: int, other: int) -> int:
        """What it costs that both are due the same seat."""
        here, there = self.lean[one], self.lean[other]
        if here * there <= 0:
            return 0
        both = min(abs(here), abs(there))
        return both * self.ladder.weight("colour") + min(both, 2) * self.ladder.weight("seats")


def _lean(colours: str) -> int:
    """How much too often somebody has opened: positive for the first seat, up to 3 where it was the last two also.

    >>> _lean(""), _lean("wb"), _lean("wbw"), _lean("bb"), _lean("ww")
    (0, 0, 1, -3, 3)
    """
    more = colours.count("w") - colours.count("b")
    if colours[-2:] in ("ww", "bb"):
        return 3 if colours[-1] == "w" else -3
    return max(-2, min(2, more))
