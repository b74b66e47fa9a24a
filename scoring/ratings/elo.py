"""The baseline beside our ratings: Elo, every two sides at a table a duel, a side as strong as its mean player."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

START = 1500.0
SCALE = 400.0


class Elo:
    """Ratings of players under Elo with one K. Sides are tuples of players, places as everywhere."""

    def __init__(self, k: float) -> None:
        self.k = k
        self._ratings: dict[Hashable, float] = {}

    def strengths(self, sides: Sequence[Sequence[Hashable]]) -> list[float]:
        """How strong each side is: the mean of its players' ratings, in units of the curve's scale."""
        ratings = self._ratings
        return [sum([ratings.get(player, START) for player in side]) / len(side) / SCALE for side in sides]

    def count(self, sides: Sequence[Sequence[Hashable]], places: Sequence[int]) -> None:
        """Take a game in: each side gains K times what it scored above expectation, on average over its duels."""
        strengths = self.strengths(sides)
        rivals = len(sides) - 1
        for one, side in enumerate(sides):
            above = 0.0
            for two, strength in enumerate(strengths):
                if two != one:
                    scored = 1.0 if places[one] < places[two] else 0.5 if places[one] == places[two] else 0.0
                    above += scored - 1 / (1 + 10 ** (strength - strengths[one]))
            for player in side:
                self._ratings[player] = self._ratings.get(player, START) + self.k * above / rivals
