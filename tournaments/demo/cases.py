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
    Case(1, "осталось 10 и 20 — 30 пишут тому, у кого 20", [_out(None, TEN, TWENTY)]),
    Case(2, "одинокая 6-6 — 50, у соседа 20 — пишут 70", [SEVENTY_TO_1]),
    Case(3, "одинокая 0-0 и одинокая 6-6 — 125, игра проиграна", [_out(None, "0-0", "6-6")], ends=True),
    Case(4, "70 и 30 — ровно 100, сгорает до 0", [SEVENTY_TO_1, _out(None, TWENTY, TEN)]),
    Case(5, "записи ещё нет, своя рука 12 — не пишется", [_fish(1, "6-5 1-0", "5-4 2-0", "4-4 1-1")]),
    Case(6, "6-6 и 0-0 вместе — 12, меньше 13", [_out(None, "6-6 0-0", "5-5")]),
    Case(7, "одинокая 6-6 — 50, другая рука 55 — 105 пишут ей", [_out(None, "6-6", FIFTY_FIVE)], ends=True),
    Case(8, "выход с 6-6 и 0-0 одним ходом — досрочная победа", [_out(None, TEN, TWENTY, last="6-6 0-0")], ends=True),
    Case(9, "выход с 6-6 и 3-3 одним ходом — обычная партия", [_out(None, TEN, TWENTY, last="6-6 3-3")]),
    Case(
        10,
        "70, затем 30 и 20 яиц — сразу 120, по пути не сгорает",
        [SEVENTY_TO_1, _out(None, "6-4", "5-5", last="6-3"), _out(None, TWENTY, TEN)],
        ends=True,
    ),
)

SEA_GOAT = (
    Case(11, "у соперников 7 и 5 — 12 меньше 13, не пишется", [_out(None, "5-2", None, "4-1")]),
    Case(12, "у соперников 7 и 6 — 13 пишется", [_out(None, "5-2", None, "4-2")]),
    Case(
        13,
        "рыба 20 на 20 — 40 в яйца, следующие 15 приносят 55",
        [_fish(0, "5-5", "5-4", "4-4 1-1", "4-1 5-1"), _out("5-4", None, "6-0", None, last="6-3")],
    ),
    Case(14, "рыба 10 на 12 — 22 паре, у которой 10", [_fish(0, "4-4", "2-1 3-1", "1-1", "3-2")]),
    Case(15, "одинокая 0-0 — 10, и 4 у партнёра — 14", [_out(None, "0-0", None, "3-1")]),
)
