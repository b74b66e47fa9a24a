"""The goat and the sea goat without exchange: what they share with the exchange, and where they differ."""

from typing import Any

import pytest

from scoring import variants
from scoring.ledger import Ledger
from tests.scoring.build import entries, fish, judge, notes, out, play as play_variant, refused


def goat(*hands: Any, **options: Any) -> Ledger:
    return play_variant("kozel", *hands, seats=4, **options)


def sea_goat(*hands: Any, **options: Any) -> Ledger:
    return play_variant("morskoy_kozel", *hands, seats=4, **options)


TWELVE = out(0, {1: "61", 3: "50"})
FIFTEEN = out(0, {1: "54", 3: "60"})
EQUAL_HANDS: dict[int, str | int] = {0: "64", 2: "55", 1: "54", 3: "65"}
EQUAL = fish(1, EQUAL_HANDS)
TEN_TO_TWELVE = fish(3, {0: "31", 2: "60", 1: "54", 3: "30"})


def test_the_same_options_with_other_defaults() -> None:
    exchange, plain, kozel = (variants.get(code) for code in ("morskoy_kozel_exchange", "morskoy_kozel", "kozel"))
    names = [option.name for option in exchange.options]
    assert [option.name for option in plain.options] == [option.name for option in kozel.options] == names
    assert plain.resolve({}) == exchange.resolve({})
    differ = {name for name in names if kozel.resolve({})[name] != exchange.resolve({})[name]}
    assert differ == {"direction", "target", "threshold_scope", "lone_double_blank"}


def test_the_goat_writes_the_losers() -> None:
    assert entries(goat(FIFTEEN).hands[0]) == [(1, 15, "out")]
    assert entries(goat(TEN_TO_TWELVE, threshold=22).hands[0]) == [(1, 22, "fish")]
    game = goat(FIFTEEN, target=15)
    assert (game.ended_by, game.winners, game.losers, game.places) == ("target", [0], [1], [1, 2])
    assert goat(FIFTEEN, target=16).ended_by is None


@pytest.mark.parametrize(("direction", "totals"), [("loser", [0, 15]), ("winner", [15, 0])])
def test_direction(direction: str, totals: list[int]) -> None:
    assert goat(FIFTEEN, direction=direction).totals == totals
    assert sea_goat(FIFTEEN, direction=direction).totals == totals
    places = [1, 2] if direction == "loser" else [2, 1]
    assert goat(judge({"side": 1, "points": 5}), direction=direction).places == places
    assert goat(judge({"side": 1, "points": 101}), direction=direction).winners == [places.index(1)]


def test_fish_writes() -> None:
    assert goat(TEN_TO_TWELVE).totals == [0, 22]
    assert goat(TEN_TO_TWELVE, fish_writes="own", threshold=0).totals == [0, 12]
    assert notes(goat(TEN_TO_TWELVE, fish_writes="own").hands[0]) == ["fish_higher", "below_never_recorded"]
    assert goat(TEN_TO_TWELVE, fish_writes="own", direction="winner").totals == [22, 0]
    assert goat(EQUAL, fish_writes="own").eggs == 40


def test_threshold_and_its_scope() -> None:
    was = judge({"side": 1, "points": 5}, {"side": 1, "points": -5})
    assert goat(TWELVE).totals == [0, 0]
    assert goat(TWELVE, threshold=12).totals == [0, 12]
    assert goat(was, TWELVE).totals == [0, 12]
    assert goat(was, TWELVE, threshold_scope="at_zero").totals == [0, 0]
    assert goat(was, TWELVE, threshold_scope="always").totals == [0, 0]
    assert goat(judge({"side": 0, "points": 5}), TWELVE).totals == [5, 0]
    assert sea_goat(judge({"side": 0, "points": 5}), TWELVE).totals == [5, 0]
    assert sea_goat(judge({"side": 0, "points": 5}), TWELVE, threshold_scope="never_recorded").totals == [17, 0]


def test_threshold_basis() -> None:
    assert goat(EQUAL, TWELVE).totals == [0, 40]
    assert goat(EQUAL, TWELVE, threshold_basis="total").totals == [0, 52]
    game = goat(EQUAL, TWELVE, threshold_basis="total", threshold=53)
    assert (game.totals, game.eggs) == ([0, 0], 0)


