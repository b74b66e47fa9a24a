"""Deals the 28 tiles and plays a hand out to its end.

What comes out is the record's object of facts, and beside it the play itself (`PlayedHand.turns`), from which the
tests replay the hand with a referee of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from scoring.tiles import SET, Tile
from tournaments.simulator.events import Turn
from tournaments.simulator.layouts import Line, Move, laid
from tournaments.simulator.players import Player, Sight
from tournaments.simulator.rules import EARLY_WINS, Facts, Rules

GAMBLES = 0.4
"""How often somebody who could move without scoring draws instead, where that is allowed."""


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
    each = rules.deal[count]
    hands = [tiles[each * seat : each * (seat + 1)] for seat in range(count)]
    if rules.swaps:
        hands = hands[2:] + hands[:2]
    return hands, tiles[each * count :]


def play_hand(
    rules: Rules, players: Sequence[Player], rng: Random, opener: int | None = None
) -> tuple[list[Facts], PlayedHand]:
    """Deal until the deal stands, play it out; the redeals on the way as objects of the record, and the hand.

    Without `opener` the tiles or the lot say who opens, as in the first hand of a game.
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
        self.all_dealt = not reserve
        self.unlaid = list(SET)
        self.events = rules.events()

    def run(self, opener: int | None) -> PlayedHand:
        dealt, reserve = [tuple(hand) for hand in self.hands], tuple(self.reserve)
        seat, first, handed_over = self._opening(opener)
        played = PlayedHand(dealt, reserve, seat, first, handed_over)
        layout = self.rules.layout.opened(first)
        self.unlaid.remove(first)
        plays = self.events.opening(seat, first, layout)
        maker, end = seat, None
        while end is None:
            seat = (seat + 1) % len(self.hands)
            turn = Turn(seat, self._draw(seat, layout), self._choose(seat, layout))
            played.turns.append(turn)
            layout = layout.after(turn.move)
            plays += self.events.of(turn, layout)
            for tile in laid(turn.move):
                self.hands[seat].remove(tile)
                self.unlaid.remove(tile)
                maker = seat
            end = self._end(layout, turn)
        played.facts = self._facts(end, maker, turn, first, plays)
        return played

    def _opening(self, opener: int | None) -> tuple[int, Tile, bool]:
        """Who lays which tile first, and whether the opener left it to his partner. The tile leaves his hand.

        Where a tile of the reserve opens, the seat is the one before the first to move.
        """
        handed_over = False
        if self.rules.reserve_opens:
            return self.rng.randrange(len(self.hands)), self.reserve.pop(), False
        if opener is None and self.rules.openers:
            first = next(tile for tile in self.rules.openers if any(tile in hand for hand in self.hands))
            seat = next(seat for seat, hand in enumerate(self.hands) if first in hand)
        else:
            opener = self.rng.randrange(len(self.hands)) if opener is None else opener
            seats = [opener, (opener + 2) % 4] if self.rules.hands_over else [opener]
            choices = [(seat, tile) for seat in seats for tile in self.rules.may_open(self.hands[seat])]
            seat, first = self.players[opener].open(choices, self.hands, self.rng)
            handed_over = seat != opener
        self.hands[seat].remove(first)
        return seat, first, handed_over

    def _draw(self, seat: int, layout: Line) -> tuple[Tile, ...]:
        """Draw until a tile fits (a gambler: until one scores), as long as there is something to draw."""
        rules, hand, drawn = self.rules, self.hands[seat], list[Tile]()
        gambles = rules.gambles and self.rng.random() < GAMBLES
        while len(self.reserve) > rules.keeps and len(drawn) < rules.draws:
            if layout.taken(hand) and not (gambles and self._scores_nothing(hand, layout)):
                break
            drawn.append(self.reserve.pop())
            hand.append(drawn[-1])
        return tuple(drawn)

    def _scores_nothing(self, hand: Sequence[Tile], layout: Line) -> bool:
        return not any(self.events.gain(move, layout.after(move)) for move in layout.moves(hand))

    def _choose(self, seat: int, layout: Line) -> Move:
        moves = layout.moves(self.hands[seat])
        if not moves:
            return ()
        partner = self.hands[(seat + 2) % 4] if self.rules.swaps else None
        beside = len(self.hands[(seat + 1) % len(self.hands)])
        sight = Sight(layout, self.hands[seat], partner, self.unlaid, beside, self.rules.early_win, self.events.gain)
        return self.players[seat].move(moves, sight, self.rng)

    def _end(self, layout: Line, turn: Turn) -> str | None:
        """How the turn ended the hand, if it did: gone out; blocked, as far as anybody sees; the reserve used up."""
        rules = self.rules
        if not self.hands[turn.seat]:
            won_early = rules.early_win and frozenset(laid(turn.move)) in EARLY_WINS
            return "fish" if won_early and not layout.taken(self.unlaid) else "out"
        if rules.reserve_ends and not self.reserve:
            return "fish"
        if rules.sees_block and not layout.taken(self.unlaid):
            return "fish"
        stuck = len(self.reserve) <= rules.keeps and not any(map(layout.taken, self.hands))
        return "fish" if stuck else None

    def _facts(self, end: str, by: int, turn: Turn, first: Tile, plays: list[Facts]) -> Facts:
        facts: Facts = {"end": end, "by": by}
        facts["left"] = {
            str(seat): list(map(str, hand)) for seat, hand in enumerate(self.hands) if end == "fish" or seat != by
        }
        facts["first"] = str(first)
        if end == "out":
            facts["last"] = list(map(str, laid(turn.move)))
        if not self.all_dealt:
            facts["reserve"] = list(map(str, self.reserve))
        if plays:
            facts["plays"] = plays
        return facts
