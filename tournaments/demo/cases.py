"""The worked cases of the rules, as games: what each shows, and the objects of its record."""

from __future__ import annotations

from typing import Any, NamedTuple


class Case(NamedTuple):
    """`shows` goes into the game as the reason of a judge's warning, so that the sheet explains itself.

    `ends`: the case itself ends the game; elsewhere time is called after it.
    """

    number: int
    shows: str
    hands: list[dict[str, Any]]
    ends: bool = False


def _left(*hands: str | None) -> dict[str, list[str]]:
    """The hands of the seats in order, each as `"5-4 6-0"`; None was not written down."""
    return {str(seat): hand.split() for seat, hand in enumerate(hands) if hand is not None}


def _out(*hands: str | None, last: str = "6-4") -> dict[str, Any]:
    """The seat without a hand before all others, 0 or 1, went out."""
    return {"end": "out", "by": hands.index(None), "last": last.split(), "left": _left(*hands)}


def _fish(by: int, *hands: str) -> dict[str, Any]:
    return {"end": "fish", "by": by, "left": _left(*hands)}


TEN, TWENTY = "6-3 1-0", "5-5 6-2 2-0"
SEVENTY_TO_1 = _out(None, "6-6", TWENTY)
FIFTY_FIVE = "6-5 5-5 6-3 5-4 6-0 5-3 1-1"

MANDAVOSHKA = (
    Case(1, "10 and 20 left: 30 to the 20", [_out(None, TEN, TWENTY)]),
    Case(2, "6-6 alone counts 50, against 20: 70", [SEVENTY_TO_1]),
    Case(3, "0-0 alone against 6-6 alone: 125, and the game is lost", [_out(None, "0-0", "6-6")], ends=True),
    Case(4, "70 and 30 are exactly 100: burned to 0", [SEVENTY_TO_1, _out(None, TWENTY, TEN)]),
    Case(5, "no record yet, own hand 12: nothing is written", [_fish(1, "6-5 1-0", "5-4 2-0", "4-4 1-1")]),
    Case(6, "6-6 and 0-0 together count 12, below 13", [_out(None, "6-6 0-0", "5-5")]),
    Case(7, "6-6 alone is 50, the other hand 55: 105 to the 55", [_out(None, "6-6", FIFTY_FIVE)], ends=True),
    Case(8, "out with 6-6 and 0-0 in one move: an early win", [_out(None, TEN, TWENTY, last="6-6 0-0")], ends=True),
    Case(9, "out with 6-6 and 3-3 in one move: an ordinary hand", [_out(None, TEN, TWENTY, last="6-6 3-3")]),
    Case(
        10,
        "70, then 30 with 20 eggs waiting: 120 in one step, no burn on the way",
        [SEVENTY_TO_1, _out(None, "6-4", "5-5", last="6-3"), _out(None, TWENTY, TEN)],
        ends=True,
    ),
)

SEA_GOAT = (
    Case(11, "opponents hold 7 and 5: 12 is below 13, not written", [_out(None, "5-2", None, "4-1")]),
    Case(12, "opponents hold 7 and 6: 13 is written", [_out(None, "5-2", None, "4-2")]),
    Case(
        13,
        "a fish of 20 and 20 makes 40 eggs, the next 15 bring 55",
        [_fish(0, "5-5", "5-4", "4-4 1-1", "4-1 5-1"), _out("5-4", None, "6-0", None, last="6-3")],
    ),
    Case(14, "a fish of 10 and 12: 22 to the pair with 10", [_fish(0, "4-4", "2-1 3-1", "1-1", "3-2")]),
    Case(15, "0-0 alone counts 10, with 4 that is 14", [_out(None, "0-0", None, "3-1")]),
)
