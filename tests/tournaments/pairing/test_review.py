"""A round mended by hand is warned about, by the rules the engines keep."""

from dataclasses import replace

import pytest

from tests.tournaments.pairing.evenings import FORMATS, evening, fresh
from tournaments.pairing.planning import explain
from tournaments.pairing.reasons import note
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


def test_of_many_who_met_before_the_last_is_named_and_the_others_are_counted() -> None:
    tables = Options("tables", low=2, high=4)
    first, second = evening(tables, 8, 2, 1, turmoil=False)
    found = review(second.state, tables, first.plan.tables, [])
    assert [note.code for note in found if note.code.startswith("met")] == ["met_before", "met_more"] * 2
    assert [note.params["count"] for note in found if note.code == "met_more"] == [5, 5]


def test_reasons_stay_true_after_a_reseat() -> None:
    """Two change places; what is said of both tables is what would be said had they been drawn so."""
    first, second = evening(SWISS, 8, 2, 1, turmoil=False)
    one, other, *rest = second.plan.tables
    mended = [replace(one, seats=(one.seats[0], other.seats[0])), replace(other, seats=(one.seats[1], other.seats[1]))]
    tables, _ = explain(second.state, SWISS, [*mended, *rest], [])
    again = [replace(table, seats=first.plan.tables[0].seats) for table in tables[:1]]
    met, _ = explain(second.state, SWISS, again, [])
    if second.state.rounds[0].tables[0].met:
        assert met[0].reasons[0].code == "met_before"
    kept, _ = explain(second.state, SWISS, second.plan.tables, [])
    assert [set(map(str, table.reasons)) for table in kept] == [set(map(str, t.reasons)) for t in second.plan.tables]
    assert [table.seats for table in tables] == [table.seats for table in [*mended, *rest]]
    scores = {seat: worth for t in second.state.rounds[0].tables for seat, worth in zip(t.seats, t.points, strict=True)}
    for table in tables:
        (points,) = [note for note in table.reasons if note.code in ("scores", "same_score")]
        low = points.params.get("low", points.params.get("points"))
        assert low == min(scores[seat] for seat in table.seats)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_explains_its_own_draft_and_one_that_it_would_not_make(name: str) -> None:
    options = FORMATS[name]
    for step in evening(options, 9, 3, 4, turmoil=False):
        tables, byes = explain(step.state, options, step.plan.tables, step.plan.byes)
        assert all(table.reasons for table in tables)
        assert all(bye.reasons for bye in byes)
        seats = [seat for table in tables for seat in table.seats][::-1]
        turned = [replace(table, seats=tuple(seats.pop() for _ in table.seats)) for table in tables]
        strange = [replace(turned[0], seats=(*turned[0].seats, 12345)), *turned[1:]]
        explain(step.state, options, strange, byes)
        for table in explain(step.state, options, turned, byes)[0]:
            assert table.reasons


def test_a_draft_of_people_who_have_left_is_explained_too() -> None:
    step = next(evening(SWISS, 4, 1, 1, turmoil=False))
    gone = replace(step.state, entries=tuple(replace(entry, here=False) for entry in step.state.entries))
    assert all(table.reasons for table in explain(gone, SWISS, step.plan.tables, [])[0])


def test_a_bye_is_explained_by_who_gave_it() -> None:
    state = replace(fresh(5), fixed={102: 4})
    state = replace(state, entries=(replace(state.entries[0], asked="half"), *state.entries[1:]))
    byes = [Bye(100, "half"), Bye(101, BYE), Bye(104, "out", (note("is_out"),))]
    tables, explained = explain(state, SWISS, [Table(4, (102, 103))], byes)
    assert [bye.reasons[0].code for bye in explained] == ["bye_asked", "bye_by_hand", "is_out"]
    assert "fixed" in [said.code for said in tables[0].reasons]
