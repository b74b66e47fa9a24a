"""Every row of the table of doubts, by hand-made hands that it must doubt and that it must let pass."""

import random
from typing import Any

import pytest

from scoring.checks import Unlaid, _connected, announce
from scoring.ledger import Ledger, score_game
from scoring.notes import render
from scoring.tiles import SET, TILES, Tile
from tests.scoring.build import fish, out, play, record

LINES = ("kozel", "morskoy_kozel", "morskoy_kozel_exchange", "traditional", "bergen", "fives", "threes", "lucky_threes")
DEALT_LINES = LINES[:3]
RESERVED_LINES = LINES[3:]
NO_LAYOUT = ("matador", "two_lane", "ladder")


def doubted(variant: str, hand: dict[str, Any], seats: int = 4) -> list[str]:
    """The codes of the doubts about a hand, each of which can be said."""
    game = play(variant, hand, seats=seats)
    for note in game.hands[0].doubts:
        assert render(note, game.names, game.side_names)
    return [note.code for note in game.hands[0].doubts]


def stopped(*left: str, **more: Any) -> dict[str, Any]:
    """A hand broken off, all tiles in hands known."""
    return {"end": "stopped", "left": {str(seat): text.split() for seat, text in enumerate(left)}, **more}


def blocked(*left: str, **more: Any) -> dict[str, Any]:
    """A fish made by the first player, all tiles in hands known."""
    return fish(0, dict(enumerate(left)), **more)


def spread(texts: str) -> list[str]:
    """So many tiles, dealt out to four hands."""
    tiles = texts.split()
    return [" ".join(tiles[seat::4]) for seat in range(4)]


def but(*laid: str) -> list[str]:
    """All tiles but those laid, dealt out to four hands."""
    away = [str(tile) for tile in SET if tile not in {TILES[text] for text in laid}]
    return spread(" ".join(away))


# any end: how many numbers stand an odd number of times


@pytest.mark.parametrize("variant", DEALT_LINES)
def test_a_line_has_two_ends(variant: str) -> None:
    assert doubted(variant, stopped("65", "54", "43", "")) == []
    assert doubted(variant, stopped("65", "54", "46", "")) == []
    assert doubted(variant, stopped("65", "43", "", "")) == ["doubt_too_many_ends"]
    assert doubted(variant, stopped("65", "43", "21", "")) == ["doubt_too_many_ends"]
    assert doubted(variant, out(0, {1: "65", 2: "43", 3: "11"})) == ["doubt_too_many_ends"]
    assert doubted(variant, blocked("65", "43", "21", "11")) == ["doubt_too_many_ends"]


@pytest.mark.parametrize("variant", RESERVED_LINES)
def test_a_line_with_a_reserve_is_complete_when_it_was_turned_up(variant: str) -> None:
    hand = stopped("65", "43")
    assert doubted(variant, hand, 2) == []
    assert doubted(variant, {**hand, "reserve": []}, 2) == ["doubt_too_many_ends"]
    assert doubted(variant, {**hand, "reserve": ["5-4"]}, 2) == []
    assert doubted(variant, {**hand, "reserve": ["2-1"]}, 2) == ["doubt_too_many_ends"]
    assert doubted(variant, out(0, {1: "65 43"}, reserve=[]), 2) == ["doubt_too_many_ends"]
    assert doubted(variant, blocked("65", "43", reserve=["2-1"]), 2)[-1] == "doubt_too_many_ends"


@pytest.mark.parametrize(("variant", "last"), [("mandavoshka", "51"), ("sevastopol", "54")])
def test_a_house_and_a_star_have_four_ends(variant: str, last: str) -> None:
    assert doubted(variant, stopped("54", "32", "", "")) == []
    assert doubted(variant, stopped("54", "32", "10", "")) == ["doubt_too_many_ends"]
    assert doubted(variant, out(0, {1: "54", 2: "32", 3: "10"}, last if last != "54" else "50")) == [
        "doubt_too_many_ends"
    ]
    assert doubted(variant, blocked("54", "32", "10", "11")) == ["doubt_too_many_ends"]


