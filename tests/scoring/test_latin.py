"""Latin American dominoes, worked out from the rules by hand."""

import pytest

from scoring.errors import RecordError
from tests.scoring.build import entries, fish, judge, notes, out, play, points

CODE = "latin_american"


def latin(*hands, **options):
    return play(CODE, *hands, seats=4, **options)


def test_a_golden_game():
    game = latin(
        out(0, {1: "64 43", 2: "53", 3: "22"}),  # 17 + 8 + 4 = 29 to 0
        fish(1, {0: "50 55", 1: "51", 2: "11", 3: "10"}),  # 1 against 2: 15 + 6 + 2 + 1 = 24 to 1
        fish(2, {0: "50", 1: "41", 2: "54", 3: "10 55"}),  # 5 against 5: nothing
        out(3, {0: "66", 1: 20, 2: "65 10"}),  # 12 + 20 + 12 = 44 to 1
        {"redeal": {"seat": 2, "why": "other"}},
        out(2, {0: 30, 1: 31, 3: 25}),  # 86 to 0
        {"end": "stopped"},
        judge({"side": 1, "points": -10, "reason": "talked"}),
        fish(None, {0: 9, 1: 30, 2: 12, 3: 8}),  # 8 against 9: 59 to 1
        out(1, {0: 20, 2: 21, 3: 22}),  # 63 to 1
        out(0, {1: 28, 2: 29, 3: 27}),  # 84 to 0, which stands at 199
        out(2, {0: "10", 1: "00", 3: "11"}),  # 1 + 0 + 2 = 3 to 0
    )
    assert [step.totals for step in game.hands] == [
        [29, 0], [29, 24], [29, 24], [29, 68], [29, 68], [115, 68], [115, 68], [115, 58], [115, 117], [115, 180],
        [199, 180], [202, 180],
    ]  # fmt: skip
    assert (game.ended_by, game.places, game.winners, game.losers) == ("target", [1, 2], [0], [1])
    assert game.next_opener is None


def test_what_is_written_and_why():
    game = latin(out(0, {1: "64 43", 2: "53", 3: "22"}), fish(1, {0: 9, 1: 9, 2: 10, 3: 20}))
    assert [entries(step) for step in game.hands] == [[(0, 29, "out")], []]
    assert notes(game.hands[1]) == ["lowest_tie_void"]
    assert game.next_opener == 1


@pytest.mark.parametrize(("by", "side"), [("player", 1), ("pair", 0)])
def test_a_fish_is_won_by_the_lowest_hand_or_by_the_lighter_pair(by, side):
    step = latin(fish(0, {0: 5, 1: 4, 2: 6, 3: 20}), fish_by=by).hands[0]
    assert entries(step) == [(side, 35, "fish")]


def test_equal_hands_may_make_eggs():
    tie = fish(0, {0: 5, 1: 5, 2: 6, 3: 20})
    game = latin(tie, tie, points(0, 3), out(1, {0: 1, 2: 2, 3: 3}), fish_tie="eggs")
    assert [step.eggs for step in game.hands] == [36, 72, 72, 0]
    assert entries(game.hands[3]) == [(1, 6, "out"), (1, 72, "eggs")]
    assert latin(tie, fish_by="pair").totals == [36, 0]


def test_partners_who_share_the_lowest_hand_win():
    assert latin(fish(0, {0: 5, 1: 7, 2: 5, 3: 20})).totals == [37, 0]


def test_the_target_is_an_option():
    assert latin(out(0, {1: 50, 2: 1, 3: 1}), target=52).ended_by == "target"


@pytest.mark.parametrize("left", [{1: 5, 3: 5}, {1: 5, 2: 5}])
def test_every_hand_but_the_winners_own_must_be_known(left):
    with pytest.raises(RecordError, match="missing"):
        latin(out(0, left))


def test_it_is_for_two_pairs():
    with pytest.raises(RecordError):
        play(CODE, seats=3)
