"""The fold over games: the same bits from wherever it starts."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from scoring.ratings.kept import unpack
from scoring.ratings.model import DEFAULT, Rater, Rating, widened
from scoring.ratings.replay import Game, changes_of, moment_of, replay

DAY0 = datetime(2026, 1, 1, 18, tzinfo=UTC)
KNOWN = (30.0, 2.0, moment_of(DAY0), 1, 5.0)


def told(games, standings=None):
    """What these games did to each player."""
    now = {} if standings is None else standings
    return [change for game in replay(games, now) for change in changes_of(*game)]


@st.composite
def seasons(draw):
    """Games of duels, pairs and fours among eight players, with gaps from minutes to years."""
    at, games = DAY0, []
    for number in range(draw(st.integers(1, 12))):
        at += timedelta(minutes=draw(st.sampled_from([0, 20, 1440, 30 * 1440, 700 * 1440])))
        players = draw(st.permutations(range(8)))
        sides = draw(
            st.sampled_from(
                [
                    tuple((player,) for player in players[:2]),
                    (tuple(players[:2]), tuple(players[2:4])),
                    tuple((player,) for player in players[:4]),
                ]
            )
        )
        places = tuple(draw(st.lists(st.integers(1, len(sides)), min_size=len(sides), max_size=len(sides))))
        games.append(Game(at, number, sides, places))
    return games


@given(seasons(), st.data())
def test_from_any_point_on_it_gives_the_same_bits(games, data):
    cut = data.draw(st.integers(0, len(games)))
    whole = list(replay(games, {}))
    standings = {}
    head = list(replay(games[:cut], standings))
    then = dict(standings)
    tail = list(replay(games[cut:], standings))
    assert head + tail == whole
    before = {}
    for game in tail:
        for side in unpack(game.kept):
            for step in side.steps:
                before.setdefault(step.player, step.before)
    assert {player: standing for player, standing in before.items() if standing[3]} == {
        player: standing for player, standing in then.items() if player in before
    }


@given(seasons())
def test_standings_are_brought_up_to_date(games):
    standings = {}
    last = {change.player: change for change in told(games, standings)}
    assert standings == {
        player: (change.mu, change.sigma, moment_of(change.finished_at), change.number, standings[player][4])
        for player, change in last.items()
    }


def test_a_pairs_players_are_rated_one_by_one():
    changes = told([Game(DAY0, 1, ((1, 3), (2, 4)), (1, 2))], {1: KNOWN})
    assert [(change.player, change.place) for change in changes] == [(1, 1), (3, 1), (2, 2), (4, 2)]
    by_player = {change.player: change for change in changes}
    assert by_player[3].mu - by_player[3].mu_before > by_player[1].mu - by_player[1].mu_before > 0
    assert by_player[2][4:] == by_player[4][4:]


def test_a_year_away_widens_sigma_before_the_game():
    back = DAY0 + timedelta(days=365, hours=3)
    changes = told([Game(back, 1, ((1,), (2,)), (1, 2))], {1: KNOWN})
    assert changes[0].sigma_before == widened(2.0, 365) > 2.0
    assert changes[1][4:6] == (DEFAULT.mu, DEFAULT.sigma)
    [[winner], _] = Rater().rate([[Rating(30.0, changes[0].sigma_before)], [Rating(25.0, DEFAULT.sigma)]], [1, 2])
    assert changes[0][6:8] == winner


def test_games_out_of_order_are_refused():
    games = [Game(DAY0, 2, ((1,), (2,)), (1, 2)), Game(DAY0, 1, ((1,), (2,)), (1, 2))]
    with pytest.raises(ValueError, match=r"game 1 .* comes after game 2"):
        list(replay(games, {}))