def test_the_suspects_are_named() -> None:
    game = play("kozel", stopped("65", "43", "22", "11"), seats=4)
    assert game.hands[0].doubts[0].params == {"numbers": "3, 4, 5, 6", "tiles": "6-5, 4-3"}


# any end: the laid tiles hang together

APART_BY_ONE = "01 02 03 04 05 06 12 34 56"
"""0-0 was laid, and no other tile with a 0."""
APART_BY_TWO = "02 03 04 05 06 12 13 14 15 16"
"""0-0, 0-1 and 1-1 were laid apart from the others."""


@pytest.mark.parametrize("variant", [*DEALT_LINES, "mandavoshka"])
def test_the_laid_tiles_hang_together(variant: str) -> None:
    assert doubted(variant, stopped(*spread(APART_BY_ONE))) == ["doubt_apart"]
    assert doubted(variant, stopped(*spread(APART_BY_ONE + " 00"))) == []
    assert doubted(variant, stopped(*spread(APART_BY_TWO))) == ["doubt_apart"]
    assert doubted(variant, stopped(*spread(APART_BY_TWO.replace("16", "56")))) == []
    assert doubted(variant, stopped(*but())) == []
    assert doubted(variant, stopped(*but("00"))) == []
    assert doubted(variant, stopped(*but("00", "11"))) == ["doubt_apart"]


def test_the_star_hangs_together_too() -> None:
    assert doubted("sevastopol", stopped(*spread(APART_BY_ONE))) == ["doubt_apart"]


def joined(laid: list[Tile]) -> bool:
    """Whether tiles hang together, the plain way: spread from the first."""
    reached = {laid[0].high} if laid else set()
    for _ in SET:
        for tile in laid:
            if {tile.high, tile.low} & reached:
                reached |= {tile.high, tile.low}
    return all(tile.high in reached for tile in laid)


def test_hanging_together_as_the_plain_way_has_it() -> None:
    seen = set()
    dice = random.Random(7)
    for _ in range(4000):
        number = dice.randrange(7)
        away = [tile for tile in SET if number in (tile.high, tile.low) and not tile.double]
        away += dice.sample(SET, dice.randrange(20))
        unlaid = Unlaid(list(set(away[dice.randrange(3) :])), ())
        laid = [tile for tile in SET if unlaid.was_laid(tile)]
        assert _connected(unlaid.laid) == joined(laid)
        seen.add((joined(laid), len(laid) > 18))
    assert len(seen) == 4


# four open numbers in a house


def test_four_ends_start_from_a_house() -> None:
    assert doubted("mandavoshka", stopped(*but("12", "13", "14"))) == ["doubt_no_house"]
    assert doubted("mandavoshka", stopped(*but("12", "13", "14", "22"))) == ["doubt_no_house"]
    assert doubted("mandavoshka", stopped(*but("12", "13", "14", "11"))) == []
    assert doubted("mandavoshka", stopped(*but("12", "13", "14", "15", "25"))) == []  # only 3 and 4 are open
    assert doubted("mandavoshka", stopped(*but("12", "13", "14", "15"))) == ["doubt_no_house"]
    assert doubted("mandavoshka", stopped(*but("12", "13", "14", "15", "11"))) == []
    assert doubted("sevastopol", stopped(*but("66"))) == []


# a fish in a line or a star


@pytest.mark.parametrize("variant", DEALT_LINES)
def test_nobody_holds_a_number_that_is_open(variant: str) -> None:
    assert doubted(variant, blocked("65", "54", "64", "66")) == []
    assert doubted(variant, blocked("65", "54", "43", "22")) == ["doubt_fits"]
    assert doubted(variant, blocked("65", "54", "66", "22")) == ["doubt_fits"]


