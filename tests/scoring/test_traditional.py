"""Traditional dominoes, Sevastopol, matador: every rule, each option both ways."""

from typing import Any

import pytest

from scoring.ledger import Ledger
from tests.scoring.build import entries, fish, judge, notes, out, play as play_variant, points, refused, words

FAMILY = ("traditional", "sevastopol", "matador")


def play(*hands: Any, seats: int = 3, **options: Any) -> Ledger:
    return play_variant("traditional", *hands, seats=seats, **options)


def four(code: str, *hands: Any, **options: Any) -> Ledger:
    return play_variant(code, *hands, seats=4, **options)


FISH = fish(0, {0: "32", 1: "66", 2: "65 54"})
TIE = fish(1, {0: "32", 1: "41", 2: "63"})
OUT = out(2, {0: "64", 1: "50"})


def test_case_16_a_fish_of_three() -> None:
    game = play(FISH)
    assert (game.hands[0].counted, entries(game.hands[0])) == ([5, 12, 20], [(0, 27, "fish")])
    assert "20 + 12 − 5 = 27" in words(game, game.hands[0])[0]


@pytest.mark.parametrize(
    ("difference", "written", "shown"),
    [("others_minus_own", 27, "20 + 12 − 5 = 27"), ("pairwise", 22, "15 + 7 = 22"), ("others", 32, "20 + 12 = 32")],
)
def test_fish_difference(difference: str, written: int, shown: str) -> None:
    game = play(FISH, fish_difference=difference)
    assert game.totals == [written, 0, 0]
    assert shown in words(game, game.hands[0])[0]


@pytest.mark.parametrize("difference", ["others_minus_own", "pairwise"])
def test_the_differences_are_one_for_two_players(difference: str) -> None:
    assert play(fish(0, {0: "65", 1: "31"}), seats=2, fish_difference=difference).totals == [0, 7]


def test_a_lowest_hand_of_nothing_writes_all() -> None:
    assert play(fish(0, {0: "65", 1: "00", 2: "31"})).totals == [0, 15, 0]


def test_out() -> None:
    game = play(OUT)
    assert (entries(game.hands[0]), game.hands[0].counted) == ([(2, 15, "out")], [10, 5, None])
    assert play(out(0, {1: "00"}), seats=2).totals == [0, 0]
    assert play(out(0, {1: "66 00", 2: "10"})).totals == [13, 0, 0]


def test_fish_tie() -> None:
    game = play(TIE, OUT)
    assert ([step.eggs for step in game.hands], game.totals) == ([0, 0], [0, 0, 15])
    game = play(TIE, judge({"seat": 0, "points": 1}), {"end": "stopped"}, TIE, OUT, fish_tie="eggs")
    assert [step.eggs for step in game.hands] == [19, 19, 19, 38, 0]
    assert entries(game.hands[4]) == [(2, 15, "out"), (2, 38, "eggs")]
    game = play(TIE, FISH, fish_tie="eggs")
    assert entries(game.hands[1]) == [(0, 27, "fish"), (0, 19, "eggs")]
    game = play(TIE, points(0, 100), fish_tie="eggs")
    assert (game.ended_by, game.eggs, notes(game.hands[1])[-1]) == ("target", 0, "eggs_lost")


def test_target() -> None:
    game = play(points(0, 60), points(1, 90), points(2, 84), OUT)
    assert (game.totals, game.ended_by) == ([60, 90, 99], None)
    game = play(points(0, 60), points(2, 85), OUT)
    assert (game.ended_by, game.winners, game.losers, game.places) == ("target", [2], [0, 1], [2, 3, 1])
    assert play(OUT, target=15).finished
    assert not play(OUT, target=16).finished


def test_several_at_the_target() -> None:
    game = play(judge({"seat": 0, "points": 110}, {"seat": 1, "points": 120}))
    assert (game.winners, game.losers, game.places) == ([1], [0, 2], [2, 1, 3])
    game = play(judge({"seat": 0, "points": 110}, {"seat": 1, "points": 110}))
    assert (game.winners, game.losers, game.places) == ([0, 1], [2], [1, 1, 3])
    game = play(*[judge(*({"seat": seat, "points": 100} for seat in range(3)))])
    assert (game.winners, game.losers, game.places) == ([], [], [1, 1, 1])


@pytest.mark.parametrize("code", ["traditional", "matador"])
def test_the_winner_opens(code: str) -> None:
    def opener(*hands: Any) -> int | None:
        return play_variant(code, *hands, seats=3).next_opener

    assert opener() is None
    assert opener(OUT) == 2
    assert opener(OUT, fish(1, {0: "32", 1: "66", 2: "65 54"})) == 0
    assert opener(OUT, TIE) == 1
    assert opener(OUT, fish(None, {0: "32", 1: "41", 2: "63"})) is None
    assert opener(OUT, {"end": "stopped"}, points(0, 1), {"redeal": {"seat": 0, "why": "suit"}}) == 2
    assert opener(OUT, points(0, 100)) is None


