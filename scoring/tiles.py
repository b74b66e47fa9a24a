"""The 28 tiles of a double-six set.

Each tile exists once: `Tile` objects are compared and hashed by identity, and `TILES` finds one by any spelling
(`"6-4"`, `"4-6"`, `"64"`, `"6:4"`, `"6|4"`, `"6/4"`). Its printed form, larger half first, reads back.
"""

import re

from scoring.errors import TileError


class Tile:
    """A tile: `high` ≥ `low`, both 0 to 6; `pips` is their sum, `double` whether they are equal.

    For sets of tiles as numbers: `bit`, one a tile; `odd`, the bits of its two numbers, 0 for a double; `numbers`,
    the bits of its numbers, a double's one.
    """

    __slots__ = ("bit", "double", "high", "low", "numbers", "odd", "pips", "text")

    def __init__(self, high: int, low: int) -> None:
        self.high = high
        self.low = low
        self.pips = high + low
        self.double = high == low
        self.text = f"{high}-{low}"
        self.bit = 1 << high * (high + 1) // 2 + low
        self.odd = 1 << high ^ 1 << low
        self.numbers = 1 << high | 1 << low

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Tile({self.text})"

    def __lt__(self, other: "Tile") -> bool:
        return (self.high, self.low) < (other.high, other.low)


SET: tuple[Tile, ...] = tuple(Tile(high, low) for high in range(7) for low in range(high + 1))
"""All 28 tiles, 0-0 first, 6-6 last."""

ALL_PIPS = sum(tile.pips for tile in SET)
"""The pips of the whole set: 168."""

TILES: dict[str, Tile] = {
    f"{a}{mark}{b}": tile
    for tile in SET
    for a, b in ((tile.high, tile.low), (tile.low, tile.high))
    for mark in ("-", "", ":", "|", "/")
}
"""Every spelling of every tile."""

DOUBLE_SIX = TILES["6-6"]
DOUBLE_BLANK = TILES["0-0"]


def parse_tile(text: str) -> Tile:
    """The tile that a text names; `TileError` with the text where there is none.

    >>> parse_tile("4:6")
    Tile(6-4)
    """
    try:
        return TILES[text]
    except (KeyError, TypeError):
        raise TileError(text) from None


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a line as one types it, parted by spaces, commas or semicolons, in the order given.

    >>> parse_tiles("64 00, 5-1")
    (Tile(6-4), Tile(0-0), Tile(5-1))
    """
    return tuple(parse_tile(word) for word in re.split(r"[\s,;]+", text.strip()) if word)
