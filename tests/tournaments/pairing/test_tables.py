"""Tables of four: as good as a solver round by round, and as good as can be when laid out beforehand."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.tournaments.pairing.evenings import evening, fresh
from tests.tournaments.pairing.measure import Case
from tournaments.pairing.planning import plan_round, plan_schedule
from tournaments.pairing.schedule import fewest_repeats
from tournaments.pairing.values import Entry, Options, PastBye, PastRound, PastTable, Plan, State

STATES = json.loads((Path(__file__).resolve().parents[2] / "data" / "seatings.json").read_text(encoding="utf-8"))


def state_of(case: dict[str, Any]) -> State:
    rounds = [
        PastRound(
            tuple(
                PastTable(number, tuple(seats), tuple(map(Fraction, points)))
                for number, (seats, points) in enumerate(past["tables"], 1)
            ),
            tuple(map(PastBye, past["byes"])),
        )
        for past in case["rounds"]
    ]
    return State(
        entries=tuple(Entry(int(one), int(one), team) for one, team in case["teams"].items()),
        rounds=tuple(rounds),
        forbidden=frozenset(frozenset(two) for two in case["forbidden"]),
    )


@pytest.mark.parametrize("number", range(20))
def test_a_round_costs_what_the_solver_found(number: int) -> None:
    case = STATES[number]
    options = Options("partners" if case["partners"] else "tables", low=case["low"], high=4)
    plan = plan_round(state_of(case), options, 1)
    tables, byes = [table.seats for table in plan.tables], [bye.entry for bye in plan.byes]
    assert Case(case).total(tables, byes) == case["optimum"]


def met(plans: tuple[Plan, ...]) -> Counter[frozenset[int]]:
    return Counter(frozenset(two) for plan in plans for table in plan.tables for two in combinations(table.seats, 2))


def partnered(plans: tuple[Plan, ...]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(two) for plan in plans for table in plan.tables for two in (table.seats[::2], table.seats[1::2])
    )


@pytest.mark.parametrize(("count", "rounds"), [(8, 5), (12, 6), (16, 5), (20, 5), (24, 5), (32, 6), (40, 7)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_schedule_repeats_no_more_than_it_must(count: int, rounds: int, seed: int) -> None:
    plans = plan_schedule(fresh(count), Options("tables", low=2, high=4), rounds, seed)
    repeats = sum(times * (times - 1) // 2 for times in met(plans).values())
    assert repeats == fewest_repeats(count, count // 4, rounds)


@pytest.mark.parametrize(("count", "rounds"), [(8, 5), (12, 6), (16, 5), (24, 6), (40, 7)])
@pytest.mark.parametrize("seed", [1, 2])
def test_rotating_partners_never_repeat(count: int, rounds: int, seed: int) -> None:
    plans = plan_schedule(fresh(count), Options("partners", low=4, high=4), rounds, seed)
    assert set(partnered(plans).values()) == {1}


@pytest.mark.parametrize("count", [5, 8, 12, 13, 16, 17, 20, 21, 24, 29])
def test_a_whist_design_lets_all_be_partners_once(count: int) -> None:
    rounds = count - 1 if count % 4 == 0 else count
    plans = plan_schedule(fresh(count), Options("partners", low=4, high=4), rounds, 1)
    assert all(plan.reasons[0].code == "whist" for plan in plans)
    pairs = count * (count - 1) // 2
    assert sorted(partnered(plans).values()) == [1] * pairs
    assert sorted(met(plans).values()) == [3] * pairs


@pytest.mark.parametrize("count", [9, 10, 11, 13, 14, 15, 22])
def test_short_tables_are_shared(count: int) -> None:
    options = Options("tables", low=2, high=4, effort=100)
    shorts: Counter[int] = Counter()
    for step in evening(options, count, 6, 1, turmoil=False):
        shorts.update(seat for table in step.plan.tables if len(table.seats) == 3 for seat in table.seats)
        assert max(shorts.values()) - min(shorts[entry.id] for entry in step.state.entries) <= 1
    beforehand: Counter[int] = Counter()
    for plan in plan_schedule(fresh(count), options, 6, 1):
        beforehand.update(seat for table in plan.tables if len(table.seats) == 3 for seat in table.seats)
        assert max(beforehand.values()) - min(beforehand[entry.id] for entry in fresh(count).entries) <= 1


@pytest.mark.parametrize("count", [5, 6, 7, 9, 10, 11, 22])
def test_rests_of_rotating_partners_are_shared_beforehand(count: int) -> None:
    byes: Counter[int] = Counter()
    for plan in plan_schedule(fresh(count), Options("partners", low=4, high=4, effort=100), 6, 1):
        byes.update(bye.entry for bye in plan.byes)
        assert max(byes.values()) - min(byes[entry.id] for entry in fresh(count).entries) <= 1


def test_a_schedule_goes_on_from_what_was_played() -> None:
    options = Options("tables", low=2, high=4)
    first = plan_schedule(fresh(16), options, 5, 1)
    played = tuple(
        PastRound(tuple(PastTable(one.number, one.seats, (Fraction(0),) * 4) for one in plan.tables))
        for plan in first[:2]
    )
    rest = plan_schedule(State(fresh(17).entries, played), options, 2, 1)
    both = met(first[:2]) + met(rest)
    assert sum(times - 1 for times in both.values()) <= 8  # of 42, three of the five tables being short


def test_forbidden_pairs_are_kept_apart_in_a_schedule() -> None:
    forbidden = frozenset({frozenset((100, 101)), frozenset((102, 103))})
    state = State(fresh(16).entries, forbidden=forbidden)
    assert not met(plan_schedule(state, Options("tables", low=2, high=4), 5, 1)).keys() & forbidden


def test_one_table_with_a_forbidden_pair_sends_one_of_them_to_rest() -> None:
    state = State(fresh(4).entries, forbidden=frozenset({frozenset((100, 101))}))
    plan = plan_round(state, Options("tables", low=2, high=4), 1)
    assert [len(table.seats) for table in plan.tables] == [3]
    assert plan.byes[0].entry in (100, 101)
    assert plan.byes[0].reasons[0].code == "bye_blocked"


def test_larger_fields_come_near_the_nearest_scores() -> None:
    random = Random(3)
    points = [tuple(map(Fraction, random.sample(range(4), 4))) for _ in range(6)]
    ids = [entry.id for entry in fresh(24).entries]
    tables = tuple(PastTable(at + 1, tuple(ids[at * 4 : at * 4 + 4]), points[at]) for at in range(6))
    state = State(fresh(24).entries, (PastRound(tables),))
    plan = plan_round(state, Options("tables", low=2, high=4), 1)
    scores = {seat: score for table in tables for seat, score in zip(table.seats, table.points, strict=True)}
    assert not met((plan,)).keys() & met_in(tables)
    assert sum((scores[a] - scores[b]) ** 2 for a, b in map(sorted, met((plan,)))) <= 8


def met_in(tables: tuple[PastTable, ...]) -> set[frozenset[int]]:
    return {frozenset(two) for table in tables for two in combinations(table.seats, 2)}
