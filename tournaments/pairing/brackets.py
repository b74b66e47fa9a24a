"""Score brackets of the library's Dutch system, matched by rustworkx where that gives the same in less time.

The library weighs every pair of a bracket by one integer of hundreds of bits and leaves the matching to networkx. Such
an integer is a number common to all pairs (what the criteria say of them), followed by *digits*, each of which only
pairs of one player, its *owner*, have: whom he gets, if he gets anybody. So as many digits are weighed at a time as
64-bit words of rustworkx hold exactly; then every owner keeps those pairs only that have the digits he came to, and the
next digits follow. The matching is the one of the least weight, as before; where the common number alone is too large,
networkx finds it, as before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import rustworkx
from gacrux.pairingdutch import pairing_dutch

LIMIT = 2**118  # of one weight; the matching adds four of them, in numbers that end at 2^127
Two = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Digit:
    """A place in the weights: whose it is, and the least and the largest value it has."""

    owner: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Weighed:
    """A pair with its weight: the number common to all, and its own digits by place."""

    two: Two
    common: int
    digits: dict[int, int]


class Brackets(pairing_dutch):  # type: ignore[misc]  # the library has no annotations
    """The library's engine, with its weighted matching replaced."""

    def pair_weighted_round(
        self, bracket: dict[str, Any], nodes: Any, edges: Any, mode: str, numpairs: int, category: int
    ) -> Any:
        level = bracket["scorelevel"]
        chosen, pairs = self.modify_edges(nodes, None, edges, level, category, "canmeet")
        if not chosen:
            return []
        if mode == "HE":
            self.crosstable.update_hetrogenious(level, chosen, pairs, bracket["bsne"])
            places, weighed = self._moved_down(level, pairs, bracket["bsne"])
        else:
            bracket["bsno"] = self.update_bsn(level, [node for node in chosen if node["scorelevel"] <= level])
            self.crosstable.update_homogenious(level, pairs, bracket["bsno"], numpairs)
            places, weighed = self._alike(level, pairs, bracket["bsno"], numpairs)
        for pair in pairs:
            self.crosstable.update_weight(mode, category, pair)
        found = lightest(places, weighed)
        return super().pair_weighted_round(bracket, nodes, edges, mode, numpairs, category) if found is None else found

    def _moved_down(self, level: int, pairs: Any, order: dict[int, int]) -> tuple[list[Digit], list[Weighed]]:
        """Whom the players from higher brackets get: first whether anybody here, then who, one after the other."""
        moved = [player for player in order if self.competitors[player]["scorelevel"] > level]
        places = [Digit(player, 0, 1) for player in moved] + [Digit(player, 0, len(order)) for player in moved]
        place = {player: at for at, player in enumerate(moved)}
        weighed = []
        for pair in pairs:
            upper = min(pair["ca"], pair["cb"], key=lambda player: order.get(player, len(order) + 1))
            digits = {}
            if (at := place.get(upper)) is not None:
                quality = pair["quality"]
                digits = {at: quality["HE1"][at], at + len(moved): quality["HE2"][at]}
            weighed.append(Weighed((pair["ca"], pair["cb"]), pair["qcweight"], digits))
        return places, weighed

    def _alike(
        self, level: int, pairs: Any, order: dict[int, int], half: int
    ) -> tuple[list[Digit], list[Weighed]]:
        """Who of one bracket changes halves, and whom the upper half gets, one after the other."""
        players, count = list(order), len(order)
        upper, lower = range(half - 1, -1, -1), range(half, count)
        places = [Digit(players[at], 0, 1) for at in upper] + [Digit(players[at], -1, 0) for at in lower]
        places += [Digit(player, 0, count) for player in players[:-1]]
        weight = self.crosstable.weight
        whole, first = weight["HO0"] // weight["HO2"], weight["HO1"] // weight["HO2"]
        weighed = []
        for pair in pairs:
            two, quality = (pair["ca"], pair["cb"]), pair["quality"]
            common = pair["qcweight"] * whole + quality["HO1"] * first + quality["HO2"]
            digits = {}
            if pair["canmeet"] and all(self.competitors[one]["scorelevel"] == level for one in two):
                at, to = sorted(order[one] - 1 for one in two)
                digits = {(half - 1 - at): 1} if at < half else {at: -1}
                digits[count + at] = to - at
            weighed.append(Weighed(two, common, digits))
        return places, weighed


def lightest(places: Sequence[Digit], pairs: list[Weighed], limit: int = LIMIT) -> set[Two] | None:
    """As many pairs as can be, of the least weight; None where the numbers are too large to be exact."""
    heaviest = max((pair.common for pair in pairs), default=0) + 1
    at = 0
    while True:
        units, to = _units(places, at, limit // heaviest)
        if to == at < len(places) or heaviest >= limit:
            return None
        found = _match([(pair.two, _weight(pair, units)) for pair in pairs])
        if to == len(places):
            return found
        pairs, at = _kept(pairs, found, places, range(at, to)), to


def _units(places: Sequence[Digit], at: int, most: int) -> tuple[list[tuple[int, int]], int]:
    """What one is worth at each of the next places, as many as fit; the last is the whole above them."""
    spans = []
    total = 1
    to = at
    while to < len(places) and total * (places[to].high - places[to].low + 1) < most:
        total *= places[to].high - places[to].low + 1
        to += 1
    unit = total
    for place in range(at, to):
        unit //= places[place].high - places[place].low + 1
        spans.append((place, unit))
    return [*spans, (-1, total)], to


def _weight(pair: Weighed, units: list[tuple[int, int]]) -> int:
    whole = pair.common * units[-1][1]
    if not pair.digits:
        return whole
    first, last = units[0][0], units[-2][0] if len(units) > 1 else -1
    return whole + sum(worth * units[place - first][1] for place, worth in pair.digits.items() if first <= place <= last)


def _match(weighed: list[tuple[Two, int]]) -> set[Two]:
    graph = rustworkx.PyGraph(multigraph=False)
    index: dict[int, int] = {}
    for two, _ in weighed:
        for one in two:
            if one not in index:
                index[one] = graph.add_node(one)
    top = max((weight for _, weight in weighed), default=0) + 1
    graph.add_edges_from([(index[one], index[other], top - weight) for (one, other), weight in weighed])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {(graph[one], graph[other]) for one, other in found}


def _kept(pairs: list[Weighed], found: set[Two], places: Sequence[Digit], decided: range) -> list[Weighed]:
    """The pairs in which every owner has the decided digits that he has in what was found."""
    mine: dict[int, list[int]] = defaultdict(list)
    for place in decided:
        mine[places[place].owner].append(place)
    chosen = {frozenset(two) for two in found}
    digits: dict[int, list[int]] = {owner: [0] * len(own) for owner, own in mine.items()}

    def of(owner: int, pair: Weighed) -> list[int]:
        return [pair.digits.get(place, 0) for place in mine[owner]]

    def owners(pair: Weighed) -> Iterator[int]:
        return (one for one in pair.two if one in mine)

    for pair in pairs:
        if frozenset(pair.two) in chosen:
            digits.update({owner: of(owner, pair) for owner in owners(pair)})
    return [pair for pair in pairs if all(of(owner, pair) == digits[owner] for owner in owners(pair))]
