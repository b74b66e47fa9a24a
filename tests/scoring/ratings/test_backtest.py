"""Ratings tried on histories: made ones, where the truth is known, and broken ones."""

import json
from datetime import UTC, datetime, timedelta
from math import log
from random import Random

import pytest
from hypothesis import given, strategies as st

from scoring.ratings.backtest import LEAST_SIGMA, backtest, fit_temperature
from scoring.ratings.elo import START, Elo
from scoring.ratings.fit import propose
from scoring.ratings.history import HistoryError, PlayedGame, read_history
from scoring.ratings.measure import outcome, reliability, score
from scoring.ratings.model import DEFAULT, settings_of
from scoring.ratings.predict import softmax
from tests.scoring.ratings.histories import SIDES, made_history


def history(kind: str, games: int, seed: int = 1) -> list[PlayedGame]:
    return read_history(map(json.dumps, made_history(kind, games, players=20, seed=seed)))


@pytest.mark.parametrize("kind", SIDES)
def test_fitted_ratings_beat_elo_and_both_beat_the_uniform_guess(kind: str) -> None:
    tried = backtest(history(kind, 1500), fit=True)
    ours, elo, uniform = (tried.models[name].score.log_loss for name in ("ours", "elo", "uniform"))
    assert ours < elo < uniform
    assert uniform == pytest.approx(log(len(SIDES[kind])))
    assert (tried.games, tried.scored) == (1500, 750)


def test_fitting_is_no_worse_on_what_it_was_fitted_on() -> None:
    games = history("duels", 600)
    plain, fitted = (backtest([*games, *games[:1]][:601], fit=fit).models["ours"] for fit in (False, True))
    assert set(fitted.params) == set(plain.params) == {"mu", "sigma", "beta", "tau", "temperature"}
    assert fitted.score.log_loss <= plain.score.log_loss + 0.02


def test_models_of_two_sides_are_one() -> None:
    models = backtest(history("pairs", 200)).models
    assert models["ours"].score.log_loss == pytest.approx(models["plackett_luce"].score.log_loss, abs=1e-9)


def test_ladders_of_one_history_know_nothing_of_each_other() -> None:
    games = history("duels", 300)
    twice = [game._replace(ladder=name) for game in games for name in ("a", "b")]
    assert backtest(twice).models["elo"].score.log_loss == pytest.approx(
        backtest(games).models["elo"].score.log_loss, abs=1e-6
    )


def test_a_history_that_is_too_short() -> None:
    with pytest.raises(ValueError, match="at least four"):
        backtest(history("duels", 3))


def test_where_nobody_is_known_all_are_equal() -> None:
    assert fit_temperature([[1.0, 1.0]] * 3, [[1.0, 0.0]] * 3) == (1.0, pytest.approx(log(2)))


@given(st.lists(st.floats(-30, 30), min_size=2, max_size=4), st.floats(0.2, 20))
def test_a_forecast_adds_up_and_keeps_the_order(strengths: list[float], temperature: float) -> None:
    chances = softmax(strengths, temperature)
    assert sum(chances) == pytest.approx(1)
    assert max(range(len(chances)), key=strengths.__getitem__) in [
        at for at, chance in enumerate(chances) if chance == max(chances)
    ]


def test_measures() -> None:
    assert outcome([2, 1, 1]) == [0, 0.5, 0.5]
    sure = score([[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]])
    assert sure.brier == 1
    assert sure.ece == 0.5
    assert sure.log_loss > 10
    assert [tuple(each) for each in reliability([[0.25, 0.75]], [[0, 1]])] == [(1, 0.25, 0), (1, 0.75, 1)]


def test_elo() -> None:
    elo = Elo(32)
    elo.count([["a"], ["b"]], [1, 2])
    assert elo.strengths([["a"], ["b"]]) == [(START + 16) / 400, (START - 16) / 400]
    elo.count([["c"], ["d"], ["e"]], [1, 1, 3])
    gains = [400 * strength - START for strength in elo.strengths([["c"], ["d"], ["e"]])]
    assert gains == pytest.approx([8, 8, -16])


GOOD = {"played": "2024-05-01T18:00", "sides": [["Anna"], ["Boris", "Vera"]], "places": [1, 2], "ladder": "x"}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "not JSON"),
        ("[]", "an object is wanted"),
        ({**GOOD, "more": 1}, "not known"),
        ({"played": "2024-05-01"}, "“places” is missing"),
        ({**GOOD, "played": "yesterday"}, "date and time"),
        ({**GOOD, "played": 5}, "date and time"),
        ({**GOOD, "ladder": 5}, "“ladder”"),
        ({**GOOD, "sides": [["Anna"]]}, "2 to 8 sides"),
        ({**GOOD, "sides": [["Anna"], []]}, "a side"),
        ({**GOOD, "sides": [["Anna"], ["Anna"]]}, "plays twice"),
        ({**GOOD, "sides": [["Anna"], [" "]]}, "a name"),
        ({**GOOD, "places": [1]}, "2 places"),
        ({**GOOD, "places": [1, 1.5]}, "whole number"),
        ({**GOOD, "places": [1, True]}, "whole number"),
        ({**GOOD, "places": [1, 0]}, "whole number"),
        ({**GOOD, "places": [1, 10**30]}, "whole number"),
        ("[" * 100_000, "nested too deep"),
        ('{"places": ' + "9" * 5000 + "}", "number too long"),
        ({**GOOD, "played": "0001-01-01T00:00+10:00"}, "years 1800 to 2200"),
        ({**GOOD, "sides": [["Anna"], [" Anna "]]}, "plays twice"),
        ({**GOOD, "sides": [["Anna"], ["\0"]]}, "control characters"),
        ({**GOOD, "sides": [["Anna"], ["\ud800"]]}, "control characters"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(line: object, fault: str) -> None:
    text = line if isinstance(line, str) else json.dumps(line)
    with pytest.raises(HistoryError, match=fault) as refused:
        read_history([json.dumps(GOOD), "", text])
    assert refused.value.line == 3


def test_a_history_of_pure_luck_has_settings_a_ladder_may_take() -> None:
    dice = Random(2)
    games = []
    for day in range(200):
        one, other = dice.sample("abcdefghijkl", 2)
        played = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(days=day)
        games.append(PlayedGame(played, "", ((one,), (other,)), (1, 2)))
    assert settings_of(propose(games, DEFAULT).settings).sigma >= LEAST_SIGMA


def test_games_come_in_the_order_of_play() -> None:
    later = {**GOOD, "played": "2024-06-01T10:00+03:00"}
    assert [game.played.month for game in read_history([json.dumps(later), json.dumps(GOOD)])] == [5, 6]
