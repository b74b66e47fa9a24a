"""The rating of one game: the library's published numbers, and what the default model was chosen for."""

import doctest
import subprocess
import sys
from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from scoring.ratings import model, predict
from scoring.ratings.model import Rater, Rating, Settings, is_provisional, ordinal, widened

START = Rating(25.0, 25.0 / 3.0)

ratings = st.builds(Rating, st.floats(-20, 80), st.floats(0.5, 9))
duels = st.tuples(st.lists(ratings, min_size=1, max_size=2), st.lists(ratings, min_size=1, max_size=2))
fours = st.lists(st.lists(ratings, min_size=1, max_size=1), min_size=3, max_size=4)

# From openskill's own test data for this model (mu and sigma of its start, sides by number of players, ranks, result).
PUBLISHED_START = Rating(8.954715133403496, 5.848503823078021)
PUBLISHED = {
    "in the given order": (
        [1, 2],
        [1, 2],
        [(10.946230734590799, 5.769748517601138), (6.963199532216194, 5.73655963735044)],
    ),
    "four sides": (
        [1, 2, 1, 2],
        [2, 1, 4, 3],
        [
            (9.870790808603847, 5.749148172476351),
            (10.008429504961542, 5.743144340247091),
            (7.774882207356119, 5.749148172476351),
            (8.164758012692479, 5.743144340247091),
        ],
    ),
    "the second wins": (
        [1, 2],
        [2, 1],
        [(8.02711934882737, 5.769748517601138), (9.882310917979623, 5.73655963735044)],
    ),
    "three sides": (
        [1, 2, 3],
        [2, 1, 3],
        [
            (9.53168513913054, 5.788305447884618),
            (10.195020992403235, 5.7608622734328305),
            (7.137439268676715, 5.773109870367607),
        ],
    ),
    "a tie": (
        [1, 2, 3],
        [1, 2, 1],
        [
            (10.338265059251315, 5.788305447884618),
            (7.543004512196137, 5.7608622734328305),
            (8.982875828763039, 5.773109870367607),
        ],
    ),
}


@pytest.mark.parametrize("case", PUBLISHED.values(), ids=PUBLISHED)
def test_the_librarys_published_numbers(case):
    sizes, places, expected = case
    rater = Rater(Settings(mu=PUBLISHED_START.mu, sigma=PUBLISHED_START.sigma))
    rated = rater.rate([[PUBLISHED_START] * size for size in sizes], places)
    for side, size, (mu, sigma) in zip(rated, sizes, expected, strict=True):
        assert side == [(pytest.approx(mu, rel=1e-12), pytest.approx(sigma, rel=1e-12))] * size


def test_the_flat_copy_gives_what_the_library_gives_bit_for_bit():
    from openskill.models import BradleyTerryPart

    sides = [[Rating(25.1, 8.2), Rating(31.7, 2.9)], [Rating(19.3, 4.4), Rating(27.2, 6.1)]]
    plain = BradleyTerryPart()
    library = plain.rate([[plain.rating(*player) for player in side] for side in sides], ranks=[2, 1])
    assert Rater().rate(sides, [2, 1]) == [[(player.mu, player.sigma) for player in side] for side in library]


@given(duels, st.sampled_from([[1, 2], [2, 1], [1, 1]]))
def test_with_two_sides_the_three_models_are_one(sides, places):
    part, full, luce = (
        Rater(Settings(model=name)).rate(sides, places)
        for name in ("BradleyTerryPart", "BradleyTerryFull", "PlackettLuce")
    )
    assert part == full
    for ours, other in zip(part, luce, strict=True):
        for mine, its in zip(ours, other, strict=True):
            assert mine == pytest.approx(its, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("places", [[1, 1, 3, 4], [1, 2, 2, 4], [1, 2, 3, 3], [1, 1, 1, 4], [1, 2, 2, 2], [1, 1, 3, 3]])
def test_among_equals_a_better_place_never_leaves_less_and_a_tie_leaves_the_same(places):
    rated = [ordinal(*side[0]) for side in Rater().rate([[START]] * 4, places)]
    for one, here in zip(places, rated, strict=True):
        for other, there in zip(places, rated, strict=True):
            assert here == pytest.approx(there, abs=1e-9) if one == other else (here > there) == (one < other)


def test_plackett_luce_is_not_the_default_since_it_orders_ties_wrongly():
    first, _, third, _ = (
        ordinal(*side[0]) for side in Rater(Settings(model="PlackettLuce")).rate([[START]] * 4, [1, 1, 3, 4])
    )
    assert third > first


@given(fours, st.data())
def test_the_order_of_the_seats_changes_nothing(sides, data):
    places = data.draw(st.permutations(range(1, len(sides) + 1)))
    order = data.draw(st.permutations(range(len(sides))))
    rated = Rater().rate(sides, places)
    moved = Rater().rate([sides[i] for i in order], [places[i] for i in order])
    assert moved == [rated[i] for i in order]  # exact: without ties the library sorts the sides by place


@given(fours, st.data())
def test_the_order_of_the_seats_changes_nothing_with_ties_either_but_the_last_bits(sides, data):
    places = data.draw(st.lists(st.integers(1, 2), min_size=len(sides), max_size=len(sides)))
    rated = Rater().rate(sides, places)
    for order in permutations(range(len(sides))):
        moved = Rater().rate([sides[i] for i in order], [places[i] for i in order])
        for i, side in zip(order, moved, strict=True):
            assert side[0] == pytest.approx(rated[i][0], rel=1e-12, abs=1e-12)


def test_a_rater_keeps_nothing_from_one_game_to_the_next():
    rater = Rater()
    first = rater.rate([[START], [START]], [1, 2])
    rater.rate([[Rating(40.0, 2.0), START], [START, START]], [2, 1])
    assert rater.rate([[START], [START]], [1, 2]) == first


@pytest.mark.parametrize(("sides", "places"), [([[START]], [1]), ([[START], []], [1, 2]), ([[START], [START]], [1])])
def test_no_game_without_two_sides_and_their_places(sides, places):
    with pytest.raises(ValueError, match="two sides"):
        Rater().rate(sides, places)


def test_days_without_a_game_widen_sigma_up_to_a_newcomers():
    assert widened(2.0, 0) == 2.0
    assert widened(2.0, 1) > 2.0
    assert widened(2.0, 10**6) == model.DEFAULT.sigma
    assert widened(9.0, 100) == 9.0


def test_provisional_by_either_measure():
    assert is_provisional(4.21, 100)
    assert is_provisional(1.0, 19)
    assert not is_provisional(4.2, 20)


def test_worked_examples_in_the_documentation():
    for module in (model, predict):
        assert doctest.testmod(module).failed == 0


def test_the_rating_library_is_loaded_by_who_rates_only():
    code = "import sys, scoring.ratings.replay, scoring.ratings.predict; sys.exit('openskill' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
