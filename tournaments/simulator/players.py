"""Players of the simulator: what they look at when they choose a move, and how often they think at all.

A player knows his own tiles, the table, and in games where partners have swapped hands his partner's tiles; he counts
what is still out. With `skill` 0 any legal move will do, with 1 every move is the best one by his style's weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX, Tile
from tournaments.simulator.layouts import Line, Move, fits, laid

Opening = tuple[int, Tile]

GAIN = 8.0
"""What a point won in play weighs beside the pips laid."""


class Sight(NamedTuple):
    """What a player may see. `unlaid`: the tiles that are not on the table yet, as one counts them, his own among them;
    `beside`: how many tiles the next player holds; `lone_counts`: 6-6 or 0-0 alone in a hand costs much, and wins the
    game when laid last; `gain`: what a move and the layout after it are worth at once.
    """

    layout: Line
    hand: Sequence[Tile]
    partner: Sequence[Tile] | None
    unlaid: Sequence[Tile]
    beside: int
    lone_counts: bool
    gain: Callable[[Move, Line], float]


class Style(NamedTuple):
    """What a player cares for: laying heavy tiles, being able to move next time, leaving the next player little to lay,
    not being left with 6-6 or 0-0 alone, going out with them.
    """

    heavy: float = 0.0
    options: float = 0.0
    hinder: float = 0.0
    lone: float = 0.0
    early: float = 0.0


HEAVY = Style(heavy=1.0)
STEADY = Style(heavy=1.0, options=1.2, hinder=0.6, lone=6.0)
CAREFUL = Style(heavy=1.0, options=0.8, hinder=0.3, lone=12.0)
BOLD = Style(heavy=0.8, options=1.2, hinder=0.6, lone=2.0, early=10.0)


@dataclass(frozen=True)
class Player:
    """A way of playing: how often he thinks, and what he cares for when he does."""

    skill: float
    style: Style = STEADY

    def move(self, moves: Sequence[Move], sight: Sight, rng: Random) -> Move:
        """One of the legal moves."""
        if len(moves) == 1:
            return moves[0]
        if rng.random() >= self.skill:
            return rng.choice(moves)
        return max(moves, key=lambda move: _worth(move, sight, self.style))

    def open(self, choices: Sequence[Opening], hands: Sequence[Sequence[Tile]], rng: Random) -> Opening:
        """One of the openings allowed, each a seat and its tile; he sees the hands of these seats alone."""
        if rng.random() >= self.skill:
            return rng.choice(choices)
        return max(choices, key=lambda choice: _opening_worth(choice, hands[choice[0]], self.style))


def _worth(move: Move, sight: Sight, style: Style) -> float:
    """The higher, the better; only the order of a hand's moves means anything."""
    gone = laid(move)
    kept = [tile for tile in sight.hand if tile not in gone]
    if not kept:
        return 1000.0
    layout = sight.layout.after(move)
    worth = style.heavy * sum(tile.pips + 2 * tile.double for tile in gone) + GAIN * sight.gain(move, layout)
    variety = len({half for tile in kept for half in (tile.high, tile.low)})
    worth += style.options * (min(len(layout.taken(kept)), 3) + 0.5 * variety)
    fitting = layout.taken([tile for tile in sight.unlaid if tile not in gone])
    if not fitting:
        return worth + _fish_worth(kept, sight)
    known = [*kept, *(sight.partner or ())]
    unseen = sum(tile not in known for tile in fitting)
    worth -= style.hinder * unseen * (2.0 if sight.beside <= 2 else 1.0)
    if sight.partner:
        worth += style.hinder * len(layout.taken(sight.partner))
    if sight.lone_counts and len(kept) <= 4:
        worth += _lone_worth(kept, layout, style)
    return worth


def _fish_worth(kept: Sequence[Tile], sight: Sight) -> float:
    """A fish is good where one's own side holds fewer pips than the others are likely to hold."""
    if sight.lone_counts and len(kept) == 1 and kept[0] in (DOUBLE_SIX, DOUBLE_BLANK):
        return -500.0
    mine = [*kept, *(sight.partner or ())]
    theirs = 7.0 * len(mine) if sight.partner else 6.0 * max(sight.beside, 2)
    return 5.0 * (theirs - sum(tile.pips for tile in mine))


def _lone_worth(kept: Sequence[Tile], layout: Line, style: Style) -> float:
    """What it is worth to hold 6-6 or 0-0 towards the end."""
    special = [tile for tile in kept if tile in (DOUBLE_SIX, DOUBLE_BLANK)]
    if not special:
        return 0.0
    ready = layout.taken(special) == kept
    early = style.early * (4.0 if ready else 1.0)
    return early - style.lone * len(special) * (5 - len(kept))


def _opening_worth(choice: Opening, hand: Sequence[Tile], style: Style) -> float:
    _, first = choice
    followed = sum(fits(tile, number) for tile in hand for number in {first.high, first.low} if tile is not first)
    weight = first.pips + 2 * first.double
    return style.heavy * weight + style.options * followed - style.early * (first is DOUBLE_SIX)
