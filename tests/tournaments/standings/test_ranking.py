"""The places: sharing, direct encounters, lots, what parts two lines, and properties of all of it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from tests.tournaments.standings.club import field, game, random_field
from tests.tournaments.standings.test_measures import PAIRS, PENALTY
from tournaments.standings import orders
from tournaments.standings.measure import MEASURES
from tournaments.standings.ranking import DECIDES, EQUAL, NOT_APPLIED, NOT_NEEDED, Ranking, qualification, rank
from tournaments.standings.tally import Tally
from tournaments.standings.values import Entry
from tournaments.standings.words import note_of_part, notes_of, render

CODES = sorted(MEASURES)


def places(ranking: Ranking) -> dict[int, int]:
    return {line.entry: line.place for line in ranking.lines}


def test_domino_pairs() -> None:
    ranking = rank(PAIRS, orders.ORDERS["pairs"].measures)
    assert places(ranking) == {1: 1, 2: 2, 3: 3, 4: 4}
    comparison = ranking.between(2, 1)
    assert (comparison.upper, comparison.lower) == (1, 2)
    assert [step.did for step in comparison.steps] == [EQUAL, EQUAL, DECIDES, NOT_NEEDED, NOT_NEEDED]
    assert comparison.decided is not None
    assert (comparison.decided.measure.code, comparison.decided.upper, comparison.decided.lower) == (
        "difference", 121, 11,
    )  # fmt: skip
    assert [(part.round, part.table, part.amount) for part in comparison.upper_parts] == [
        (1, 1, 61), (2, 1, -21), (3, 1, 81),
    ]  # fmt: skip


def test_mandavoshka() -> None:
    ranking = rank(PENALTY, orders.ORDERS["mandavoshka"].measures)
    assert [line.entry for line in ranking.lines] == [2, 3, 1, 4]


def test_places_are_shared_where_all_measures_tie() -> None:
    drawn = field(4, game(1, 1, {1: 50, 2: 50}), game(1, 2, {3: 50, 4: 50}))
    ranking = rank(drawn, ("points", "difference"))
    assert {(line.place, line.sharing) for line in ranking.lines} == {(1, 4)}
    comparison = ranking.between(1, 2)
    assert comparison.decided is None
    assert [note.code for note in notes_of(comparison)][-1] == "all_equal"


# 1 beats 2, 2 beats 3; 1 and 3 have not met; 4 has lost to 3 and beats nobody.
CHAIN = field(4, game(1, 1, {1: 101, 2: 0}), game(1, 2, {3: 101, 4: 0}), game(2, 1, {2: 101, 3: 0}))


def test_the_direct_encounter_waits_until_all_tied_have_met() -> None:
    assert places(rank(CHAIN, ("points", "direct"))) == {1: 1, 2: 1, 3: 1, 4: 4}
    assert rank(CHAIN, ("points", "direct")).between(1, 2).steps[1].did == NOT_APPLIED
    assert places(rank(CHAIN, ("points", "direct_any"))) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert places(rank(CHAIN, ("points", "direct_sure"))) == {1: 1, 2: 1, 3: 1, 4: 4}


def test_the_direct_encounter_may_be_asked_again() -> None:
    """Among three it cannot be applied; what the accounts leave tied has met."""
    order = ("points", "direct", "against", "direct")
    games = (
        game(1, 1, {1: 101, 2: 50}),
        game(1, 2, {3: 101, 4: 20}),
        game(2, 1, {2: 101, 4: 60}),
        game(2, 2, {3: 0, 5: 101}),
    )
    ranking = rank(field(5, *games), order)
    comparison = ranking.between(1, 2)
    assert [step.did for step in comparison.steps[:2]] == [EQUAL, NOT_APPLIED]
    twice = rank(field(4, *games[:3], game(2, 2, {1: 0, 3: 51})), ("points", "for", "direct"))
    assert places(twice)[3] == 1


def test_those_tied_again_are_looked_at_among_themselves() -> None:
    games = (
        game(1, 1, {1: 101, 2: 0}),
        game(2, 1, {1: 101, 3: 0}),
        game(3, 1, {4: 101, 1: 0}),
        game(4, 1, {2: 101, 3: 0}),
        game(5, 1, {3: 101, 4: 0}),
        game(6, 1, {2: 50, 4: 50}),
    )
    ranking = rank(field(4, *games), ("games", "direct"))
    assert [str(ranking.of[entry].marks[1].value) for entry in (1, 2, 3, 4)] == ["2", "3/2", "1", "3/2"]
    assert [(line.entry, line.place) for line in ranking.lines] == [(1, 1), (2, 2), (4, 2), (3, 4)], "2 and 4 drew"
    games = (*games[:5], game(6, 1, {2: 101, 4: 0}))
    tied = rank(field(4, *games), ("games", "direct"))
    assert [line.entry for line in tied.lines] == [1, 2, 3, 4], "1 beat 2, who has two wins too; 3 beat 4"


def test_at_a_table_of_four_who_stands_above_whom_counts() -> None:
    ranking = rank(PENALTY, ("games", "direct"))
    assert [str(ranking.value(entry, "direct")) for entry in (1, 2, 3, 4)] == ["3/2", "9/4", "7/4", "1/2"]


def test_several_games_of_the_same_two_count_as_their_mean() -> None:
    games = (
        game(1, 1, {1: 101, 2: 0}),
        game(2, 1, {1: 0, 2: 101}),
        game(3, 1, {1: 50, 2: 50}),
    )
    assert [str(mark.marks[1].value) for mark in rank(field(2, *games), ("games", "direct")).lines] == ["1/2", "1/2"]


def test_lots_are_drawn_by_the_seed_and_by_nothing_else() -> None:
    drawn = field(6, lots=7)
    before = [line.entry for line in rank(drawn, ("lots",)).lines]
    assert sorted(before) == [1, 2, 3, 4, 5, 6]
    assert len({line.place for line in rank(drawn, ("lots",)).lines}) == 6
    late = replace(drawn, entries=(*drawn.entries, Entry(7, number=7)))
    after = [line.entry for line in rank(late, ("lots",)).lines if line.entry != 7]
    assert after == before
    assert (
        len({tuple(line.entry for line in rank(replace(drawn, lots=seed), ("lots",)).lines) for seed in range(9)}) > 4
    )
    assert {line.place for line in rank(replace(drawn, lots=None), ("lots",)).lines} == {1}, "no seed, no lot"


def test_who_qualifies_and_who_shares_the_line() -> None:
    ranking = rank(CHAIN, ("points",))
    assert qualification(ranking, 3) == ((1, 2, 3), (), (4,))
    assert qualification(ranking, 2) == ((), (1, 2, 3), (4,))


def test_a_round_robin_counts_nothing_of_who_left_early() -> None:
    left = replace(PAIRS, entries=tuple(replace(one, withdrawn=one.id == 4) for one in PAIRS.entries))
    early = left.after(1)
    assert {contest.table for contest in early.without_early_leavers(3).contests} == {1}
    assert len(left.after(2).without_early_leavers(3).contests) == 4, "two of three are half or more"


def test_groups_are_ranked_by_themselves() -> None:
    entries = tuple(Entry(one, group=1 if one in (1, 4) else 2) for one in (1, 2, 3, 4))
    grouped = replace(PAIRS, entries=entries)
    assert [line.entry for line in rank(grouped.of_group(1), ("points",)).lines] == [1, 4]
    assert places(rank(grouped.of_group(2), ("points",))) == {2: 1, 3: 2}


def test_after_an_earlier_round() -> None:
    assert places(rank(PAIRS.after(1), ("points", "difference"))) == {1: 1, 3: 2, 4: 3, 2: 4}
    assert {line.place for line in rank(PAIRS.after(0), ("points", "difference")).lines} == {1}


@pytest.mark.parametrize("name", orders.ORDERS)
def test_presets_know_their_measures(name: str) -> None:
    preset = orders.ORDERS[name]
    assert len(rank(PAIRS, preset.measures).lines) == 4
    everything = {"accounts", "hands", "early", "ratings", "target"}
    for format_ in preset.formats or {"round_robin", "swiss", "tables", "knockout"}:
        orders.check(preset.measures, format_, everything)
        assert name in orders.orders_for(format_, everything)


def test_what_a_stage_may_choose() -> None:
    round_robin = {one.code for one in orders.offered("round_robin", {"accounts"})}
    assert not any(code.startswith(("buchholz", "median")) for code in round_robin)
    assert {"sonneborn", "koya", "direct", "difference"} <= round_robin
    assert "fide_round_robin" not in orders.orders_for("swiss", ())
    assert "difference" not in {one.code for one in orders.offered("dutch", ())}
    with pytest.raises(orders.OrderError, match="buchholz"):
        orders.check(("points", "buchholz"), "round_robin", ())
    with pytest.raises(orders.OrderError, match="luck"):
        rank(PAIRS, ("points", "luck"))
    assert orders.usual("dutch", (), penalty=False, colours=True)[1] == "buchholz_cut1"
    assert orders.usual("swiss", {"accounts"}, penalty=False, colours=False)[2] == "difference"


ORDER = st.lists(st.sampled_from(CODES), min_size=1, max_size=6)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10_000), order=ORDER, data=st.data())
def test_the_order_of_the_entries_does_not_matter(seed: int, order: list[str], data: st.DataObject) -> None:
    played = replace(random_field(seed), lots=seed, target=101)
    shuffled = replace(
        played,
        entries=tuple(data.draw(st.permutations(played.entries))),
        contests=tuple(data.draw(st.permutations(played.contests))),
        byes=tuple(data.draw(st.permutations(played.byes))),
    )
    assert rank(played, order).lines == rank(shuffled, order).lines


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10_000), order=ORDER)
def test_places_say_how_many_stand_above(seed: int, order: list[str]) -> None:
    ranking = rank(replace(random_field(seed), lots=seed, target=101), order)
    for at, line in enumerate(ranking.lines):
        keys = [mark.key for mark in line.marks]
        alike = [other for other in ranking.lines if [mark.key for mark in other.marks] == keys]
        assert line.sharing == len(alike)
        assert line.place == 1 + ranking.lines.index(alike[0])
        assert line.place <= at + 1 < line.place + line.sharing


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10_000), order=ORDER)
def test_an_explanation_names_the_first_measure_that_differs(seed: int, order: list[str]) -> None:
    ranking = rank(replace(random_field(seed), lots=seed, target=101), order)
    for above, below in zip(ranking.lines, ranking.lines[1:], strict=False):
        comparison = ranking.between(below.entry, above.entry)
        differs = [above.marks[at].key != below.marks[at].key for at in range(len(order))]
        if above.place == below.place:
            assert comparison.decided is None
            continue
        assert (comparison.upper, comparison.lower) == (above.entry, below.entry)
        first = differs.index(True)
        assert [step.did == DECIDES for step in comparison.steps] == [at == first for at in range(len(order))]
        assert above.marks[first].key < below.marks[first].key
        for note in notes_of(comparison):
            assert "%" not in render(note, {})


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), code=st.sampled_from(CODES))
def test_a_number_is_what_its_parts_come_to(seed: int, code: str) -> None:
    tally, measure = Tally(replace(random_field(seed), target=101)), MEASURES[code]
    for entry in tally.entries:
        parts = tuple(measure.parts(tally, entry))
        assert all(render(note_of_part(part), {}) for part in parts)
        if code not in ("ratio", "rating") and not measure.among_tied:
            assert measure.total(parts) == measure.value(tally, entry)


def test_words() -> None:
    comparison = rank(PAIRS, ("points", "difference")).between(1, 2)
    said = [render(note, {1: "Анна", 2: "Борис"}) for note in notes_of(comparison)]
    assert said == ["Points: both 2.", "Efficiency (difference): Анна 121, Борис 11. This decides."]
    assert next(render(note_of_part(part), {}) for part in comparison.upper_parts) == "Round 1, table 1: 61"
    cut = rank(PAIRS, ("buchholz_cut1",)).tally
    parts = MEASURES["buchholz_cut1"].parts(cut, 1)
    assert [render(note_of_part(part), {}) for part in parts] == [
        "Round 1, table 1: 2", "Round 2, table 1: 2", "Round 3, table 1: 0, does not count",
    ]  # fmt: skip


def test_a_penalty_game_has_its_own_names() -> None:
    assert MEASURES["for"].name_in(True) == "Written"
    assert MEASURES["for"].is_lower(True)
    assert not MEASURES["for"].is_lower(False)
    assert Fraction(rank(PENALTY, ("for",)).value(2, "for") or 0) == 60
