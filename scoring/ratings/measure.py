"""How good predictions of who comes first were.

A forecast holds each side's chance; the outcome is shared by the sides that share the first place. `log_loss` is the
surprise in nats, `brier` the squared error summed over the sides, `ece` how far chances and frequencies lie apart:
over tenths of the chance, weighted by how many fell into each.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import NamedTuple

FLOOR = 1e-12
TENTHS = 10


class Score(NamedTuple):
    """The three measures over a list of games; smaller is better in each."""

    log_loss: float
    brier: float
    ece: float


class Bin(NamedTuple):
    """One tenth of the chances: how many sides fell into it, what they said on average, how often it came so."""

    sides: int
    said: float
    came: float


def outcome(places: Sequence[int]) -> list[float]:
    """Who came first: 1 to the first, shared by those who share the place.

    >>> outcome([1, 3, 1])
    [0.5, 0.0, 0.5]
    """
    best = min(places)
    first = [place == best for place in places]
    return [1 / sum(first) if won else 0.0 for won in first]


def loss(chances: Sequence[float], came: Sequence[float]) -> float:
    """The log-loss of one game."""
    return -sum([share * log(max(chance, FLOOR)) for chance, share in zip(chances, came, strict=True) if share])


def score(forecasts: Sequence[Sequence[float]], outcomes: Sequence[Sequence[float]]) -> Score:
    """All three measures; at least one game is wanted.

    >>> score([[0.5, 0.5]], [[1.0, 0.0]])
    Score(log_loss=0.6931471805599453, brier=0.5, ece=0.0)
    """
    games = len(forecasts)
    pairs = list(zip(forecasts, outcomes, strict=True))
    surprise = sum(loss(chances, came) for chances, came in pairs) / games
    squared = sum((p - t) ** 2 for chances, came in pairs for p, t in zip(chances, came, strict=True)) / games
    bins = reliability(forecasts, outcomes)
    sides = sum(each.sides for each in bins)
    apart = sum(each.sides * abs(each.said - each.came) for each in bins) / sides
    return Score(surprise, squared, apart)


def reliability(forecasts: Sequence[Sequence[float]], outcomes: Sequence[Sequence[float]]) -> list[Bin]:
    """The chances in tenths, every side of every game one of them; tenths without any are left out."""
    sums = [[0.0, 0.0, 0.0] for _ in range(TENTHS)]
    for chances, came in zip(forecasts, outcomes, strict=True):
        for chance, share in zip(chances, came, strict=True):
            into = sums[min(TENTHS - 1, int(chance * TENTHS))]
            into[0] += 1
            into[1] += chance
            into[2] += share
    return [Bin(int(count), said / count, won / count) for count, said, won in sums if count]