@pytest.mark.parametrize("variant", DEALT_LINES)
def test_some_number_is_missing_from_all_hands(variant: str) -> None:
    assert doubted(variant, blocked("01 12", "23 34", "45 56", "60")) == ["doubt_every_number"]
    assert doubted(variant, blocked("01 12", "23 34", "45 50", "11")) == []
    assert doubted(variant, blocked("01 12", "23 34", "45 50", "66")) == ["doubt_every_number"]


@pytest.mark.parametrize("variant", DEALT_LINES)
def test_a_blocked_line_leaves_18_tiles_at_most(variant: str) -> None:
    assert doubted(variant, blocked(*but("00", "01", "02", "03", "04", "05", "06", "12", "34", "56"))) == []
    nineteen = blocked(*but("00", "11", "01", "12", "23", "34", "45", "56", "60"))
    assert doubted(variant, nineteen) == ["doubt_too_many_left"]


def test_a_star_may_leave_more_and_asks_for_a_missing_number() -> None:
    assert doubted("sevastopol", blocked("54", "43", "53", "55")) == []
    assert doubted("sevastopol", blocked("54", "43", "11", "22")) == ["doubt_fits"]
    assert doubted("sevastopol", blocked("01 12", "23 34", "45 56", "60")) == ["doubt_every_number"]


def test_a_fish_with_a_reserve() -> None:
    """Bergen's last two tiles are never drawn; nobody holds what is open, and nothing asks O to be empty."""
    hands = "65", "54", "64"
    assert doubted("bergen", blocked(*hands, reserve=["3-2", "2-1"]), 3) == []
    assert doubted("bergen", blocked("65 31", "54", "64", reserve=["3-2", "2-2"]), 3) == ["doubt_fits"]
    assert doubted("bergen", blocked("65 33", "54", "64", reserve=["3-2", "2-1"]), 3) == ["doubt_fits"]
    assert doubted("bergen", blocked("65 10", "54 03", "64 31", reserve=["2-2", "1-1"]), 3) == []
    assert doubted("bergen", blocked("65 10", "54 02", "64 21 33", reserve=["1-1"]), 3) == ["doubt_every_number"]


def test_a_reserve_that_would_be_drawn_is_doubted() -> None:
    hands = "65", "54", "64"
    assert doubted("traditional", blocked(*hands, reserve=[]), 3) == []
    assert doubted("traditional", blocked(*hands, reserve=["3-3"]), 3) == ["doubt_reserve"]
    assert doubted("traditional", fish(0, {0: 11, 1: "54", 2: 10}, reserve=["3-3"]), 3) == ["doubt_reserve"]
    assert doubted("traditional", out(0, {1: "65", 2: "54"}, reserve=["3-3"]), 3) == []
    for variant in ("bergen", "matador", "fives"):
        assert doubted(variant, blocked(*hands, reserve=["3-3"]), 3) == []


@pytest.mark.parametrize("variant", ["fives", "threes", "lucky_threes"])
def test_where_an_empty_reserve_ends_the_hand_a_fish_blocks_nothing(variant: str) -> None:
    assert doubted(variant, blocked("65", "54", "43", reserve=[]), 3) == []
    assert doubted(variant, blocked("01 12", "23 34", "45 56 60", reserve=[]), 3) == []
    assert doubted(variant, blocked("65", "43", "22", reserve=[]), 3) == ["doubt_too_many_ends"]


# a fish in a house


def test_open_numbers_of_a_blocked_house_are_closed_by_their_doubles() -> None:
    assert doubted("mandavoshka", blocked("65", "54", "43", "30")) == []
    assert doubted("mandavoshka", blocked("65", "54", "43", "30 55")) == []
    assert doubted("mandavoshka", blocked("65", "54", "43", "30 66")) == ["doubt_not_closed"]
    assert doubted("mandavoshka", blocked("65 00", "54", "43", "30 66")) == ["doubt_not_closed"]


