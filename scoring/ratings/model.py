"""The settings of a ladder, and the rating of one game.

Terms: a *side* is one player or a pair; its players are rated, never the pair. A *place* is an integer from 1, equal
places share. A rating is the two floats `(mu, sigma)`; objects of the rating library never leave this module, since
they can be neither copied nor stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, sqrt
from typing import Any, Literal, NamedTuple, get_args

from scoring.ratings.bradley_terry import MOST_SIDES, rate_game

type Model = Literal["BradleyTerryPart", "BradleyTerryFull", "PlackettLuce"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a ladder is worked out with. The defaults are OpenSkill's own where it has one.

    `model`: in games of two sides the three are the same. In games of more, Plackett–Luce orders ties wrongly (places
    1, 1, 3, 4 among equals leave the third with the best ordinal), and the Full model's step in a game of four is
    three times that in a duel; the Part model has neither fault.
    """

    model: Model = "BradleyTerryPart"
    mu: float = 25.0
    """The estimate of a newcomer."""
    sigma: float = 25.0 / 3.0
    """How unsure a newcomer's estimate is; mu − 3 sigma is then 0."""
    beta: float = 25.0 / 6.0
    """How far luck carries a single game; in Elo's terms half of it is skill enough for two wins in three."""
    tau: float = 25.0 / 300.0
    """What each game adds to sigma, so that ratings never freeze."""
    idle_variance: float = 0.03
    """Variance that a day without a game adds, at most up to the newcomer's: a sigma of 2.6 is 4.2 after a year
    away, so that who comes back after a year is provisional again."""
    temperature: float = 1.0
    """Divides the difference of strength in a prediction: above 1 more cautious, below 1 sharper."""
    settled_sigma: float = 4.2
    """A rating is provisional while sigma is above this …"""
    settled_games: int = 20
    """… or fewer games than this have been played."""
    active_days: int = 365
    """A ladder ranks those who played within so many days."""


DEFAULT = Settings()

FREE = ("mu", "sigma", "beta", "tau", "idle_variance", "temperature")
"""The numbers that a ladder may have of its own, beside the model."""
MAY_BE_NOTHING = ("mu", "tau", "idle_variance")


def settings_of(given: Mapping[str, Any]) -> Settings:
    """The defaults with what is given in their place; `ValueError` says what cannot be.

    >>> settings_of({"tau": 0.5}).tau
    0.5
    >>> settings_of({"beta": 0})
    Traceback (most recent call last):
    ValueError: beta must be above 0, not 0
    """
    if not isinstance(given, Mapping):
        raise ValueError(f"an object is wanted, not {given!r}")
    for name, value in given.items():
        if name == "model":
            if value not in get_args(Model.__value__):
                raise ValueError(f"there is no model {value!r}")
        elif name not in FREE:
            raise ValueError(f"{name!r} is no setting")
        elif type(value) not in (int, float) or not isfinite(value):
            raise ValueError(f"{name} must be a number, not {value!r}")
        elif value < 0 or (value == 0 and name not in MAY_BE_NOTHING):
            raise ValueError(f"{name} must be above 0, not {value!r}")
    taken: dict[str, Any] = {name: float(value) if name in FREE else value for name, value in given.items()}
    return replace(DEFAULT, **taken)


class Rating(NamedTuple):
    """A player's rating: the estimate, and how unsure it is."""

    mu: float
    sigma: float


def ordinal(mu: float, sigma: float) -> float:
    """The number by which a ladder ranks: what the player's strength is above with near certainty.

    >>> ordinal(25.0, 5.0)
    10.0
    """
    return mu - 3 * sigma


def is_provisional(sigma: float, games: int, settings: Settings = DEFAULT) -> bool:
    """Whether a rating is too unsure to be ranked.

    >>> is_provisional(4.2, 20), is_provisional(4.3, 20), is_provisional(4.2, 19)
    (False, True, True)
    """
    return sigma > settings.settled_sigma or games < settings.settled_games


def widened(sigma: float, days: int, settings: Settings = DEFAULT) -> float:
    """Sigma after whole days without a game. No days change nothing; it never narrows.

    >>> widened(2.6, 0), round(widened(2.6, 365), 2), widened(2.6, 10_000) == DEFAULT.sigma
    (2.6, 4.21, True)
    """
    if days <= 0 or sigma >= settings.sigma:
        return sigma
    return min(settings.sigma, sqrt(sigma * sigma + settings.idle_variance * days))


class _Side(list[Any]):
    """A side for `rate()`, which copies its argument deeply though nobody needs the copy; this one is copied flat."""

    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        return list(self)


class Rater:
    """Rates games one after another. Not for use from several threads at once: it reuses its players' objects."""

    def __init__(self, settings: Settings = DEFAULT, *, by_library: bool = False) -> None:
        self._settings = settings
        self._beta, self._tau = settings.beta, settings.tau
        self._by_library = by_library or settings.model != "BradleyTerryPart"
        self._players: list[Any] = []

    @cached_property
    def _model(self) -> Any:
        from openskill import models  # here, since it takes a while to load and most ladders never need it

        at = self._settings
        return getattr(models, at.model)(mu=at.mu, sigma=at.sigma, beta=at.beta, tau=at.tau)

    def rate(
        self, sides: Sequence[Sequence[tuple[float, float]]], places: Sequence[int]
    ) -> list[list[tuple[float, float]]]:
        """The `(mu, sigma)` after a game, in the same shape. Sides stand in the order of the seats, a place each.

        >>> [[winner], [loser]] = Rater().rate([[Rating(25.0, 8.0)], [Rating(25.0, 8.0)]], [1, 2])
        >>> winner[0] > 25.0 > loser[0], winner[1] == loser[1] < 8.0
        (True, True)
        """
        if len(sides) < 2 or len(sides) != len(places) or not all(sides):
            raise ValueError(f"a game needs two sides or more with a place each, not {len(sides)} with {len(places)}")
        return self.rate_sound(sides, places)

    def rate_sound(
        self, sides: Sequence[Sequence[tuple[float, float]]], places: Sequence[int]
    ) -> list[list[tuple[float, float]]]:
        """The same for a game that is known to be one: nothing is checked again."""
        if not self._by_library and len(sides) <= MOST_SIDES:
            return rate_game(sides, places, self._beta, self._tau)
        return self._rate_by_library(sides, places)

    def _rate_by_library(
        self, sides: Sequence[Sequence[tuple[float, float]]], places: Sequence[int]
    ) -> list[list[tuple[float, float]]]:
        while len(self._players) < sum(map(len, sides)):
            self._players.append(self._model.rating())
        free = iter(self._players)
        teams: list[_Side] = []
        for side in sides:
            team = _Side()
            for mu, sigma in side:
                player = next(free)
                player.mu, player.sigma = mu, sigma
                team.append(player)
            teams.append(team)
        rated = self._model.rate(teams, ranks=list(places))
        return [[(player.mu, player.sigma) for player in team] for team in rated]
