"""The Dutch engine beside its library: what is told to it, and what happens where its rules give nothing."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.pairing.evenings import evening, fresh
from tournaments.pairing import dutch
from tournaments.pairing.planning import plan_round
from tournaments.pairing.values import FULL, Cancelled, Options, PairingError, PastBye, PastRound, PastTable, Virtual

OPTIONS = Options("dutch", rounds=5, colours=True, seeded=True, first_colour="w")
ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


def test_the_first_round_is_upper_half_against_lower_half() -> None:
    plan = plan_round(fresh(8), OPTIONS, 1)
    assert [table.seats for table in plan.tables] == [(100, 104), (105, 101), (102, 106), (107, 103)]
    assert plan.reasons[0].code == "dutch"
    assert plan.version.startswith("1+gacrux-1.11.65")


def test_forbidden_pairs_are_told() -> None:
    state = replace(fresh(8), forbidden=frozenset({frozenset((100, 104))}))
    plan = plan_round(state, OPTIONS, 1)
    assert plan.reasons[0].code == "dutch"
    assert all({100, 104} != set(table.seats) for table in plan.tables)


def test_acceleration_and_carried_points_are_told() -> None:
    state = fresh(8)
    carried = replace(state, entries=tuple(replace(one, carried=ONE * (one.id in (100, 107))) for one in state.entries))
    assert {100, 107} in [set(table.seats) for table in plan_round(carried, OPTIONS, 1).tables]
    virtual = tuple(Virtual(one, 1, 2, ONE) for one in (100, 101, 102, 103))
    assert {100, 102} in [set(table.seats) for table in plan_round(replace(state, virtual=virtual), OPTIONS, 1).tables]


def test_a_full_bye_is_told_as_a_bye() -> None:
    state = fresh(3)
    past = PastRound((PastTable(1, (100, 101), (ONE, NONE)),), (PastBye(102, FULL, ONE),))
    text = dutch.as_trf(replace(state, rounds=(past,)), OPTIONS, {100, 101, 102}, [100, 101, 102])
    assert "0000 - U" in text
    assert "0000 - F" not in text


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("seed", range(3))
def test_small_fields_go_on_when_the_rules_stop(count: int, seed: int) -> None:
    steps = list(evening(OPTIONS, count, count + 3, seed, turmoil=False))
    assert len(steps) == count + 3
    assert {step.plan.reasons[0].code for step in steps} == {"dutch", "dutch_stopped"}


def test_results_that_the_format_cannot_tell_are_no_pairing() -> None:
    past = PastRound((PastTable(1, (100, 101), (Fraction(101), Fraction(87))),))
    state = replace(fresh(2), rounds=(past,))
    with pytest.raises(PairingError, match="a result of 101"):
        dutch.pair(state, OPTIONS, {100, 101})
    assert plan_round(state, OPTIONS, 1).reasons[0].code == "dutch_stopped"


def test_a_draw_tells_how_far_it_is_and_can_be_stopped_inside_a_bracket() -> None:
    told: list[float] = []
    state = replace(
        fresh(130),
        rounds=(PastRound(tuple(PastTable(at, (100 + at, 165 + at), (ONE, NONE)) for at in range(65))),),
    )

    def watch(done: float) -> bool:
        told.append(done)
        return False

    plan = plan_round(state, OPTIONS, 1, watch)
    assert told == sorted(told)
    assert len(set(told)) >= 3
    assert 0 <= told[0] <= told[-1] <= 1
    for stop in range(1, len(told)):
        seen: list[float] = []

        def stopping(done: float, seen: list[float] = seen, stop: int = stop) -> bool:
            seen.append(done)
            return len(seen) > stop

        with pytest.raises(Cancelled):
            plan_round(state, OPTIONS, 1, stopping)
    assert plan_round(state, OPTIONS, 1) == plan
