"""Bergen, fives, threes: points during play."""

from tests.scoring.build import fish, judge, out, points
from tests.scoring.golden.book import N2, N3, STOPPED, End, Golden, Line, events, redeal

BERGEN = Golden(
    "every rule",
    "bergen",
    3,
    {},
    [
        # 3: both ends alike, 2; 1: going out, 2; no hand need be written.
        Line(out(0, plays=events((1, "double_heading"))), N3, [(1, 2), (0, 2)], [2, 2, 0], [1, 1, 3]),
        # 2: only Boris holds no double.
        Line(fish(0, {0: "66 10", 1: "65 64", 2: "11"}), [13, 21, 2], [(1, 2)], [2, 4, 0], [2, 1, 3]),
        # 2: Anna and Boris hold none: the lower of the two, though Vera's 0-0 is lower still.
        Line(fish(1, {0: "65", 1: "64", 2: "00"}), [11, 10, 0], [(1, 2)], [2, 6, 0], [2, 1, 3]),
        # 2: nobody holds a double: the lowest hand.
        Line(fish(2, {0: "10", 1: "20", 2: "54"}), [1, 2, 9], [(0, 2)], [4, 6, 0], [2, 1, 3]),
        # 2: equal lowest: nobody.
        Line(fish(2, {0: "21", 1: "30", 2: "54"}), [3, 3, 9], [], [4, 6, 0], [2, 1, 3]),
        # 2: everybody holds one: the lowest double, 3-3, though Vera's hand is the highest.
        Line(
            fish(1, {0: "66", 1: "55 20", 2: "33 65 64"}),
            [12, 12, 27], [(2, 2)], [4, 6, 2], [2, 1, 3],
        ),
        # 3: a stopped hand's plays count.
        Line(
            {**STOPPED, "plays": events((2, "triple_heading"))},
            N3, [(2, 3)], [4, 6, 5], [3, 1, 2],
        ),
        Line(points(0, -1), N3, [(0, -1)], [3, 6, 5], [3, 1, 2]),
        Line(redeal(1), N3, [], [3, 6, 5], [3, 1, 2]),
        Line(out(2), N3, [(2, 2)], [3, 6, 7], [3, 2, 1]),
        # 4: 10 of three reached in play: the play after it and the 2 for going out are void.
        Line(
            out(0, plays=events((1, "double_heading"), (2, "triple_heading"), (1, "double_heading"))),
            N3, [(1, 2), (2, 3)], [3, 8, 10], [3, 2, 1],
        ),
    ],
    End("target", [2], [0, 1]),
)  # fmt: skip

BERGEN_OF_TWO = Golden(
    "the hand is finished",
    "bergen",
    2,
    {"at_target": "finish_hand"},
    [
        Line(judge({"seat": 0, "points": 14}, {"seat": 1, "points": 13}), N2, [(0, 14), (1, 13)], [14, 13], [1, 2]),
        # 4: 15 for two; Anna reaches it first, Boris stands higher after the hand.
        Line(
            out(1, plays=events((0, "triple_heading"), (1, "triple_heading"))),
            N2, [(0, 3), (1, 3), (1, 2)], [17, 18], [2, 1],
        ),
    ],
    End("target", [1], [0]),
)  # fmt: skip

