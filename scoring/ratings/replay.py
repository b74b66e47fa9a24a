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
    """Where a player stands after his last game."""

    mu: float
    sigma: float
    played_at: datetime


class Change(NamedTuple):
    """What one game did to one player. `sigma_before` is already widened by the days without a game.

    `chance` is the prediction before the game: how likely the player's side was to come first.
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


def replay(games: Iterable[Game], start: Mapping[int, Standing], settings: Settings = DEFAULT) -> Iterator[Change]:
    """Each game's changes, a player at a time. `start` holds the players who have played before."""
    rater = Rater(settings)
    newcomer = (settings.mu, settings.sigma)
    now = dict(start)
    last: tuple[datetime, int] | None = None
    for game in games:
        finished_at, order, players, places = game
        if last is not None and (finished_at, order) <= last:
            raise ValueError(f"game {order} of {finished_at} comes after game {last[1]} of {last[0]}")
        last = (finished_at, order)
        before = [
            [newcomer if (known := now.get(player)) is None else _at(known, finished_at, settings) for player in side]
            for side in players
        ]
        predicted = chances(before, settings)
        after = rater.rate(before, places)
        for side, (who, place, chance) in enumerate(zip(players, places, predicted, strict=True)):
            for player, old, (mu, sigma) in zip(who, before[side], after[side], strict=True):
                now[player] = Standing(mu, sigma, finished_at)
                yield Change(order, finished_at, player, place, *old, mu, sigma, side, chance)


def _at(standing: Standing, moment: datetime, settings: Settings) -> tuple[float, float]:
    """The rating with which a player sits down at a game that finishes at the moment."""
    mu, sigma, played_at = standing
    days = (moment - played_at).days
    return (mu, widened(sigma, days, settings)) if days > 0 else (mu, sigma)
