"""Deals the 28 tiles and plays a hand out to its end.

What comes out is the record's object of facts, and beside it the play itself (`PlayedHand.turns`), from which the
tests replay the hand with a referee of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from scoring.tiles import SET, Tile
from tournaments.simulator.layouts import Line, Move, fits
from tournaments.simulator.players import Player, Sight
from tournaments.simulator.rules import EARLY_WINS, Facts, Rules


class Turn(NamedTuple):
    """What a seat did: tiles drawn from the reserve, then the move; an empty move is a pass."""

    seat: int
    drawn: tuple[Tile, ...]
    move: Move


@dataclass
class PlayedHand:
    """A hand played out. `dealt` are the hands as play began, `reserve` the boneyard then, in the order of drawing."""

    dealt: list[tuple[Tile, ...]]
    reserve: tuple[Tile, ...]
    opener: int
    first: Tile
    handed_over: bool = False
    turns: list[Turn] = field(default_factory=list)
    facts: Facts = field(default_factory=dict)


def deal(rules: Rules, count: int, rng: Random) -> tuple[list[list[Tile]], list[Tile]]:
    """The hands of `count` seats and the reserve."""
    tiles = list(SET)
    rng.shuffle(tiles)
    hands = [tiles[rules.tiles * seat : rules.tiles * (seat + 1)] for seat in range(count)]
    if rules.swaps:
        hands = hands[2:] + hands[:2]
    return hands, tiles[rules.tiles * count :]


def play_hand(
    rules: Rules, players: Sequence[Player], rng: Random, opener: int | None = None
) -> tuple[list[Facts], PlayedHand]:
    """Deal until the deal stands, play it out; the redeals on the way as objects of the record, and the hand.

    Without `opener` it is the first hand of a game.
    """
    redeals = []
    hands, reserve = deal(rules, len(players), rng)
    while (redeal := rules.redeal(hands)) is not None:
        redeals.append(redeal)
        hands, reserve = deal(rules, len(players), rng)
    return redeals, _Play(rules, players, rng, hands, reserve).run(opener)


class _Play:
    """One hand going on."""

    def __init__(
        self, rules: Rules, players: Sequence[Player], rng: Random, hands: list[list[Tile]], reserve: list[Tile]
    ) -> None:
        self.rules = rules
        self.players = players
        self.rng = rng
        self.hands = hands
        self.reserve = reserve
        self.unlaid = [7] * 7

    def run(self, opener: int | None) -> PlayedHand:
        dealt, reserve = [tuple(hand) for hand in self.hands], tuple(self.reserve)
        seat, first, handed_over = self._opening(opener)
        played = PlayedHand(dealt, reserve, seat, first, handed_over)
        self._take_from(seat, first)
        layout = self.rules.layout.opened(first)
        while True:
            seat = (seat + 1) % len(self.hands)
            drawn = self._draw(seat, layout)
            move = self._choose(seat, layout)
            played.turns.append(Turn(seat, drawn, move))
            for place in move:
                self._take_from(seat, place.tile)
            layout = layout.after(move)
            if move and (end := self._end(seat, layout, move)):
                played.facts = self._facts(end, seat, move, first)
                return played

    def _opening(self, opener: int | None) -> tuple[int, Tile, bool]:
        """Who lays which tile first, and whether the opener left it to his partner."""
        if opener is None:
            first = next(tile for tile in self.rules.first_opening if any(tile in hand for hand in self.hands))
            return next(seat for seat, hand in enumerate(self.hands) if first in hand), first, False
        seats = [opener, (opener + 2) % 4] if self.rules.hands_over else [opener]
        choices = [(seat, tile) for seat in seats for tile in self.rules.openers(self.hands[seat])]
        seat, first = self.players[opener].open(choices, self.hands, self.rng)
        return seat, first, seat != opener

    def _draw(self, seat: int, layout: Line) -> tuple[Tile, ...]:
        """Draw until a tile fits, as long as there is something to draw."""
        drawn: list[Tile] = []
        numbers, hand = layout.numbers(), self.hands[seat]
        while self.reserve and not any(fits(tile, number) for tile in hand for number in numbers):
            drawn.append(self.reserve.pop())
            hand.append(drawn[-1])
        return tuple(drawn)

    def _choose(self, seat: int, layout: Line) -> Move:
        moves = layout.moves(self.hands[seat])
        if not moves:
            return ()
        partner = self.hands[(seat + 2) % 4] if self.rules.pairs else None
        after = self.hands[(seat + 1) % len(self.hands)]
        sight = Sight(layout, self.hands[seat], partner, self.unlaid, len(after), self.rules.early_win)
        return self.players[seat].move(moves, sight, self.rng)

    def _take_from(self, seat: int, tile: Tile) -> None:
        self.hands[seat].remove(tile)
        for number in {tile.high, tile.low}:
            self.unlaid[number] -= 1

    def _end(self, seat: int, layout: Line, move: Move) -> str | None:
        """How the move ended the hand, if it did. Blocked: no tile still to be laid fits a live end."""
        blocked = not any(self.unlaid[number] for number in layout.numbers())
        if not self.hands[seat]:
            won_early = self.rules.early_win and frozenset(place.tile for place in move) in EARLY_WINS
            return "fish" if blocked and won_early else "out"
        return "fish" if blocked else None

    def _facts(self, end: str, by: int, move: Move, first: Tile) -> Facts:
        left = {
            str(seat): [str(tile) for tile in hand]
            for seat, hand in enumerate(self.hands)
            if end == "fish" or seat != by
        }
        facts: Facts = {"end": end, "by": by, "left": left, "first": str(first)}
        if end == "out":
            facts["last"] = [str(place.tile) for place in move]
        if len(self.hands) * self.rules.tiles < len(SET):
            facts["reserve"] = [str(tile) for tile in self.reserve]
        return facts