FIVES = Golden(
    "every rule",
    "fives",
    3,
    {},
    [
        # 1: 20 gives 4, 16 nothing, 5 gives 1, 0 nothing; 2: going out 2.
        Line(
            out(1, plays=events((0, 20), (1, 16), (2, 5), (0, 0))),
            N3, [(0, 4), (2, 1), (1, 2)], [4, 2, 1], [1, 2, 3],
        ),
        # 2: a fish: the lowest hand 1.
        Line(
            fish(2, {0: "10", 1: "21", 2: "54"}, plays=events((1, 10))),
            [1, 3, 9], [(1, 2), (0, 1)], [5, 4, 1], [1, 2, 3],
        ),
        Line(fish(2, {0: "21", 1: "30", 2: "54"}), [3, 3, 9], [], [5, 4, 1], [1, 2, 3]),
        Line({**STOPPED, "plays": events((2, 15))}, N3, [(2, 3)], [5, 4, 4], [1, 2, 2]),
        Line(points(2, 1), N3, [(2, 1)], [5, 4, 5], [1, 3, 1]),
        Line(redeal(0), N3, [], [5, 4, 5], [1, 3, 1]),
        # 2: the reserve is used up: the lowest hand 1, nobody the 2.
        Line(
            fish(None, {0: "65", 1: "64", 2: "00"}, reserve=[]),
            [11, 10, 0], [(2, 1)], [5, 4, 6], [2, 3, 1],
        ),
        # 2: what the others hold is worth nothing; 22 is no multiple of five.
        Line(
            out(0, {1: "65", 2: "64"}, plays=events((0, 20), (0, 22))),
            [None, 11, 10], [(0, 4), (0, 2)], [11, 4, 6], [1, 3, 2],
        ),
        Line(
            out(0, plays=events((0, 20), (1, 10))),
            N3, [(0, 4), (1, 2), (0, 2)], [17, 6, 6], [1, 2, 2],
        ),
        # 3: 20 of three, reached in play: what comes after is void, the fish and what was left in the hands too.
        Line(
            fish(1, {0: "65", 1: "21", 2: "54"}, plays=events((0, 10), (1, 5), (0, 5), (2, 20))),
            N3, [(0, 2), (1, 1), (0, 1)], [20, 7, 6], [1, 2, 3],
        ),
    ],
    End("target", [0], [1, 2]),
)  # fmt: skip

FIVES_OF_TWO = Golden(
    "the hand is finished",
    "fives",
    2,
    {"at_target": "finish_hand"},
    [
        Line(judge({"seat": 0, "points": 24}, {"seat": 1, "points": 22}), N2, [(0, 24), (1, 22)], [24, 22], [1, 2]),
        # 3: 25 for two.
        Line(
            out(1, plays=events((0, 5), (1, 20))),
            N2, [(0, 1), (1, 4), (1, 2)], [25, 28], [2, 1],
        ),
    ],
    End("target", [1], [0]),
)  # fmt: skip

THREES = Golden(
    "every rule",
    "threes",
    3,
    {},
    [
        # 18 gives 6, 20 nothing, 3 gives 1, 0 nothing; going out 2.
        Line(
            out(2, plays=events((0, 18), (1, 20), (2, 3), (1, 0))),
            N3, [(0, 6), (2, 1), (2, 2)], [6, 0, 3], [1, 3, 2],
        ),
        Line(
            fish(0, {0: "10", 1: "20", 2: "30"}, plays=events((0, 6), (0, 9), (1, 12), (2, 15))),
            [1, 2, 3], [(0, 2), (0, 3), (1, 4), (2, 5), (0, 1)], [12, 4, 8], [1, 3, 2],
        ),
        Line(fish(0, {0: "21", 1: "30", 2: "54"}), [3, 3, 9], [], [12, 4, 8], [1, 3, 2]),
        Line({**STOPPED, "plays": events((1, 18))}, N3, [(1, 6)], [12, 10, 8], [1, 2, 3]),
        Line(points(0, -2), N3, [(0, -2)], [10, 10, 8], [1, 1, 3]),
        Line(redeal(0), N3, [], [10, 10, 8], [1, 1, 3]),
        Line(out(1, plays=events((2, 9))), N3, [(2, 3), (1, 2)], [10, 12, 11], [3, 1, 2]),
        Line(fish(None, {0: "65", 1: "10", 2: "20"}), [11, 1, 2], [(1, 1)], [10, 13, 11], [3, 1, 2]),
        Line(out(0, plays=events((0, 18))), N3, [(0, 6), (0, 2)], [18, 13, 11], [1, 2, 3]),
        # 22 of three.
        Line(
            out(1, plays=events((2, 18), (0, 12), (1, 18))),
            N3, [(2, 6), (0, 4)], [22, 13, 17], [1, 3, 2],
        ),
    ],
    End("target", [0], [1, 2]),
)  # fmt: skip

THREES_OF_TWO = Golden(
    "33 for two",
    "threes",
    2,
    {},
    [
        Line(points(0, 30), N2, [(0, 30)], [30, 0], [1, 2]),
        Line(out(0), N2, [(0, 2)], [32, 0], [1, 2]),
        Line(fish(1, {0: "10", 1: "20"}), [1, 2], [(0, 1)], [33, 0], [1, 2]),
    ],
    End("target", [0], [1]),
)

GAMES = [BERGEN, BERGEN_OF_TWO, FIVES, FIVES_OF_TWO, THREES, THREES_OF_TWO]
