"""Bergen, fives, threes: every rule, each option both ways."""

from typing import Any

import pytest

from scoring.ledger import Ledger
from tests.scoring.build import ends, entries, event, fish, judge, notes, out, play as play_variant, points, refused

FAMILY = ("bergen", "fives", "threes")
LOW = fish(1, {0: "21", 1: "65", 2: "54"})
TIE = fish(1, {0: "21", 1: "30", 2: "54"})


def bergen(*hands: Any, seats: int = 3, **options: Any) -> Ledger:
    return play_variant("bergen", *hands, seats=seats, **options)


def fives(*hands: Any, seats: int = 3, **options: Any) -> Ledger:
    return play_variant("fives", *hands, seats=seats, **options)


def stopped(*plays: Any) -> dict[str, Any]:
    return {"end": "stopped", "plays": list(plays)}


@pytest.mark.parametrize("total", [*range(19), 20, 22])
def test_cases_17_and_18_multiples_alone_give_points(total: int) -> None:
    for code, divisor in (("fives", 5), ("threes", 3)):
        game = play_variant(code, stopped(*ends(1, total)), seats=3)
        assert game.totals == [0, total // divisor if total % divisor == 0 else 0, 0]
        assert notes(game.hands[0]) == ["ends_nothing" if total % divisor or not total else "ends", "stopped"]


@pytest.mark.parametrize("code", ["fives", "threes"])
@pytest.mark.parametrize("total", [19, 21, 23, -5, 25, True, "5", None, 5.0])
def test_open_ends_that_cannot_be(code: str, total: Any) -> None:
    assert refused(code, stopped(*ends(0, total))) == "bad_ends"


@pytest.mark.parametrize("code", FAMILY)
def test_out_points(code: str) -> None:
    game = play_variant(code, out(1))
    assert (entries(game.hands[0]), game.hands[0].counted) == ([(1, 2, "out")], [None] * 3)
    assert play_variant(code, out(1), out_points=7).totals == [0, 7, 0]
    assert entries(play_variant(code, out(1), out_points=0).hands[0]) == []
    assert play_variant(code, out(1, {0: "66", 2: 9})).hands[0].counted == [12, None, 9]


@pytest.mark.parametrize(("code", "usual"), [("bergen", 2), ("fives", 1), ("threes", 1)])
def test_fish_points(code: str, usual: int) -> None:
    assert entries(play_variant(code, LOW).hands[0]) == [(0, usual, "fish")]
    assert play_variant(code, LOW, fish_points=4).totals == [4, 0, 0]
    assert play_variant(code, LOW, fish_points=0).totals == [0, 0, 0]
    assert play_variant(code, TIE).totals == [0, 0, 0]
    assert notes(play_variant(code, TIE).hands[0]) == ["lowest_tie_void"]


@pytest.mark.parametrize(("code", "of_two", "of_more"), [("bergen", 15, 10), ("fives", 25, 20), ("threes", 33, 22)])
def test_target(code: str, of_two: int, of_more: int) -> None:
    for seats, target in ((2, of_two), (3, of_more), (4, of_more)):
        assert not play_variant(code, points(0, target - 1), seats=seats).finished
        assert play_variant(code, points(0, target), seats=seats).ended_by == "target"
        assert not play_variant(code, points(0, target), seats=seats, target=target + 1).finished
        assert play_variant(code, points(0, 3), seats=seats, target=3).finished
        assert play_variant(code, points(0, target), seats=seats, target=None).finished


@pytest.mark.parametrize("code", FAMILY)
def test_options(code: str) -> None:
    assert refused(code, at_target="go_on") == "option_choice"
    assert refused(code, out_points=None) == "option_integer"
    assert refused(code, target=0) == "option_range"
    assert refused(code, hands=1) == "no_such_option"
    if code != "bergen":
        assert refused(code, double_heading=1) == "no_such_option"


def test_bergens_headings() -> None:
    plays = [event(0, "double_heading"), event(2, "triple_heading"), event(0, "double_heading")]
    game = bergen(stopped(*plays))
    assert entries(game.hands[0]) == [(0, 2, "double_heading"), (2, 3, "triple_heading"), (0, 2, "double_heading")]
    assert bergen(stopped(*plays), double_heading=1, triple_heading=5).totals == [2, 0, 5]
    assert bergen(stopped(*plays), double_heading=0, triple_heading=0).totals == [0, 0, 0]
    assert refused("bergen", stopped(event(0, "move"))) == "no_such_event"
    for name in ("double_heading", "triple_heading"):
        assert refused("bergen", stopped(event(0, name, 1))) == "event_once"
    assert refused("bergen", stopped(*ends(0, 5))) == "missing_key"
    assert refused("fives", stopped(event(0, "double_heading"))) == "missing_key"
    assert refused("fives", stopped({"seat": 0, "ends": 5, "count": 1})) == "unknown_key"
    assert refused("bergen", stopped({"seat": 3, "event": "double_heading"})) == "no_such_seat"
    assert refused("bergen", stopped({"event": "double_heading"})) == "missing_key"


@pytest.mark.parametrize(
    ("left", "winner"),
    [
        ({0: "66 10", 1: "65 64", 2: "11"}, 1),  # one without a double, though the highest
        ({0: "65", 1: "64", 2: "00"}, 1),  # several without: the lowest among them
        ({0: "21", 1: "30", 2: "00"}, None),  # several without, equal
        ({0: "10", 1: "20", 2: "54"}, 0),  # nobody holds any
        ({0: "22 65 64", 1: "33", 2: "44"}, 0),  # everybody: the lowest double
        ({0: "66 11", 1: "00 65 64", 2: "22"}, 1),
        ({0: "66 11", 1: "22", 2: "33"}, 0),  # the lowest of several in a hand
    ],
)
def test_bergens_fish(left: dict[int, str | int], winner: int | None) -> None:
    assert bergen(fish(2, left)).totals == [2 if seat == winner else 0 for seat in range(3)]


def test_bergens_fish_needs_tiles() -> None:
    assert refused("bergen", fish(2, {0: "10", 1: 5, 2: "54"})) == "tiles_wanted"
    assert refused("bergen", fish(2, {0: "10", 2: "54"})) == "hand_missing"
    assert bergen(out(2, {0: 5})).hands[0].counted == [5, None, None]
    assert fives(fish(2, {0: "10", 1: 5, 2: "54"})).totals == [1, 0, 0]


@pytest.mark.parametrize("code", ["fives", "threes"])
def test_a_fish_needs_every_hand(code: str) -> None:
    assert refused(code, fish(2, {0: "10", 2: "54"})) == "hand_missing"
    assert refused(code, fish(2, {0: "", 1: "10", 2: "54"})) == "holds_none"
    assert refused(code, fish(2, {0: "10", 1: "20", 2: ""})) == "holds_none"
    assert play_variant(code, fish(None, {0: "10", 1: "20", 2: "54"}, reserve=[])).totals == [1, 0, 0]


RACE = out(1, plays=[*ends(0, 5), *ends(1, 20, 15)])
"""Anna, then Boris reach 25, who goes out."""
BOTH_NEAR = judge({"seat": 0, "points": 24}, {"seat": 1, "points": 22})


def test_at_target_stop() -> None:
    game = fives(BOTH_NEAR, RACE, seats=2)
    assert (game.totals, game.ended_by, game.winners) == ([25, 22], "target", [0])
    assert notes(game.hands[1]) == ["ends", "void_after", "target"]
    assert entries(game.hands[1]) == [(0, 1, "ends")]
    void = fives(points(2, 19), fish(0, {0: "10", 1: "20", 2: "30"}, plays=ends(2, 5)))
    assert (void.totals, void.hands[1].counted, void.winners) == ([0, 0, 20], None, [2])


def test_at_target_finish_hand() -> None:
    game = fives(BOTH_NEAR, RACE, seats=2, at_target="finish_hand")
    assert (game.totals, game.ended_by, game.winners, game.losers) == ([25, 31], "target", [1], [0])
    assert notes(game.hands[1]) == ["ends", "ends", "ends", "out_points", "target", "target"]
    level = out(1, plays=[*ends(0, 20), *ends(1, 20)])
    game = fives(BOTH_NEAR, level, seats=2, at_target="finish_hand")
    assert (game.totals, game.winners, game.losers, game.places) == ([28, 28], [], [], [1, 1])
    game = fives(BOTH_NEAR, stopped(*ends(0, 5), *ends(1, 20)), seats=2, at_target="finish_hand")
    assert (game.totals, game.ended_by, game.winners) == ([25, 26], "target", [1])


def test_a_stopped_hand_that_reaches_the_target() -> None:
    game = fives(BOTH_NEAR, stopped(*ends(0, 5), *ends(1, 20)), seats=2)
    assert (game.totals, game.ended_by) == ([25, 22], "target")
    assert fives(BOTH_NEAR, stopped(*ends(1, 10)), seats=2).ended_by is None


@pytest.mark.parametrize("at_target", ["stop", "finish_hand"])
def test_a_judges_points_are_looked_at_at_once(at_target: str) -> None:
    game = fives(judge({"seat": 0, "points": 20}, {"seat": 1, "points": 21}), at_target=at_target)
    assert (game.ended_by, game.winners, game.losers) == ("target", [1], [0, 2])
    assert refused("fives", points(0, 20), out(1), at_target=at_target) == "after_the_end"


@pytest.mark.parametrize("code", FAMILY)
def test_nobody_is_said_to_open(code: str) -> None:
    assert play_variant(code, out(1)).next_opener is None
    assert play_variant(code, LOW).next_opener is None


def test_time_and_forfeit() -> None:
    game = fives(points(0, 5), points(1, 9), judge({"stop": "time"}))
    assert (game.ended_by, game.winners, game.losers) == ("time", [1], [0, 2])
    game = bergen(points(0, 5), points(1, 9), judge({"seat": 1, "forfeit": True}))
    assert (game.ended_by, game.winners, game.places) == ("forfeit", [0], [1, 3, 2])
