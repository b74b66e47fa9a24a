"""Every format: properties that hold whatever happens during an evening, for 2 to 60 entries."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given, settings, strategies as st

from tests.tournaments.pairing.evenings import (
    FORMATS,
    Step,
    check_again,
    check_byes,
    check_places,
    check_turns,
    evening,
    fresh,
    played,
    stir,
)
from tournaments.pairing.engine import ENGINES
from tournaments.pairing.history import History, pair
from tournaments.pairing.planning import after, plan_round, plan_schedule
from tournaments.pairing.reasons import PHRASES, render
from tournaments.pairing.roundrobin import counting
from tournaments.pairing.values import BYE, Cancelled, Options, PairingError, PastRound, Table

UNSHARED_BYES = {"knockout", "double_knockout", "king", "king_of_four"}  # who waits there has no bye
sizes = st.integers(2, 14) | st.integers(2, 60)


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=30, deadline=None, derandomize=True)
@given(count=sizes, rounds=st.integers(1, 5), seed=st.integers(0, 10**6), turmoil=st.booleans())
def test_every_round_places_everybody_once(name: str, count: int, rounds: int, seed: int, turmoil: bool) -> None:
    for step in evening(FORMATS[name], count, rounds, seed, turmoil=turmoil):
        check_places(step)
        check_words(step)
        if count <= 30:
            check_again(step, Random(seed))
        if name in UNSHARED_BYES:
            continue
        if step.quiet:
            check_byes(step)
        if "robin" not in name:
            check_turns(step)


def check_words(step: Step) -> None:
    names = {entry.id: f"player {entry.id}" for entry in step.state.entries}
    notes = [*step.plan.reasons]
    for placed in (*step.plan.tables, *step.plan.byes):
        assert placed.reasons
        notes += placed.reasons
    assert all(render(note, names) for note in notes)


@pytest.mark.parametrize("name", ["swiss", "tables_of_two", "dutch"])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(count=st.integers(2, 24), rounds=st.integers(2, 7), seed=st.integers(0, 10**6), turmoil=st.booleans())
def test_no_rematch_could_have_been_avoided(name: str, count: int, rounds: int, seed: int, turmoil: bool) -> None:
    for step in evening(FORMATS[name], count, rounds, seed, turmoil=turmoil):
        met = History(step.state, step.options)
        locked = {entry for table in step.state.locked for entry in table.seats}
        tables = [table.seats for table in step.plan.tables if table.seats[0] not in locked]
        resting = [bye.entry for bye in step.plan.byes if bye.kind == BYE]
        again = any(met.meetings[pair(*seats)] for seats in tables)
        assert not again or step.plan.reasons[0].code != "dutch"
        if not again or len(resting) > 1:
            continue
        pool = [entry for seats in tables for entry in seats] + resting
        fewest = min(met.byes[entry] for entry in pool)
        for rests in [one for one in pool if met.byes[one] == fewest] if resting else [None]:
            here = [entry for entry in pool if entry != rests]
            assert len(unmet_pairs(step, met, here)) < len(here) // 2


def unmet_pairs(step: Step, met: History, here: list[int]) -> set[tuple[int, int]]:
    graph = networkx.Graph(
        two
        for two in combinations(here, 2)
        if not met.meetings[pair(*two)] and frozenset(two) not in step.state.forbidden
    )
    return networkx.max_weight_matching(graph, maxcardinality=True)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("count", range(3, 9))
def test_small_fields_get_a_round_as_long_as_the_format_has_one(name: str, count: int) -> None:
    options = FORMATS[name]
    rounds = {"round_robin": count - 1 + count % 2, "double_round_robin": 2 * (count - 1 + count % 2)}.get(name, 12)
    steps = list(evening(options, count, rounds, 5, turmoil=False))
    if "knockout" in name:
        assert steps
    else:
        assert len(steps) == rounds
    if count >= options.low:
        assert all(step.plan.tables for step in steps)


@pytest.mark.parametrize("count", [2, 5, 8, 13])
@pytest.mark.parametrize("cycles", [1, 2])
def test_round_robin_lets_all_meet(count: int, cycles: int) -> None:
    options = Options("round_robin", cycles=cycles)
    rounds = cycles * (count - 1 + count % 2)
    plans = plan_schedule(fresh(count), options, rounds, 1)
    met = Counter(pair(*table.seats) for plan in plans for table in plan.tables)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {cycles}
    whites = Counter(table.seats[0] for plan in plans for table in plan.tables)
    assert max(whites.values()) - min(whites.values() if len(whites) == count else [0]) <= 1


def test_round_robin_goes_on_when_somebody_comes_late() -> None:
    steps = list(evening(FORMATS["round_robin"], 6, 2, 3, turmoil=False))
    late = replace(fresh(7), rounds=steps[-1].state.rounds)
    met: Counter[tuple[int, int]] = Counter()
    state = late
    for _ in range(20):
        try:
            plan = plan_round(state, FORMATS["round_robin"], 1)
        except PairingError:
            break
        state = after(state, plan)
    met.update(pair(*table.seats) for past in state.rounds for table in past.tables)
    assert set(met.values()) == {1}
    assert len(met) == 21


@pytest.mark.parametrize("name", ["round_robin", "double_round_robin", "tables", "threes", "partners", "tables_of_two"])
@settings(max_examples=15, deadline=None, derandomize=True)
@given(count=st.integers(2, 30), rounds=st.integers(1, 6), seed=st.integers(0, 10**6))
def test_a_schedule_holds_for_every_round_and_is_planned_anew_from_what_was_played(
    name: str, count: int, rounds: int, seed: int
) -> None:
    """After every round somebody may come or go; each time the rounds to come are laid out once more."""
    options, random = replace(FORMATS[name], effort=20), Random(seed)
    state = fresh(count, random)
    for done in range(rounds):
        state, _ = stir(state, options, random)
        if not any(entry.here for entry in state.entries):
            return
        try:
            plans = plan_schedule(state, options, rounds - done, seed)
        except PairingError as error:
            if error.note.code == "nothing_left" and "robin" in name:
                return
            raise
        assert 1 <= len(plans) <= rounds - done
        coming = state
        for plan in plans:
            step = Step(coming, options, plan, quiet=False)
            check_places(step)
            if "robin" not in name:
                check_turns(step)
            coming = after(coming, plan)
        state = played(state, options, plans[0], random)


def test_a_schedule_ends_where_the_format_does() -> None:
    assert len(plan_schedule(fresh(6), FORMATS["round_robin"], 50, 1)) == 5
    assert plan_schedule(fresh(6), FORMATS["tables"], 0, 1) == ()


def test_a_bye_asked_for_and_a_locked_table_hold_for_the_first_round_of_a_schedule() -> None:
    state = replace(fresh(12), locked=(Table(2, (100, 101, 102, 103)),))
    asking = replace(state, entries=(*state.entries[:-1], replace(state.entries[-1], asked="half")))
    first, second = plan_schedule(asking, FORMATS["tables"], 2, 1)
    assert [table.seats for table in first.tables if table.number == 2] == [(100, 101, 102, 103)]
    assert (111, "half") in [(bye.entry, bye.kind) for bye in first.byes]
    assert not second.byes
    assert {100, 101, 102, 103} not in [set(table.seats) for table in second.tables]


def test_a_schedule_keeps_apart_even_where_there_is_one_table() -> None:
    state = replace(fresh(4), forbidden=frozenset({frozenset((100, 101))}))
    for plan in plan_schedule(state, FORMATS["tables"], 3, 1):
        assert all(not {100, 101} <= set(table.seats) for table in plan.tables)


@pytest.mark.parametrize("name", ["round_robin", "tables", "partners"])
def test_a_schedule_can_be_watched_and_cancelled(name: str) -> None:
    seen: list[float] = []
    plan_schedule(fresh(20), FORMATS[name], 4, 1, lambda done: bool(seen.append(done)))
    assert seen
    assert all(0 <= done <= 1 for done in seen)
    with pytest.raises(Cancelled):
        plan_schedule(fresh(20), FORMATS[name], 4, 1, lambda done: True)


def test_a_game_won_by_forfeit_is_not_played_again_and_one_without_points_is() -> None:
    options, state = FORMATS["round_robin"], fresh(4)
    for plan in plan_schedule(state, options, 3, 1):
        state = after(state, plan)
    tables = state.rounds[-1].tables
    won = replace(tables[0], met=False, points=(Fraction(1), Fraction(0)))
    with pytest.raises(PairingError, match="nothing_left"):
        plan_round(replace(state, rounds=(*state.rounds[:-1], PastRound((won, tables[1])))), options, 1)
    nobody = replace(tables[0], met=False, nobody=True)
    with pytest.raises(PairingError, match="nothing_left"):
        plan_round(replace(state, rounds=(*state.rounds[:-1], PastRound((nobody, tables[1])))), options, 1)
    void = replace(tables[0], met=False)
    plan = plan_round(replace(state, rounds=(*state.rounds[:-1], PastRound((void, tables[1])))), options, 1)
    assert [set(table.seats) for table in plan.tables] == [set(void.seats)]


def test_who_withdrew_from_a_round_robin_counts_with_half_of_his_games() -> None:
    """Of 7 everybody has 6 games: three suffice, a forfeit is none."""
    options, state = FORMATS["round_robin"], fresh(7)
    ids = [entry.id for entry in state.entries]
    for plan in plan_schedule(state, options, 3, 1):
        state = after(state, plan)
    rested = {bye.entry for past in state.rounds for bye in past.byes}
    assert counting(state, options, []) == frozenset(ids)
    assert counting(state, options, ids) == frozenset(ids) - rested
    assert counting(state, replace(options, cycles=2), ids) == frozenset()
    tables = state.rounds[-1].tables
    forfeit = replace(state.rounds[-1], tables=(replace(tables[0], met=False), *tables[1:]))
    without = replace(state, rounds=(*state.rounds[:-1], forfeit))
    assert counting(without, options, ids) == frozenset(ids) - rested - set(tables[0].seats)


def test_a_locked_table_stays_and_a_fixed_player_keeps_his_table() -> None:
    state = replace(fresh(9), locked=(Table(3, (100, 108)),), fixed={104: 7})
    plan = plan_round(state, FORMATS["swiss"], 1)
    assert [table.seats for table in plan.tables if table.number == 3] == [(100, 108)]
    assert [table.number for table in plan.tables if 104 in table.seats] in ([7], [])


@pytest.mark.parametrize("name", ["swiss", "tables"])
def test_two_fixed_to_one_table_sit_together(name: str) -> None:
    plan = plan_round(replace(fresh(20), fixed={101: 2, 119: 2}), FORMATS[name], 1)
    assert {101, 119} <= set(next(table.seats for table in plan.tables if table.number == 2))


def test_the_printed_list_is_kept_where_it_can_be() -> None:
    plan = plan_round(fresh(12), FORMATS["swiss"], 1)
    printed = {seat: 7 - table.number for table in plan.tables for seat in table.seats}
    again = plan_round(replace(fresh(12), printed=printed), FORMATS["swiss"], 1)
    assert {seat: table.number for table in again.tables for seat in table.seats} == printed


def test_it_can_be_watched_and_cancelled() -> None:
    seen: list[float] = []
    plan_round(fresh(40), FORMATS["tables"], 1, lambda done: bool(seen.append(done)))
    assert seen
    assert all(0 <= done <= 1 for done in seen)
    for name in FORMATS:
        with pytest.raises(Cancelled):
            plan_round(fresh(40), FORMATS[name], 1, lambda done: True)


def test_there_is_no_plan_where_nothing_can_be_planned() -> None:
    with pytest.raises(PairingError, match="unknown_format"):
        plan_round(fresh(4), Options("chess960"), 1)
    with pytest.raises(PairingError, match="not_for_tables"):
        plan_round(fresh(4), Options("swiss", high=4), 1)
    with pytest.raises(PairingError, match="not_for_partners"):
        plan_round(fresh(4), Options("partners", high=3), 1)
    with pytest.raises(PairingError, match="nobody_here"):
        plan_round(replace(fresh(1), entries=()), Options("swiss"), 1)
    with pytest.raises(PairingError, match="no_schedule"):
        plan_schedule(fresh(4), Options("swiss"), 3, 1)


def test_engines_are_declared() -> None:
    assert {*ENGINES} == {
        "swiss",
        "dutch",
        "round_robin",
        "tables",
        "partners",
        "knockout",
        "double_knockout",
        "king",
    }
    for code, engine in ENGINES.items():
        assert engine.code == code
        assert engine.name
        assert engine.kinds


def test_words_of_scores() -> None:
    assert PHRASES["scores"] % {"low": "½", "high": "2"} == "Points at this table: from ½ to 2."
    assert render(plan_round(fresh(3), Options("swiss", bye=Fraction(1, 2)), 1).byes[0].reasons[0], {})
