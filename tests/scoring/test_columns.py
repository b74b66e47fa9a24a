"""Lucky threes, two lanes, the ladder: every rule, each option both ways."""

from typing import Any

import pytest

from scoring.ledger import Ledger
from tests.scoring.build import entries, event, fish, judge, notes, out, play as play_variant, points, refused

FAMILY = ("lucky_threes", "two_lane", "ladder")
TIME = judge({"stop": "time"})


def lucky(*hands: Any, seats: int = 3, **options: Any) -> Ledger:
    return play_variant("lucky_threes", *hands, seats=seats, **options)


def lanes(*hands: Any, seats: int = 3, **options: Any) -> Ledger:
    return play_variant("two_lane", *hands, seats=seats, **options)


def ladder(*hands: Any, seats: int = 3, **options: Any) -> Ledger:
    return play_variant("ladder", *hands, seats=seats, **options)


def stopped(*plays: Any) -> dict[str, Any]:
    return {"end": "stopped", "plays": list(plays)}


CASE_19 = [
    *[event(0, "scoring_move")] * 4,
    *[event(1, "scoring_double")] * 5,
    event(1, "unlucky_draw"),
    event(2, "lucky_draw"),
    event(2, "unlucky_draw", 3),
]
"""20/0, 35/5, 10/15."""


def test_case_19() -> None:
    game = lucky(out(2, plays=CASE_19))
    assert game.columns == {"won": [20, 35, 10], "penalty": [0, 5, 15]}
    assert (entries(game.hands[0]), game.ended_by) == ([(0, 25, "hand")], "hands")
    assert (game.places, game.winners, game.losers) == ([1, 2, 3], [0], [1, 2])


def test_fewest_penalties_then_most_won() -> None:
    game = lucky(out(2, plays=[event(0, "scoring_move"), event(1, "lucky_draw"), event(2, "unlucky_draw")]))
    assert (game.totals, game.places) == ([0, 0, 0], [2, 1, 3])
    game = lucky(out(2, plays=[event(0, "scoring_move"), event(2, "unlucky_draw"), event(2, "lucky_draw")]))
    assert (game.totals, game.places) == ([5, 0, 0], [1, 2, 3])


def test_equal_in_both_columns_share() -> None:
    game = lucky(out(2, plays=[event(0, "scoring_move"), event(1, "scoring_move"), event(2, "unlucky_draw")]))
    assert (entries(game.hands[0]), notes(game.hands[0])[-1]) == ([], "equal_columns")
    assert (game.places, game.winners, game.losers) == ([1, 1, 3], [0, 1], [2])
    game = lucky(out(2))
    assert (game.ended_by, game.places, game.winners, game.losers) == ("hands", [1, 1, 1], [], [])


@pytest.mark.parametrize(("by", "written"), [("won", 25), ("penalty", 0), ("tiles", 3)])
def test_losers_points(by: str, written: int) -> None:
    hand = out(2, {0: "66", 1: "65 64 20"}, plays=CASE_19)
    assert lucky(hand, losers_points=by).totals == [written, 0, 0]


def test_losers_points_of_penalty() -> None:
    plays = [event(0, "scoring_move"), event(1, "unlucky_draw", 2), event(2, "unlucky_draw", 3)]
    assert lucky(out(2, plays=plays), losers_points="penalty").totals == [20, 0, 0]
    assert lucky(out(2, plays=plays)).totals == [0, 0, 0]


def test_losers_points_of_tiles_need_the_hands() -> None:
    for hand in (out(2, {0: "66"}), fish(2, {0: "66", 1: "65"}), fish(None, {})):
        assert refused("lucky_threes", hand, losers_points="tiles") == "hand_missing"
        assert lucky(hand).ended_by == "hands"
    plays = [event(0, "scoring_move")]
    assert lucky(fish(2, {0: 40, 1: 7, 2: "64"}, plays=plays), losers_points="tiles").totals == [12, 0, 0]
    assert lucky(out(2, {0: 40, 1: 7}, plays=plays), losers_points="tiles").hands[0].counted == [40, 7, None]


@pytest.mark.parametrize(
    ("name", "column", "number"),
    [
        ("scoring_move", "won", 5),
        ("scoring_double", "won", 7),
        ("first_double", "won", 8),
        ("lucky_draw", "won", 10),
        ("unlucky_draw", "penalty", 5),
    ],
)
def test_events(name: str, column: str, number: int) -> None:
    game = lucky(stopped(event(1, name)))
    assert game.columns[column] == [0, number, 0]
    assert sum(map(sum, game.columns.values())) == number
    if name != "unlucky_draw":
        assert refused("lucky_threes", stopped(event(1, name, 1))) == "event_once"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_unlucky_draws(count: int) -> None:
    assert lucky(stopped(event(1, "unlucky_draw", count))).columns["penalty"] == [0, 5 * count, 0]


