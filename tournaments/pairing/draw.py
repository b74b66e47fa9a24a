"""The simple seeded draw: chance alone decides who meets whom, only byes are shared out.

An *entrant* is whatever takes one place of a table: a player, or a fixed pair. The same entrants and the same seed
always give the same draw, in whatever order the entrants are handed in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random


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


def table_sizes(count: int, low: int, high: int) -> tuple[int, ...]:
    """How many sit at each table where `low` to `high` may; who is left over has a bye.

    As few tables as hold everybody, some of them one short; where that cannot be, full tables and byes.

    >>> table_sizes(12, 2, 4), table_sizes(11, 2, 4), table_sizes(10, 2, 4), table_sizes(9, 2, 4)
    ((4, 4, 4), (4, 4, 3), (4, 3, 3), (3, 3, 3))
    >>> table_sizes(5, 2, 4), table_sizes(2, 2, 4), table_sizes(11, 4, 4), table_sizes(7, 2, 2)
    ((4,), (2,), (4, 4), (2, 2, 2))
    """
    tables = -(-count // high)
    short = tables * high - count
    if short <= tables and (short == 0 or low < high):
        return (high,) * (tables - short) + (high - 1,) * short
    if count < high:
        return (count,) if count >= low else ()
    return (high,) * (count // high)


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
