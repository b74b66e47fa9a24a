"""What lies on the table while a hand is played: the ends, and what may be laid at them.

An *end* is a half that shows and may be continued. A *live* end takes tiles now; a *dead* one (a double laid along,
closing it) takes none any more. A *move* is one tile, or several at once. Layouts never change: `after` gives the
next one. Each is a `Line` or a small change of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import ClassVar, NamedTuple, Self

from scoring.tiles import DOUBLE_BLANK, TILES, Tile

MATADORS = (DOUBLE_BLANK, TILES["6-1"], TILES["5-2"], TILES["4-3"])


class End(NamedTuple):
    """A half that shows. `on`: it is a half of the "opening" tile that is no double, of a crosswise "double", of
    another "tile", or in a star a side of 6-6 where an "arm" is still to be begun.
    """

    number: int
    on: str


class Placement(NamedTuple):
    """A tile, the end it is laid at, and the end that it leaves: None for a double laid so that the end is dead."""

    tile: Tile
    end: End
    leaves: End | None

    @property
    def closes(self) -> bool:
        return self.leaves is None


Move = tuple[Placement, ...]


def fits(tile: Tile, number: int) -> bool:
    return number in (tile.high, tile.low)


@dataclass(frozen=True, slots=True)
class Line:
    """The usual line with two ends, a tile a move; a double lies crosswise and changes no number."""

    ends: tuple[End, ...]
    dead: tuple[int, ...] = ()

    doubles_together: ClassVar[bool] = False
    """Whether several doubles may be laid in one move."""

    @classmethod
    def opened(cls, tile: Tile) -> Self:
        """The layout after the opening tile."""
        on = "double" if tile.double else "opening"
        return cls(ends=(End(tile.high, on), End(tile.low, on)))

    def live(self) -> Collection[End]:
        """The ends that may be continued now, equal ones once."""
        return dict.fromkeys(self.ends)

    def places(self, tile: Tile, end: End) -> list[Placement]:
        """The ways in which a tile may be laid at an end."""
        if not fits(tile, end.number):
            return []
        return [Placement(tile, end, End(tile.high + tile.low - end.number, "double" if tile.double else "tile"))]

    def taken(self, tiles: Sequence[Tile]) -> list[Tile]:
        """Those of these tiles that may be laid somewhere now."""
        numbers = 0
        for end in self.live():
            numbers |= 1 << end.number
        return [tile for tile in tiles if tile.numbers & numbers]

    def moves(self, hand: Sequence[Tile]) -> list[Move]:
        """Every legal move with these tiles; empty where none fits."""
        ends = self.live()
        single: list[Move] = []
        doubles: list[list[Placement]] = []
        for tile in self.taken(hand):
            places = [place for end in ends for place in self.places(tile, end)]
            single += [(place,) for place in places]
            if tile.double:
                doubles.append(places)
        if not self.doubles_together:
            return single
        several = (
            move
            for size in range(2, len(doubles) + 1)
            for chosen in combinations(doubles, size)
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
        if place.leaves is None:
            return replace(self, ends=tuple(ends), dead=(*self.dead, place.end.number))
        return replace(self, ends=(*ends, place.leaves))


@dataclass(frozen=True, slots=True)
class GoatLine(Line):
    """A line where several doubles may be laid in one move, each at an end of its own."""

    doubles_together = True


@dataclass(frozen=True, slots=True)
class House(GoatLine):
    """Мандавошка's layout. The first double covered on both sides is the *house* and gets two more ends.

    Before the house a laid double stays open; from then on, and always on an opening tile that is no double, a double
    may close its end.
    """

    house: int | None = None

    def places(self, tile: Tile, end: End) -> list[Placement]:
        places = super(House, self).places(tile, end)
        if places and tile.double and (self.house is not None or end.on == "opening"):
            places.append(Placement(tile, end, None))
        return places

    def _lay(self, place: Placement) -> Self:
        layout = super(House, self)._lay(place)
        covered = place.end
        if self.house is None and covered.on == "double" and covered not in layout.ends:
            sides = (covered, covered)
            return replace(layout, ends=(*layout.ends, *sides), house=covered.number)
        return layout


@dataclass(frozen=True, slots=True)
class Star(Line):
    """Sevastopol's layout: four arms round 6-6. Until all are begun nothing else may be laid; who has no six waits."""

    @classmethod
    def opened(cls, tile: Tile) -> Self:
        return cls(ends=(End(tile.high, "arm"),) * 4)

    def live(self) -> Collection[End]:
        arms = [end for end in self.ends if end.on == "arm"]
        return arms[:1] or dict.fromkeys(self.ends)


@dataclass(frozen=True, slots=True)
class FreeLine(Line):
    """The line of fives and threes: a double lies crosswise, when both its halves are open, or along like any tile."""

    def places(self, tile: Tile, end: End) -> list[Placement]:
        places = super(FreeLine, self).places(tile, end)
        if places and tile.double:
            places.append(Placement(tile, end, End(end.number, "tile")))
        return places


@dataclass(frozen=True, slots=True)
class SevenLine(Line):
    """Matador's line: halves that meet add up to seven; a blank takes a matador alone, laid across, with either half
    to go on from.
    """

    def places(self, tile: Tile, end: End) -> list[Placement]:
        if end.number:
            met = 7 - end.number
            return [Placement(tile, end, End(tile.high + tile.low - met, "tile"))] if fits(tile, met) else []
        halves = sorted({tile.high, tile.low}) if tile in MATADORS else []
        return [Placement(tile, end, End(half, "tile")) for half in halves]

    def taken(self, tiles: Sequence[Tile]) -> list[Tile]:
        ends = self.live()
        return [tile for tile in tiles if any(self.places(tile, end) for end in ends)]


@dataclass(frozen=True, slots=True)
class Stairs(Line):
    """The ladder: a tile meets either half of the one laid before it; up to three may be laid in one move."""

    def moves(self, hand: Sequence[Tile]) -> list[Move]:
        moves = chains = super(Stairs, self).moves(hand)
        for _ in range(2):
            chains = [
                chain + further
                for chain in chains
                for further in super(Stairs, self.after(chain)).moves([t for t in hand if t not in laid(chain)])
            ]
            moves = moves + chains
        return moves

    def _lay(self, place: Placement) -> Self:
        return self.opened(place.tile)


def laid(move: Move) -> list[Tile]:
    """The tiles of a move."""
    return [place.tile for place in move]