@pytest.mark.parametrize("count", [0, 6, -1, True, "2", None])
def test_unlucky_draws_that_cannot_be(count: Any) -> None:
    assert refused("lucky_threes", stopped({"seat": 0, "event": "unlucky_draw", "count": count})) == "bad_count"


def test_the_first_double_is_laid_once_a_hand() -> None:
    once = stopped(event(0, "first_double"), event(0, "scoring_double"))
    assert lucky(once, once).columns["won"] == [30, 0, 0]
    assert refused("lucky_threes", stopped(event(0, "first_double"), event(1, "first_double"))) == "second_first_double"
    assert refused("lucky_threes", stopped(event(0, "first_double"), event(0, "first_double"))) == "second_first_double"


def test_offset() -> None:
    before = [event(0, "scoring_double"), event(0, "unlucky_draw", 3), event(1, "unlucky_draw")]

    def columns(*plays: Any) -> dict[str, list[int]]:
        return lucky(stopped(*before, *plays)).columns

    assert columns(event(0, "offset")) == {"won": [0, 0, 0], "penalty": [8, 5, 0]}
    assert columns(event(0, "offset", 3)) == {"won": [4, 0, 0], "penalty": [12, 5, 0]}
    assert columns(event(0, "offset", 3), event(0, "offset", 4)) == {"won": [0, 0, 0], "penalty": [8, 5, 0]}
    more = [event(1, "scoring_double"), event(1, "offset")]
    assert columns(*more) == {"won": [7, 2, 0], "penalty": [15, 0, 0]}


@pytest.mark.parametrize(
    ("plays", "code"),
    [
        ([event(0, "offset")], "nothing_to_offset"),
        ([event(0, "scoring_move"), event(0, "offset")], "nothing_to_offset"),
        ([event(0, "unlucky_draw"), event(0, "offset")], "nothing_to_offset"),
        ([event(1, "scoring_move"), event(0, "unlucky_draw"), event(0, "offset")], "nothing_to_offset"),
        ([event(0, "offset"), event(0, "scoring_move"), event(0, "unlucky_draw")], "nothing_to_offset"),
        ([event(0, "scoring_move"), event(0, "unlucky_draw"), event(0, "offset"), event(0, "offset")],
         "nothing_to_offset"),
        ([event(0, "scoring_double"), event(0, "unlucky_draw"), event(0, "offset", 6)], "offset_too_large"),
        ([event(0, "scoring_move"), event(0, "unlucky_draw", 2), event(0, "offset", 6)], "offset_too_large"),
        ([event(0, "scoring_move"), event(0, "unlucky_draw"), event(0, "offset", 0)], "bad_count"),
        ([event(0, "jackpot")], "no_such_event"),
        ([{"seat": 0, "ends": 5}], "missing_key"),
    ],
)  # fmt: skip
def test_lucky_threes_refuses(plays: list[Any], code: str) -> None:
    assert refused("lucky_threes", out(1, plays=plays)) == code
    assert refused("lucky_threes", stopped(*plays)) == code


def test_columns_start_from_nothing_in_each_hand() -> None:
    debt = stopped(event(0, "unlucky_draw"))
    assert refused("lucky_threes", debt, stopped(event(0, "scoring_move"), event(0, "offset"))) == "nothing_to_offset"
    game = lucky(debt, out(2, plays=[event(0, "scoring_move"), event(1, "unlucky_draw"), event(1, "lucky_draw")]))
    assert game.totals == [5, 0, 0]


def test_hands_and_target_of_lucky_threes() -> None:
    hand = out(2, plays=CASE_19)
    assert refused("lucky_threes", hand, hand) == "after_the_end"
    game = lucky(hand, hand, hands=2)
    assert (game.ended_by, game.totals, game.places) == ("hands", [50, 0, 0], [1, 2, 2])
    assert lucky(hand, hand, hands=3).ended_by is None
    game = lucky(hand, hand, target=50)
    assert (game.ended_by, game.winners, game.losers) == ("target", [0], [1, 2])
    assert lucky(hand, hand, hand, hands=2, target=76).ended_by is None
    assert lucky(points(0, 30), target=30).ended_by == "target"
    assert lucky(points(0, 30)).ended_by is None


def test_places_of_lucky_threes() -> None:
    first = [points(2, 99), out(2, plays=CASE_19)]
    assert lucky(*first).places == [1, 2, 3]
    assert lucky(*first, hands=2).places == [2, 3, 1]
    assert lucky(*first, target=500).places == [2, 3, 1]
    assert lucky(stopped(event(0, "unlucky_draw")), TIME).losers == [0]


