"""Chances: the logistic with two sides, its softmax with more."""

from itertools import pairwise
from math import exp, sqrt

import pytest
from hypothesis import given, strategies as st

from scoring.ratings.model import DEFAULT, Settings
from scoring.ratings.predict import chance_above, chances

rating = st.tuples(st.floats(-20, 80), st.floats(0.5, 9))


@given(rating, rating)
def test_two_sides_by_the_formula(one, other):
    d = (one[0] - other[0]) / sqrt(one[1] ** 2 + other[1] ** 2 + 2 * DEFAULT.beta**2)
    assert chances([[one], [other]])[0] == pytest.approx(1 / (1 + exp(-d)))
    assert chance_above([one], [other]) + chance_above([other], [one]) == pytest.approx(1)


@given(st.lists(st.lists(rating, min_size=1, max_size=2), min_size=2, max_size=4))
def test_chances_add_up_and_follow_strength(sides):
    found = chances(sides)
    assert sum(found) == pytest.approx(1)
    by_strength = sorted(range(len(sides)), key=lambda i: sum(mu for mu, _ in sides[i]))
    assert all(found[a] <= found[b] + 1e-12 for a, b in pairwise(by_strength))


def test_a_much_better_player_of_four_may_have_more_than_half():
    assert chances([[(60.0, 1.0)], [(20.0, 1.0)], [(20.0, 1.0)], [(20.0, 1.0)]])[0] > 0.9


def test_temperature_makes_a_prediction_more_cautious():
    sides = [[(30.0, 2.0)], [(25.0, 2.0)]]
    assert 0.5 < chances(sides, Settings(temperature=2.0))[0] < chances(sides)[0]
