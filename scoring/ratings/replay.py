"""The fold over a ladder's games: from where the players stood before them to what each game did.

Games come in the order (finished at, order). Starting from where each player stood before the first game gives the
same floats, bit for bit, as starting from nothing with all games.

What a game did is kept as bytes (`kept.py`), with where each player stood before it. So the games taken out of a
ladder tell themselves from where it goes on. Moments are whole microseconds since 1970 in here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from scoring.ratings.kept import Standing, pack, unpack
from scoring.ratings.model import DEFAULT, Rater, Settings, widened
from scoring.ratings.predict import chances

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
A_DAY = timedelta(days=1) // MICROSECOND


class Game(NamedTuple):
    """A game to be counted: the players of each side in the order of the seats, and each side's place.

    `order` is its place among games of one moment.
    """

    finished_at: datetime
    order: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


class Rated(NamedTuple):
    """A counted game, and what it did as it is kept."""

    finished_at: datetime
    order: int
    kept: bytes


def replay(games: Iterable[Game], standings: dict[int, Standing], settings: Settings = DEFAULT) -> Iterator[Rated]:
    """What each game did. `standings` holds those who have played before; it is brought up to date as it goes."""
    rate = Rater(settings).rate_sound
    newcomer: Standing = (settings.mu, settings.sigma, 0, 0, 0.0)
    last: tuple[datetime, int] | None = None
    for finished_at, order, players, places in games:
        if last is not None and (finished_at, order) <= last:
            raise ValueError(f"game {order} of {finished_at} comes after game {last[1]} of {last[0]}")
        last = (finished_at, order)
        now = moment_of(finished_at)
        known = [[standings.get(player, newcomer) for player in side] for side in players]
        before = [[seated(one, now, settings) for one in side] for side in known]
        flat: list[float] = []
        for side, standing, place, chance, after in zip(
            players, known, places, chances(before, settings), rate(before, places), strict=True
        ):
            flat.append(place)
            flat.append(chance)
            for player, one, (mu, sigma) in zip(side, standing, after, strict=True):
                flat += player, mu, sigma
                flat += one
                standings[player] = mu, sigma, now, one[3] + 1, mu - one[0]
        yield Rated(finished_at, order, pack(tuple(map(len, players)), flat))


def moment_of(at: datetime) -> int:
    """Microseconds since 1970."""
    return (at - EPOCH) // MICROSECOND


def time_of(moment: int) -> datetime:
    """The date and time, in UTC.

    >>> time_of(moment_of(datetime(2024, 5, 1, 18, 0, 0, 7, UTC)))
    datetime.datetime(2024, 5, 1, 18, 0, 0, 7, tzinfo=datetime.timezone.utc)
    """
    return EPOCH + moment * MICROSECOND


def seated(standing: Standing, now: int, settings: Settings) -> tuple[float, float]:
    """The mu and sigma with which a player sits down at a game that finishes now."""
    mu, sigma, played, number, _ = standing
    if not number or now - played < A_DAY:
        return mu, sigma
    return mu, widened(sigma, (now - played) // A_DAY, settings)


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


def changes_of(finished_at: datetime, order: int, kept: bytes, settings: Settings = DEFAULT) -> list[Change]:
    """What a kept game did to each of its players, in the order of the sides."""
    now = moment_of(finished_at)
    changes = []
    for side, (place, chance, steps) in enumerate(unpack(kept)):
        for player, mu, sigma, before in steps:
            mu_before, sigma_before = seated(before, now, settings)
            numbers = (mu_before, sigma_before, mu, sigma)
            changes.append(Change(order, finished_at, player, place, *numbers, side, chance, before[3] + 1))
    return changes
