"""The simple seeded draw: chance alone decides who meets whom, only byes are shared out.

An *entrant* is whatever takes one place of a table: a player, or a fixed pair. The same entrants and the same seed
always give the same draw, in whatever order the entrants are handed in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from tournaments.pairing.sizes import table_sizes

__all__ = ["Draw", "Entrant", "draw", "table_sizes"]


@dataclass(frozen=True)
class Entrant:
    """Who is to be drawn, and how many byes there were before."""

    key: int
    byes: int = 0


@dataclass(frozen=True)
class Draw:
    """The entrants' keys, table by table in the order of the seats, and those who have a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


def draw(entrants: Iterable[Entrant], *, low: int, high: int, seed: int) -> Draw:
    """Deal the entrants to tables at random; byes go to those with the fewest so far."""
    random = Random(seed)
    order = sorted(entrants, key=lambda entrant: entrant.key)
    random.shuffle(order)
    sizes = table_sizes(len(order), low, high)
    by_byes = sorted(order, key=lambda entrant: entrant.byes)
    resting = {entrant.key for entrant in by_byes[: len(order) - sum(sizes)]}
    seated = iter([entrant.key for entrant in order if entrant.key not in resting])
    return Draw(
        tables=tuple(tuple(next(seated) for _ in range(size)) for size in sizes),
        byes=tuple(entrant.key for entrant in order if entrant.key in resting),
    )