def test_a_judges_points_go_into_the_account_of_lucky_threes() -> None:
    game = lucky(points(1, 7))
    assert (game.totals, game.columns) == ([0, 7, 0], {"won": [0, 0, 0], "penalty": [0, 0, 0]})
    assert refused("lucky_threes", judge({"seat": 1, "points": 7, "column": "won"})) == "unknown_key"


DEAR = out(1, plays=[event(1, "failed_draw", 2), event(0, "failed_draw")])
"""Boris goes out with 20, Anna has 10, Vera none."""


@pytest.mark.parametrize(("by", "won", "places"), [("out_first", 1, [3, 1, 2]), ("least_penalty", 2, [2, 3, 1])])
def test_winner_of_two_lanes(by: str, won: int, places: list[int]) -> None:
    game = lanes(DEAR, winner_by=by)
    assert game.columns == {"hands_won": [int(side == won) for side in range(3)], "penalty": [10, 20, 0]}
    assert (game.places, game.winners, game.ended_by) == (places, [won], "hands")
    assert sorted(game.losers + game.winners) == [0, 1, 2]


@pytest.mark.parametrize("by", ["out_first", "least_penalty"])
def test_a_fish_in_two_lanes_goes_to_the_smallest_penalty(by: str) -> None:
    game = lanes(fish(0, {}, plays=[event(0, "failed_draw")]), winner_by=by)
    assert (game.columns["hands_won"], game.places, game.winners) == ([0, 1, 1], [3, 1, 1], [1, 2])
    game = lanes(fish(0, {}), winner_by=by)
    assert (game.places, game.winners, game.losers) == ([1, 1, 1], [], [])


def test_the_penalties_of_other_hands_do_not_decide_this_one() -> None:
    game = lanes(DEAR, fish(0, {}, plays=[event(2, "failed_draw")]), hands=2)
    assert game.columns == {"hands_won": [1, 2, 0], "penalty": [10, 20, 10]}
    assert (game.places, game.ended_by) == ([2, 1, 3], "hands")


def test_places_of_two_lanes_by_hands_won_then_penalty() -> None:
    assert lanes(out(0, plays=[event(0, "failed_draw")]), out(1), hands=2).places == [2, 1, 3]
    assert lanes(out(0, plays=[event(2, "failed_draw")]), out(1), hands=3).places == [1, 1, 3]


def test_a_stopped_hand_counts_its_plays_alone() -> None:
    game = lanes(stopped(event(0, "failed_draw", 3)), DEAR)
    assert (game.totals, game.ended_by) == ([40, 20, 0], "hands")
    game = lanes(stopped(event(0, "failed_draw")))
    assert (game.columns, game.ended_by) == ({"hands_won": [0, 0, 0], "penalty": [10, 0, 0]}, None)
    assert lucky(stopped(event(0, "lucky_draw"))).ended_by is None
    assert ladder(stopped(event(0, "move"))).ended_by is None
    assert all(
        notes(game.hands[0])[-1] == "stopped_plays_count"
        for game in (lucky(stopped()), lanes(stopped()), ladder(stopped()))
    )


def test_judges_points_of_two_lanes_are_penalty() -> None:
    game = lanes(points(1, 15), points(0, -3))
    assert (game.totals, game.columns["penalty"], game.places) == ([-3, 15, 0], [-3, 15, 0], [1, 3, 2])
    assert refused("two_lane", judge({"seat": 1, "points": 7, "column": "penalty"})) == "unknown_key"


CLIMB = out(0, plays=[event(0, "move", 3), event(1, "multi_move"), event(0, "failed_draw"), event(2, "move")])
"""3/10, 4/0, 1/0."""


def test_the_ladders_events() -> None:
    game = ladder(CLIMB)
    assert entries(game.hands[0]) == [(0, 3, "move"), (1, 4, "multi_move"), (0, -10, "failed_draw"), (2, 1, "move")]
    assert game.columns == {"prize": [3, 4, 1], "penalty": [10, 0, 0]}
    assert (game.totals, game.places, game.ended_by) == ([-7, 4, 1], [3, 1, 2], "hands")
    counted = ladder(stopped(event(0, "multi_move", 2), event(1, "failed_draw", 3)))
    assert counted.columns == {"prize": [8, 0, 0], "penalty": [0, 30, 0]}


WEIGHED = [event(0, "move", 15), event(0, "failed_draw"), event(1, "multi_move"), event(2, "move", 9)]
"""15/10, 4/0, 9/0: nets 5, 4, 9."""


@pytest.mark.parametrize(
    ("by", "places"), [("net", [2, 3, 1]), ("prize_first", [1, 3, 2]), ("penalty_first", [3, 2, 1])]
)
def test_winner_of_the_ladder(by: str, places: list[int]) -> None:
    game = ladder(fish(None, {}, plays=WEIGHED), winner_by=by)
    assert (game.totals, game.places) == ([5, 4, 9], places)