def test_a_blocked_house_without_an_open_number_lacks_one() -> None:
    assert doubted("mandavoshka", blocked("65", "54", "64", "66")) == []
    assert doubted("mandavoshka", blocked("01 12", "23 34", "45 56", "60")) == ["doubt_every_number"]
    assert doubted("mandavoshka", blocked("01 12", "23 34", "45 56", reserve=["6-0"]), 3) == ["doubt_every_number"]
    assert doubted("mandavoshka", blocked("01 12", "23 34", "45 50", reserve=["6-6"]), 3) == ["doubt_every_number"]
    assert doubted("mandavoshka", blocked("01 12", "23 34", "45 50", reserve=["1-1"]), 3) == []


def test_four_dead_ends_need_a_fifth_double() -> None:
    assert doubted("mandavoshka", blocked("65", "43", "00 11", "22")) == ["doubt_no_house"]
    assert doubted("mandavoshka", blocked("65", "43", "00", "11")) == []
    assert doubted("mandavoshka", blocked("65", "54", "00 11 22", "33")) == []


# an out


@pytest.mark.parametrize("variant", DEALT_LINES)
def test_the_last_tile_lies_at_an_end(variant: str) -> None:
    """6 and 3 are open."""
    left: dict[int, str | int] = {1: "65", 2: "54", 3: "43"}
    for last in ("61", "30", "66", "63", "66 33", "11 22 00"):
        assert doubted(variant, out(0, left, last)) == [], last
    for last in ("21", "11", "66 55", "11 22", "44 33"):
        assert doubted(variant, out(0, left, last)) == ["doubt_last"], last
    assert doubted(variant, out(0, left)) == []
    assert doubted(variant, out(0, {1: "65", 2: "54", 3: "64"}, "21")) == []
    assert doubted(variant, out(0, {1: "65", 3: "43"}, "21")) == []  # the partner's hand is unknown


@pytest.mark.parametrize("variant", RESERVED_LINES)
def test_the_last_tile_lies_at_an_end_where_the_reserve_is_known(variant: str) -> None:
    hand = out(0, {1: "65 54", 2: "43"}, "21")
    assert doubted(variant, hand, 3) == []
    assert doubted(variant, {**hand, "reserve": []}, 3) == ["doubt_last"]
    assert doubted(variant, {**hand, "reserve": ["6-3"]}, 3) == []
    assert doubted(variant, {**hand, "last": ["6-1"], "reserve": ["2-2"]}, 3) == []


@pytest.mark.parametrize("variant", ["mandavoshka", "sevastopol"])
def test_the_last_tile_lies_at_one_of_four_ends(variant: str) -> None:
    """2, 3, 4 and 5 are open."""
    left: dict[int, str | int] = {1: "54", 2: "32", 3: "11"}
    for last in ("51", "20", "52", "44", "00 55", "66 00" if variant == "sevastopol" else "00 22"):
        assert doubted(variant, out(0, left, last)) == [], last
    for last in ("10", "61"):
        assert doubted(variant, out(0, left, last)) == ["doubt_last"], last
    assert doubted(variant, out(0, {1: "54", 2: "43", 3: "11"}, "10")) == []


# a star


def test_the_star_was_opened_with_double_six_and_laid_four_sixes_at_least() -> None:
    assert doubted("sevastopol", out(0, {1: "66", 2: 9, 3: 9})) == ["doubt_opening_tile"]
    assert doubted("sevastopol", out(0, {1: "65", 2: "64", 3: "63"})) == ["doubt_sixes"]
    assert doubted("sevastopol", out(0, {1: "65 64 63", 2: 9, 3: 9})) == ["doubt_sixes"]
    assert doubted("sevastopol", out(0, {1: "65 64", 2: 9, 3: 9})) == []
    assert doubted("sevastopol", fish(0, {0: "65", 1: "64", 2: "60", 3: 9})) == ["doubt_sixes"]
    assert doubted("mandavoshka", out(0, {1: "65 64 63 66", 2: 9, 3: 9}, "51")) == []