def test_nobody_is_said_to_open_in_sevastopol() -> None:
    hands = out(0, {1: "54", 2: "53", 3: "52"}), fish(1, {0: "54", 1: "53", 2: "52", 3: "43"})
    assert [step.totals for step in four("sevastopol", *hands).hands] == [[24, 0, 0, 0], [24, 0, 0, 0]]
    assert four("sevastopol", *hands).next_opener is None
    assert four("sevastopol", hands[0]).next_opener is None


@pytest.mark.parametrize("code", FAMILY)
def test_all_three_are_scored_alike(code: str) -> None:
    hands = (
        out(0, {1: "54", 2: "53", 3: "52"}),
        fish(1, {0: "54", 1: "10", 2: "52", 3: "43"}),
        fish(1, {0: "54", 1: "10", 2: "11", 3: "00"}),
        fish(1, {0: "54", 1: "20", 2: "11", 3: "62"}),
    )
    assert four(code, *hands).totals == [24, 22, 0, 12]
    assert four(code, *hands, fish_difference="others").totals == [24, 23, 0, 12]
    assert four(code, *hands, fish_difference="pairwise").totals == [24, 20, 0, 12]
    assert four(code, *hands, fish_tie="eggs").eggs == 21


@pytest.mark.parametrize("code", FAMILY)
def test_options(code: str) -> None:
    assert four(code, out(0, {1: "54", 2: "53", 3: "52"}), target=24).ended_by == "target"
    assert refused(code, seats=4, threshold=13) == "no_such_option"
    assert refused(code, seats=4, target=None) == "option_integer"
    assert refused(code, seats=4, target=10001) == "option_range"
    assert refused(code, seats=4, fish_tie="each") == "option_choice"
    assert refused(code, seats=4, fish_difference="own") == "option_choice"


@pytest.mark.parametrize("code", FAMILY)
def test_refused(code: str) -> None:
    def told(hand: Any) -> str:
        return refused(code, hand, seats=4)

    assert told(out(0, {1: "54", 2: "53"})) == "hand_missing"
    assert told(fish(0, {1: "54", 2: "53", 3: "52"})) == "hand_missing"
    assert told(out(0, {1: "54", 2: "53", 3: "52"}, plays=[{"seat": 0, "ends": 5}])) == "no_plays"
    assert told(out(0, {1: "54", 2: "53", 3: ""})) == "holds_none"
    assert told(fish(0, {0: "", 1: "54", 2: "53", 3: "52"})) == "holds_none"
    assert told(out(0, {0: "66", 1: "54", 2: "53", 3: "52"})) == "out_holds"
    assert told({"result": 0}) == "no_result"
    assert told(judge({"seat": 0, "points": 1, "column": "won"})) == "unknown_key"


def test_seats() -> None:
    assert play(seats=2).places == [1, 1]
    assert refused("traditional", seats=1) == refused("matador", seats=1) == "seats_range"
    assert refused("sevastopol", seats=3) == refused("sevastopol", seats=2) == "seats_range"


def test_more_than_seven_tiles() -> None:
    many = out(0, {1: "00 10 20 30 40 50 60 11", 2: "66", 3: "55"})
    assert refused("sevastopol", many, seats=4) == "too_many_tiles"
    assert four("traditional", many).totals == [45, 0, 0, 0]


def test_sevastopol_is_opened_with_double_six() -> None:
    hand = out(0, {1: "54", 2: "53", 3: "52"})
    assert four("sevastopol", {**hand, "first": "66"}).totals == [24, 0, 0, 0]
    assert refused("sevastopol", {**hand, "first": "55"}, seats=4) == "first_is_double_six"
    assert refused("sevastopol", {"end": "stopped", "first": "65"}, seats=4) == "first_is_double_six"
    assert four("matador", {**hand, "first": "55"}).totals == [24, 0, 0, 0]


def test_time_and_forfeit() -> None:
    game = play(points(0, 5), points(1, 9), judge({"stop": "time"}))
    assert (game.ended_by, game.winners, game.losers, game.places) == ("time", [1], [0, 2], [2, 1, 3])
    game = play(points(0, 5), points(1, 9), judge({"seat": 1, "forfeit": True}))
    assert (game.ended_by, game.winners, game.places) == ("forfeit", [0], [1, 3, 2])
