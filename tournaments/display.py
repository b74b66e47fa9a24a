"""How values look on a page: numbers in the language's format, places, initials. Pure functions, no markup."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format

MINUS = "−"


def number(value: float | Decimal | None, digits: int | None = None) -> str:
    """The value with the language's decimal sign and a real minus; without `digits`, no more of them than it needs.

    >>> number(Decimal("15.500"))
    '15.5'
    >>> number(-3)
    '−3'
    """
    if value is None:
        return ""
    exact = Decimal(str(value))
    exact = exact.normalize() if digits is None else exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    text = number_format(abs(exact), decimal_pos=digits, force_grouping=abs(exact) >= 10_000)
    return f"{MINUS}{text}" if exact < 0 else text


def signed(value: float | Decimal | None, digits: int | None = None) -> str:
    """A change, with its sign: `+27`, `−0.4`; `0` where it rounds to nothing."""
    text = number(value, digits)
    if value is None or text.startswith(MINUS) or not any(figure in "123456789" for figure in text):
        return text
    return f"+{text}"


def place_range(first: int, count: int = 1) -> str:
    """A place, shared by `count`: `2–4`."""
    return str(first) if count <= 1 else f"{first}–{first + count - 1}"


def initials(names: Sequence[str], longest: int = 3) -> list[str]:
    """The beginnings by which the names differ, as short as that needs.

    >>> initials(["Anna", "Boris", "Alla"])
    ['An', 'B', 'Al']
    """

    def shortest(index: int, name: str) -> str:
        others = [other for place, other in enumerate(names) if place != index]
        for length in range(1, longest):
            if not any(other.startswith(name[:length]) for other in others):
                return name[:length]
        return name[:longest]

    return [shortest(index, name).strip() for index, name in enumerate(names)]


def short_names(names: Sequence[str]) -> list[str]:
    """The first word of each name, with the next word's initial where two would be alike.

    >>> short_names(["Anna Orlova", "Boris Petrov", "Anna Ivanova"])
    ['Anna O.', 'Boris', 'Anna I.']
    """
    words = [name.split() for name in names]
    first = [parts[0] for parts in words]
    short = [
        f"{parts[0]} {parts[1][0]}." if first.count(parts[0]) > 1 and len(parts) > 1 else parts[0] for parts in words
    ]
    return [name if short.count(name) == 1 else names[i] for i, name in enumerate(short)]