# the reserve unknown


@pytest.mark.parametrize("variant", RESERVED_LINES)
def test_an_out_with_an_unknown_reserve_is_never_doubted(variant: str) -> None:
    assert doubted(variant, out(0, {1: "65 43", 2: "21 00"}, "31"), 3) == []


@pytest.mark.parametrize("variant", ["traditional", "bergen"])
def test_a_fish_with_an_unknown_reserve_lacks_a_number(variant: str) -> None:
    assert doubted(variant, blocked("01 23", "45 56", "64"), 3) == ["doubt_every_number"]
    assert doubted(variant, blocked("01 23", "45", "66"), 3)[0] == "doubt_every_number"
    assert doubted(variant, blocked("01 23", "43 11", "55"), 3) == []
    assert doubted(variant, stopped("01 23", "45 56", "64"), 3) == []


def test_bergen_with_two_in_the_reserve_has_four_odd_numbers_at_most() -> None:
    assert doubted("bergen", blocked("01", "23", "45"), 3) == ["doubt_odd_in_hands"]
    assert doubted("traditional", blocked("01", "23", "45"), 3) == []
    assert doubted("bergen", blocked("01", "23", "55"), 3) == []


@pytest.mark.parametrize("variant", ["fives", "threes", "lucky_threes", "mandavoshka"])
def test_the_others_say_nothing_without_the_reserve(variant: str) -> None:
    assert doubted(variant, blocked("01 23", "45 56", "64"), 3) == []
    assert doubted(variant, blocked("01", "23", "45"), 3) == []


@pytest.mark.parametrize("variant", NO_LAYOUT)
def test_what_has_no_layout_is_never_doubted(variant: str) -> None:
    for hand in (
        blocked("01", "23", "45", "66"),
        out(0, {1: "01", 2: "23", 3: "45"}, "66"),
        stopped("01", "23", "", ""),
    ):
        assert doubted(variant, {**hand, "reserve": []}) == []


def test_pips_alone_are_never_complete() -> None:
    assert doubted("kozel", fish(0, {0: "65", 1: "43", 2: "21", 3: 5})) == []
    assert doubted("kozel", out(0, {1: "65", 2: "43", 3: 5})) == []


# what is said to the scorekeeper


def said(variant: str, hand: dict[str, Any], seats: int = 4) -> tuple[str, str] | None:
    """The code of what is announced, and its numbers."""
    ledger: Ledger = score_game(record(variant, seats=seats))
    note = announce(ledger.rules, ledger.parse(hand))
    if note is None:
        return None
    assert render(note, ledger.names)
    return note.code, " ".join(str(value) for value in note.params.values())


def test_what_the_table_must_show() -> None:
    assert said("kozel", out(0, {1: "65", 2: "54", 3: "43"})) == ("ends_show", "3 6")
    assert said("kozel", out(0, {1: "65", 2: "54", 3: "64"})) == ("ends_equal", "")
    assert said("kozel", out(0, {1: "65", 3: "64"})) is None
    assert said("kozel", out(0, {1: "65", 2: "43", 3: "11"})) is None  # four ends: that is a doubt
    for variant in ("mandavoshka", "sevastopol"):
        assert said(variant, out(0, {1: "54", 2: "32", 3: "11"}, "51")) == ("odd_places", "2, 3, 4, 5")
        assert said(variant, out(0, {1: "54", 2: "43", 3: "53"}, "51")) == ("all_pair_up", "")
    assert said("traditional", out(0, {1: "65"}), 2) is None
    assert said("traditional", out(0, {1: "65"}, reserve=[]), 2) == ("ends_show", "5 6")
    assert said("traditional", out(0, {1: "65"}, reserve=["5-4", "6-4"]), 2) == ("ends_equal", "")
    assert said("matador", out(0, {1: "65"}, reserve=[]), 2) is None
