"""Reading strictly: what is refused, and of whom it is told; what is written out reads back."""

from typing import Any

import pytest

from scoring.errors import RecordError
from scoring.facts import hand_as_json
from scoring.ledger import Ledger, score_game
from scoring.notes import render
from tests.scoring.build import NAMES, fish, judge, out, play, record

GOOD = out(0, {1: "64", 2: "63"}, "51")


def refused(*hands: Any, variant: str = "mandavoshka", seats: int = 3, **options: Any) -> str:
    """The fault of the last of these hands."""
    with pytest.raises(RecordError) as fault:
        play(variant, *hands, seats=seats, **options)
    assert fault.value.hand == len(hands)
    return render(fault.value.note, fault.value.names)


def heading(**changes: Any) -> str:
    with pytest.raises(RecordError) as fault:
        score_game({**record("mandavoshka"), **changes})
    assert fault.value.hand is None
    return fault.value.note.code


@pytest.mark.parametrize("text", ["64", "46", "6-4", "4-6", "6:4", "4:6", "6|4", "6/4"])
def test_every_spelling_of_a_tile(text: str) -> None:
    assert play("mandavoshka", out(0, {1: text, 2: "63"}, "51")).hands[0].counted == [None, 10, 9]


@pytest.mark.parametrize("text", ["6-7", "7", "", " 64", "6 4", "6--4", "６4", 64, None, ["64"], {}, 6.4, True])
def test_what_is_no_tile(text: Any) -> None:
    hand = {"end": "out", "by": 0, "left": {"1": [text], "2": ["6-3"]}}
    assert refused(hand).startswith("Boris: there is no tile")
    assert "no tile" in refused({**GOOD, "first": text})
    assert "no tile" in refused({**GOOD, "last": [text]})
    assert "no tile" in refused({**GOOD, "reserve": [text]})


@pytest.mark.parametrize(
    ("hand", "fault"),
    [
        (out(0, {1: "64 46", 2: "63"}), "Boris: the tile 6-4 is written down twice."),
        (out(0, {1: "64", 2: "64"}), "Boris: the tile 6-4 is written down twice."),
        (out(0, {1: "64", 2: "63"}, "64"), "Boris: the tile 6-4 is written down twice."),
        (out(0, {1: "64", 2: "63"}, reserve=["6-3"]), "Vera: the tile 6-3 is written down twice."),
        (out(0, {1: "64", 2: "63"}, first="6-3"), "Vera: the tile 6-3 is written down twice."),
        (out(0, {1: "64", 2: "63"}, "51", reserve=["5-1"]), "The tile 5-1 is written down twice."),
        (out(0, {1: "64", 2: "63"}, first="1-1", reserve=["1-1"]), "The tile 1-1 is written down twice."),
        (out(0, {1: "64", 2: "63"}, "55 55"), "The tile 5-5 is written down twice."),
        (out(0, {0: "11", 1: "64", 2: "63"}), "Anna went out, but still holds tiles."),
        (out(0, {0: 3, 1: "64", 2: "63"}), "Anna went out, but still holds tiles."),
        (out(0, {1: "", 2: "63"}), "Boris holds no tile, but the hand did not end by that."),
        (fish(0, {0: "11", 1: "", 2: "63"}), "Boris holds no tile, but the hand did not end by that."),
        (fish(None, {0: "", 1: "64", 2: "63"}), "Anna holds no tile, but the hand did not end by that."),
        (out(0, {1: "64"}), "Vera: the hand is missing; this rule counts it."),
        (fish(0, {1: "64", 2: "63"}), "Anna: the hand is missing; this rule counts it."),
        (out(0, {1: "64", 2: "63"}, "51 55"), "Several tiles in the last move must all be doubles, not 5-1, 5-5."),
        ({**GOOD, "last": []}, "“last” names no tile: leave it out where it is not known."),
        (out(0, {1: "64", 2: 0}), "Vera: pips must be a whole number from 1, not 0."),
        (out(0, {1: "64", 2: True}), "Vera: pips must be a whole number from 1, not true."),
        (out(0, {1: "64", 2: 159}), "159 pips are more than the 158 that the other tiles have."),
        (out(0, {1: 80, 2: 79}, "55"), "159 pips are more than the 158 that the other tiles have."),
        ({**out(0, {1: "64"}), "pips": {"1": 4, "2": 5}}, "Boris: give the tiles or the pips, not both."),
        (out(0, {1: "64", 3: "63"}), "There is no seat 3: seats are numbered from 0 to 2."),
        (out(3, {1: "64", 2: "63"}), "There is no seat 3: seats are numbered from 0 to 2."),
        (out(True, {1: "64", 2: "63"}), "There is no seat true: seats are numbered from 0 to 2."),
        ({**GOOD, "left": {"01": ["6-4"]}}, "There is no seat 01: seats are numbered from 0 to 2."),
        ({**GOOD, "left": []}, "“left” must be an object, not []."),
        ({**GOOD, "left": {"1": "64"}}, "“left 1” must be a list, not 64."),
        ({**GOOD, "pips": 3}, "“pips” must be an object, not 3."),
        ({**GOOD, "pips": {"9": 3}}, "There is no seat 9: seats are numbered from 0 to 2."),
        ({**GOOD, "last": "64"}, "“last” must be a list, not 64."),
        ({**GOOD, "by": None}, "Who went out? “by” must name the seat."),
        ({"end": "stopped", "by": 0}, "A hand that was broken off has no “by”."),
        ({"end": "won"}, "“end” is out, fish or stopped, not won."),
        ({**GOOD, "plays": [{"seat": 0, "ends": 5}]}, "This game has no scoring events during a hand."),
        ({**GOOD, "plays": 0}, "“plays” must be a list, not 0."),
        ({**GOOD, "note": "x"}, "“note” is not known here."),
        (
            {**GOOD, "judge": []},
            "A hand has “end”, or it is a judge's entry, a redeal or a result: exactly one of them.",
        ),
        ({}, "A hand has “end”, or it is a judge's entry, a redeal or a result: exactly one of them."),
        ([], "An object is wanted here, not []."),
        ({"result": 0}, "This game is not recorded by its result alone."),
    ],
)
def test_refused(hand: Any, fault: str) -> None:
    assert refused(GOOD, hand) == fault


