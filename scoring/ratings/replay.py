"""The fold over a ladder's games: from ratings before them to what each game changed.

Games come in the order (finished at, id). Starting from each player's last change before the first game gives the
same floats, bit for bit, as starting from nothing with all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from scoring.ratings.model import DEFAULT, Rater, Rating, Settings, widened


class Game(NamedTuple):
    """A game to be counted: the players of each side in the order of the seats, and each side's place."""

    finished_at: datetime
    id: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


class Standing(NamedTuple):
    """Where a player stands after his last game."""

    mu: float
    sigma: float
    played_at: datetime


class Change(NamedTuple):
    """What one game did to one player. `sigma_before` is already widened by the days without a game."""

    game: int
    finished_at: datetime
    player: int
    place: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


def replay(games: Iterable[Game], start: Mapping[int, Standing], settings: Settings = DEFAULT) -> Iterator[Change]:
    """Each game's changes, a player at a time. `start` holds the players who have played before."""
    rater = Rater(settings)
    newcomer = Rating(settings.mu, settings.sigma)
    now = dict(start)
    last: tuple[datetime, int] | None = None
    for game in games:
        if last is not None and (game.finished_at, game.id) <= last:
            raise ValueError(f"game {game.id} of {game.finished_at} comes after game {last[1]} of {last[0]}")
        last = (game.finished_at, game.id)
        before = [
            [rating_at(now.get(player), game.finished_at, newcomer, settings) for player in side] for side in game.sides
        ]
        after = rater.rate(before, game.places)
        for side, place, old, new in zip(game.sides, game.places, before, after, strict=True):
            for player, (mu_before, sigma_before), (mu, sigma) in zip(side, old, new, strict=True):
                now[player] = Standing(mu, sigma, game.finished_at)
                yield Change(game.id, game.finished_at, player, place, mu_before, sigma_before, mu, sigma)


def rating_at(standing: Standing | None, moment: datetime, newcomer: Rating, settings: Settings) -> Rating:
    """The rating with which a player sits down at a game that finishes at the moment."""
    if standing is None:
        return newcomer
    days = (moment - standing.played_at).days
    return Rating(standing.mu, widened(standing.sigma, days, settings))
