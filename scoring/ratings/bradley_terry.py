"""One game under the Bradley–Terry model with partial pairing, bit for bit as OpenSkill's `BradleyTerryPart` rates it.

The library copies every player for every game and checks every argument again, which is most of its time; a ladder of
thousands of games is replayed in a third of it here. Only what this house uses is written out: integer places, no
weights, no margins, at most as many sides as the library pairs with each other. The tests hold each result against
the library's own, to the last bit; where a line looks odd (`** 2`, the order of a sum), it is the library's.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

MOST_SIDES = 5
"""The library pairs a side with the four before it and the four after it."""
KAPPA = 0.0001
"""The least part of its variance that a rating keeps in one game."""


def rate_game(
    sides: Sequence[Sequence[tuple[float, float]]], places: Sequence[int], beta: float, tau: float
) -> list[list[tuple[float, float]]]:
    """The `(mu, sigma)` of every player after a game of two to `MOST_SIDES` sides, in the same shape.

    >>> rate_game([[(25.0, 25 / 3)], [(25.0, 25 / 3)]], [1, 2], 25 / 6, 25 / 300)[0]
    [(27.63..., 8.06...)]
    """
    tau_squared = tau * tau
    luck = 2 * beta**2
    teams = []
    for side in sides:
        players = [(mu, sqrt(sigma * sigma + tau_squared)) for mu, sigma in side]
        summed = players if len(players) < 3 else sorted(players, key=_ordinal, reverse=True)
        strength = variance = 0.0
        for mu, sigma in summed:
            strength += mu
            variance += sigma**2
        teams.append((strength, variance, players))
    order = sorted(range(len(sides)), key=places.__getitem__)
    rivals = len(teams) - 1
    after: list[list[tuple[float, float]]] = [[]] * len(teams)
    for one in order:
        strength, variance, players = teams[one]
        place, deviation = places[one], sqrt(variance)
        omega = delta = 0.0
        for other in order:
            if other == one:
                continue
            its_strength, its_variance, _ = teams[other]
            its_place = places[other]
            c = sqrt(variance + its_variance + luck)
            p = 1 / (1 + exp((its_strength - strength) / c))
            pull = variance / c
            omega += pull * ((1.0 if its_place > place else 0.5 if its_place == place else 0.0) - p)
            delta += (deviation / c * pull / c) * p * (1 - p)
        omega /= rivals
        delta /= rivals
        rated = []
        for mu, sigma in players:
            share = sigma**2 / variance
            left = 1 - share * delta
            rated.append((mu + share * omega, sigma * sqrt(left if left > KAPPA else KAPPA)))
        after[one] = rated
    return after


def _ordinal(player: tuple[float, float]) -> float:
    return player[0] - 3.0 * player[1]
