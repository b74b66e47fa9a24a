"""A finished game in figures: what statistics count of it, from its ledger alone.

Only hands played out, by an out or a fish, are counted. What belongs to a side (points, burns, comebacks) stands at
each of its seats. *Comeback*: by how much a winner was behind the best other side at the worst moment. *Brink*: how far
a winner of a penalty game had come towards losing it, in hundredths of the target. *Alone*: 6-6 or 0-0 as a whole hand.
"""

from dataclasses import dataclass, field

from scoring.facts import Played
from scoring.ledger import Ledger
from scoring.steps import Step
from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX, SET

NOT_OF_A_HAND = frozenset({"judge", "burn", "early_win", "to_target"})
"""Why an account changes though nobody won those points at the table."""

_AT = {tile: index for index, tile in enumerate(SET)}


def _no_tiles() -> list[int]:
    return [0] * len(SET)


@dataclass(slots=True)
class SeatFigures:
    """One seat. `tiles`: how often each tile of the set was left in the hand. `early`: the tiles of an early win.

    `opened`: hands that the seat is known to have opened, `opened_outs` those of them that it also went out of.
    `written`: the most points written in one hand; `heaviest`: the most that a hand left over counted.
    """

    outs: int = 0
    double_outs: int = 0
    fish: int = 0
    empty_fish: int = 0
    opened: int = 0
    opened_outs: int = 0
    alone: int = 0
    heaviest: int = 0
    written: int = 0
    burns: int = 0
    comeback: int = 0
    brink: int = 0
    early: str = ""
    tiles: list[int] = field(default_factory=_no_tiles)


@dataclass(slots=True)
class Figures:
    """One game. `eggs`: the most that ever waited; `eggs_run`: after so many hands in a row some were waiting.

    `tiles`: how often each tile of the set was left over; `told`: in so many hands was it written down which were.
    `white`: what side 0 came to where the game has colours, `won`, `drawn` or `lost`.
    """

    hands: int = 0
    fish: int = 0
    eggs: int = 0
    eggs_run: int = 0
    burns: int = 0
    early: str = ""
    white: str = ""
    told: int = 0
    tiles: list[int] = field(default_factory=_no_tiles)
    seats: list[SeatFigures] = field(default_factory=list)


def summarise(ledger: Ledger) -> Figures:
    """The figures of a game that is over."""
    figures = Figures(seats=[SeatFigures() for _ in ledger.names])
    opener: int | None = None
    run = 0
    for step in ledger.hands:
        hand = step.hand
        if isinstance(hand, Played) and step.kind in ("out", "fish"):
            _count_hand(figures, hand, step, opener)
            opener = hand.by if ledger.rules.by_opens else None
            run = run + 1 if step.eggs else 0
            figures.eggs_run = max(figures.eggs_run, run)
            figures.eggs = max(figures.eggs, step.eggs)
        _count_sides(figures, ledger, step)
    _count_end(figures, ledger)
    return figures


def _count_hand(figures: Figures, hand: Played, step: Step, opener: int | None) -> None:
    """Who went out or made the fish, who had opened, and what was left over."""
    figures.hands += 1
    figures.fish += hand.end == "fish"
    figures.told += any(hand.left)
    if opener is not None:
        figures.seats[opener].opened += 1
    if hand.by is not None:
        own = figures.seats[hand.by]
        if hand.end == "out":
            own.outs += 1
            own.double_outs += bool(hand.last) and all(tile.double for tile in hand.last)
            own.opened_outs += hand.by == opener
        else:
            own.fish += 1
            own.empty_fish += hand.left[hand.by] == ()
    for at, tiles in enumerate(hand.left):
        seat = figures.seats[at]
        seat.alone += tiles in ((DOUBLE_SIX,), (DOUBLE_BLANK,))
        for tile in tiles or ():
            seat.tiles[_AT[tile]] += 1
            figures.tiles[_AT[tile]] += 1
        seat.heaviest = max(seat.heaviest, (step.counted[at] if step.counted else None) or 0)


def _count_sides(figures: Figures, ledger: Ledger, step: Step) -> None:
    """What one object of the record wrote to the sides."""
    written = [0] * ledger.sides
    burns = [0] * ledger.sides
    for side, points, why in step.entries:
        if why not in NOT_OF_A_HAND:
            written[side] += points
        burns[side] += why == "burn"
    figures.burns += sum(burns)
    for at, seat in enumerate(figures.seats):
        side = ledger.side_of(at)
        seat.burns += burns[side]
        seat.written = max(seat.written, written[side])


def _count_end(figures: Figures, ledger: Ledger) -> None:
    """The early win, what white came to, and how far behind the winners once were."""
    last = ledger.hands[-1].hand if ledger.hands else None
    if ledger.ended_by == "early_win" and isinstance(last, Played) and last.by is not None:
        figures.early = figures.seats[last.by].early = ", ".join(
            sorted((str(tile) for tile in last.last), reverse=True)
        )
    rules = ledger.rules
    winners = set(ledger.winners)
    if rules.colours:
        figures.white = "won" if 0 in winners else "lost" if 0 in ledger.losers else "drawn"
    # What an early win writes to the others is no account that they had reached.
    standing = [step.totals for step in ledger.hands if not any(entry.why == "early_win" for entry in step.entries)]
    for at, seat in enumerate(figures.seats):
        side = ledger.side_of(at)
        if side not in winners:
            continue
        for totals in standing:
            others = [total for other, total in enumerate(totals) if other != side]
            behind = totals[side] - min(others) if rules.is_penalty else max(others) - totals[side]
            seat.comeback = max(seat.comeback, behind)
            if rules.is_penalty and rules.target:
                seat.brink = max(seat.brink, 100 * totals[side] // rules.target)
