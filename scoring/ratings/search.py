"""Finding the least value of a function in few looks: on a line, and in a plane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

GOLDEN = (sqrt(5) - 1) / 2


def minimise_line(value: Callable[[float], float], low: float, high: float, tries: int = 14) -> tuple[float, float]:
    """Where between two numbers a function with one valley is least, and how low it is there.

    >>> at, least = minimise_line(lambda x: (x - 1) ** 2, 0, 4, tries=30)
    >>> round(at, 3), round(least, 3)
    (1.0, 0.0)
    """
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = value(left), value(right)
    for _ in range(tries - 2):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = value(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = value(right)
    return (left, at_left) if at_left < at_right else (right, at_right)


def minimise(
    value: Callable[[Sequence[float]], float], *, start: Sequence[float], step: Sequence[float], tries: int
) -> tuple[float, ...]:
    """A point at which a function is nearly least, by Nelder and Mead's simplex from `start`, in so many looks.

    >>> x, y = minimise(lambda p: (p[0] - 1) ** 2 + (p[1] + 2) ** 2, start=(0, 0), step=(1, 1), tries=80)
    >>> round(x, 1), round(y, 1)
    (1.0, -2.0)
    """
    looks = 0

    def look(point: tuple[float, ...]) -> tuple[float, tuple[float, ...]]:
        nonlocal looks
        looks += 1
        return value(point), point

    def beyond(worst: tuple[float, ...], centre: tuple[float, ...], by: float) -> tuple[float, ...]:
        return tuple(c + by * (c - w) for c, w in zip(centre, worst, strict=True))

    first = tuple(map(float, start))
    corners = [first] + [
        tuple(x + (step[i] if i == j else 0.0) for j, x in enumerate(first)) for i in range(len(first))
    ]
    simplex = sorted(look(corner) for corner in corners)
    while looks < tries:
        *others, (worst, corner) = simplex
        centre = tuple(sum(point[i] for _, point in others) / len(others) for i in range(len(first)))
        new = look(beyond(corner, centre, 1.0))
        if new[0] < simplex[0][0]:
            new = min(new, look(beyond(corner, centre, 2.0)))
        elif new[0] >= others[-1][0]:
            new = min(new, look(beyond(corner, centre, -0.5)))
        if new[0] < worst:
            simplex = sorted([*others, new])
        else:
            best = simplex[0][1]
            shrunk = [tuple((a + b) / 2 for a, b in zip(point, best, strict=True)) for _, point in simplex[1:]]
            simplex = sorted([simplex[0], *(look(point) for point in shrunk)])
    return simplex[0][1]
