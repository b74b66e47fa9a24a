"""«Мандавошка»: the worked cases, every rule, and each option both ways."""

import pytest

from scoring.ledger import Ledger
from scoring.notes import render
from tests.scoring.build import entries, fish, judge, notes, out, play as play_variant, points, words


def play(*hands: object, seats: int = 3, **options: object) -> Ledger:
    return play_variant("mandavoshka", *hands, seats=seats, **options)


THIRTY_TO_2 = out(0, {1: "64", 2: "66 53"}, "51")
"""10 and 20: 30 to Vera."""


def test_case_1_the_highest_hand_is_written_the_sum() -> None:
    game = play(THIRTY_TO_2)
    assert game.hands[0].counted == [None, 10, 20]
    assert entries(game.hands[0]) == [(2, 30, "highest_hand")]
    assert (game.totals, game.places, game.next_opener) == ([0, 0, 30], [1, 1, 3], 0)
    assert words(game, game.hands[0]) == [
        "Highest hand: Vera, 20. The sum of all hands is written: 20 + 10 = 30.",
    ]


def test_case_2_double_six_alone_counts_50() -> None:
    game = play(out(0, {1: "66", 2: "65 54"}, "51"))
    assert game.hands[0].counted == [None, 50, 20]
    assert game.totals == [0, 70, 0]


def test_case_3_double_blank_alone_against_double_six_alone_loses_the_game() -> None:
    game = play(out(0, {1: "00", 2: "66"}, "51"))
    assert game.hands[0].counted == [None, 75, 50]
    assert game.totals == [0, 125, 0]
    assert (game.ended_by, game.losers, game.winners, game.places) == ("target", [1], [0, 2], [1, 3, 1])


def test_case_3_is_raised_to_the_target() -> None:
    game = play(points(1, -50), out(0, {1: "00", 2: "66"}, "51"))
    assert entries(game.hands[1]) == [(1, 125, "lone_double_blank"), (1, 26, "to_target")]
    assert (game.totals, game.losers) == ([0, 101, 0], [1])


def test_case_3_never_burns_on_its_way() -> None:
    game = play(points(1, -25), out(0, {1: "00", 2: "66"}, "51"))
    assert game.totals == [0, 101, 0]
    assert "burn" not in notes(game.hands[1])


def test_case_3_takes_the_rest_and_the_eggs_too() -> None:
    game = play(
        fish(0, {0: "64", 1: "55", 2: "63", 3: "50"}),
        out(0, {1: "00", 2: "66", 3: "54"}, "51"),
        seats=4,
    )
    assert game.hands[0].eggs == 34
    assert entries(game.hands[1]) == [(1, 134, "lone_double_blank"), (1, 34, "eggs")]


def test_case_4_exactly_100_burns() -> None:
    game = play(points(2, 70), THIRTY_TO_2)
    assert entries(game.hands[1]) == [(2, 30, "highest_hand"), (2, -100, "burn")]
    assert game.totals == [0, 0, 0]
    assert not game.finished


def test_a_judge_can_bring_an_account_to_burn() -> None:
    game = play(judge({"seat": 1, "points": 120}, {"seat": 1, "points": -20}))
    assert (game.totals, game.ended_by) == ([0, 0, 0], None)
    assert entries(game.hands[0])[-1] == (1, -100, "burn")


def test_case_5_below_13_without_a_record_nothing_is_written() -> None:
    game = play(out(3, {0: "66", 1: "65", 2: "64"}, "51"), seats=4, lone_double_six=12)
    assert notes(game.hands[0]) == ["threshold_never_recorded"]
    assert entries(game.hands[0]) == []
    assert words(game, game.hands[0])[0] == (
        "Anna: hand 12 is below 13 and nothing was written before, so 33 is not written."
    )


def test_13_is_written() -> None:
    assert play(out(0, {1: "64 30", 2: "62"}, "51")).totals == [0, 21, 0]


def test_below_13_is_written_to_who_has_a_record() -> None:
    game = play(points(1, 5), out(0, {1: "65", 2: "64"}, "51"))
    assert game.totals == [0, 26, 0]


def test_burning_keeps_the_record() -> None:
    game = play(points(2, 100), out(0, {1: "54", 2: "64"}, "51"))
    assert game.hands[0].totals == [0, 0, 0]
    assert game.totals == [0, 0, 19]


