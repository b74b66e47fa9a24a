"""The Dutch brackets through rustworkx: the same pairings as the library's own, and the matching by itself."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx
import pytest
from gacrux.pairingdutch import pairing_dutch
from hypothesis import given, settings, strategies as st

from tests.tournaments.pairing.evenings import fresh, played
from tournaments.pairing import dutch
from tournaments.pairing.brackets import Brackets, Digit, Weighed, lightest
from tournaments.pairing.planning import plan_round
from tournaments.pairing.values import Options, PairingError, State, Virtual


def paired(state: State, options: Options, pool: set[int], library: type[pairing_dutch]) -> object:
    try:
        return dutch.pair(state, options, pool, library)
    except PairingError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(24))
def test_pairings_are_those_of_the_library(seed: int) -> None:
    random = Random(seed)
    count = random.choice([random.randint(5, 20), random.randint(20, 60), random.randint(60, 90)])
    options = Options("dutch", rounds=6, colours=True, seeded=True, first_colour=random.choice("wb"))
    state = fresh(count)
    if seed % 3 == 0:
        ids = [entry.id for entry in state.entries]
        state = replace(
            state,
            forbidden=frozenset(frozenset(random.sample(ids, 2)) for _ in range(3)),
            virtual=tuple(Virtual(one, 1, 2, Fraction(1)) for one in ids[: count // 2]),
        )
    for _ in range(6):
        pool = {entry.id for entry in state.entries if random.random() > 0.05}
        assert paired(state, options, pool, Brackets) == paired(state, options, pool, pairing_dutch)
        away = tuple(replace(entry, here=entry.id in pool) for entry in state.entries)
        here = replace(state, entries=away)
        state = played(here, options, plan_round(here, options, seed), random)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(count=st.integers(2, 14), missing=st.integers(0, 8), seed=st.integers(0, 10**6), small=st.booleans())
def test_the_matching_is_the_lightest(count: int, missing: int, seed: int, small: bool) -> None:
    """Beside networkx, which weighs all at once; `small` leaves room for few numbers at a time."""
    random = Random(seed)
    players = list(range(count))
    owned = players[: count // 2]
    places = [Digit(one, 0, 1) for one in owned] + [Digit(one, 0, count) for one in owned]
    pairs = []
    for one, other in combinations(players, 2):
        digits = {}
        if one in owned and other < count - 1:
            digits = {one: random.randint(0, 1), len(owned) + one: other - one}
        pairs.append(Weighed((one, other), (int(random.random() < 0.1), random.randint(0, 2)), digits))
    for _ in range(min(missing, len(pairs) - 1)):
        pairs.remove(random.choice(pairs))
    spans = [count, 2 * count]
    found = lightest((spans, places, pairs), 2**12 if small else 2**118)
    assert found is not None

    def weight(pair: Weighed) -> int:
        whole = 0
        for span, value in zip(spans, pair.rungs, strict=True):
            whole = whole * span + value
        for at, place in enumerate(places):
            whole = whole * (place.high - place.low + 1) + pair.digits.get(at, 0)
        return whole

    weights = {pair.two: weight(pair) for pair in pairs}
    graph = networkx.Graph()
    graph.add_weighted_edges_from([(*two, worth) for two, worth in weights.items()])
    theirs = networkx.min_weight_matching(graph)
    assert len({one for two in found for one in two}) == 2 * len(found) == 2 * len(theirs)
    assert sum(weights[two] for two in found) == sum(weights[min(two), max(two)] for two in theirs)


def test_numbers_too_large_are_left_to_the_library() -> None:
    pairs = [Weighed(two, (1,), {0: two[1]} if two[0] == 1 else {}) for two in combinations(range(1, 5), 2)]
    assert lightest(([2], [Digit(1, 0, 2**20)], pairs), 2**12) is None
