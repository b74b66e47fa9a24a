"""Strict priorities in one integer: a unit of a higher rung outweighs all that the lower rungs can come to."""

from __future__ import annotations

from collections.abc import Mapping


class Ladder:
    """Weights for rungs named from the weightiest to the lightest, each with its largest value for one item.

    Where the whole would pass `limit`, the lightest rungs are left out: they weigh 0.

    >>> ladder = Ladder({"rematch": 3, "distance": 9}, items=10, limit=2**120)
    >>> ladder.weight("rematch"), ladder.weight("distance"), ladder.total
    (91, 1, 2821)
    >>> Ladder({"rematch": 3, "distance": 9}, items=10, limit=100).weight("distance")
    0
    """

    def __init__(self, rungs: Mapping[str, int], *, items: int, limit: int | None = None) -> None:
        kept = list(rungs.items())
        while limit is not None and _total(kept, items) >= limit:
            kept.pop()
        self._weights: dict[str, int] = {}
        self._most = {name: largest * items for name, largest in kept}
        self.total = 1
        for name, largest in reversed(kept):
            self._weights[name] = self.total
            self.total *= largest * items + 1

    def weight(self, rung: str) -> int:
        return self._weights.get(rung, 0)

    def read(self, cost: int, rung: str) -> int:
        """How much of a cost is of one rung."""
        return cost // self._weights[rung] % (self._most[rung] + 1) if rung in self._weights else 0


def _total(rungs: list[tuple[str, int]], items: int) -> int:
    total = 1
    for _, largest in rungs:
        total *= largest * items + 1
    return total
