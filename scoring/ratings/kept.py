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
    for place, chance, players in rows_in(kept):
        yield Side(place, chance, [Step(*player) for player in players])


def rows_in(kept: bytes) -> Iterator[tuple[int, float, list[tuple[int, float, float, Standing]]]]:
    """The sides of a game as plain rows, which takes half the time: of each player what a `Step` has."""
    count = kept[0]
    sizes = tuple(kept[1 : 1 + count])
    numbers, at = _layout(sizes).unpack_from(kept, 1 + count), 0
    for size in sizes:
        first, at = at + len(A_SIDE), at + len(A_SIDE) + size * len(A_PLAYER)
        players = [
            (numbers[one], numbers[one + 1], numbers[one + 2], numbers[one + 3 : one + len(A_PLAYER)])
            for one in range(first, at, len(A_PLAYER))
        ]
        yield numbers[first - 2], numbers[first - 1], players


@lru_cache(maxsize=256)
def _layout(sizes: tuple[int, ...]) -> Struct:
    return Struct("<" + "".join(A_SIDE + A_PLAYER * size for size in sizes))
