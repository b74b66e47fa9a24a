"""How each variant is dealt, opened and played; what it is worth is the business of `scoring`.

One `Rules` object a variant. A *deal* is the tiles of every seat; what nobody was dealt is the reserve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX, SET, TILES, Tile
from tournaments.simulator.layouts import House, Line

Deal = Sequence[Sequence[Tile]]
Facts = dict[str, Any]

DOUBLES = [TILES[f"{n}-{n}"] for n in (1, 2, 3, 4, 5, 6, 0)]
EARLY_WINS = tuple(map(frozenset, ((DOUBLE_SIX,), (DOUBLE_BLANK,), (DOUBLE_SIX, DOUBLE_BLANK))))
BY_WEIGHT = sorted(SET, key=lambda tile: (tile.pips, tile.high), reverse=True)


@dataclass(frozen=True)
class Rules:
    """`first_opening`: the tiles that open the first hand, the first one found in a hand; `doubles_open`: a later hand
    is opened with a double by who has one; `swaps`: partners swap their tiles after the deal; `hands_over`: later
    hands may be opened by the opener's partner instead; `early_win`: going out with exactly one of `EARLY_WINS` wins
    the game, but not with a move that blocks the table: that is a fish, though its maker holds no tile.
    """

    players: tuple[int, int]
    tiles: int
    layout: type[Line]
    redeal: Callable[[Deal], Facts | None]
    first_opening: Sequence[Tile]
    pairs: bool = False
    doubles_open: bool = False
    swaps: bool = False
    hands_over: bool = False
    early_win: bool = False

    def openers(self, hand: Sequence[Tile]) -> list[Tile]:
        """The tiles with which a hand after the first may be opened."""
        doubles = [tile for tile in hand if tile.double] if self.doubles_open else []
        return doubles or list(hand)


def suits_or_doubles(deal: Deal) -> Facts | None:
    """Six tiles of one suit, or five doubles, in one hand."""
    for seat, hand in enumerate(deal):
        if sum(tile.double for tile in hand) >= 5:
            return {"redeal": {"seat": seat, "why": "doubles"}}
        if any(sum(number in (tile.high, tile.low) for tile in hand) >= 6 for number in range(7)):
            return {"redeal": {"seat": seat, "why": "suit"}}
    return None


def doubles_of_a_pair(deal: Deal) -> Facts | None:
    """Six or seven doubles in the two hands of one pair."""
    for side in (0, 1):
        if sum(tile.double for hand in deal[side::2] for tile in hand) >= 6:
            return {"redeal": {"side": side, "why": "doubles"}}
    return None


RULES = {
    "mandavoshka": Rules(
        players=(2, 4),
        tiles=7,
        layout=House,
        redeal=suits_or_doubles,
        first_opening=[*DOUBLES, *BY_WEIGHT],
        doubles_open=True,
        early_win=True,
    ),
    "morskoy_kozel_exchange": Rules(
        players=(4, 4),
        tiles=7,
        layout=Line,
        redeal=doubles_of_a_pair,
        first_opening=DOUBLES,
        pairs=True,
        swaps=True,
        hands_over=True,
    ),
}
