"""What lies on the table while a hand is played: the ends, and what may be laid at them.

An *end* is a half that shows and may be continued. A *live* end takes tiles of its number, a *dead* one (a double laid
along, closing it) takes none. A *move* is one tile, or several doubles at once, each at an end of its own. Layouts
never change: `after` gives the next one. Line variants use `Line`, those with a house use `House`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple, Self

from scoring.tiles import Tile


class End(NamedTuple):
    """A live end. `on`: it is a half of the "opening" tile that is no double, of a "double", or of another "tile"."""

    number: int
    on: str


class Placement(NamedTuple):
    """A tile and the end it is laid at; `closes`: a double laid so that the end is dead from now on."""

    tile: Tile
    end: End
    closes: bool = False


Move = tuple[Placement, ...]


def fits(tile: Tile, number: int) -> bool:
    return number in (tile.high, tile.low)


@dataclass(frozen=True, slots=True)
class Line:
    """The usual line with two ends; a double lies crosswise and changes no number."""

    ends: tuple[End, ...]
    dead: tuple[int, ...] = ()

    @classmethod
    def opened(cls, tile: Tile) -> Self:
        """The layout after the opening tile."""
        on = "double" if tile.double else "opening"
        return cls(ends=(End(tile.high, on), End(tile.low, on)))

    def numbers(self) -> set[int]:
        """The numbers that can be continued."""
        return {end.number for end in self.ends}

    def closable(self, end: End) -> bool:
        """Whether a double may be laid here so that the end is dead."""
        return False

    def moves(self, hand: Sequence[Tile]) -> list[Move]:
        """Every legal move with these tiles, equal ends counted once; empty where none fits."""
        ends = dict.fromkeys(self.ends)
        single: list[Move] = []
        doubles: dict[Tile, list[Placement]] = {}
        for tile in hand:
            for end in ends:
                if not fits(tile, end.number):
                    continue
                places = [Placement(tile, end)]
                if tile.double:
                    if self.closable(end):
                        places.append(Placement(tile, end, closes=True))
                    doubles.setdefault(tile, []).extend(places)
                single += [(place,) for place in places]
        several = (
            move
            for size in range(2, len(doubles) + 1)
            for chosen in combinations(doubles.values(), size)
            for move in product(*chosen)
        )
        return [*single, *several]

    def after(self, move: Move) -> Self:
        """The layout once the move is made."""
        layout = self
        for place in move:
            layout = layout._lay(place)
        return layout

    def _lay(self, place: Placement) -> Self:
        ends = list(self.ends)
        ends.remove(place.end)
        tile, number = place.tile, place.end.number
        if place.closes:
            return replace(self, ends=tuple(ends), dead=(*self.dead, number))
        new = End(number, "double") if tile.double else End(tile.high + tile.low - number, "tile")
        return replace(self, ends=(*ends, new))


@dataclass(frozen=True, slots=True)
class House(Line):
    """Мандавошка's layout. The first double covered on both sides is the *house* and gets two more ends.

    Before the house a laid double stays open; from then on, and always on an opening tile that is no double, a double
    may close its end.
    """

    house: int | None = None

    def closable(self, end: End) -> bool:
        return self.house is not None or end.on == "opening"

    def _lay(self, place: Placement) -> Self:
        layout = super(House, self)._lay(place)
        covered = place.end
        if self.house is None and covered.on == "double" and covered not in layout.ends:
            sides = (covered, covered)
            return replace(layout, ends=(*layout.ends, *sides), house=covered.number)
        return layout
