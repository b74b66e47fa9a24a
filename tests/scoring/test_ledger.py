"""What holds in every game: judge's entries, redeals, forfeits, time, the end, places."""

import pytest

from scoring.errors import RecordError
from scoring.ledger import Ledger, score_game
from tests.scoring.build import NAMES, entries, judge, notes, out, play, points, record

EARLY = out(0, last="00")


def test_the_example_of_the_record() -> None:
    game = play(
        "mandavoshka",
        out(0, {1: "54 60", 2: "33"}, "64"),
        {"end": "fish", "by": 2, "left": {"0": ["1-2"], "1": ["5-4"], "2": ["3-3"]}},
        points(1, 30),
    )
    assert game.hands[0].counted == [None, 15, 6]
    assert entries(game.hands[0]) == [(1, 21, "highest_hand")]
    assert (game.totals, game.places, game.next_opener) == ([0, 69, 0], [1, 3, 1], 2)


def test_points_to_a_seat_or_a_side_of_a_pair() -> None:
    game = play(
        "morskoy_kozel_exchange", judge({"seat": 3, "points": 7}, {"side": 0, "points": -2, "reason": "late"}), seats=4
    )
    assert game.totals == [-2, 7]
    assert notes(game.hands[0]) == ["judge_points", "judge_points", "reason"]


def test_warning_and_redeal_change_nothing() -> None:
    game = play("mandavoshka", judge({"seat": 0, "warning": True}), {"redeal": {"seat": 1, "why": "doubles"}})
    assert [step.kind for step in game.hands] == ["judge", "redeal"]
    assert (game.totals, game.finished) == ([0, 0, 0], False)
    assert all(step.counted is None and not step.entries for step in game.hands)


def test_forfeit() -> None:
    game = play("mandavoshka", points(1, 50), judge({"seat": 0, "forfeit": True}))
    assert (game.ended_by, game.places, game.winners, game.losers) == ("forfeit", [3, 2, 1], [2], [0])


def test_all_forfeit() -> None:
    both = judge({"side": 0, "forfeit": True}, {"side": 1, "forfeit": True})
    game = play("morskoy_kozel_exchange", points(0, 9), both, seats=4)
    assert (game.ended_by, game.places, game.winners, game.losers) == ("forfeit", [1, 1], [], [0, 1])


def test_points_come_before_the_forfeit_and_the_target_after_the_burn() -> None:
    game = play("mandavoshka", judge({"seat": 0, "forfeit": True}, {"seat": 1, "points": 105}))
    assert (game.ended_by, game.losers, game.places) == ("forfeit", [0], [3, 2, 1])
    game = play("mandavoshka", judge({"stop": "time"}, {"seat": 1, "points": 105}))
    assert (game.ended_by, game.losers) == ("target", [1])


def test_time() -> None:
    game = play("mandavoshka", points(1, 50), points(2, 50), judge({"stop": "time", "reason": "21:00"}))
    assert (game.ended_by, game.winners, game.losers, game.places) == ("time", [0], [1, 2], [1, 2, 2])
    level = play("mandavoshka", judge({"stop": "time"}))
    assert (level.ended_by, level.winners, level.losers) == ("time", [], [])
    good = play("morskoy_kozel_exchange", points(1, 50), judge({"stop": "time"}), seats=4)
    assert (good.winners, good.losers) == ([1], [0])


def test_several_at_the_target() -> None:
    three = judge({"seat": 0, "points": 110}, {"seat": 1, "points": 120})
    game = play("mandavoshka", three)
    assert (game.losers, game.winners, game.places) == ([0, 1], [2], [2, 3, 1])
    both = judge({"side": 0, "points": 210}, {"side": 1, "points": 220})
    game = play("morskoy_kozel_exchange", both, seats=4)
    assert (game.winners, game.losers) == ([1], [0])
    level = judge({"side": 0, "points": 210}, {"side": 1, "points": 210})
    game = play("morskoy_kozel_exchange", level, seats=4)
    assert (game.ended_by, game.places, game.winners, game.losers) == ("target", [1, 1], [], [])


def test_all_at_the_target_of_a_penalty_game() -> None:
    """All lose; whoever has least still stands first."""
    every = judge(*({"seat": seat, "points": 110 + seat} for seat in range(3)))
    game = play("mandavoshka", every)
    assert (game.places, game.winners, game.losers) == ([1, 2, 3], [0], [0, 1, 2])
    level = judge(*({"seat": seat, "points": 110} for seat in range(3)))
    game = play("mandavoshka", level)
    assert (game.ended_by, game.places, game.winners, game.losers) == ("target", [1, 1, 1], [], [])


@pytest.mark.parametrize("late", [EARLY, points(0, 1), {"redeal": {"seat": 0, "why": "other"}}])
def test_nothing_follows_the_end(late: dict[str, object]) -> None:
    with pytest.raises(RecordError, match="over before") as refused:
        play("mandavoshka", EARLY, late)
    assert refused.value.hand == 2


def test_the_first_fault_is_the_one_told() -> None:
    with pytest.raises(RecordError) as refused:
        play("mandavoshka", EARLY, points(0, 1), {"nonsense": 1})
    assert refused.value.hand == 2


def test_a_refused_hand_leaves_the_game_as_it_was() -> None:
    ledger = Ledger("mandavoshka", {}, NAMES[:3])
    ledger.add(out(0, {1: "64", 2: "66 53"}, "51"))
    with pytest.raises(RecordError):
        ledger.add(out(0, {1: "64"}, "51"))
    assert (len(ledger.hands), ledger.totals, ledger.next_opener) == (1, [0, 0, 30], 0)


def test_stopped_hands_write_nothing() -> None:
    game = play("mandavoshka", {"end": "stopped", "left": {"0": ["6-6"]}, "first": "1-1"})
    assert (game.hands[0].kind, game.hands[0].counted, game.totals) == ("stopped", None, [0, 0, 0])


def test_a_prefix_of_a_game_is_a_prefix_of_its_sheet() -> None:
    hands = [out(0, {1: "64", 2: "66 53"}, "51"), points(1, 4), out(1, {0: "66", 2: "65"}, "51")]
    whole = score_game(record("mandavoshka", *hands))
    for length in range(len(hands)):
        part = score_game(record("mandavoshka", *hands[:length]))
        assert [step.totals for step in part.hands] == [step.totals for step in whole.hands[:length]]
