"""Whether a hand just dealt is dealt anew (пересдача), and by which rule.

A variant declares its `RedealRule`s; `find` holds them against the tiles of one hand, or of a pair's two hands. A
*suit* is a number: all tiles that bear it, its double included.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from scoring.errors import ScoringError
from scoring.notes import Note
from scoring.tiles import Tile


class RedealRule(NamedTuple):
    """So many doubles, or so many tiles of one suit, in one hand or in both hands of a pair together. `chosen`: ◇."""

    why: Literal["doubles", "suit"]
    least: int
    of: Literal["hand", "pair"] = "hand"
    chosen: bool = False


class Finding(NamedTuple):
    """A rule that asks for a redeal, and the tiles that make it so. `suit`: the number that they share."""

    rule: RedealRule
    tiles: tuple[Tile, ...]
    suit: int | None = None


class RedealError(ScoringError):
    """Tiles that nobody can have been dealt."""


FIVE_DOUBLES = RedealRule("doubles", 5)
SIX_OF_A_SUIT = RedealRule("suit", 6)
SIX_DOUBLES_OF_A_PAIR = RedealRule("doubles", 6, "pair")


def find(rules: Iterable[RedealRule], hands: Sequence[Sequence[Tile]]) -> Finding | None:
    """The first rule that deals these hands anew: one hand, or both of a pair; None where none does.

    >>> from scoring.tiles import parse_tiles
    >>> find([FIVE_DOUBLES], [parse_tiles("66 55 44 33 22 10 20")]).rule.why
    'doubles'
    >>> find([FIVE_DOUBLES, SIX_OF_A_SUIT], [parse_tiles("66 65 64 63 62 10 20")]) is None
    True
    """
    together = [tile for hand in hands for tile in hand]
    for tile in together:
        if together.count(tile) > 1:
            raise RedealError(Note("tile_twice", {"tile": tile}))
    for rule in rules:
        for tiles in [together] if rule.of == "pair" else hands:
            found = _doubles(rule, tiles) if rule.why == "doubles" else _suit(rule, tiles)
            if found is not None:
                return found
    return None


def _doubles(rule: RedealRule, tiles: Sequence[Tile]) -> Finding | None:
    doubles = tuple(tile for tile in tiles if tile.double)
    return Finding(rule, doubles) if len(doubles) >= rule.least else None


def _suit(rule: RedealRule, tiles: Sequence[Tile]) -> Finding | None:
    for number in range(7):
        suit = tuple(tile for tile in tiles if number in (tile.high, tile.low))
        if len(suit) >= rule.least:
            return Finding(rule, suit, number)
    return None