def test_case_6_the_two_together_count_12() -> None:
    game = play(out(0, {1: "66 00", 2: "64"}, "51"))
    assert game.hands[0].counted == [None, 12, 10]
    assert game.totals == [0, 0, 0]


def test_case_7_a_higher_hand_loses_to_nobody() -> None:
    game = play(out(0, {1: "66", 2: "65 64 63 55 54 51"}, "41"))
    assert game.hands[0].counted == [None, 50, 55]
    assert game.totals == [0, 0, 105]
    assert game.losers == [2]


@pytest.mark.parametrize("last", ["66", "00", "66 00", "00 66"])
def test_case_8_early_win(last: str) -> None:
    game = play(points(1, 40), points(2, -7), out(0, last=last))
    assert game.totals == [0, 101, 101]
    assert entries(game.hands[2]) == [(1, 61, "early_win"), (2, 108, "early_win")]
    assert (game.ended_by, game.winners, game.losers, game.places) == ("early_win", [0], [1, 2], [1, 2, 2])
    assert game.next_opener is None


def test_an_early_winner_stands_before_a_smaller_account() -> None:
    game = play(points(0, 90), out(0, last="00"), target=95, burn_at=None)
    assert (game.totals, game.places) == ([90, 95, 95], [1, 2, 2])


def test_case_9_together_with_another_double_it_is_an_ordinary_hand() -> None:
    game = play(out(0, {1: "64", 2: "65 54"}, "66 33"))
    assert game.totals == [0, 0, 30]
    assert not game.finished


def test_a_fish_made_with_the_last_tile_is_no_early_win() -> None:
    game = play(fish(0, {0: "", 1: "64", 2: "65 54"}, last=["6-6"]))
    assert game.hands[0].counted == [0, 10, 20]
    assert (game.totals, game.finished) == ([0, 0, 30], False)


def test_case_10_eggs_and_sum_are_one_step() -> None:
    game = play(points(2, 70), fish(0, {0: "10", 1: "63", 2: "54"}), THIRTY_TO_2)
    assert game.hands[1].eggs == 19
    assert game.totals == [0, 0, 119]
    assert "burn" not in notes(game.hands[2])


def test_eggs_of_ties_in_a_row_add_up_and_are_written_below_the_threshold() -> None:
    tie = fish(1, {0: "10", 1: "63", 2: "54"})
    game = play(tie, judge({"seat": 0, "warning": True}), tie, out(0, {1: "10", 2: "20"}, "51"))
    assert [step.eggs for step in game.hands] == [19, 19, 38, 0]
    assert notes(game.hands[2]) == ["tie_eggs", "eggs_carried"]
    assert entries(game.hands[3]) == [(2, 38, "eggs")]


def test_eggs_are_lost_when_the_game_ends() -> None:
    game = play(fish(0, {0: "10", 1: "63", 2: "54"}), judge({"stop": "time"}))
    assert game.eggs == 0
    assert notes(game.hands[1]) == ["judge_stop", "eggs_lost"]


def test_tie_void() -> None:
    game = play(fish(0, {0: "10", 1: "63", 2: "54"}), tie="void")
    assert (game.totals, game.eggs) == ([0, 0, 0], 0)


def test_tie_each_asks_the_threshold_of_each() -> None:
    tie = fish(0, {0: "10", 1: "63", 2: "54"})
    game = play(points(1, 3), tie, tie="each")
    assert entries(game.hands[1]) == [(1, 19, "highest_hand")]
    assert "threshold_never_recorded" in notes(game.hands[1])
    game = play(tie, tie="each", threshold=0)
    assert game.totals == [0, 19, 19]


def test_who_went_out_shares_no_tie() -> None:
    game = play(out(0, {1: "00"}, "51"), seats=2, lone_double_blank=0)
    assert (game.eggs, game.hands[0].entries) == (0, [])


def test_all_tied_at_the_target_share_everything() -> None:
    game = play(fish(None, {0: "66 65 64", 1: "55 54 63 50"}), seats=2, tie="each", target=60, burn_at=None)
    assert (game.hands[0].counted, game.totals) == ([33, 33], [66, 66])
    assert (game.ended_by, game.places, game.winners, game.losers) == ("target", [1, 1], [], [])


def test_target() -> None:
    short = play(THIRTY_TO_2, target=30, burn_at=None)
    assert (short.ended_by, short.losers) == ("target", [2])
    assert play(THIRTY_TO_2, target=31, burn_at=None).ended_by is None


