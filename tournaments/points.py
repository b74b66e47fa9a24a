"""Tournament points, by place at the table.

Two sides: 1, ½, 0. Three: 4, 2½, 1. Four: 4, 3, 2, 1. Sides that share places share the points of those places
equally. Whoever has a bye gets what a win between two sides brings, or the middle of a table's points. What always
holds: the points given at a table add up to the same sum, whatever the places.
"""

from collections.abc import Sequence
from decimal import Decimal

BY_PLACE: dict[int, tuple[Decimal, ...]] = {
    2: (Decimal(1), Decimal(0)),
    3: (Decimal(4), Decimal("2.5"), Decimal(1)),
    4: (Decimal(4), Decimal(3), Decimal(2), Decimal(1)),
}
BYE_BETWEEN_TWO = Decimal(1)
BYE_AT_TABLES = Decimal("2.5")


def points_by_place(places: Sequence[int]) -> list[Decimal]:
    """The points of each side, from the places of all sides of one game.

    >>> points_by_place([2, 1])
    [Decimal('0'), Decimal('1')]
    >>> points_by_place([2, 1, 2, 2])
    [Decimal('2'), Decimal('4'), Decimal('2'), Decimal('2')]
    >>> points_by_place([1, 1])
    [Decimal('0.5'), Decimal('0.5')]
    """
    scale = BY_PLACE[len(places)]
    points = []
    for place in places:
        sharing = places.count(place)
        if sharing > len(places) - place + 1:
            raise ValueError(f"not places of one game: {list(places)}")
        points.append(sum(scale[place - 1 : place - 1 + sharing], Decimal(0)) / sharing)
    return points


def points_for_bye(*, two_sides: bool) -> Decimal:
    """The points of a round without a game; `two_sides`: whether the variant is played by two sides.

    >>> points_for_bye(two_sides=True), points_for_bye(two_sides=False)
    (Decimal('1'), Decimal('2.5'))
    """
    return BYE_BETWEEN_TWO if two_sides else BYE_AT_TABLES
