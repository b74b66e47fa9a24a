"""How each variant is dealt, opened and played; what it is worth is the business of `scoring`.

One `Rules` object a variant. A *deal* is the tiles of every seat; what nobody was dealt is the reserve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX, SET, TILES, Tile
from tournaments.simulator.events import Ends, Events, FailedDraws, Headings, Lucky, Steps
from tournaments.simulator.layouts import FreeLine, GoatLine, House, Line, SevenLine, Stairs, Star

Deal = Sequence[Sequence[Tile]]
Facts = dict[str, Any]

DOUBLES = [TILES[f"{n}-{n}"] for n in (1, 2, 3, 4, 5, 6, 0)]
DOUBLES_DOWN = [TILES[f"{n}-{n}"] for n in range(6, -1, -1)]
EARLY_WINS = tuple(map(frozenset, ((DOUBLE_SIX,), (DOUBLE_BLANK,), (DOUBLE_SIX, DOUBLE_BLANK))))
BY_WEIGHT = sorted(SET, key=lambda tile: (tile.pips, tile.high), reverse=True)

SEVEN = (7, 7, 7)
SIX_OR_FIVE = (6, 6, 5)


@dataclass(frozen=True)
class Rules:
    """`tiles`: how many are dealt to each of two, three, four players. `first_opening`: the tiles that open a hand for
    which no opener is named, the first one found in a hand (empty: the lot names a seat, which opens with any tile);
    `doubles_open`: a named opener begins with a double if he has one; `hands_over`: or leaves it to his partner;
    `reserve_opens`: a tile of the reserve lies there first. `swaps`: partners swap their tiles after the deal.

    `draws`: who can't move draws so many tiles at most in a turn; `keeps`: so many of the reserve are never drawn;
    `gambles`: who can move but would score by no move may draw too. `sees_block`: a hand is a fish as soon as nothing
    that was not laid fits, else when nobody can move or draw; `reserve_ends`: or when the reserve is used up.
    `early_win`: going out with exactly one of `EARLY_WINS` wins the game, but not with a move that blocks the table:
    that is a fish, though its maker holds no tile.
    """

    layout: type[Line] = Line
    tiles: tuple[int, int, int] = SEVEN
    redeal: Callable[[Deal], Facts | None] = lambda deal: None
    first_opening: Sequence[Tile] = ()
    doubles_open: bool = False
    hands_over: bool = False
    reserve_opens: bool = False
    swaps: bool = False
    draws: int = len(SET)
    keeps: int = 0
    gambles: bool = False
    sees_block: bool = False
    reserve_ends: bool = False
    early_win: bool = False
    events: Callable[[], Events] = Events

    def openers(self, hand: Sequence[Tile]) -> list[Tile]:
        """The tiles with which a named opener may begin."""
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


def ends_by(divisor: int) -> Rules:
    """Fives and threes."""
    return Rules(
        layout=FreeLine,
        tiles=SIX_OR_FIVE,
        draws=1,
        sees_block=True,
        reserve_ends=True,
        events=lambda: Ends(divisor),
    )


RULES = {
    "mandavoshka": Rules(
        layout=House,
        redeal=suits_or_doubles,
        first_opening=[*DOUBLES, *BY_WEIGHT],
        doubles_open=True,
        sees_block=True,
        early_win=True,
    ),
    "kozel": Rules(layout=GoatLine, redeal=suits_or_doubles, first_opening=DOUBLES),
    "morskoy_kozel_exchange": Rules(
        layout=GoatLine, redeal=doubles_of_a_pair, first_opening=DOUBLES, swaps=True, hands_over=True
    ),
    "morskoy_kozel": Rules(layout=GoatLine, redeal=suits_or_doubles, first_opening=DOUBLES, hands_over=True),
    "traditional": Rules(tiles=(7, 5, 5), first_opening=[*DOUBLES_DOWN, *BY_WEIGHT]),
    "sevastopol": Rules(layout=Star, first_opening=[DOUBLE_SIX]),
    "matador": Rules(layout=SevenLine, tiles=SIX_OR_FIVE, first_opening=[*DOUBLES_DOWN, *BY_WEIGHT], draws=1),
    "bergen": Rules(tiles=SIX_OR_FIVE, draws=1, keeps=2, events=Headings),
    "fives": ends_by(5),
    "threes": ends_by(3),
    "lucky_threes": Rules(layout=FreeLine, tiles=SIX_OR_FIVE, draws=5, gambles=True, reserve_ends=True, events=Lucky),
    "two_lane": Rules(tiles=(5, 5, 6), draws=1, events=FailedDraws),
    "ladder": Rules(layout=Stairs, tiles=(5, 5, 5), reserve_opens=True, draws=1, events=Steps),
}
