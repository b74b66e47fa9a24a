"""The model written out gives what the library gives, to the last bit."""

from hypothesis import given, settings, strategies as st

from scoring.ratings.bradley_terry import MOST_SIDES
from scoring.ratings.model import Rater, Settings

player = st.tuples(st.floats(-40, 90), st.floats(0.05, 12))


@st.composite
def games(draw):
    sides = draw(st.lists(st.lists(player, min_size=1, max_size=4), min_size=2, max_size=MOST_SIDES + 1))
    return sides, draw(st.lists(st.integers(1, len(sides)), min_size=len(sides), max_size=len(sides)))


@settings(max_examples=300)
@given(games(), st.sampled_from([25 / 6, 0.7, 8.3]), st.sampled_from([25 / 300, 0.69, 0.001]))
def test_to_the_last_bit(game, beta, tau):
    sides, places = game
    chosen = Settings(beta=beta, tau=tau)
    assert Rater(chosen).rate(sides, places) == Rater(chosen, by_library=True).rate(sides, places)
