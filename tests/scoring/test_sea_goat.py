"""The sea goat with exchange: the worked cases, every rule, and each option both ways."""

from typing import Any

import pytest

from scoring.ledger import Ledger
from tests.scoring.build import entries, fish, judge, notes, out, play as play_variant


def play(*hands: Any, **options: Any) -> Ledger:
    return play_variant("morskoy_kozel_exchange", *hands, seats=4, **options)


EQUAL = fish(1, {0: "64", 2: "55", 1: "54", 3: "65"})
"""20 against 20: 40 eggs."""
FIFTEEN = out(0, {1: "54", 3: "60"})


def test_case_11_and_12_the_threshold() -> None:
    game = play(out(0, {1: "61", 3: "50"}))
    assert (game.totals, notes(game.hands[0])) == ([0, 0], ["out_writes", "below"])
    assert play(out(0, {1: "61", 3: "60"})).totals == [13, 0]


def test_case_13_eggs() -> None:
    game = play(EQUAL, FIFTEEN)
    assert [step.eggs for step in game.hands] == [40, 0]
    assert entries(game.hands[1]) == [(0, 15, "out"), (0, 40, "eggs")]


def test_eggs_add_up_and_survive_what_is_no_hand() -> None:
    game = play(EQUAL, judge({"side": 1, "points": 5}), {"end": "stopped"}, EQUAL, FIFTEEN)
    assert [step.eggs for step in game.hands] == [40, 40, 40, 80, 0]
    assert game.totals == [95, 5]


def test_eggs_go_to_the_winner_of_a_hand_that_is_not_written() -> None:
    game = play(EQUAL, out(3, {0: "61", 2: "50"}))
    assert entries(game.hands[1]) == [(1, 40, "eggs")]


def test_case_14_fish() -> None:
    game = play(fish(3, {0: "31", 2: "60", 1: "54", 3: "30"}))
    assert entries(game.hands[0]) == [(0, 22, "fish")]
    assert game.next_opener == 3


def test_a_fish_below_the_threshold() -> None:
    assert play(fish(3, {0: "10", 2: "20", 1: "31", 3: "40"})).totals == [0, 0]


def test_case_15_lone_blank() -> None:
    game = play(out(0, {1: "00", 3: "31"}))
    assert (game.hands[0].counted, game.totals) == ([None, 10, None, 4], [14, 0])
    assert play(out(0, {1: "00 61", 3: "60"})).totals == [13, 0]


def test_lone_six_and_both() -> None:
    assert play(out(0, {1: "66", 3: "10"})).totals == [13, 0]
    assert play(out(0, {1: "66 00", 3: "10"})).totals == [13, 0]


def test_the_partners_hand_does_not_count() -> None:
    game = play(out(0, {1: "54", 2: "66 65", 3: "60"}))
    assert (game.hands[0].counted, game.totals) == ([None, 9, 23, 6], [15, 0])


def test_the_target_wins() -> None:
    game = play(judge({"side": 1, "points": 190}), out(1, {0: "54", 2: "60"}))
    assert (game.totals, game.ended_by, game.winners, game.losers) == ([0, 205], "target", [1], [0])
    assert play(FIFTEEN, target=15).winners == [0]
    assert not play(FIFTEEN, target=16).finished


def test_options_of_lone_doubles() -> None:
    assert play(out(0, {1: "00", 3: "31"}), lone_double_blank=20).totals == [24, 0]
    assert play(out(0, {1: "66", 3: "31"}), lone_double_six=50).totals == [54, 0]
    assert play(out(0, {1: "66 00", 3: "31"}), lone_both=75).totals == [79, 0]
    assert play(out(0, {1: "66 00", 3: "31"}), lone_both=None).totals == [16, 0]


def test_threshold() -> None:
    low = out(0, {1: "61", 3: "50"})
    assert play(low, threshold=12).totals == [12, 0]
    assert play(low, threshold=0).totals == [12, 0]
    assert play(FIFTEEN, threshold=16).totals == [0, 0]


def test_threshold_scope_is_of_the_side_that_would_be_written() -> None:
    low = out(0, {1: "61", 3: "50"})
    was = judge({"side": 0, "points": 5}, {"side": 0, "points": -5})
    assert play(was, low, threshold_scope="never_recorded").totals == [12, 0]
    assert play(low, threshold_scope="never_recorded").totals == [0, 0]
    assert play(was, low, threshold_scope="at_zero").totals == [0, 0]
    assert play(judge({"side": 0, "points": 5}), low, threshold_scope="at_zero").totals == [17, 0]
    assert play(was, low).totals == [0, 0]


