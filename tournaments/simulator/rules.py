"""How each variant is dealt, opened and played; what it is worth is the business of `scoring`.

Deal, opening and redeals are the variant's own declaration; `MANNERS` adds how it is played. A variant that is not
there is played on the usual line, a tile a move. A *deal* is the tiles of every seat; what nobody was dealt is the
reserve.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from scoring import variants
from scoring.book import Opening
from scoring.redeal import RedealRule, find
from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX, SET, Tile
from tournaments.simulator.events import Ends, Events, FailedDraws, Headings, Lucky, Steps
from tournaments.simulator.layouts import FreeLine, GoatLine, House, Line, SevenLine, Stairs, Star

Deal = Sequence[Sequence[Tile]]
Facts = dict[str, Any]

EARLY_WINS = tuple(map(frozenset, ((DOUBLE_SIX,), (DOUBLE_BLANK,), (DOUBLE_SIX, DOUBLE_BLANK))))
BY_WEIGHT = tuple(sorted(SET, key=lambda tile: (tile.pips, tile.high), reverse=True))


@dataclass(frozen=True)
class Rules:
    """`deal`, `opening`, `redeals`: as the variant declares. Without a tile that opens, the lot names a seat, which
    opens with any tile. `hands_over`: a named opener may leave it to his partner; `reserve_opens`: a tile of the
    reserve lies there first. `swaps`: partners swap their tiles after the deal.

    `draws`: who can't move draws so many tiles at most in a turn; `keeps`: so many of the reserve are never drawn;
    `gambles`: who can move but would score by no move may draw too. `sees_block`: a hand is a fish as soon as nothing
    that was not laid fits, else when nobody can move or draw; `reserve_ends`: or when the reserve is used up.
    `early_win`: going out with exactly one of `EARLY_WINS` wins the game, but not with a move that blocks the table:
    that is a fish, though its maker holds no tile.
    """

    deal: Mapping[int, int] = field(default_factory=dict)
    opening: Opening = field(default_factory=Opening)
    redeals: tuple[RedealRule, ...] = ()
    layout: type[Line] = Line
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

    @property
    def openers(self) -> tuple[Tile, ...]:
        """The tiles that open a hand for which no opener is named, the first one found in a hand."""
        return (*self.opening.first, *BY_WEIGHT) if self.opening.heaviest else self.opening.first

    def may_open(self, hand: Sequence[Tile]) -> list[Tile]:
        """The tiles with which a named opener may begin."""
        doubles = [tile for tile in hand if tile.double] if self.opening.doubles else []
        return doubles or list(hand)

    def redeal(self, deal: Deal) -> Facts | None:
        """The redeal that a rule asks for, as an object of the record."""
        for rule in self.redeals:
            whose, hands = ("side", [deal[0::2], deal[1::2]]) if rule.of == "pair" else ("seat", [[h] for h in deal])
            for number, tiles in enumerate(hands):
                if find([rule], tiles):
                    return {"redeal": {whose: number, "why": rule.why}}
        return None


FIVES = Rules(layout=FreeLine, draws=1, sees_block=True, reserve_ends=True)
MANNERS = {
    "mandavoshka": Rules(layout=House, sees_block=True, early_win=True),
    "kozel": Rules(layout=GoatLine),
    "morskoy_kozel_exchange": Rules(layout=GoatLine, swaps=True, hands_over=True),
    "morskoy_kozel": Rules(layout=GoatLine, hands_over=True),
    "sevastopol": Rules(layout=Star),
    "matador": Rules(layout=SevenLine, draws=1),
    "bergen": Rules(draws=1, keeps=2, events=Headings),
    "fives": replace(FIVES, events=lambda: Ends(5)),
    "threes": replace(FIVES, events=lambda: Ends(3)),
    "lucky_threes": Rules(layout=FreeLine, draws=5, gambles=True, reserve_ends=True, events=Lucky),
    "two_lane": Rules(draws=1, events=FailedDraws),
    "ladder": Rules(layout=Stairs, reserve_opens=True, draws=1, events=Steps),
}


@cache
def rules_of(code: str) -> Rules:
    """How the variant of a code is dealt and played."""
    variant = variants.get(code)
    manners = MANNERS.get(code, Rules())
    return replace(manners, deal=variant.deal, opening=variant.opening, redeals=variant.redeals)