def test_burn_at() -> None:
    assert play(THIRTY_TO_2, burn_at=30).totals == [0, 0, 0]
    assert play(points(2, 70), THIRTY_TO_2, burn_at=None).totals == [0, 0, 100]


def test_threshold() -> None:
    low = out(0, {1: "65", 2: "64"}, "51")
    assert play(low, threshold=0).totals == [0, 21, 0]
    assert play(low, threshold=11).totals == [0, 21, 0]
    assert play(low, threshold=12).totals == [0, 0, 0]


def test_threshold_scope() -> None:
    low = out(0, {1: "65", 2: "64"}, "51")
    at_zero = judge({"seat": 1, "points": 5}, {"seat": 1, "points": -5})
    assert play(at_zero, low).totals == [0, 21, 0]
    assert play(at_zero, low, threshold_scope="at_zero").totals == [0, 0, 0]
    assert play(points(1, 5), low, threshold_scope="at_zero").totals == [0, 26, 0]
    assert play(points(1, 5), low, threshold_scope="always").totals == [0, 5, 0]


def test_lone_values() -> None:
    hand = out(0, {1: "66", 2: "65"}, "51")
    assert play(hand, lone_double_six=12).totals == [0, 0, 0]
    assert play(hand, lone_double_six=13).totals == [0, 24, 0]
    assert play(out(0, {1: "00", 2: "65 54"}, "51"), lone_double_blank=10).totals == [0, 0, 30]


def test_lone_loses() -> None:
    hand = out(0, {1: "66", 2: "65 64 63 55 54 51"}, "41")
    assert play(hand, lone_loses=True).totals == [0, 105, 0]
    assert notes(play(hand, lone_loses=True).hands[0]) == ["lone_counts", "lone_loses", "target"]
    blank = out(0, {1: "65 64 63 55 54 51", 2: "00"}, "41")
    assert play(blank, lone_loses=True, target=500).totals == [0, 0, 130]
    assert play(out(0, {1: "66", 2: "65"}, "51"), lone_loses=True, lone_double_six=3).totals == [0, 0, 0]


def test_places() -> None:
    hands = (points(0, 20), points(1, 30), out(0, {1: "66", 2: "65 64 63 55 54 51"}, "41"))
    assert play(*hands).places == [1, 2, 3]
    assert play(*hands, places="loser_only").places == [1, 1, 3]
    assert play(*hands, places="loser_only").winners == [0, 1]
    assert play(*hands[:2], places="loser_only").places == [1, 1, 1]


def test_pips_alone_hold_no_special_tile() -> None:
    game = play(out(0, {1: 12, 2: 5}, "51"), points(1, 1), out(0, {1: 12, 2: 5}, "51"))
    assert game.hands[0].counted == [None, 12, 5]
    assert game.totals == [0, 18, 0]


def test_the_opener_is_who_went_out_or_made_the_fish() -> None:
    assert play().next_opener is None
    assert play(THIRTY_TO_2, points(1, 3), {"redeal": {"seat": 1, "why": "suit"}}).next_opener == 0
    assert play(THIRTY_TO_2, {"end": "stopped"}).next_opener == 0
    assert play(fish(2, {0: "10", 1: "64", 2: "54"})).next_opener == 2
    assert play(THIRTY_TO_2, fish(None, {0: "10", 1: "64", 2: "54"})).next_opener is None


@pytest.mark.parametrize(
    ("hand", "doubted"),
    [
        (out(0, {1: "64", 2: "63"}), "6-6, 0-0"),
        (out(0, {1: "66 64", 2: "63"}), "0-0"),
        (out(0, {1: "66 64", 2: "00 63"}), None),
        (out(0, {1: "66 64", 2: "63"}, reserve=["0-0"]), None),
        (out(0, {1: "66 64", 2: "63"}, first="0-0"), None),
        (out(0, {1: "64", 2: "63"}, "51"), None),
        (fish(0, {0: "64", 1: "63", 2: "51"}), None),
    ],
)
def test_an_out_without_its_last_tile_is_doubted(hand: dict[str, object], doubted: str | None) -> None:
    doubts = play(hand).hands[0].doubts
    assert [note.params["tiles"] for note in doubts] == ([doubted] if doubted else [])


def test_a_doubt_about_either_tile_says_or() -> None:
    doubt = play(out(0, {1: "64", 2: "63"})).hands[0].doubts[0]
    assert render(doubt, ("Anna", "Boris", "Vera")) == (
        "Anna: was 6-6 or 0-0 the last tile? That would be an early win."
    )
