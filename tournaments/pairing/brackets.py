"""Score brackets of the library's Dutch system, matched by rustworkx where that gives the same in less time.

The library weighs every pair of a bracket by one integer of hundreds of bits and leaves the matching to networkx. Such
an integer is a row of numbers, each weightier than all that follow. The first are *rungs*, which any pair may add to:
what the criteria say of it. The others are *digits*, which only pairs of one player, its *owner*, have: whom he gets,
if anybody. So as many are weighed at a time as the numbers of rustworkx hold exactly. Of what was found, rungs are held
by weights just large enough for it, and digits by dropping all pairs of their owner that have others. The matching is
the one of the least weight, as before; where one number alone is too large, networkx finds it, as before.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple

import rustworkx
from gacrux.crosstabledutch import qdefs
from gacrux.pairingdutch import pairing_dutch

from tournaments.pairing.quality import Crosstable

LIMIT = 2**118  # of one weight; the matching adds four of them, in numbers that end at 2^127
CRITERIA = [qdefs(number).name for number in range(qdefs.QC6.value, qdefs.QC21.value + 1)]
Two = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Digit:
    """Whose it is, and the least and the largest value it has."""

    owner: int
    low: int
    high: int

    @property
    def span(self) -> int:
        return self.high - self.low + 1


class Weighed(NamedTuple):
    """A pair, the lower number first, with its rungs, and its own digits by place."""

    two: Two
    rungs: tuple[int, ...]
    digits: dict[int, int]


class Brackets(pairing_dutch):  # type: ignore[misc]  # the library has no annotations
    """The library's engine, with its weighted matching replaced.

    `watch` is told how much is done, bracket by bracket, and may raise to end the work; it is asked inside a bracket,
    too.
    """

    def __init__(self, *given: Any, watch: Callable[[float], None] = lambda _done: None) -> None:
        super().__init__(*given)
        self._watch, self._done = watch, 0.0

    def get_crosstable(self, experimental: Any, checkonly: bool, verbose: int) -> Crosstable:
        return Crosstable(experimental, checkonly, verbose, self._look)

    def _look(self) -> None:
        self._watch(self._done)

    def pair_bracket(self, scorelevel: int, nodes: Any, edges: Any, testpab: bool) -> Any:
        self._done = 1 - len(nodes) / len(self.competitors)
        self._look()
        return super().pair_bracket(scorelevel, nodes, edges, testpab)

    def weighted_match(self, nodes: Any, edges: Any) -> int:
        """How many are left over at least."""
        return len(nodes) - 2 * len(_matched([(edge["ca"], edge["cb"], 0) for edge in edges]))

    def find_weighted_pab(self, nodes: Any, edges: Any) -> tuple[int, int, int]:
        """How many pairs there can be, how many are left over, and the lowest bracket that can have the bye."""
        self.crosstable.compute_pab_weight(edges)
        pairs = _matched([(edge["ca"], edge["cb"], edge["weight"]) for edge in edges])
        if len(pairs) < len(nodes) // 2:
            return len(pairs), len(pairs) * 2 - len(nodes), -1
        resting, level = min(pairs)[0] == 0, 0
        if resting:
            level = self.competitors[min(pairs)[1]]["scorelevel"]
        return len(pairs), 0, level

    def pair_weighted_round(
        self, bracket: dict[str, Any], nodes: Any, edges: Any, mode: str, numpairs: int, category: int
    ) -> Any:
        level = bracket["scorelevel"]
        chosen, pairs = self.modify_edges(nodes, None, edges, level, category, "canmeet")
        if not chosen:
            return []
        for pair in pairs:
            self.get_edge_quality(pair)
        if mode == "HE":
            problem = self._moved_down(level, pairs, bracket["bsne"])
        else:
            bracket["bsno"] = self.update_bsn(level, [node for node in chosen if node["scorelevel"] <= level])
            problem = self._alike(level, pairs, bracket["bsno"], numpairs)
        found = lightest(problem, look=self._look)
        return super().pair_weighted_round(bracket, nodes, edges, mode, numpairs, category) if found is None else found

    def _moved_down(self, level: int, pairs: Any, order: dict[int, int]) -> Problem:
        """Whom the players from higher brackets get: first whether anybody here, then who, one after the other."""
        moved = [player for player in order if self.competitors[player]["scorelevel"] > level]
        places = [Digit(player, 0, 1) for player in moved] + [Digit(player, 0, len(order)) for player in moved]
        count, outside = len(moved), len(order) + 1
        spans, read = self._criteria(pairs)
        weighed = []
        for pair in pairs:
            at, to = order.get(pair["ca"], outside), order.get(pair["cb"], outside)
            at, to = (at, to) if at < to else (to, at)
            digits = {}
            if at <= count < to:  # one from above, one from here or below
                digits = {at - 1: 1} if to == outside else {at - 1 + count: to - count}
            weighed.append(Weighed(_two(pair["ca"], pair["cb"]), read[pair["qcweight"]], digits))
        return spans, places, weighed

    def _alike(self, level: int, pairs: Any, order: dict[int, int], half: int) -> Problem:
        """Who of one bracket changes halves, and whom the upper half gets, one after the other."""
        players, count = list(order), len(order)
        upper, lower = range(half - 1, -1, -1), range(half, count)
        places = [Digit(players[at], 0, 1) for at in upper] + [Digit(players[at], -1, 0) for at in lower]
        places += [Digit(player, 0, count) for player in players[:-1]]
        spans, read = self._criteria(pairs)
        spans = [*spans, half + 1, sum(range(count - 1, half, -2)[:half]) + 1]
        weighed = []
        for pair in pairs:
            two, at, digits = _two(pair["ca"], pair["cb"]), 0, {}
            if pair["canmeet"] and pair["sa"] == pair["sb"] == level:
                at, to = sorted(order[one] - 1 for one in two)
                digits = {(half - 1 - at): 1} if at < half else {at: -1}
                digits[count + at] = to - at
            weighed.append(Weighed(two, (*read[pair["qcweight"]], int(bool(digits) and at >= half), at), digits))
        return spans, places, weighed

    def _criteria(self, pairs: Any) -> tuple[list[int], dict[int, tuple[int, ...]]]:
        """The criteria that say something of some pair: how far each can go, and their values by the library's sum."""
        weight = self.crosstable.weight
        units = [unit for name in CRITERIA for unit in _listed(weight[name])]
        spans = [above // unit for above, unit in zip([weight[qdefs.QC0.name], *units], units, strict=False)]
        rows = {}
        for whole in {pair["qcweight"] for pair in pairs}:
            row, left = [], whole
            for unit in units:
                value, left = divmod(left, unit)
                row.append(value)
            rows[whole] = row
        used = [at for at in range(len(units)) if any(row[at] for row in rows.values())]
        return [spans[at] for at in used], {whole: tuple(row[at] for at in used) for whole, row in rows.items()}


Problem = tuple[list[int], list[Digit], list[Weighed]]


def _listed(value: int | list[int]) -> list[int]:
    return [value] if isinstance(value, int) else value


def _two(one: int, other: int) -> Two:
    return (one, other) if one < other else (other, one)


def lightest(problem: Problem, limit: int = LIMIT, look: Callable[[], None] = lambda: None) -> set[Two] | None:
    """As many pairs as can be, of the least weight; None where a number is too large to be exact.

    `look` is called before each step.
    """
    given, places, pairs = problem
    spans, count = list(given), len(given)
    order = list(range(len(places)))
    settled: set[Two] = set()
    held = 0  # rungs of which the sum is known
    while pairs:
        look()
        worth = _worth(
            {at - count: span for at, span in enumerate(spans)} | {at: places[at].span for at in order}, limit
        )
        weighed = min(len(worth), count)
        if len(worth) == held < count + len(order):
            return None
        found = _match(pairs, worth, count)
        everybody = 2 * len(found) == len({one for pair in pairs for one in pair.two})
        held, order = weighed, order[len(worth) - weighed :]
        pairs = _kept(pairs, found, places, [place for place in worth if place >= 0])
        if everybody:
            pairs, forced = _reduced(pairs, found)
            settled |= forced
        pairs = _cheap(pairs, found, worth, count)
        if held == count:
            pairs, done = _open(pairs, found, {places[place].owner for place in order})
            settled |= done
            owners = {places[place].owner for pair in pairs for place in pair.digits}
            order = [place for place in order if places[place].owner in owners]
        for at in range(held):
            spans[at] = sum(pair.rungs[at] for pair in pairs if pair.two in found) + 1
    return settled


def _worth(spans: dict[int, int], limit: int) -> dict[int, int]:
    """What one is worth at each place, more than all that follows can come to: of as many places as fit."""
    whole, fitting = 1, []
    for place, span in spans.items():
        if whole * span >= limit:
            break
        fitting.append(place)
        whole *= span
    worth = {}
    for place in fitting:
        whole //= spans[place]
        worth[place] = whole
    return worth


def _match(pairs: list[Weighed], worth: dict[int, int], count: int) -> set[Two]:
    """Rung number n stands at place n - count."""
    costs = _of_rungs(pairs, worth, count)
    return _matched(
        [
            (*pair.two, cost + sum(worth.get(place, 0) * value for place, value in pair.digits.items()))
            for pair, cost in zip(pairs, costs, strict=True)
        ]
    )


def _matched(weighed: Sequence[tuple[int, int, int]]) -> set[Two]:
    """As many pairs as can be of those given, of the least weight."""
    graph = rustworkx.PyGraph(multigraph=False)
    players = sorted({one for one, _, _ in weighed} | {other for _, other, _ in weighed})
    index = dict(zip(players, graph.add_nodes_from(players), strict=True))
    top = max((weight for _, _, weight in weighed), default=0) + 1
    graph.add_edges_from([(index[one], index[other], top - weight) for one, other, weight in weighed])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {_two(players[one], players[other]) for one, other in matched}


def _of_rungs(pairs: list[Weighed], worth: dict[int, int], count: int) -> list[int]:
    """What the rungs of each pair weigh; few are different."""
    rows = {
        row: sum(worth.get(at, 0) * value for at, value in enumerate(row, -count) if value)
        for row in {pair.rungs for pair in pairs}
    }
    return [rows[pair.rungs] for pair in pairs]


def _kept(pairs: list[Weighed], found: Set[Two], places: Sequence[Digit], decided: Iterable[int]) -> list[Weighed]:
    """The pairs in which every owner has the decided digits that he has in what was found."""
    mine: dict[int, list[int]] = defaultdict(list)
    for place in decided:
        mine[places[place].owner].append(place)
    digits = {owner: [0] * len(own) for owner, own in mine.items()}
    for pair in pairs:
        if pair.two in found:
            for one in pair.two:
                if one in mine:
                    digits[one] = [pair.digits.get(place, 0) for place in mine[one]]

    def fits(pair: Weighed) -> bool:
        get = pair.digits.get
        return all(one not in mine or [get(place, 0) for place in mine[one]] == digits[one] for one in pair.two)

    return list(filter(fits, pairs)) if mine else pairs


def _cheap(pairs: list[Weighed], found: Set[Two], worth: dict[int, int], count: int) -> list[Weighed]:
    """Without the pairs that alone are worse than all that was found together."""
    costs = _of_rungs(pairs, worth, count)
    most = sum(cost for pair, cost in zip(pairs, costs, strict=True) if pair.two in found)
    return [pair for pair, cost in zip(pairs, costs, strict=True) if cost <= most]


def _reduced(pairs: list[Weighed], found: Set[Two]) -> tuple[list[Weighed], set[Two]]:
    """Where everybody is in a pair: who has one pair left has that; what all pairs of one player add says nothing."""
    often = Counter(one for pair in pairs for one in pair.two)
    forced = {two for two in found if any(often[one] == 1 for one in two)}
    gone = {one for two in forced for one in two}
    left = [pair for pair in pairs if gone.isdisjoint(pair.two)]
    paired = [pair.rungs for pair in left if pair.two in found]
    needed = [at for at, values in enumerate(zip(*paired, strict=True)) if any(values)]
    if not needed:
        return left, forced
    rows = [list(pair.rungs) for pair in left]
    of: dict[int, list[list[int]]] = defaultdict(list)
    for pair, row in zip(left, rows, strict=True):
        for one in pair.two:
            of[one].append(row)
    for mine in of.values():
        for at in needed:
            least = mine[0][at]
            for row in mine:
                if not least:
                    break
                least = min(least, row[at])
            for row in mine if least else ():
                row[at] -= least
    return [Weighed(pair.two, tuple(row), pair.digits) for pair, row in zip(left, rows, strict=True)], forced


def _open(pairs: list[Weighed], found: Set[Two], waiting: Set[int]) -> tuple[list[Weighed], set[Two]]:
    """Parts that hang together and have no owner of a digit to come are as they were found."""
    graph = rustworkx.PyGraph(multigraph=False)
    players = sorted({one for pair in pairs for one in pair.two})
    index = dict(zip(players, graph.add_nodes_from(players), strict=True))
    graph.add_edges_from_no_data([(index[pair.two[0]], index[pair.two[1]]) for pair in pairs])
    closed = {
        players[at]
        for part in rustworkx.connected_components(graph)
        if waiting.isdisjoint(players[at] for at in part)
        for at in part
    }
    done = {pair.two for pair in pairs if pair.two in found and pair.two[0] in closed}
    return [pair for pair in pairs if pair.two[0] not in closed], done
