"""What a game did on a ladder, as bytes: a full ladder is written and read in a tenth of the time that text takes.

First the number of sides and how many players each has, a byte each; then for each side its place and the chance that
it would come first, and for each of its players himself, mu and sigma after the game, and his `Standing` before it.
Floats keep every bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from struct import Struct
from typing import NamedTuple

type Standing = tuple[float, float, int, int, float]
"""Where a player stands: mu, sigma, when his last game was, how many games he has played, what the last one did to mu.

Who has not played yet stands at the newcomer's numbers with no games.
"""

A_SIDE, A_PLAYER = "Hd", "qddddqId"


class Step(NamedTuple):
    """A player of a kept game: mu and sigma after it, and where he stood before."""

    player: int
    mu: float
    sigma: float
    before: Standing


class Side(NamedTuple):
    """A side of a kept game."""

    place: int
    chance: float
    steps: list[Step]


def pack(sizes: tuple[int, ...], numbers: Sequence[float]) -> bytes:
    """The bytes of a game whose sides have these sizes. `numbers` holds all the rest, one after another.

    >>> [[place, chance, [step]]] = unpack(pack((1,), (2, 0.25, 7, 25.5, 8.0, 25.0, 8.25, 0, 0, 0.0)))
    >>> place, chance, step.player, step.mu, step.before
    (2, 0.25, 7, 25.5, (25.0, 8.25, 0, 0, 0.0))
    """
    return bytes((len(sizes), *sizes)) + _layout(sizes).pack(*numbers)


def unpack(kept: bytes) -> Iterator[Side]:
    """The sides of a game."""
    count = kept[0]
    sizes = tuple(kept[1 : 1 + count])
    numbers, at = _layout(sizes).unpack_from(kept, 1 + count), 0
    for size in sizes:
        place, chance, at = numbers[at], numbers[at + 1], at + len(A_SIDE)
        steps = []
        for _ in range(size):
            player, mu, sigma = numbers[at : at + 3]
            steps.append(Step(player, mu, sigma, numbers[at + 3 : at + len(A_PLAYER)]))
            at += len(A_PLAYER)
        yield Side(place, chance, steps)


@lru_cache(maxsize=256)
def _layout(sizes: tuple[int, ...]) -> Struct:
    return Struct("<" + "".join(A_SIDE + A_PLAYER * size for size in sizes))
