"""Places of a knockout: by the bracket, whatever the number of wins, after any round."""

from __future__ import annotations

import pytest

from tests.tournaments.test_prints import knockout
from tournaments.queries.standings import standings

pytestmark = pytest.mark.django_db


def places(count: int, played: int, *, after: int | None = None, **more: object) -> list[tuple[int, list[int]]]:
    """Each place with the seeds that share it; the better seed has won every match."""
    found: dict[int, list[int]] = {}
    for row in standings(knockout(count, played, **more), after).rows:
        found.setdefault(row.place, []).append(row.number)
    return sorted((place, sorted(seeds)) for place, seeds in found.items())


def test_who_falls_in_the_same_round_shares_a_place() -> None:
    assert places(8, 3) == [(1, [1]), (2, [2]), (3, [3, 4]), (5, [5, 6, 7, 8])]


def test_a_walkover_in_the_first_round_is_no_disadvantage() -> None:
    assert places(6, 3) == [(1, [1]), (2, [2]), (3, [3, 4]), (5, [5, 6])]


def test_who_is_in_stands_before_who_is_out() -> None:
    assert places(8, 1) == [(1, [1, 2, 3, 4]), (5, [5, 6, 7, 8])]
    assert places(8, 0) == [(1, [1, 2, 3, 4, 5, 6, 7, 8])]


def test_after_an_earlier_round() -> None:
    assert places(8, 3, after=2) == [(1, [1, 2]), (3, [3, 4]), (5, [5, 6, 7, 8])]


def test_the_match_for_the_third_place_decides_it() -> None:
    assert places(4, 2, settings={"places": 4}) == [(1, [1]), (2, [2]), (3, [3]), (4, [4])]


def test_two_losses() -> None:
    assert places(4, 4, format="double_knockout") == [(1, [1]), (2, [2]), (3, [3]), (4, [4])]
    assert places(8, 6, format="double_knockout") == [(1, [1]), (2, [2]), (3, [3]), (4, [4]), (5, [5, 6]), (7, [7, 8])]
