"""Whist designs: everybody partners everybody once and opposes everybody twice, in as few rounds as that can be.

A *starter* is the first round; the others come of it by adding the round's number modulo `m`. For a prime p = 4k + 1 it
follows from a primitive root, and whoever is 0 in the starter rests; for other numbers a starter was found by search.
For multiples of four the last number stays where it is.
"""

from __future__ import annotations

Four = tuple[int, int, int, int]

STARTERS: dict[int, tuple[Four, ...]] = {
    8: ((3, 5, 1, 4), (2, 7, 6, 0)),
    12: ((4, 11, 6, 7), (2, 3, 10, 8), (9, 0, 5, 1)),
    16: ((6, 15, 2, 10), (4, 1, 3, 9), (14, 0, 12, 5), (7, 11, 13, 8)),
    20: ((15, 7, 17, 2), (1, 3, 10, 9), (4, 14, 11, 18), (5, 8, 6, 0), (12, 16, 19, 13)),
    21: ((14, 16, 4, 18), (19, 3, 7, 20), (9, 11, 17, 10), (12, 15, 6, 1), (13, 2, 8, 5)),
    24: ((7, 14, 17, 15), (8, 3, 10, 22), (16, 5, 23, 11), (6, 0, 13, 9), (18, 19, 21, 4), (20, 12, 2, 1)),
}


def rounds_of(count: int) -> tuple[tuple[Four, ...], ...]:
    """All rounds for players 0 … count - 1, partners at seats 0 and 2, 1 and 3; empty where no design is known."""
    starter = STARTERS.get(count) or _from_root(count)
    if not starter:
        return ()
    modulus = count - 1 if count % 4 == 0 else count

    def moved(player: int, by: int) -> int:
        return player if player == modulus else (player + by) % modulus

    return tuple(
        tuple((moved(a, by), moved(b, by), moved(c, by), moved(d, by)) for a, b, c, d in starter)
        for by in range(modulus)
    )


def _from_root(prime: int) -> tuple[Four, ...]:
    """The starter of a prime p = 4t + 1 with root w: {w^i, w^(i+2t)} against {w^(i+t), w^(i+3t)} for every i < t.

    >>> _from_root(5), _from_root(9), _from_root(7)
    (((1, 2, 4, 3),), (), ())
    """
    if prime < 5 or prime % 4 != 1 or any(prime % divisor == 0 for divisor in range(3, int(prime**0.5) + 1, 2)):
        return ()
    root = next(one for one in range(2, prime) if _order(one, prime) == prime - 1)
    step = (prime - 1) // 4
    power = [pow(root, at, prime) for at in range(prime - 1)]
    return tuple((power[at], power[at + step], power[at + 2 * step], power[at + 3 * step]) for at in range(step))


def _order(number: int, prime: int) -> int:
    order, value = 1, number
    while value != 1:
        value, order = value * number % prime, order + 1
    return order