def test_threshold_basis() -> None:
    low = out(0, {1: "61", 3: "50"}, "00", first="6-6")
    bonus = {"finish_bonus": True, "opening_bonus": True}
    assert entries(play(EQUAL, low, **bonus).hands[1]) == [
        (0, 25, "finish_bonus"),
        (0, 40, "eggs"),
        (0, 50, "opening_bonus"),
    ]
    game = play(EQUAL, low, threshold_basis="total", threshold=78, **bonus)
    assert entries(game.hands[1]) == [(0, 50, "opening_bonus")]
    assert (game.eggs, "lost_with_it" in notes(game.hands[1])) == (0, True)
    game = play(EQUAL, low, threshold_basis="total", threshold=77, **bonus)
    assert game.totals == [127, 0]


@pytest.mark.parametrize(("last", "bonus"), [("00", 25), ("66", 50), ("00 66", 75), ("66 55", 0), ("54", 0)])
def test_finish_bonus(last: str, bonus: int) -> None:
    hand = out(0, {1: "61", 3: "63"}, last)
    assert play(hand).totals == [16, 0]
    assert play(hand, finish_bonus=True).totals == [16 + bonus, 0]


def test_a_fish_has_no_finish_bonus() -> None:
    hand = fish(0, {0: "10", 2: "20", 1: "65", 3: "40"}, last=["6-6"])
    assert play(hand, finish_bonus=True).totals == [18, 0]


@pytest.mark.parametrize(("first", "bonus"), [("0-0", 25), ("6-6", 50), ("1-1", 0)])
def test_opening_bonus(first: str, bonus: int) -> None:
    hand = out(0, {1: "61", 3: "63"}, first=first)
    assert play(hand).totals == [16, 0]
    assert play(hand, opening_bonus=True).totals == [16 + bonus, 0]
    low = out(0, {1: "61", 3: "50"}, first=first)
    assert play(low, opening_bonus=True).totals == [bonus, 0]


def test_the_opening_bonus_of_an_equal_fish_joins_the_eggs() -> None:
    game = play({**EQUAL, "first": "6-6"}, FIFTEEN, opening_bonus=True)
    assert (game.hands[0].eggs, game.totals) == (90, [105, 0])


def test_popular_doubles_set_the_others_unless_given_by_name() -> None:
    hand = out(0, {1: "00", 3: "31"}, "66", first="1-1")
    assert play(hand, popular_doubles=True).totals == [25 + 4 + 50, 0]
    assert play(hand, popular_doubles=True, lone_double_blank=10, finish_bonus=False).totals == [14, 0]
    assert play(out(0, {1: "66", 3: "31"}), popular_doubles=True).totals == [54, 0]
    assert play(out(0, {1: "66 00", 3: "31"}, first="5-5"), popular_doubles=True).totals == [79, 0]
    assert play(out(0, {1: "65", 3: "31"}, first="0-0"), popular_doubles=True).totals == [40, 0]


def test_direction_loser() -> None:
    game = play(FIFTEEN, direction="loser")
    assert (entries(game.hands[0]), game.places) == ([(1, 15, "out")], [1, 2])
    uneven = fish(3, {0: "31", 2: "60", 1: "54", 3: "30"})
    assert play(uneven, direction="loser").totals == [0, 22]
    assert play(uneven, direction="loser", fish_writes="own", threshold=12).totals == [0, 12]
    assert play(uneven, direction="loser", fish_writes="own").totals == [0, 0]
    assert play(uneven, fish_writes="own").totals == [22, 0]
    game = play(EQUAL, FIFTEEN, direction="loser", fish_writes="own", target=55)
    assert (game.totals, game.ended_by, game.losers, game.winners) == ([0, 55], "target", [1], [0])
    assert game.hands[0].eggs == 40


def test_direction_loser_asks_the_threshold_of_the_losers() -> None:
    low = out(0, {1: "61", 3: "50"})
    game = play(judge({"side": 0, "points": 5}), low, direction="loser", threshold_scope="never_recorded")
    assert game.totals == [5, 0]
    game = play(judge({"side": 1, "points": 5}), low, direction="loser", threshold_scope="never_recorded")
    assert game.totals == [0, 17]
