"""The baseline beside our ratings: Elo, every two sides at a table a duel, a side as strong as its mean player."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

START = 1500.0
SCALE = 400.0


class Elo:
    """Ratings of players under Elo with one K. Sides are tuples of players, places as everywhere."""

    def __init__(self, k: float) -> None:
        self.k = k
        self.ratings: dict[Any, float] = {}

    def strengths(self, sides: Sequence[Sequence[Hashable]]) -> list[float]:
        """How strong each side is: the mean of its players' ratings, in units of the curve's scale."""
        ratings = self.ratings
        return [sum([ratings.get(player, START) for player in side]) / len(side) / SCALE for side in sides]

    def count(self, sides: Sequence[Sequence[Hashable]], places: Sequence[int]) -> list[float]:
        """Take a game in: each side gains K times what it scored above expectation, on average over its duels.

        Returns how strong each side was before.
        """
        strengths = self.strengths(sides)
        above = [0.0] * len(sides)
        for one, strength in enumerate(strengths):
            for two in range(one):
                scored = 1.0 if places[one] < places[two] else 0.5 if places[one] == places[two] else 0.0
                surplus = scored - 1 / (1 + 10 ** (strengths[two] - strength))
                above[one] += surplus
                above[two] -= surplus
        ratings, rivals = self.ratings, len(sides) - 1
        for side, surplus in zip(sides, above, strict=True):
            for player in side:
                ratings[player] = ratings.get(player, START) + self.k * surplus / rivals
        return strengths