def test_lone_doubles() -> None:
    blank, six, both = (out(0, {1: text, 3: "31 51"}) for text in ("00", "66", "00 66"))
    assert [goat(hand).totals[1] for hand in (blank, six, both)] == [35, 22, 22]
    assert [sea_goat(hand).totals[0] for hand in (blank, six, both)] == [20, 22, 22]
    assert [goat(hand, popular_doubles=True).totals[1] for hand in (blank, six, both)] == [35, 60, 85]
    assert goat(out(0, {1: "00", 3: "65"}), threshold=0, lone_double_blank=0).totals == [0, 11]
    given = {"lone_double_blank": 1, "lone_double_six": 2, "lone_both": 3}
    assert [goat(hand, threshold=0, **given).totals[1] for hand in (blank, six, both)] == [11, 12, 13]


def test_bonuses_go_to_the_side_that_is_written() -> None:
    hand = out(0, {1: "61", 3: "50"}, "66", first="0-0")
    assert goat(hand).totals == [0, 0]
    assert entries(goat(hand, finish_bonus=True, opening_bonus=True).hands[0]) == [
        (1, 50, "finish_bonus"),
        (1, 25, "opening_bonus"),
    ]
    assert goat(hand, popular_doubles=True, opening_bonus=False).totals == [0, 50]
    assert goat(hand, popular_doubles=True, finish_bonus=False).totals == [0, 25]
    assert sea_goat(hand, popular_doubles=True).totals == [75, 0]


def test_the_partners_tiles_may_stay_unknown() -> None:
    game = goat(FIFTEEN)
    assert game.hands[0].counted == [None, 9, None, 6]
    assert refused("kozel", out(0, {1: "54", 2: "60"}), seats=4) == "hand_missing"
    for missing in range(4):
        known = {seat: hand for seat, hand in EQUAL_HANDS.items() if seat != missing}
        assert refused("morskoy_kozel", fish(0, known), seats=4) == "hand_missing"
        assert refused("kozel", fish(None, known), seats=4) == "hand_missing"


@pytest.mark.parametrize("code", ["kozel", "morskoy_kozel", "morskoy_kozel_exchange"])
def test_refused(code: str) -> None:
    assert refused(code) == "seats_of_pairs"
    assert refused(code, out(0, {1: "54", 3: "60"}, plays=[{"seat": 0, "ends": 5}]), seats=4) == "no_plays"
    assert refused(code, fish(0, {0: "", 1: "54", 2: "53", 3: "60"}), seats=4) == "holds_none"
    assert refused(code, out(0, {1: "54", 2: "", 3: "60"}), seats=4) == "holds_none"
    assert refused(code, out(0, {1: "00 10 20 30 40 50 60 11", 3: "66"}), seats=4) == "too_many_tiles"
    assert refused(code, out(0, {1: "54", 3: "60"}, "53 52"), seats=4) == "last_not_doubles"
    assert refused(code, judge({"side": 2, "points": 5}), seats=4) == "no_such_side"
    assert refused(code, judge({"side": 0, "points": 5, "column": "penalty"}), seats=4) == "unknown_key"
    assert refused(code, seats=4, burn_at=100) == "no_such_option"


@pytest.mark.parametrize("code", ["kozel", "morskoy_kozel", "morskoy_kozel_exchange"])
def test_time_and_forfeit(code: str) -> None:
    game = play_variant(code, FIFTEEN, judge({"stop": "time"}), seats=4)
    assert (game.ended_by, game.winners, game.losers) == ("time", [0], [1])
    game = play_variant(code, FIFTEEN, judge({"seat": 2, "forfeit": True}), seats=4)
    assert (game.ended_by, game.winners, game.losers) == ("forfeit", [1], [0])


@pytest.mark.parametrize("code", ["kozel", "morskoy_kozel", "morskoy_kozel_exchange"])
def test_next_opener(code: str) -> None:
    assert play_variant(code, seats=4).next_opener is None
    openers = [
        play_variant(code, *[FIFTEEN, fish(3, EQUAL_HANDS), judge({"side": 0, "points": 1})][:count], seats=4)
        for count in (1, 2, 3)
    ]
    assert [game.next_opener for game in openers] == [0, 3, 3]
    assert play_variant(code, FIFTEEN, {"end": "stopped"}, seats=4).next_opener == 0
    assert play_variant(code, FIFTEEN, fish(None, EQUAL_HANDS), seats=4).next_opener is None
    assert play_variant(code, FIFTEEN, seats=4, target=15).next_opener is None
