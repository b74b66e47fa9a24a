"""Latin American dominoes, beside its golden game."""

import pytest

from scoring.errors import RecordError
from tests.scoring.build import entries, fish, notes, out, play, points

CODE = "latin_american"


def latin(*hands, **options):
    return play(CODE, *hands, seats=4, **options)


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
