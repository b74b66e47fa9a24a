"""Draughts, by the result alone."""

from typing import Any

import pytest

from scoring.ledger import Ledger
from tests.scoring.build import judge, notes, out, play as play_variant, refused


def play(*hands: Any) -> Ledger:
    return play_variant("draughts", *hands, seats=2)


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("how", ["captured", "blocked", "resigned", "time"])
def test_won(winner: int, how: str) -> None:
    game = play({"result": winner, "how": how})
    assert (game.ended_by, game.winners, game.losers) == ("result", [winner], [1 - winner])
    assert (game.places[winner], game.places[1 - winner], game.totals) == (1, 2, [0, 0])
    assert notes(game.hands[0]) == ["won", f"how_{how}"]
    assert refused("draughts", {"result": None, "how": how}, seats=2) == "bad_how"


@pytest.mark.parametrize("how", ["king_v_king", "two_kings_main_road", "agreed"])
def test_drawn(how: str) -> None:
    game = play({"result": None, "how": how})
    assert (game.ended_by, game.winners, game.losers, game.places) == ("result", [], [], [1, 1])
    assert notes(game.hands[0]) == ["drawn", f"how_{how}"]
    assert refused("draughts", {"result": 0, "how": how}, seats=2) == "bad_how"


def test_how_is_optional() -> None:
    assert play({"result": 1}).winners == [1]
    assert play({"result": None}).places == [1, 1]


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ({"result": 2}, "no_such_side"),
        ({"result": -1}, "no_such_side"),
        ({"result": True}, "no_such_side"),
        ({"result": "0"}, "no_such_side"),
        ({"result": 0, "how": "luck"}, "bad_how"),
        ({"result": 0, "how": ["captured"]}, "bad_how"),
        ({"result": 0, "by": 0}, "unknown_key"),
        ({"result": 0, "judge": []}, "hand_kind"),
        ({"how": "captured"}, "result_alone"),
        (out(0, {1: "64"}), "result_alone"),
        ({"end": "stopped"}, "result_alone"),
        ({"redeal": {"seat": 0, "why": "other"}}, "result_alone"),
        (judge({"seat": 0, "points": 1}), "no_points"),
        (judge({"seat": 2, "forfeit": True}), "no_such_seat"),
    ],
)
def test_refused(hand: dict[str, Any], code: str) -> None:
    assert refused("draughts", hand, seats=2) == code


def test_one_result_is_a_game() -> None:
    assert refused("draughts", {"result": 0}, {"result": 0}, seats=2) == "after_the_end"
    assert refused("draughts", {"result": 0}, judge({"seat": 0, "warning": True}), seats=2) == "after_the_end"


@pytest.mark.parametrize("seats", [1, 3, 4])
def test_two_players(seats: int) -> None:
    assert refused("draughts", seats=seats) == "seats_range"


def test_no_options() -> None:
    assert refused("draughts", seats=2, target=1) == "no_such_option"


def test_a_judge_may_warn_forfeit_and_stop() -> None:
    warned = play(judge({"seat": 0, "warning": True}))
    assert (warned.finished, warned.places, warned.winners) == (False, [1, 1], [])
    game = play(judge({"seat": 0, "forfeit": True}))
    assert (game.ended_by, game.winners, game.losers, game.places) == ("forfeit", [1], [0], [2, 1])
    game = play(judge({"stop": "time"}))
    assert (game.ended_by, game.winners, game.losers, game.places) == ("time", [], [], [1, 1])
    game = play(judge({"seat": 0, "forfeit": True}, {"seat": 1, "forfeit": True}))
    assert (game.ended_by, game.winners, game.losers, game.places) == ("forfeit", [], [0, 1], [1, 1])