def test_a_hand_of_more_than_seven_only_where_all_tiles_are_dealt() -> None:
    eight = "00 10 20 30 40 50 60 11"
    assert play("mandavoshka", out(0, {1: eight, 2: "63"}, "51")).totals == [0, 32, 0]
    four = out(0, {1: eight, 2: "63", 3: "55"})
    assert refused(four, seats=4) == "Boris: 8 tiles, but no hand has more than 7."
    assert refused(four, seats=4, variant="morskoy_kozel_exchange") == "Boris: 8 tiles, but no hand has more than 7."


def test_the_sea_goats_fish_has_no_empty_hand() -> None:
    hand = fish(0, {0: "", 1: "64", 2: "63", 3: "55"})
    assert "Anna holds no tile" in refused(hand, seats=4, variant="morskoy_kozel_exchange")


def test_the_sea_goats_out_needs_the_opponents_only() -> None:
    assert "Gleb: the hand is missing" in refused(out(0, {1: "64"}), seats=4, variant="morskoy_kozel_exchange")
    assert "Anna: the hand is missing" in refused(out(3, {2: "64"}), seats=4, variant="morskoy_kozel_exchange")


def test_an_early_win_needs_no_hand_but_may_have_them() -> None:
    assert play("mandavoshka", out(0, {1: "64"}, "00")).hands[0].counted == [None, 10, None]


def test_the_first_tile_may_be_among_the_last() -> None:
    assert play("mandavoshka", out(0, {1: "64", 2: "63"}, "55", first="5-5")).finished is False


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ([], "not_an_object"),
        ({}, "judge_item"),
        ({"seat": 0}, "judge_item"),
        ({"seat": 0, "points": 3, "warning": True}, "judge_item"),
        ({"points": 3}, "judge_side"),
        ({"seat": 0, "side": 0, "points": 3}, "judge_side"),
        ({"seat": 3, "points": 3}, "no_such_seat"),
        ({"side": -1, "points": 3}, "no_such_side"),
        ({"side": True, "points": 3}, "no_such_side"),
        ({"seat": 0, "points": 0}, "judge_number"),
        ({"seat": 0, "points": 1.5}, "judge_number"),
        ({"seat": 0, "points": True}, "judge_number"),
        ({"seat": 0, "points": 100_001}, "judge_number"),
        ({"seat": 0, "warning": 1}, "must_be_true"),
        ({"seat": 0, "forfeit": False}, "must_be_true"),
        ({"stop": "now"}, "bad_stop"),
        ({"stop": "time", "seat": 0}, "unknown_key"),
        ({"seat": 0, "points": 3, "reason": 5}, "bad_reason"),
        ({"seat": 0, "points": 3, "why": "x"}, "unknown_key"),
    ],
)
def test_refused_judges(item: Any, code: str) -> None:
    with pytest.raises(RecordError) as fault:
        play("mandavoshka", {"judge": [item]})
    assert fault.value.note.code == code


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"judge": {}}, "not_a_list"),
        ({"judge": []}, "empty_judge"),
        ({"judge": [], "by": 0}, "unknown_key"),
        ({"redeal": []}, "not_a_mapping"),
        ({"redeal": {"seat": 0}}, "missing_key"),
        ({"redeal": {"seat": 0, "why": "bored"}}, "bad_why"),
        ({"redeal": {"why": "suit"}}, "judge_side"),
        ({"redeal": {"seat": 0, "why": "suit", "at": 1}}, "unknown_key"),
        ({"redeal": {"seat": 0, "why": "suit"}, "result": 0}, "hand_kind"),
    ],
)
def test_refused_entries(facts: Any, code: str) -> None:
    with pytest.raises(RecordError) as fault:
        play("mandavoshka", facts)
    assert fault.value.note.code == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "ryba-game/2"}, "bad_format"),
        ({"variant": "chess"}, "no_such_variant"),
        ({"variant": ["mandavoshka"]}, "no_such_variant"),
        ({"options": []}, "not_a_mapping"),
        ({"options": {"targt": 5}}, "no_such_option"),
        ({"options": {"target": "101"}}, "option_integer"),
        ({"options": {"target": True}}, "option_integer"),
        ({"options": {"target": None}}, "option_integer"),
        ({"options": {"target": 10_001}}, "option_range"),
        ({"options": {"target": 0}}, "option_range"),
        ({"options": {"threshold": 1001}}, "option_range"),
        ({"options": {"lone_loses": 1}}, "option_boolean"),
        ({"options": {"tie": "none"}}, "option_choice"),
        ({"options": {"tie": []}}, "option_choice"),
        ({"options": {"target": 100}}, "burn_below_target"),
        ({"seats": "Anna"}, "not_a_list"),
        ({"seats": ["Anna"]}, "seats_range"),
        ({"seats": list("abcde")}, "seats_range"),
        ({"seats": ["Anna", " "]}, "bad_name"),
        ({"seats": ["Anna", 5]}, "bad_name"),
        ({"seats": ["Anna", "Anna "]}, "name_twice"),
        ({"variant": "morskoy_kozel_exchange"}, "seats_of_pairs"),
        ({"hands": {}}, "not_a_list"),
        ({"players": 3}, "unknown_key"),
    ],
)
def test_refused_headings(changes: dict[str, Any], code: str) -> None:
    assert heading(**changes) == code


