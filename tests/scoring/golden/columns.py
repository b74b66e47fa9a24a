"""Lucky threes, two lanes, the ladder: two numbers a player."""

from tests.scoring.build import fish, judge, out, points
from tests.scoring.golden.book import N3, STOPPED, End, Golden, Line, events, redeal


def won(*numbers: int) -> dict[str, list[int]]:
    """The columns of lucky threes: three won, three penalties."""
    return {"won": list(numbers[:3]), "penalty": list(numbers[3:])}


def lanes(*numbers: int) -> dict[str, list[int]]:
    """The columns of two lanes: three numbers of hands won, three penalties."""
    return {"hands_won": list(numbers[:3]), "penalty": list(numbers[3:])}


def steps(*numbers: int) -> dict[str, list[int]]:
    """The columns of the ladder: three prizes, three penalties."""
    return {"prize": list(numbers[:3]), "penalty": list(numbers[3:])}


CASE_19 = events(
    *[(0, "scoring_move")] * 4,
    *[(1, "scoring_double")] * 5,
    (1, "unlucky_draw"),
    (2, "lucky_draw"),
    (2, "unlucky_draw", 3),
)
"""Anna 20/0, Boris 35/5, Vera 10/15."""

LUCKY = Golden(
    "eight hands",
    "lucky_threes",
    3,
    {"hands": 8},
    [
        # Anna alone has no penalty: 35 + 10 − 20.
        Line(out(1, plays=CASE_19), N3, [(0, 25)], [25, 0, 0], [1, 2, 2], columns=won(20, 35, 10, 0, 5, 15)),
        # First double 8 beside 7 of the same move; 5 won put out 5 of penalty; nobody has a penalty, Anna has most won;
        # 0 − 15 is written as nothing.
        Line(
            out(0, plays=events(
                (0, "first_double"), (0, "scoring_double"),
                (1, "unlucky_draw"), (1, "scoring_move"), (1, "offset"),
            )),
            N3, [], [25, 0, 0], [1, 2, 2], columns=won(35, 35, 10, 0, 5, 15),
        ),
        # 12/10 put out by 4: 8/6; Anna 10/5, Vera 5/25: Anna has the smallest penalty: 8 + 5 − 10.
        Line(
            fish(None, {}, plays=events(
                (1, "unlucky_draw", 2), (1, "scoring_double"), (1, "scoring_move"), (1, "offset", 4),
                (0, "lucky_draw"), (0, "unlucky_draw"), (2, "scoring_move"), (2, "unlucky_draw", 5),
            )),
            N3, [(0, 3)], [28, 0, 0], [1, 2, 2], columns=won(45, 43, 15, 5, 11, 40),
        ),
        # All equal in both: nobody is written.
        Line(out(2), N3, [], [28, 0, 0], [1, 2, 2], columns=won(45, 43, 15, 5, 11, 40)),
        # Anna and Boris 5/0 alike: nobody is written, Vera's 10/5 or not.
        Line(
            out(2, plays=events((0, "scoring_move"), (1, "scoring_move"), (2, "lucky_draw"), (2, "unlucky_draw"))),
            N3, [], [28, 0, 0], [1, 2, 2], columns=won(50, 48, 25, 5, 11, 45),
        ),
        # Stopped: the play counts, nobody wins.
        Line(
            {**STOPPED, "plays": events((0, "scoring_move"))},
            N3, [], [28, 0, 0], [1, 2, 2], columns=won(55, 48, 25, 5, 11, 45),
        ),
        # A judge's points go into the account.
        Line(points(1, 7), N3, [(1, 7)], [28, 7, 0], [1, 2, 3], columns=won(55, 48, 25, 5, 11, 45)),
        Line(redeal(0, "other"), N3, [], [28, 7, 0], [1, 2, 3], columns=won(55, 48, 25, 5, 11, 45)),
        # Vera 10/0 before Anna 0/0: 0 − 10 is nothing.
        Line(
            out(0, plays=events((2, "lucky_draw"), (1, "unlucky_draw"))),
            N3, [], [28, 7, 0], [1, 2, 3], columns=won(55, 48, 35, 5, 16, 45),
        ),
        # Boris 5/0, Anna 7/5, Vera 10/10: 17 − 5.
        Line(
            out(1, plays=events(
                (1, "scoring_move"), (0, "scoring_double"), (0, "unlucky_draw"),
                (2, "scoring_move"), (2, "scoring_move"), (2, "unlucky_draw", 2),
            )),
            N3, [(1, 12)], [28, 19, 0], [1, 2, 3], columns=won(62, 53, 45, 10, 16, 55),
        ),
        # Vera 5/0 before Anna 0/0, Boris 7/5: 7 − 5. The eighth hand: the account decides.
        Line(
            out(2, plays=events((2, "scoring_move"), (1, "scoring_double"), (1, "unlucky_draw"))),
            N3, [(2, 2)], [28, 19, 2], [1, 2, 3], columns=won(62, 60, 50, 10, 21, 55),
        ),
    ],
    End("hands", [0], [1, 2]),
)  # fmt: skip

