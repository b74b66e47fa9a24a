"""Tournament points: what a game, a bye and a forfeit bring, by the *scheme* of a stage.

A scheme has a kind. `win`: a sole first place wins, a shared one is a draw, any other a loss. `place`: a list of points
for each number of sides; sides that share places share the points of those places equally. `loser`: all but the losers
get the win's points. `accounts`: what was written in the game, counted against its owner in a penalty game.

A side that did not come has the points of `forfeit_lost`, and where nobody came everybody has `double_forfeit`.
Against somebody who did not come a game of two sides brings `walkover`; against somebody who forfeits a game that was
begun, `forfeit_won`. What is None there is what the places bring. Byes have their own values, by kind.

What always holds: points are exact fractions; where nobody forfeits, the points given at a table by win or by place
between equal numbers of sides do not depend on who sits where.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

WIN, PLACE, LOSER, ACCOUNTS = "win", "place", "loser", "accounts"
KINDS = (WIN, PLACE, LOSER, ACCOUNTS)
BYE, FULL, HALF, ZERO, WAITS = "bye", "full", "half", "zero", "waits"
"""A round without a game: given by the draw; asked for, with all, half or none of its points; waiting."""
MOST = 9999
THOUSANDTH = Decimal("0.001")


class SchemeError(ValueError):
    """A scheme that cannot be: `field` names what is wrong in it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


def gettext_noop(message: str) -> str:
    """Marks a text for translation, and leaves it as it is."""
    return message


@dataclass(frozen=True, slots=True)
class Scheme:
    """How points are given. `places` has the points of each place by the number of sides, best first."""

    kind: str = WIN
    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    places: tuple[tuple[Fraction, ...], ...] = ()
    bye: Fraction = Fraction(1)
    half_bye: Fraction = Fraction(1, 2)
    zero_bye: Fraction = Fraction(0)
    forfeit_won: Fraction | None = None
    forfeit_lost: Fraction | None = None
    walkover: Fraction | None = None
    double_forfeit: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise SchemeError("kind", f"one of {', '.join(KINDS)}, not {self.kind!r}")
        if self.kind == PLACE and sorted(map(len, self.places)) != [2, 3, 4]:
            raise SchemeError("places", "a list for 2, 3 and 4 sides each")
        if any(list(scale) != sorted(scale, reverse=True) for scale in self.places):
            raise SchemeError("places", "a better place brings no fewer points")
        if not self.loss <= self.draw <= self.win:
            raise SchemeError("draw", "between loss and win")

    @property
    def best(self) -> Fraction:
        """The most that a game between two sides, or at the largest table, brings by its places."""
        return max(self.places[-1]) if self.kind == PLACE else self.win

    @property
    def middle(self) -> Fraction:
        """What a game brings to whoever is neither good nor bad in it: a draw, or the mean of the largest table."""
        return sum(self.places[-1], Fraction(0)) / len(self.places[-1]) if self.kind == PLACE else self.draw

    def of_bye(self, kind: str = BYE) -> Fraction:
        """The points of a round without a game.

        >>> [str(Scheme().of_bye(kind)) for kind in ("bye", "full", "half", "zero", "waits")]
        ['1', '1', '1/2', '0', '0']
        """
        return {BYE: self.bye, FULL: self.bye, HALF: self.half_bye, ZERO: self.zero_bye, WAITS: Fraction(0)}[kind]

    def of_game(
        self,
        places: Sequence[int],
        *,
        lost: Collection[int] = (),
        written: Sequence[int] = (),
        penalty: bool = False,
        forfeited: Collection[int] = (),
        begun: bool = True,
    ) -> list[Fraction]:
        """The points of each side of one game; `lost` and `forfeited` name sides, `written` has their accounts.

        >>> [str(points) for points in TABLES.of_game([2, 1, 2, 2])]
        ['2', '4', '2', '2']
        >>> [str(points) for points in Scheme(walkover=Fraction(3, 4)).of_game([1, 2], forfeited=[1], begun=False)]
        ['3/4', '0']
        """
        sides = range(len(places))
        if len(forfeited) == len(places):
            return [self.double_forfeit] * len(places)
        points = [self._of_side(side, places, lost, written, penalty) for side in sides]
        if not forfeited:
            return points
        won = self.forfeit_won if begun else self.walkover
        for side in sides:
            stated = self.forfeit_lost if side in forfeited else won if len(places) == 2 else None
            points[side] = points[side] if stated is None else stated
        return points

    def _of_side(
        self, side: int, places: Sequence[int], lost: Collection[int], written: Sequence[int], penalty: bool
    ) -> Fraction:
        place = places[side]
        sharing = places.count(place)
        if sharing > len(places) - place + 1:
            raise ValueError(f"not places of one game: {list(places)}")
        if self.kind == PLACE:
            scale = next(scale for scale in self.places if len(scale) == len(places))
            return sum(scale[place - 1 : place - 1 + sharing], Fraction(0)) / sharing
        if self.kind == ACCOUNTS:
            return Fraction(-written[side] if penalty else written[side]) if written else Fraction(0)
        if self.kind == LOSER:
            return self.loss if side in lost else self.win
        return self.loss if place > 1 else self.draw if sharing > 1 else self.win

    def as_json(self) -> dict[str, Any]:
        """The scheme as it is stored: numbers as text, so that they stay exact; what is as usual is left out.

        >>> Scheme(win=Fraction(2), draw=Fraction(1), bye=Fraction(2), half_bye=Fraction(1)).as_json()
        {'kind': 'win', 'win': '2', 'draw': '1', 'bye': '2', 'half_bye': '1'}
        """
        stored: dict[str, Any] = {"kind": self.kind}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "places":
                if value:
                    stored["places"] = [list(map(str, scale)) for scale in value]
            elif field.name != "kind" and value != field.default:
                stored[field.name] = str(value)
        return stored

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Scheme:
        """A stored scheme; `SchemeError` on anything that is none.

        >>> Scheme.from_json({"kind": "win", "win": 3, "draw": "1", "bye": "1.5"}).bye
        Fraction(3, 2)
        """
        known = {field.name for field in fields(cls)}
        values: dict[str, Any] = {}
        for name, value in stored.items():
            if name not in known:
                raise SchemeError(name, "unknown")
            if name == "kind":
                values[name] = value
            elif name == "places":
                values[name] = _scales(name, value)
            else:
                values[name] = _exact(name, value)
        return cls(**values)


