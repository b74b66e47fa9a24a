"""Stretches of a ladder's games: what they add up to is what the games give, from whichever stretch one goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from scoring.ratings import stretches as module
from scoring.ratings.backtest import DEFAULT_K
from scoring.ratings.elo import START, Elo
from scoring.ratings.kept import unpack
from scoring.ratings.measure import measured, outcome
from scoring.ratings.replay import Game, Rated, moment_of, replay
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
    numbers, made = zip(*stretches(games, Elo(DEFAULT_K), {}), strict=True)
    assert numbers == (0, 1, 2)
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


@pytest.mark.parametrize("cut", [1, SIZE - 1, SIZE, SIZE + 7])
def test_one_that_is_begun_goes_on_as_if_its_games_had_come_at_once(games: list[Rated], cut: int) -> None:
    elo, standings = Elo(DEFAULT_K), {}
    [*_done, (number, begun)] = stretches(games[:cut], elo, standings)
    whole = list(stretches(games, Elo(DEFAULT_K), {}))
    assert list(stretches(games[cut:], elo, standings, number, begun)) == whole[number:]


def test_they_go_on_from_any_of_them(games: list[Rated], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "APART", 1)
    elo, standings = Elo(DEFAULT_K), {}
    made = list(stretches(games, elo, standings))
    assert {elo for *_before, elo in seen_in(made[0][1].seen)} == {START}
    again, now = Elo(DEFAULT_K), dict(standings)
    again.ratings = dict(elo.ratings)
    for _number, stretch in reversed(made[1:]):
        for player, *before, given in seen_in(stretch.seen):
            again.ratings[player], now[player] = given, tuple(before)
    assert list(stretches(games[SIZE:], again, now, 1)) == made[1:]
    assert (again.ratings, now) == (elo.ratings, standings)


def test_every_so_many_tell_where_everybody_stood(games: list[Rated], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SIZE", 50)
    monkeypatch.setattr(module, "APART", 8)
    told = {at: one.standings for at, one in stretches(games, Elo(DEFAULT_K), {}) if one.standings is not None}
    assert list(told) == [8, 16]
    for number, packed in told.items():
        elo, stood = Elo(DEFAULT_K), {}
        for game in games[: number * 50]:
            for step in (step for side in unpack(game.kept) for step in side.steps):
                stood[step.player] = step.mu, step.sigma, moment_of(game.finished_at), step.before[3] + 1
        list(stretches(games[: number * 50], elo, {}))
        rows = list(seen_in(packed))
        assert {player: tuple(before) for player, *before, _delta, _elo in rows} == stood
        assert {player: given for player, *_before, given in rows} == elo.ratings
