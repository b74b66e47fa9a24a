"""Stretches of a ladder's games: what they add up to is what the games give, from whichever stretch one goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from scoring.ratings.backtest import DEFAULT_K
from scoring.ratings.elo import START, Elo
from scoring.ratings.kept import unpack
from scoring.ratings.measure import measured, outcome
from scoring.ratings.replay import Game, Rated, replay
from scoring.ratings.stretches import SIZE, measures_in, seen_in, stretches

DAY = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(params=[1, 2])
def games(request: pytest.FixtureRequest) -> list[Rated]:
    """Some more games than go into two stretches, of two to four sides."""
    dice = Random(request.param)
    found = []
    for number in range(2 * SIZE + dice.randint(1, 40)):
        people = dice.sample(range(1, 12), 4)
        sides = dice.choice([[people[:2], people[2:]], [[one] for one in people], [[people[0]], [people[1]]]])
        places = [dice.randint(1, len(sides)) for _ in sides]
        found.append(Game(DAY + timedelta(hours=5 * number), number, tuple(map(tuple, sides)), tuple(places)))
    return list(replay(found, {}))


def test_they_add_up_to_the_games(games: list[Rated]) -> None:
    made = list(stretches(games, Elo(DEFAULT_K)))
    assert [one.games for one in made] == [SIZE, SIZE, len(games) - 2 * SIZE]
    assert [one[:2] for one in made] == [games[at][:2] for at in (0, SIZE, 2 * SIZE)]
    sides = [list(unpack(game.kept)) for game in games]
    came = [outcome([side.place for side in one]) for one in sides]
    whole = measured([[side.chance for side in one] for one in sides], came)
    summed = measures_in(one.measures for one in made)
    assert all(abs(one - other) < 1e-9 for one, other in zip(summed["ours"].numbers, whole.numbers, strict=True))
    assert summed["elo"].numbers[0] == summed["even"].numbers[0] == len(games)
    for at, stretch in zip((0, SIZE, 2 * SIZE), made, strict=True):
        first = {}
        for one in sides[at : at + stretch.games]:
            for step in (step for side in one for step in side.steps):
                first.setdefault(step.player, step.before)
        assert {player: tuple(standing) for player, *standing, _elo in seen_in(stretch.seen)} == first


def test_they_go_on_from_any_of_them(games: list[Rated]) -> None:
    elo = Elo(DEFAULT_K)
    made = list(stretches(games, elo))
    assert {elo for *_before, elo in seen_in(made[0].seen)} == {START}
    again = Elo(DEFAULT_K)
    again.ratings = dict(elo.ratings)
    for stretch in reversed(made[1:]):
        again.ratings.update((player, given) for player, *_before, given in seen_in(stretch.seen))
    assert list(stretches(games[SIZE:], again)) == made[1:]
    assert again.ratings == elo.ratings