LUCKY_ONCE = Golden(
    "one hand",
    "lucky_threes",
    3,
    {},
    [
        # A judge's 40 stand in the account; the places of one hand go by penalty, then won.
        Line(points(2, 40), N3, [(2, 40)], [0, 0, 40], [1, 1, 1], columns=won(0, 0, 0, 0, 0, 0)),
        Line(out(1, plays=CASE_19), N3, [(0, 25)], [25, 0, 40], [1, 2, 3], columns=won(20, 35, 10, 0, 5, 15)),
    ],
    End("hands", [0], [1, 2]),
)

LUCKY_TARGET = Golden(
    "up to a target",
    "lucky_threes",
    3,
    {"target": 50},
    [
        Line(out(1, plays=CASE_19), N3, [(0, 25)], [25, 0, 0], [1, 2, 2], columns=won(20, 35, 10, 0, 5, 15)),
        Line(points(1, 30), N3, [(1, 30)], [25, 30, 0], [2, 1, 3], columns=won(20, 35, 10, 0, 5, 15)),
        Line(out(1, plays=CASE_19), N3, [(0, 25)], [50, 30, 0], [1, 2, 3], columns=won(40, 70, 20, 0, 10, 30)),
    ],
    End("target", [0], [1, 2]),
)

TWO_LANE = Golden(
    "nine hands",
    "two_lane",
    3,
    {"hands": 9},
    [
        # Anna went out and wins; Vera and Boris won none, Vera has no penalty.
        Line(
            out(0, plays=events((1, "failed_draw"))),
            N3, [(1, 10)], [0, 10, 0], [1, 3, 2], columns=lanes(1, 0, 0, 0, 10, 0),
        ),
        # Who went out wins, whatever his penalty.
        Line(
            out(1, plays=events((1, "failed_draw", 2), (0, "failed_draw"))),
            N3, [(1, 20), (0, 10)], [10, 30, 0], [1, 2, 3], columns=lanes(1, 1, 0, 10, 30, 0),
        ),
        # A fish: the smallest penalty of this hand.
        Line(
            fish(2, {}, plays=events((0, "failed_draw"), (2, "failed_draw"))),
            N3, [(0, 10), (2, 10)], [20, 30, 10], [2, 1, 3], columns=lanes(1, 2, 0, 20, 30, 10),
        ),
        # Boris and Vera share it: each counts one.
        Line(
            fish(2, {}, plays=events((0, "failed_draw"))),
            N3, [(0, 10)], [30, 30, 10], [3, 1, 2], columns=lanes(1, 3, 1, 30, 30, 10),
        ),
        Line(fish(None, {}), N3, [], [30, 30, 10], [3, 1, 2], columns=lanes(2, 4, 2, 30, 30, 10)),
        # Stopped: the penalty counts, nobody wins.
        Line(
            {**STOPPED, "plays": events((2, "failed_draw"))},
            N3, [(2, 10)], [30, 30, 20], [3, 1, 2], columns=lanes(2, 4, 2, 30, 30, 20),
        ),
        # A judge's points are penalty.
        Line(points(0, -5), N3, [(0, -5)], [25, 30, 20], [3, 1, 2], columns=lanes(2, 4, 2, 25, 30, 20)),
        Line(redeal(1), N3, [], [25, 30, 20], [3, 1, 2], columns=lanes(2, 4, 2, 25, 30, 20)),
        Line(out(0), N3, [], [25, 30, 20], [2, 1, 3], columns=lanes(3, 4, 2, 25, 30, 20)),
        # Four hands each: the smaller penalty stands first.
        Line(out(0), N3, [], [25, 30, 20], [1, 2, 3], columns=lanes(4, 4, 2, 25, 30, 20)),
        Line(
            out(2, plays=events((2, "failed_draw", 3))),
            N3, [(2, 30)], [25, 30, 50], [1, 2, 3], columns=lanes(4, 4, 3, 25, 30, 50),
        ),
        Line(out(1), N3, [], [25, 30, 50], [2, 1, 3], columns=lanes(4, 5, 3, 25, 30, 50)),
    ],
    End("hands", [1], [0, 2]),
)  # fmt: skip

