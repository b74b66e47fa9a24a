"""A round mended by hand is warned about, by the rules the engines keep."""

from dataclasses import replace

from tests.tournaments.pairing.evenings import evening, fresh
from tournaments.pairing.review import review
from tournaments.pairing.values import BYE, Bye, Options, Table

SWISS = Options("swiss")


def codes(*args: object) -> list[str]:
    return [note.code for note in review(*args)]  # type: ignore[arg-type]


def test_a_plan_of_an_engine_is_not_warned_about() -> None:
    step = next(evening(SWISS, 9, 1, 1, turmoil=False))
    assert codes(step.state, SWISS, step.plan.tables, step.plan.byes) in ([], ["same_team"], ["same_team"] * 2)


def test_everything_wrong_is_named() -> None:
    state = replace(fresh(6), forbidden=frozenset({frozenset((100, 101))}), fixed={102: 9})
    tables = [Table(1, (100, 101)), Table(1, (102, 102)), Table(2, (103,)), Table(3, (999, 104))]
    assert sorted(set(codes(state, SWISS, tables, []))) == sorted(
        ["warn_twice", "warn_missing", "warn_away", "warn_number", "warn_size", "warn_forbidden", "warn_fixed"]
    )


def test_a_second_bye_and_a_second_meeting_are_named() -> None:
    first, second = evening(SWISS, 5, 2, 1, turmoil=False)
    again = list(first.plan.tables)
    bye = [Bye(first.plan.byes[0].entry, BYE)]
    found = codes(second.state, SWISS, again, bye)
    assert "warn_bye_again" in found
    assert "met_before" in found or not any(table.met for table in second.state.rounds[0].tables)


def test_a_short_table_again_and_a_partner_again_are_named() -> None:
    tables = Options("tables", low=2, high=4)
    first, second = evening(tables, 7, 2, 1, turmoil=False)
    assert codes(second.state, tables, first.plan.tables, []).count("warn_short_again") == 3
    partners = Options("partners", low=4, high=4)
    first, second = evening(partners, 8, 2, 1, turmoil=False)
    assert codes(second.state, partners, first.plan.tables, []).count("partners_before") == 4