@pytest.mark.parametrize(
    ("by", "places"), [("net", [1, 1, 3]), ("prize_first", [1, 2, 3]), ("penalty_first", [3, 1, 1])]
)
def test_ties_of_the_ladder(by: str, places: list[int]) -> None:
    """12/10, 2/0, 0/0 by net and by penalty; the second of two numbers decides where the first is equal."""
    plays = [event(0, "move", 12), event(0, "failed_draw"), event(1, "move", 2)]
    if by == "penalty_first":
        plays.append(event(2, "move", 2))
    assert ladder(out(2, plays=plays), winner_by=by).places == places


@pytest.mark.parametrize(
    ("by", "places"), [("net", [2, 1, 2]), ("prize_first", [2, 1, 2]), ("penalty_first", [2, 1, 2])]
)
def test_the_second_number_decides(by: str, places: list[int]) -> None:
    plays = [event(side, "move", 4 if by == "prize_first" or side == 1 else 3) for side in range(3)]
    plays += [event(side, "failed_draw") for side in range(3) if by != "prize_first" or side != 1]
    assert ladder(out(2, plays=plays), winner_by=by).places == places


def test_the_ladder_adds_up_over_hands() -> None:
    game = ladder(CLIMB, CLIMB, hands=2)
    assert (game.columns, game.ended_by) == ({"prize": [6, 8, 2], "penalty": [20, 0, 0]}, "hands")
    assert ladder(CLIMB, CLIMB, hands=3).ended_by is None
    assert refused("ladder", CLIMB, CLIMB) == "after_the_end"


def test_judges_points_of_the_ladder() -> None:
    def columns(**item: Any) -> tuple[dict[str, list[int]], list[int]]:
        game = ladder(judge({"seat": 1, "points": 6, **item}))
        return game.columns, game.totals

    assert columns() == columns(column="prize") == ({"prize": [0, 6, 0], "penalty": [0, 0, 0]}, [0, 6, 0])
    assert columns(column="penalty") == ({"prize": [0, 0, 0], "penalty": [0, 6, 0]}, [0, -6, 0])
    for column in ("net", None, 1):
        assert refused("ladder", judge({"seat": 1, "points": 6, "column": column})) == "bad_column"
    assert refused("ladder", judge({"seat": 1, "warning": True, "column": "penalty"})) == "unknown_key"


def test_up_to_three_tiles_in_the_ladders_last_move() -> None:
    assert ladder(out(0, last="54 43 31")).finished
    assert refused("ladder", out(0, last="54 43 31 10")) == "last_too_many"
    for code in ("two_lane", "lucky_threes"):
        assert refused(code, out(0, last="54 43")) == "last_not_doubles"
        assert play_variant(code, out(0, last="55 44")).finished


@pytest.mark.parametrize("code", FAMILY)
def test_hands(code: str) -> None:
    game = play_variant(code, out(0), stopped(), {"redeal": {"seat": 0, "why": "other"}}, out(1), hands=3)
    assert game.ended_by is None
    assert play_variant(code, out(0), stopped(), out(1), fish(None, {}), hands=3).ended_by == "hands"
    assert refused(code, hands=0) == refused(code, hands=1001) == "option_range"
    assert refused(code, hands=None) == "option_integer"
    assert refused(code, at_target="stop") == "no_such_option"


@pytest.mark.parametrize("code", FAMILY)
def test_time_and_forfeit(code: str) -> None:
    play = stopped(event(0, "unlucky_draw" if code == "lucky_threes" else "failed_draw"))
    game = play_variant(code, play, TIME)
    assert (game.ended_by, game.winners, game.losers, game.places) == ("time", [1, 2], [0], [3, 1, 1])
    game = play_variant(code, play, judge({"seat": 1, "forfeit": True}))
    assert (game.ended_by, game.winners, game.places) == ("forfeit", [2], [2, 3, 1])
    level = play_variant(code, TIME)
    assert (level.ended_by, level.winners, level.losers) == ("time", [], [])


@pytest.mark.parametrize("code", FAMILY)
def test_nobody_is_said_to_open(code: str) -> None:
    assert play_variant(code, out(1), hands=5).next_opener is None
    assert play_variant(code, fish(1, {}), hands=5).next_opener is None


@pytest.mark.parametrize(("code", "name"), [("two_lane", "failed_draw"), ("ladder", "move"), ("ladder", "multi_move")])
def test_counts_of_events(code: str, name: str) -> None:
    for count in (0, -1, True, "1", None, 1000):
        assert refused(code, stopped({"seat": 0, "event": name, "count": count})) == "bad_count"
    assert refused(code, stopped(event(0, "first_double"))) == "no_such_event"
