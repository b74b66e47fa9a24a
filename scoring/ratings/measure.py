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
    return measured(forecasts, outcomes).score()


def reliability(forecasts: Sequence[Sequence[float]], outcomes: Sequence[Sequence[float]]) -> list[Bin]:
    """The chances in tenths, every side of every game one of them; tenths without any are left out."""
    return measured(forecasts, outcomes).bins()


def measured(forecasts: Sequence[Sequence[float]], outcomes: Sequence[Sequence[float]]) -> Measured:
    """The sums over these games."""
    sums = Measured()
    for chances, came in zip(forecasts, outcomes, strict=True):
        sums.count(chances, came)
    return sums


class Measured:
    """The sums that the measures are made of. `numbers`, `LENGTH` of them, are these sums, and add up over games: the
    games, their surprise, their squared error, and of each tenth how many sides, what was said and what came."""

    LENGTH = 3 + 3 * TENTHS

    def __init__(self, numbers: Sequence[float] = ()) -> None:
        self.numbers = list(numbers) or [0.0] * self.LENGTH

    def count(self, chances: Sequence[float], came: Sequence[float]) -> None:
        """Take a game in."""
        numbers = self.numbers
        surprise = squared = 0.0
        for chance, share in zip(chances, came, strict=True):
            off = chance - share
            squared += off * off
            if share:
                surprise -= share * log(chance if chance > FLOOR else FLOOR)
            at = 3 + 3 * (int(chance * TENTHS) if chance < 1 else TENTHS - 1)
            numbers[at] += 1
            numbers[at + 1] += chance
            numbers[at + 2] += share
        numbers[0] += 1
        numbers[1] += surprise
        numbers[2] += squared

    def add(self, numbers: Sequence[float]) -> None:
        """Take the sums of other games in."""
        self.numbers = [one + other for one, other in zip(self.numbers, numbers, strict=True)]

    def score(self) -> Score:
        """The measures; at least one game is wanted."""
        games, surprise, squared = self.numbers[:3]
        bins = self.bins()
        apart = sum(each.sides * abs(each.said - each.came) for each in bins) / sum(each.sides for each in bins)
        return Score(surprise / games, squared / games, apart)

    def bins(self) -> list[Bin]:
        """The tenths that anything fell into."""
        tenths = [self.numbers[at : at + 3] for at in range(3, self.LENGTH, 3)]
        return [Bin(int(count), said / count, came / count) for count, said, came in tenths if count]
