"""«Мандавошка»: four players through every rule, then the two ways in which a single hand ends the game."""

from tests.scoring.build import fish, judge, out, points
from tests.scoring.golden.book import N3, N4, STOPPED, End, Golden, Line, redeal

LONG = Golden(
    "every rule",
    "mandavoshka",
    4,
    {},
    [
        # 3: Boris is highest with 12, has no record, 12 < 13: the 33 are not written. 9: Anna, who went out, opens.
        Line(out(0, {1: "65 10", 2: "54 11", 3: "43 30"}, "63"), [None, 12, 11, 10], [], [0] * 4, [1] * 4, 0),
        # 2: 6-6 alone counts 50 and is the highest; 1: 50 + 20 + 7 to Anna alone.
        Line(
            out(1, {0: "66", 2: "65 53 10", 3: 7}, "54"),
            [50, None, 20, 7], [(0, 77)], [77, 0, 0, 0], [4, 1, 1, 1], 1,
        ),
        # 7: Anna and Boris share 10: all 26 become eggs, no threshold is asked. 9: who made the fish opens.
        Line(
            fish(2, {0: "64", 1: "55", 2: "21", 3: "30"}),
            [10, 10, 3, 3], [], [77, 0, 0, 0], [4, 1, 1, 1], 2, 26,
        ),
        # A judge: as it stands; eggs wait, the opener stays; below zero is better than zero.
        Line(
            judge({"seat": 1, "warning": True}, {"seat": 2, "points": -4, "reason": "helped out"}),
            N4, [(2, -4)], [77, 0, -4, 0], [4, 2, 1, 2], 2, 26,
        ),
        # 7: another tie at 11: 26 more eggs on top.
        Line(
            out(3, {0: "61 40", 1: "65", 2: "22"}, "54"),
            [11, 11, 4, None], [], [77, 0, -4, 0], [4, 2, 1, 2], 3, 52,
        ),
        # 3: Boris has 12 and no record: the 25 are dropped, the eggs are written all the same.
        Line(
            out(3, {0: "54", 1: "63 21", 2: "40"}, "65"),
            [9, 12, 4, None], [(1, 52)], [77, 52, -4, 0], [4, 3, 1, 2], 3,
        ),
        # 1 and 4: 15 + 4 + 2 + 2 = 23 to Anna: exactly 100 burns to 0.
        Line(
            fish(0, {0: "65 40", 1: "31", 2: "20", 3: "11"}),
            [15, 4, 2, 2], [(0, 23), (0, -100)], [0, 52, -4, 0], [2, 4, 1, 2], 0,
        ),
        # 3: burning keeps the record: Anna's own 10 is below 13 and the 16 are written.
        Line(
            out(2, {0: "64", 1: "50", 3: "10"}, "65"),
            [10, 5, None, 1], [(0, 16)], [16, 52, -4, 0], [3, 4, 1, 2], 2,
        ),
        # 10: a redeal changes nothing.
        Line(redeal(3, "suit"), N4, [], [16, 52, -4, 0], [3, 4, 1, 2], 2),
        # 2: 6-6 and 0-0 together count 12; 3: Gleb has no record, nothing is written.
        Line(
            out(1, {0: "41", 2: "53", 3: "66 00"}, "65"),
            [5, None, 8, 12], [], [16, 52, -4, 0], [3, 4, 1, 2], 1,
        ),
        # Broken off: nothing, and the opener stays.
        Line(STOPPED, N4, [], [16, 52, -4, 0], [3, 4, 1, 2], 1),
        # 6: out with 6-6 that made a fish: no early win, its maker holds no tile; 16 + 5 + 3 to Anna.
        Line(
            fish(3, {0: "54 43", 1: "20 10", 2: "50", 3: ""}, last=["6-6"]),
            [16, 3, 5, 0], [(0, 24)], [40, 52, -4, 0], [3, 4, 1, 2], 3,
        ),
        # 6: 6-6 together with 3-3 is an ordinary out; 8 + 4 + 3 to Vera, whose 8 are below 13 but who has a record.
        Line(
            out(0, {1: "31", 2: "53", 3: "30"}, "66 33"),
            [None, 4, 8, 3], [(2, 15)], [40, 52, 11, 0], [3, 4, 2, 1], 0,
        ),
        # 2: Boris's 57 beat Vera's lone 6-6 (50): 57 + 50 + 1 to him; 5: 160 is past 101 and loses.
        Line(
            out(3, {0: "00 10", 1: "65 64 63 62 55 54", 2: "66"}, "53"),
            [1, 57, 50, None], [(1, 108)], [40, 160, 11, 0], [3, 4, 2, 1],
        ),
    ],
    End("target", [3], [1]),
)  # fmt: skip

EARLY = Golden(
    "early win",
    "mandavoshka",
    3,
    {},
    [
        Line(points(1, 30), N3, [(1, 30)], [0, 30, 0], [1, 3, 1]),
        # 7: a tie of 9 leaves 19 eggs, lost when the game ends.
        Line(fish(0, {0: "10", 1: "63", 2: "54"}), [1, 9, 9], [], [0, 30, 0], [1, 3, 1], 0, 19),
        # 6: out with 0-0 and 6-6 in one move: every other account becomes 101.
        Line(out(2, last="00 66"), N3, [(0, 101), (1, 71)], [101, 101, 0], [2, 2, 1]),
    ],
    End("early_win", [2], [0, 1]),
)

BLANK = Golden(
    "0-0 alone against 6-6 alone",
    "mandavoshka",
    4,
    {},
    [
        Line(points(1, -50), N4, [(1, -50)], [0, -50, 0, 0], [2, 1, 2, 2]),
        # 2: 75 + 50 + 9 = 134 bring Boris to 84 only: so much more that he stands at 101.
        Line(
            out(0, {1: "00", 2: "66", 3: "54"}, "51"),
            [None, 75, 50, 9], [(1, 134), (1, 17)], [0, 101, 0, 0], [1, 4, 1, 1],
        ),
    ],
    End("target", [0, 2, 3], [1]),
)  # fmt: skip

GAMES = [LONG, EARLY, BLANK]
