"""A draft mended by hand: everybody keeps a place, each change can be taken back, and two organisers do not collide."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, strategies as st

from tests.tournaments.test_draws import GOAT, finish
from tests.tournaments.test_services_rounds import ACTOR, cup, step
from tournaments.models import Absence, AuditEntry, Ban, Game, Round
from tournaments.pairing.layout import Laid, Layout, LayoutError
from tournaments.queries.drafts import layout_of_round, warnings_of
from tournaments.queries.reasons import reasons_of
from tournaments.services import entries, mending
from tournaments.services.errors import ServiceError
from tournaments.services.seeding import lay_groups
from tournaments.services.stages import update_stage

pytestmark = pytest.mark.django_db


def mend(action, round_: Round, **more) -> Round:
    round_ = Round.objects.get(pk=round_.pk)
    more.setdefault("version", round_.version)
    return getattr(mending, action)(tournament=round_.tournament, number=round_.number, actor=ACTOR, **more)


def names(round_: Round) -> dict[int, str]:
    return {entry.pk: str(entry) for entry in round_.tournament.entries.all()}


def number_of(round_: Round, number: int) -> int:
    return round_.tournament.entries.get(number=number).pk


def test_two_change_places_and_the_reasons_are_rewritten():
    round_ = step("draw", cup(8), 1, seed=1)
    one, other = (table.seats[0] for table in layout_of_round(round_).tables)
    before = layout_of_round(round_)
    mend("swap", round_, one=one, other=other)
    after = layout_of_round(round_)
    assert (after.tables[0].seats[0], after.tables[1].seats[0]) == (other, one)
    assert after == before.swap(one, other)
    round_.refresh_from_db()
    assert reasons_of(round_).tables[1][0] == "They meet for the first time."
    assert Game.objects.filter(table__round=round_).count() == 2
    assert AuditEntry.objects.first().after == {"swapped": [names(round_)[one], names(round_)[other]]}


def test_who_has_a_bye_takes_a_seat():
    round_ = step("draw", cup(5, variant=GOAT, kind="pairs"), 1)
    [rests] = layout_of_round(round_).byes
    seat = layout_of_round(round_).tables[0].seats[1]
    mend("swap", round_, one=rests, other=seat)
    after = layout_of_round(round_)
    assert after.byes == {seat: "bye"}
    assert rests in after.tables[0].seats
    assert round_.seats.count() == 10
    round_.refresh_from_db()
    assert [notes for _name, notes in reasons_of(round_).byes] == [["A bye set by the organiser, times before: 0."]]


def test_a_bye_that_was_asked_for_is_not_handed_on():
    tournament = cup(9)
    Absence.objects.create(entry=tournament.entries.get(number=9), number=1, kind="half")
    round_ = step("draw", tournament, 1)
    asked = number_of(round_, 9)
    assert layout_of_round(round_).byes == {asked: "half"}
    seat = layout_of_round(round_).tables[0].seats[0]
    mend("swap", round_, one=asked, other=seat)
    assert layout_of_round(round_).byes == {seat: "bye"}
    mend("swap", round_, one=asked, other=seat)
    mend("undo", round_)
    mend("move", round_, entry=asked, table=0)
    assert layout_of_round(round_).byes == {seat: "bye", asked: "half"}


def test_somebody_moves_to_another_table_or_a_new_one_and_the_rest_is_warned_about():
    round_ = step("draw", cup(7), 1, seed=1)
    full = next(table for table in layout_of_round(round_).tables if len(table.seats) == 4)
    short = next(table for table in layout_of_round(round_).tables if len(table.seats) == 3)
    with pytest.raises(ServiceError, match="is full"):
        mend("move", round_, entry=short.seats[0], table=full.number)
    mend("move", round_, entry=full.seats[0], table=short.number)
    assert layout_of_round(round_).at(short.number).seats == (*short.seats, full.seats[0])
    mend("move", round_, entry=full.seats[1], table=9)
    assert layout_of_round(round_).at(9).seats == (full.seats[1],)
    round_.refresh_from_db()
    assert "Table 9 has 1 seats taken; from 2 to 4 are allowed." in warnings_of(round_, names(round_)).tables[9]
    step_refused = pytest.raises(ServiceError, match="Table 9")
    with step_refused:
        step("publish", round_.tournament, 1)
    mend("move", round_, entry=full.seats[1], table=0)
    assert [table.number for table in layout_of_round(round_).tables] == [1, 2]


def test_who_came_since_the_draw_is_placed_by_hand():
    round_ = step("draw", cup(7), 1)
    entries.add_entries(tournament=round_.tournament, text="Late", actor=ACTOR)
    late = number_of(round_, 8)
    short = next(table for table in layout_of_round(round_).tables if len(table.seats) == 3)
    mend("move", round_, entry=late, table=short.number)
    assert {len(table.seats) for table in layout_of_round(round_).tables} == {4}


def test_a_locked_table_stays_when_the_rest_is_drawn_again():
    tournament = cup(16)
    finish(tournament, 1)
    round_ = step("draw", tournament, 2, seed=3)
    kept = layout_of_round(round_).at(2)
    mend("set_lock", round_, table=2, locked=True)
    mend("redraw", round_, seed=4)
    after = layout_of_round(round_)
    assert after.at(2) == Laid(2, kept.seats, 1, True)
    assert sorted(seat for table in after.tables for seat in table.seats) == sorted(names(round_))
    round_.refresh_from_db()
    assert (round_.seed, round_.version) == (4, 2)


def test_a_forbidden_pair_is_warned_about_and_drawn_apart():
    round_ = step("draw", cup(8), 1, seed=1)
    one, other = layout_of_round(round_).tables[0].seats[:2]
    mend("forbid", round_, one=other, other=one)
    round_.refresh_from_db()
    said = warnings_of(round_, names(round_)).tables[1]
    assert said[0].startswith("Forbidden together: ")
    with pytest.raises(ServiceError, match="already"):
        mend("forbid", round_, one=one, other=other)
    mend("redraw", round_)
    assert layout_of_round(round_).table_of(one) != layout_of_round(round_).table_of(other)
    mend("undo", round_)
    mend("undo", round_)
    assert not Ban.objects.exists()
    assert layout_of_round(round_).table_of(one) == layout_of_round(round_).table_of(other)


def test_somebody_always_sits_at_one_table():
    round_ = step("draw", cup(12), 1, seed=1)
    who = layout_of_round(round_).at(1).seats[0]
    mend("fix_table", round_, entry=who, table=3)
    mend("redraw", round_)
    assert layout_of_round(round_).table_of(who).number == 3
    mend("undo", round_)
    mend("undo", round_)
    assert round_.tournament.entries.get(pk=who).fixed_table is None


def test_tables_exchange_their_numbers():
    round_ = step("draw", cup(8), 1)
    one, two = (table.seats for table in layout_of_round(round_).tables)
    mend("renumber", round_, table=1, to=2)
    mend("renumber", round_, table=1, to=7)
    assert [(table.number, table.seats) for table in layout_of_round(round_).tables] == [(2, one), (7, two)]


def test_every_change_is_taken_back_in_turn():
    round_ = step("draw", cup(9), 1, seed=2)
    seen = [(layout_of_round(round_), round_.reasons, round_.seed)]
    first, second = layout_of_round(round_).tables[:2]
    for action, more in (
        ("swap", {"one": first.seats[0], "other": second.seats[0]}),
        ("set_lock", {"table": 1, "locked": True}),
        ("renumber", {"table": 3, "to": 5}),
        ("redraw", {"seed": 9}),
    ):
        mend(action, round_, **more)
        round_.refresh_from_db()
        seen.append((layout_of_round(round_), round_.reasons, round_.seed))
    for expected in seen[-2::-1]:
        mend("undo", round_)
        round_.refresh_from_db()
        assert (layout_of_round(round_), round_.reasons, round_.seed) == expected
    with pytest.raises(ServiceError, match="Nothing has been changed"):
        mend("undo", round_)


def test_a_change_of_what_somebody_else_changed_is_told_and_nothing_is_lost():
    round_ = step("draw", cup(8), 1)
    one, other = (table.seats[0] for table in layout_of_round(round_).tables)
    mend("set_lock", round_, table=1, locked=True)
    before = layout_of_round(round_)
    with pytest.raises(mending.StaleDraft, match="last: test"):
        mend("swap", round_, version=0, one=one, other=other)
    assert layout_of_round(round_) == before
    step("publish", round_.tournament, 1)
    with pytest.raises(ServiceError, match="no draft"):
        mend("swap", round_, version=1, one=one, other=other)


def test_groups_keep_numbers_of_their_own():
    tournament = cup(16)
    stage = tournament.stages.get()
    stage.groups = 2
    stage.save()
    for member in stage.members.order_by("seed")[8:]:
        member.group = 2
        member.save()
    round_ = step("draw", tournament, 1)
    mend("set_lock", round_, table=3, locked=True)
    kept = layout_of_round(round_).at(3)
    mend("redraw", round_)
    after = layout_of_round(round_)
    assert [(table.number, table.group) for table in after.tables] == [(1, 1), (2, 1), (3, 2), (4, 2)]
    assert after.at(3) == Laid(3, kept.seats, 2, True)
    round_.refresh_from_db()
    assert warnings_of(round_, names(round_)).whole == []
    one, other = after.at(1).seats[0], after.at(4).seats[0]
    mend("swap", round_, one=one, other=other)
    round_.refresh_from_db()
    called = names(round_)
    told = warnings_of(round_, called)
    assert told.whole == [
        f"{called[other]} plays in group 2, but was put at a table of group 1.",
        f"{called[one]} plays in group 1, but was put at a table of group 2.",
    ]
    assert set(told.tables) == {1, 4}


def test_a_change_asks_as_often_for_many_as_for_few():
    def asked(count: int) -> int:
        round_ = step("draw", cup(count), 1)
        one, other = (table.seats[0] for table in layout_of_round(round_).tables[:2])
        with CaptureQueriesContext(connection) as queries:
            mend("swap", round_, one=one, other=other)
        return len(queries)

    assert asked(8) == asked(20)


@given(st.data())
def test_nobody_is_lost_by_any_change(data):
    count = data.draw(st.integers(3, 14))
    seats = list(range(count))
    layout = Layout(
        tuple(Laid(at + 1, tuple(seats[at * 4 : at * 4 + 4])) for at in range(count // 4)),
        dict.fromkeys(seats[count // 4 * 4 :], "bye"),
    )
    for _change in range(6):
        one, other = data.draw(st.sampled_from(seats)), data.draw(st.sampled_from(seats))
        number = data.draw(st.integers(1, 6))
        action = data.draw(st.sampled_from(["swap", "move", "rest", "renumber"]))
        try:
            if action == "swap":
                layout = layout.swap(one, other)
            elif action == "move":
                layout = layout.move(one, number, 4)
            elif action == "rest":
                layout = layout.rest(one)
            else:
                layout = layout.renumber(number, data.draw(st.integers(1, 6)))
        except LayoutError:
            continue
        placed = [seat for table in layout.tables for seat in table.seats] + list(layout.byes)
        assert sorted(placed) == seats
        assert len({table.number for table in layout.tables}) == len(layout.tables)
        assert all(1 <= len(table.seats) <= 4 for table in layout.tables)


@pytest.mark.parametrize("format_", ["round_robin", "swiss", "knockout"])
def test_a_locked_table_with_somebody_of_another_group_is_drawn_around(format_):
    tournament = cup(8, variant="draughts")
    update_stage(stage=tournament.stages.get(), actor=ACTOR, format=format_, groups=2)
    lay_groups(stage=tournament.stages.get(), actor=ACTOR)
    round_ = step("draw", tournament, 1)
    first, other = (layout_of_round(round_).tables[at] for at in (0, 2))
    assert (first.group, other.group) == (1, 2)
    mend("swap", round_, one=first.seats[0], other=other.seats[0])
    mend("set_lock", round_, table=first.number, locked=True)
    mend("redraw", round_)
    drawn = layout_of_round(round_)
    assert set(drawn.at(first.number).seats) == {other.seats[0], first.seats[1]}
    placed = [seat for table in drawn.tables for seat in table.seats] + list(drawn.byes)
    assert len(placed) == len(set(placed))
    assert {first.seats[0], other.seats[1]} <= set(placed)
    round_.refresh_from_db()
    assert not any("Not here" in warning for warning in warnings_of(round_, names(round_)).whole)
