"""The fold over a ladder's games: from ratings before them to what each game changed.

Games come in the order (finished at, order). Starting from each player's last change before the first game gives the
same floats, bit for bit, as starting from nothing with all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from scoring.ratings.model import DEFAULT, Rater, Settings, widened
from scoring.ratings.predict import chances


class Game(NamedTuple):
    """A game to be counted: the players of each side in the order of the seats, and each side's place.

    `order` is its place among games of one moment.
    """

    finished_at: datetime
    order: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


class Standing(NamedTuple):
    """Where a player stands after his last game, the one of this `number`."""

    mu: float
    sigma: float
    played_at: datetime
    number: int


class Change(NamedTuple):
    """What one game did to one player. `sigma_before` is already widened by the days without a game.

    `chance` is the prediction before the game: how likely the player's side was to come first. `number` counts the
    player's games.
    """

    order: int
    finished_at: datetime
    player: int
    place: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    side: int
    chance: float
    number: int


def replay(games: Iterable[Game], start: Mapping[int, Standing], settings: Settings = DEFAULT) -> Iterator[Change]:
    """Each game's changes, a player at a time. `start` holds the players who have played before."""
    rate = Rater(settings).rate
    newcomer = (settings.mu, settings.sigma)
    now = dict(start)
    last: tuple[datetime, int] | None = None
    for finished_at, order, players, places in games:
        if last is not None and (finished_at, order) <= last:
            raise ValueError(f"game {order} of {finished_at} comes after game {last[1]} of {last[0]}")
        last = (finished_at, order)
        known = [[now.get(player) for player in side] for side in players]
        before = [[_at(one, finished_at, settings) if one else newcomer for one in side] for side in known]
        predicted = chances(before, settings)
        for side, after in enumerate(rate(before, places)):
            place, chance = places[side], predicted[side]
            for player, one, old, (mu, sigma) in zip(players[side], known[side], before[side], after, strict=True):
                number = one[3] + 1 if one else 1
                now[player] = Standing(mu, sigma, finished_at, number)
                yield Change(order, finished_at, player, place, *old, mu, sigma, side, chance, number)


def _at(standing: Standing, moment: datetime, settings: Settings) -> tuple[float, float]:
    """The rating with which a player sits down at a game that finishes at the moment."""
    mu, sigma, played_at, _ = standing
    days = (moment - played_at).days
    return (mu, widened(sigma, days, settings)) if days > 0 else (mu, sigma)