TWO_LANE_ONCE = Golden(
    "one hand",
    "two_lane",
    3,
    {},
    [
        # The winner first, then by penalty.
        Line(
            out(1, plays=events((1, "failed_draw", 2), (0, "failed_draw"))),
            N3, [(1, 20), (0, 10)], [10, 20, 0], [3, 1, 2], columns=lanes(0, 1, 0, 10, 20, 0),
        ),
    ],
    End("hands", [1], [0, 2]),
)  # fmt: skip

LADDER = Golden(
    "eight hands",
    "ladder",
    3,
    {"hands": 8},
    [
        Line(
            out(0, plays=events((0, "move", 5), (1, "multi_move"), (2, "failed_draw"))),
            N3, [(0, 5), (1, 4), (2, -10)], [5, 4, -10], [1, 2, 3], columns=steps(5, 4, 0, 0, 0, 10),
        ),
        Line(
            fish(1, {}, plays=events((0, "failed_draw"), (1, "move"))),
            N3, [(0, -10), (1, 1)], [-5, 5, -10], [2, 1, 3], columns=steps(5, 5, 0, 10, 0, 10),
        ),
        # Three tiles in the last move.
        Line(
            out(2, last="54 43 31", plays=events((2, "multi_move", 3))),
            N3, [(2, 12)], [-5, 5, 2], [3, 1, 2], columns=steps(5, 5, 12, 10, 0, 10),
        ),
        Line(
            {**STOPPED, "plays": events((0, "move"))},
            N3, [(0, 1)], [-4, 5, 2], [3, 1, 2], columns=steps(6, 5, 12, 10, 0, 10),
        ),
        # A judge's points are prizes unless they are said to be penalty, which lowers the net.
        Line(
            judge({"seat": 0, "points": 3}, {"seat": 1, "points": 2, "column": "penalty"}),
            N3, [(0, 3), (1, -2)], [-1, 3, 2], [3, 1, 2], columns=steps(9, 5, 12, 10, 2, 10),
        ),
        Line(redeal(2, "other"), N3, [], [-1, 3, 2], [3, 1, 2], columns=steps(9, 5, 12, 10, 2, 10)),
        # Equal nets share.
        Line(
            fish(None, {}, plays=events((2, "move"))),
            N3, [(2, 1)], [-1, 3, 3], [3, 1, 1], columns=steps(9, 5, 13, 10, 2, 10),
        ),
        Line(
            out(1, plays=events((0, "multi_move"))),
            N3, [(0, 4)], [3, 3, 3], [1, 1, 1], columns=steps(13, 5, 13, 10, 2, 10),
        ),
        Line(
            out(1, plays=events((1, "failed_draw", 2))),
            N3, [(1, -20)], [3, -17, 3], [1, 3, 1], columns=steps(13, 5, 13, 10, 22, 10),
        ),
        Line(
            out(0, plays=events((0, "move"))),
            N3, [(0, 1)], [4, -17, 3], [1, 3, 2], columns=steps(14, 5, 13, 10, 22, 10),
        ),
        Line(out(2), N3, [], [4, -17, 3], [1, 3, 2], columns=steps(14, 5, 13, 10, 22, 10)),
    ],
    End("hands", [0], [1, 2]),
)  # fmt: skip

GAMES = [LUCKY, LUCKY_ONCE, LUCKY_TARGET, TWO_LANE, TWO_LANE_ONCE, LADDER]
