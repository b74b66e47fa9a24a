"""Tournament points by place: the scales, shared places, and that a table always gives out the same sum."""

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, strategies as st

from tournaments.points import (
    BY_PLACE,
    PRESETS,
    TABLES,
    Scheme,
    SchemeError,
    points_by_place,
    points_for_bye,
    scheme_of,
)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([1, 2], ["1", "0"]),
        ([2, 1], ["0", "1"]),
        ([1, 1], ["0.5", "0.5"]),
        ([1, 2, 3], ["4", "2.5", "1"]),
        ([2, 1, 2], ["1.75", "4", "1.75"]),
        ([1, 1, 3], ["3.25", "3.25", "1"]),
        ([1, 1, 1], ["2.5", "2.5", "2.5"]),
        ([4, 3, 2, 1], ["1", "2", "3", "4"]),
        ([2, 2, 1, 2], ["2", "2", "4", "2"]),
        ([1, 1, 1, 4], ["3", "3", "3", "1"]),
        ([1, 1, 3, 3], ["3.5", "3.5", "1.5", "1.5"]),
    ],
)
def test_points_follow_the_places(places: list[int], points: list[str]) -> None:
    assert points_by_place(places) == [Decimal(text) for text in points]


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_a_table_always_gives_out_the_same_sum(sides: int) -> None:
    for scores in product(range(sides), repeat=sides):
        places = [1 + sum(other > score for other in scores) for score in scores]
        assert sum(points_by_place(places)) == sum(BY_PLACE[sides])


@pytest.mark.parametrize("places", [[2, 2], [3, 3, 3], [1, 4, 4, 4]])
def test_impossible_places_are_refused(places: list[int]) -> None:
    with pytest.raises(ValueError, match="not places"):
        points_by_place(places)


def test_a_bye_is_a_win_between_two_sides_and_the_middle_at_a_table() -> None:
    assert points_for_bye(two_sides=True) == 1
    assert points_for_bye(two_sides=False) == sum(BY_PLACE[4]) / 4 == sum(BY_PLACE[3]) / 3


def said(points: list[Fraction]) -> list[str]:
    return list(map(str, points))


@pytest.mark.parametrize("name", PRESETS)
def test_a_scheme_reads_back_from_what_is_stored(name: str) -> None:
    scheme = PRESETS[name][1]
    stored = json.loads(json.dumps(scheme.as_json()))
    assert Scheme.from_json(stored) == scheme
    assert not any(isinstance(value, float) for value in stored.values())


@given(
    st.builds(
        Scheme,
        kind=st.just("win"),
        win=st.fractions(5, 9, max_denominator=1000),
        draw=st.fractions(2, 4, max_denominator=1000),
        loss=st.fractions(-1, 1, max_denominator=1000),
        bye=st.fractions(0, 9, max_denominator=1000),
        walkover=st.none() | st.fractions(0, 9, max_denominator=1000),
        forfeit_lost=st.none() | st.fractions(-9, 0, max_denominator=1000),
    )
)
def test_any_scheme_reads_back(scheme: Scheme) -> None:
    assert Scheme.from_json(json.loads(json.dumps(scheme.as_json()))) == scheme


@pytest.mark.parametrize(
    ("stored", "field"),
    [
        ({"kind": "luck"}, "kind"),
        ({"kind": "win", "wins": "1"}, "wins"),
        ({"kind": "win", "win": "many"}, "win"),
        ({"kind": "win", "win": "1/0"}, "win"),
        ({"kind": "win", "win": True}, "win"),
        ({"kind": "win", "win": "10000"}, "win"),
        ({"kind": "win", "win": "1", "draw": "2"}, "draw"),
        ({"kind": "place", "places": [[1, 0], [4, 2, 1]]}, "places"),
        ({"kind": "place", "places": [[0, 1], [4, 2, 1], [4, 3, 2, 1]]}, "places"),
        ({"kind": "place", "places": [[1, 0], [4, 2, 1], 3]}, "places"),
        ({"kind": "place", "places": 7}, "places"),
    ],
)
def test_what_is_no_scheme_says_what_is_wrong(stored: dict[str, object], field: str) -> None:
    with pytest.raises(SchemeError) as error:
        Scheme.from_json(stored)
    assert error.value.field == field


def test_numbers_are_taken_as_they_are_written() -> None:
    assert Scheme.from_json({"kind": "win", "draw": 0.1}).draw == Fraction(1, 10)
    assert Scheme.from_json({"kind": "win", "draw": "0,5"}).draw == Fraction(1, 2)


def test_by_win() -> None:
    three = PRESETS["win_3"][1]
    assert said(three.of_game([1, 2])) == ["3", "0"]
    assert said(three.of_game([1, 1])) == ["1", "1"]
    assert said(three.of_game([1, 2, 2, 4])) == ["3", "0", "0", "0"]


def test_by_an_own_list_shared_places_share_exactly() -> None:
    scheme = PRESETS["first_two"][1]
    assert said(scheme.of_game([1, 2, 2, 2])) == ["3", "1/3", "1/3", "1/3"]
    assert said(scheme.of_game([1, 1, 3])) == ["2", "2", "0"]


def test_all_but_the_loser() -> None:
    assert said(PRESETS["loser"][1].of_game([1, 2, 3, 4], lost=[3])) == ["1", "1", "1", "0"]
    assert said(PRESETS["loser"][1].of_game([1, 2, 3, 3], lost=[2, 3])) == ["1", "1", "0", "0"]


def test_by_the_accounts() -> None:
    scheme = PRESETS["accounts"][1]
    assert said(scheme.of_game([1, 2], written=[101, 40])) == ["101", "40"]
    assert said(scheme.of_game([2, 1], written=[101, 40], penalty=True)) == ["-101", "-40"]


def test_forfeits_have_their_own_values() -> None:
    scheme = Scheme(
        forfeit_won=Fraction(3, 4), forfeit_lost=Fraction(-1), walkover=Fraction(1, 2), double_forfeit=Fraction(-2)
    )
    assert said(scheme.of_game([1, 2], forfeited=[1])) == ["3/4", "-1"]
    assert said(scheme.of_game([1, 2], forfeited=[1], begun=False)) == ["1/2", "-1"]
    assert said(scheme.of_game([1, 1], forfeited=[0, 1], begun=False)) == ["-2", "-2"]
    assert said(Scheme().of_game([1, 2], forfeited=[1])) == ["1", "0"], "as the places say where nothing is stated"
    assert said(Scheme().of_game([1, 1], forfeited=[0, 1])) == ["0", "0"], "a double forfeit has no winner"


def test_at_a_table_the_others_keep_the_points_of_their_places() -> None:
    scheme = replace(TABLES, walkover=Fraction(9), forfeit_lost=Fraction(0))
    assert said(scheme.of_game([1, 2, 3, 4], forfeited=[3], begun=False)) == ["4", "3", "2", "0"]


def test_the_middle_of_a_game() -> None:
    assert (Scheme().middle, Scheme().best) == (Fraction(1, 2), 1)
    assert (TABLES.middle, TABLES.best) == (Fraction(5, 2), 4)
    assert scheme_of({}, two_sides=False) == TABLES
    assert scheme_of({"kind": "loser"}, two_sides=False).kind == "loser"


def test_a_number_of_any_length_is_refused_at_once() -> None:
    with pytest.raises(SchemeError):
        Scheme.from_json({"kind": "win", "win": "1e999999999"})
