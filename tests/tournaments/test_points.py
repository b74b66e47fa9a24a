"""Tournament points by place: the scales, shared places, and that a table always gives out the same sum."""

from decimal import Decimal
from itertools import product

import pytest

from tournaments.points import BY_PLACE, points_by_place, points_for_bye


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