def _scales(field: str, value: Any) -> tuple[tuple[Fraction, ...], ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(scale, list | tuple) for scale in value):
        raise SchemeError(field, f"lists of numbers, not {value!r}")
    return tuple(sorted((tuple(_exact(field, one) for one in scale) for scale in value), key=len))


def _exact(field: str, value: Any) -> Fraction:
    """A number as JSON or a form has it. A binary fraction is taken as it is written, so that it is exact."""
    try:
        text = str(value).strip().replace(",", ".")
        if isinstance(value, bool) or "e" in text.lower():  # an exponent can mean a number of any length
            raise ValueError
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise SchemeError(field, f"not a number: {value!r}") from None
    if abs(number) > MOST:
        raise SchemeError(field, f"at most {MOST}")
    return number


def _scale(*points: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, points))


TABLES = Scheme(
    PLACE,
    places=(_scale("1", "0"), _scale("4", "5/2", "1"), _scale("4", "3", "2", "1")),
    bye=Fraction(5, 2),
    half_bye=Fraction(5, 4),
)
PRESETS: dict[str, tuple[str, Scheme]] = {
    "win_1": (gettext_noop("A win 1, a draw ½"), Scheme()),
    "win_2": (
        gettext_noop("A win 2, a draw 1"),
        Scheme(win=Fraction(2), draw=Fraction(1), bye=Fraction(2), half_bye=Fraction(1)),
    ),
    "win_3": (
        gettext_noop("A win 3, a draw 1"),
        Scheme(win=Fraction(3), draw=Fraction(1), bye=Fraction(3), half_bye=Fraction(1)),
    ),
    "tables": (gettext_noop("By place: 4, 3, 2, 1"), TABLES),
    "first_two": (
        gettext_noop("By place: 3, 1, 0, 0"),
        Scheme(
            PLACE,
            places=(_scale("3", "0"), _scale("3", "1", "0"), _scale("3", "1", "0", "0")),
            bye=Fraction(1),
            half_bye=Fraction(1, 2),
        ),
    ),
    "loser": (gettext_noop("Everybody but the loser 1"), Scheme(LOSER)),
    "accounts": (
        gettext_noop("What is written in the games"),
        Scheme(ACCOUNTS, bye=Fraction(0), half_bye=Fraction(0)),
    ),
}
"""Schemes to begin with: the name (msgid) of each, and what it is."""

BY_PLACE: dict[int, tuple[Decimal, ...]] = {
    len(scale): tuple(Decimal(points.numerator) / points.denominator for points in scale) for scale in TABLES.places
}
"""The usual points of each place by the number of sides."""


def usual(*, two_sides: bool) -> Scheme:
    """The scheme of a stage that has none of its own; `two_sides`: whether the variant is played by two sides."""
    return Scheme() if two_sides else TABLES


def scheme_of(stored: Mapping[str, Any], *, two_sides: bool) -> Scheme:
    """The scheme that a stage has stored, or the usual one where it has none."""
    return Scheme.from_json(stored) if stored else usual(two_sides=two_sides)


def as_decimal(points: Fraction) -> Decimal:
    """Points as a result stores them, to the thousandth.

    >>> as_decimal(Fraction(4, 3)), as_decimal(Fraction(5, 2))
    (Decimal('1.333'), Decimal('2.500'))
    """
    return (Decimal(points.numerator) / points.denominator).quantize(THOUSANDTH, ROUND_HALF_UP)


def points_by_place(places: Sequence[int]) -> list[Decimal]:
    """The usual points of each side, from the places of all sides of one game.

    >>> points_by_place([2, 1])
    [Decimal('0'), Decimal('1')]
    >>> points_by_place([1, 1])
    [Decimal('0.5'), Decimal('0.5')]
    """
    return [Decimal(points.numerator) / points.denominator for points in TABLES.of_game(places)]


def points_for_bye(*, two_sides: bool) -> Decimal:
    """The usual points of a round without a game.

    >>> points_for_bye(two_sides=True), points_for_bye(two_sides=False)
    (Decimal('1'), Decimal('2.5'))
    """
    points = usual(two_sides=two_sides).bye
    return Decimal(points.numerator) / points.denominator
