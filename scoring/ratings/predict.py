"""Who should win: chances from ratings.

The chance uses the logistic curve, with which the model learned, and not the library's `predict_win`, which uses the
normal curve, is too sharp and never gives one of n sides more than 2/n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, sqrt

from scoring.ratings.model import DEFAULT, Settings


def chances(sides: Sequence[Iterable[tuple[float, float]]], settings: Settings = DEFAULT) -> list[float]:
    """Each side's chance to come first; a side is the `(mu, sigma)` of its players. They add up to 1.

    With two sides this is the logistic of (mu₁ − mu₂) / √(Σ sigma² + 2 beta²), divided by the temperature; with more
    it is the softmax that has this as its case of two, with the mean uncertainty of two at the table.

    >>> chances([[(30.0, 2.0)], [(30.0, 4.0)]])
    [0.5, 0.5]
    """
    return softmax(strengths(sides, settings), settings.temperature)


def strengths(sides: Sequence[Iterable[tuple[float, float]]], settings: Settings = DEFAULT) -> list[float]:
    """Each side's sum of mu, in units of how unsure two sides of the table are; no temperature is in it yet."""
    beta_squared = settings.beta * settings.beta
    sums, variance = [], 0.0
    for side in sides:
        strength, spread = 0.0, beta_squared
        for mu, sigma in side:
            strength += mu
            spread += sigma * sigma
        sums.append(strength)
        variance += spread
    scale = sqrt(variance * 2 / len(sums))
    return [mu / scale for mu in sums]


def softmax(strengths: Sequence[float], temperature: float) -> list[float]:
    """Chances from strengths; a higher temperature makes them more alike.

    >>> softmax([1.0, 1.0], 2.0)
    [0.5, 0.5]
    """
    best = max(strengths)
    weights = [exp((strength - best) / temperature) for strength in strengths]
    total = sum(weights)
    return [weight / total for weight in weights]


def chance_above(
    side: Iterable[tuple[float, float]], other: Iterable[tuple[float, float]], settings: Settings = DEFAULT
) -> float:
    """The chance of a side to be placed above another, whoever else sits at the table."""
    return chances([side, other], settings)[0]