@pytest.mark.parametrize("key", ["format", "variant", "seats"])
def test_a_heading_needs(key: str) -> None:
    whole = record("mandavoshka")
    del whole[key]
    with pytest.raises(RecordError, match=f"“{key}” is missing"):
        score_game(whole)


def test_options_and_hands_may_be_absent() -> None:
    whole = record("mandavoshka")
    del whole["options"], whole["hands"]
    assert score_game(whole).totals == [0, 0, 0]
    with pytest.raises(RecordError):
        score_game([])


@pytest.mark.parametrize(
    ("facts", "printed"),
    [
        (
            {"end": "out", "by": 0, "left": {"2": ["3|6"], "1": ["46", "1:0"]}, "last": ["5/1"], "plays": []},
            {"end": "out", "by": 0, "left": {"1": ["6-4", "1-0"], "2": ["6-3"]}, "last": ["5-1"]},
        ),
        (
            {"end": "fish", "by": None, "left": {}, "pips": {"0": 3, "1": 4, "2": 5}, "first": "11", "reserve": []},
            {"end": "fish", "pips": {"0": 3, "1": 4, "2": 5}, "first": "1-1", "reserve": []},
        ),
        ({"end": "fish", "by": 1, "left": {"0": ["64"], "1": [], "2": ["63"]}}, None),
        ({"end": "stopped"}, None),
        (judge({"seat": 0, "points": -5, "reason": "late"}, {"side": 1, "warning": True}, {"stop": "time"}), None),
        (judge({"side": 0, "forfeit": True, "reason": ""}), None),
        ({"redeal": {"side": 1, "why": "suit"}}, None),
        ({"redeal": {"seat": 1, "why": "other"}}, None),
    ],
)
def test_a_hand_written_out_reads_back(facts: dict[str, Any], printed: dict[str, Any] | None) -> None:
    ledger = Ledger("mandavoshka", {}, NAMES[:3])
    shown = hand_as_json(ledger.parse(facts))
    if printed is not None:
        assert shown == printed
    again = ledger.parse(shown)
    assert again == ledger.parse(facts)
    assert hand_as_json(again) == shown


@pytest.mark.parametrize(
    ("variant", "facts"),
    [
        ("fives", {"end": "stopped", "plays": [{"seat": 0, "ends": 0}, {"seat": 1, "ends": 22}]}),
        (
            "ladder",
            {
                "end": "out",
                "by": 1,
                "last": ["6-5", "5-1"],
                "plays": [{"seat": 0, "event": "move"}, {"seat": 1, "event": "failed_draw", "count": 2}],
            },
        ),
        ("ladder", judge({"seat": 1, "points": 5, "column": "penalty", "reason": "late"}, {"side": 0, "points": -5})),
        ("draughts", {"result": None}),
        ("draughts", {"result": 1, "how": "blocked"}),
    ],
)
def test_what_few_games_have_is_written_out_as_it_was_read(variant: str, facts: dict[str, Any]) -> None:
    ledger = Ledger(variant, {}, NAMES[:2])
    assert hand_as_json(ledger.parse(facts)) == facts


def test_the_most_that_a_judge_can_add() -> None:
    assert play("mandavoshka", judge({"seat": 0, "points": 100_000})).totals == [100_000, 0, 0]
    assert play("mandavoshka", judge({"seat": 0, "points": -100_000})).totals == [-100_000, 0, 0]


@pytest.mark.parametrize("variant", ["fives", "ladder"])
def test_a_play_is_an_object(variant: str) -> None:
    for item in ("move", 5, None, [], [0, 5]):
        assert "An object is wanted here" in refused({"end": "stopped", "plays": [item]}, variant=variant)
    assert "“seat” is missing" in refused({"end": "stopped", "plays": [{}]}, variant=variant)
