"""Draughts: a game is one result; so there are many short ones."""

from typing import Any

from tests.scoring.build import judge
from tests.scoring.golden.book import N2, End, Golden, Line

PLACES = {0: [1, 2], 1: [2, 1], None: [1, 1]}
SIDES: dict[int | None, tuple[list[int], list[int]]] = {0: ([0], [1]), 1: ([1], [0]), None: ([], [])}


def _result(winner: int | None, how: str | None) -> Golden:
    facts: dict[str, Any] = {"result": winner, **({"how": how} if how else {})}
    line = Line(facts, N2, [], [0, 0], PLACES[winner])
    return Golden(f"{winner} {how}", "draughts", 2, {}, [line], End("result", *SIDES[winner]))


WARNING = Line(judge({"seat": 0, "warning": True}), N2, [], [0, 0], [1, 1])

GAMES = [
    *(_result(side, how) for side in (0, 1) for how in ("captured", "blocked", "resigned", "time", None)),
    *(_result(None, how) for how in ("king_v_king", "two_kings_main_road", "agreed", None)),
    # A forfeit stands.
    Golden(
        "forfeit", "draughts", 2, {},
        [WARNING, Line(judge({"seat": 0, "forfeit": True}), N2, [], [0, 0], [2, 1])],
        End("forfeit", [1], [0]),
    ),
    # Both forfeit: all share place 1, nobody wins, both lose.
    Golden(
        "both forfeit", "draughts", 2, {},
        [Line(judge({"seat": 0, "forfeit": True}, {"side": 1, "forfeit": True}), N2, [], [0, 0], [1, 1])],
        End("forfeit", [], [0, 1]),
    ),
    # Stopped by time: a draw.
    Golden(
        "time", "draughts", 2, {},
        [WARNING, Line(judge({"stop": "time"}), N2, [], [0, 0], [1, 1])],
        End("time", [], []),
    ),
]  # fmt: skip
