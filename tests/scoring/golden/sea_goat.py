"""«Козёл» and the sea goats: sides are 0 (Anna and Vera) and 1 (Boris and Gleb)."""

from tests.scoring.build import fish, judge, out
from tests.scoring.golden.book import N4, STOPPED, End, Golden, Line, redeal

EQUAL = fish(1, {0: "64", 1: "54", 2: "55", 3: "65"})
"""20 against 20: 40 eggs."""

EXCHANGE = Golden(
    "every rule",
    "morskoy_kozel_exchange",
    4,
    {},
    [
        # 1 and 3: the opponents' 7 + 5 = 12 are below 13; the partner's 23 are counted but don't count.
        Line(out(0, {1: "61", 2: "66 65", 3: "50"}), [None, 7, 23, 5], [], [0, 0], [1, 1], 0),
        # 3: 13 are written. 7: who went out opens.
        Line(out(2, {1: "61", 3: "60"}), [None, 7, None, 6], [(0, 13)], [13, 0], [1, 2], 2),
        # 4: 20 against 20: 40 eggs.
        Line(EQUAL, [10, 9, 10, 11], [], [13, 0], [1, 2], 1, 40),
        # 5: lone 6-6 counts 12; 4: 14 against 14: 28 more.
        Line(fish(3, {0: "66", 1: "63", 2: "20", 3: "50"}), [12, 9, 2, 5], [], [13, 0], [1, 2], 3, 68),
        # 5: 0-0 alone counts 10; 10 + 2 = 12 are not written, but the hand is won and the eggs with it.
        Line(out(3, {0: "00", 2: "20"}), [10, None, 2, None], [(1, 68)], [13, 68], [2, 1], 3),
        # 5: 10 + 4 = 14.
        Line(out(0, {1: "00", 3: "31"}), [None, 10, None, 4], [(0, 14)], [27, 68], [2, 1], 0),
        # 5: 0-0 and 6-6 together count their 12 pips; 12 + 1 = 13.
        Line(out(1, {0: "00 66", 2: "10"}), [12, None, 1, None], [(1, 13)], [27, 81], [2, 1], 1),
        # 2: the lower pair, 10 against 12, writes all 22.
        Line(fish(3, {0: "31", 1: "54", 2: "60", 3: "30"}), [4, 9, 6, 3], [(0, 22)], [49, 81], [2, 1], 3),
        Line({"redeal": {"side": 1, "why": "doubles"}}, N4, [], [49, 81], [2, 1], 3),
        # 3: all four together 11 are below 13. No maker is known: nobody is said to open.
        Line(fish(None, {0: "10", 1: "31", 2: "20", 3: "40"}), [1, 4, 2, 4], [], [49, 81], [2, 1]),
        Line(
            judge({"side": 0, "points": -10}, {"seat": 3, "points": 4}),
            N4, [(0, -10), (1, 4)], [39, 85], [2, 1],
        ),
        Line(STOPPED, N4, [], [39, 85], [2, 1]),
        # 6: exactly 200 win.
        Line(out(1, {0: 60, 2: 55}), [60, None, 55, None], [(1, 115)], [39, 200], [2, 1]),
    ],
    End("target", [1], [0]),
)  # fmt: skip

POPULAR = Golden(
    "popular doubles",
    "morskoy_kozel_exchange",
    4,
    {"popular_doubles": True},
    [
        # 9: out with 6-6: 13 and 50.
        Line(out(0, {1: "64", 3: "21"}, "66"), [None, 10, None, 3], [(0, 13), (0, 50)], [63, 0], [1, 2], 0),
        # 3 and 9: 12 are dropped; 25 for going out with 0-0 and 50 for opening with 6-6 are written all the same.
        Line(
            out(1, {0: "50", 2: "61"}, "00", first="6-6"),
            [5, None, 7, None], [(1, 25), (1, 50)], [63, 75], [2, 1], 1,
        ),
        # 9: 0-0 alone 25.
        Line(out(3, {0: "00", 2: "10"}), [25, None, 1, None], [(1, 26)], [63, 101], [2, 1], 3),
        # 9: 6-6 alone 50.
        Line(out(0, {1: "66", 3: "20"}), [None, 50, None, 2], [(0, 52)], [115, 101], [1, 2], 0),
        # 9: exactly these two 75.
        Line(out(1, {0: "66 00", 2: "30"}), [75, None, 3, None], [(1, 78)], [115, 179], [2, 1], 1),
        # 9: a fish made with 6-6 adds nothing.
        Line(
            fish(0, {0: "10", 1: "65", 2: "20", 3: "40"}, last=["6-6"]),
            [1, 11, 2, 4], [(0, 18)], [133, 179], [2, 1], 0,
        ),
        # 9: 6-6 beside another double adds nothing.
        Line(out(2, {1: "64", 3: "30"}, "66 55"), [None, 10, None, 3], [(0, 13)], [146, 179], [2, 1], 2),
        # 4 and 9: 12 against 12, opened with 0-0: 24 + 25 eggs.
        Line(
            fish(3, {0: "64", 1: "53", 2: "11", 3: "40"}, first="0-0"),
            [10, 8, 2, 4], [], [146, 179], [2, 1], 3, 49,
        ),
        Line(redeal(1), N4, [], [146, 179], [2, 1], 3, 49),
        # 9: both in one move 75; 20 + 75 + 49 eggs.
        Line(
            out(2, {1: "54", 3: "65"}, "00 66"),
            [None, 9, None, 11], [(0, 20), (0, 75), (0, 49)], [290, 179], [1, 2],
        ),
    ],
    End("target", [0], [1]),
)  # fmt: skip

LOSER = Golden(
    "points to the losers",
    "morskoy_kozel_exchange",
    4,
    {"direction": "loser"},
    [
        # 10: the opponents of Anna are written their own 13; fewest points stand first.
        Line(out(0, {1: "61", 3: "60"}), [None, 7, None, 6], [(1, 13)], [0, 13], [1, 2], 0),
        # 3: 12 are below 13, though they have a record: the scope is `always`.
        Line(out(0, {1: "61", 3: "50"}), [None, 7, None, 5], [], [0, 13], [1, 2], 0),
        # 10: the higher pair is written all four hands.
        Line(fish(3, {0: "31", 1: "54", 2: "60", 3: "30"}), [4, 9, 6, 3], [(1, 22)], [0, 35], [1, 2], 3),
        # 4 and 10: eggs for the losers of the next hand.
        Line(EQUAL, [10, 9, 10, 11], [], [0, 35], [1, 2], 1, 40),
        Line(out(1, {0: "54", 2: "60"}), [9, None, 6, None], [(0, 15), (0, 40)], [55, 35], [2, 1], 1),
        Line(judge({"side": 1, "points": -35}), N4, [(1, -35)], [55, 0], [2, 1], 1),
        Line(fish(2, {0: "65", 1: "10", 2: "64", 3: "20"}), [11, 1, 10, 2], [(0, 24)], [79, 0], [2, 1], 2),
        Line(redeal(0), N4, [], [79, 0], [2, 1], 2),
        Line(judge({"seat": 2, "points": 100}), N4, [(0, 100)], [179, 0], [2, 1], 2),
        # 10: the target stays 200, and reaching it loses.
        Line(out(3, {0: "65", 2: "64"}), [11, None, 10, None], [(0, 21)], [200, 0], [2, 1]),
    ],
    End("target", [1], [0]),
)

KOZEL = Golden(
    "every rule",
    "kozel",
    4,
    {},
    [
        # 1, 3, 10: 12 would be written to Boris and Gleb, who have no record: dropped.
        Line(out(0, {1: "61", 3: "50"}), [None, 7, None, 5], [], [0, 0], [1, 1], 0),
        # 5: 0-0 alone counts 25.
        Line(out(1, {0: "00", 2: "10"}), [25, None, 1, None], [(0, 26)], [26, 0], [2, 1], 1),
        # 3: never_recorded: Anna and Vera have a record, their 12 are written.
        Line(out(1, {0: "61", 2: "50"}), [7, None, 5, None], [(0, 12)], [38, 0], [2, 1], 1),
        # 4: equal: 40 eggs.
        Line(fish(2, {0: "64", 1: "54", 2: "55", 3: "65"}), [10, 9, 10, 11], [], [38, 0], [2, 1], 2, 40),
        # 3 and 4: 3 are dropped, the eggs are written.
        Line(out(2, {1: "20", 3: "10"}), [None, 2, None, 1], [(1, 40)], [38, 40], [1, 2], 2),
        # 10: the higher pair is written all four hands.
        Line(fish(3, {0: "31", 1: "54", 2: "60", 3: "30"}), [4, 9, 6, 3], [(1, 22)], [38, 62], [1, 2], 3),
        Line(judge({"side": 1, "points": -62}), N4, [(1, -62)], [38, 0], [2, 1], 3),
        # 3: back at 0 is a record still.
        Line(out(0, {1: "21", 3: "30"}), [None, 3, None, 3], [(1, 6)], [38, 6], [2, 1], 0),
        Line(redeal(2, "suit"), N4, [], [38, 6], [2, 1], 0),
        Line(STOPPED, N4, [], [38, 6], [2, 1], 0),
        # 5: 6-6 alone is 12; 13 against 5: 18 to the higher pair; no maker, no opener.
        Line(fish(None, {0: "66", 1: "20", 2: "10", 3: "30"}), [12, 2, 1, 3], [(0, 18)], [56, 6], [2, 1]),
        # Target 101: reaching it loses.
        Line(out(3, {0: "66 65 64", 2: "55 11"}), [33, None, 12, None], [(0, 45)], [101, 6], [2, 1]),
    ],
    End("target", [1], [0]),
)

PLAIN = Golden(
    "every rule",
    "morskoy_kozel",
    4,
    {},
    [
        Line(out(3, {0: "54", 2: "40"}), [9, None, 4, None], [(1, 13)], [0, 13], [2, 1], 3),
        # 3: `always`.
        Line(out(2, {1: "54", 3: "30"}), [None, 9, None, 3], [], [0, 13], [2, 1], 2),
        # 4 and 5: 6-6 alone is 12: 15 against 15.
        Line(fish(0, {0: "66", 1: "61", 2: "21", 3: "62"}), [12, 7, 3, 8], [], [0, 13], [2, 1], 0, 30),
        Line(judge({"side": 0, "points": 50}), N4, [(0, 50)], [50, 13], [1, 2], 0, 30),
        # 2, 4, 5: 0-0 alone is 10: 11 against 5: 16 and the eggs to the lower pair.
        Line(
            fish(2, {0: "00", 1: "20", 2: "10", 3: "30"}),
            [10, 2, 1, 3], [(1, 16), (1, 30)], [50, 59], [2, 1], 2,
        ),
        # 5: 0-0 with another tile counts 0: 11 + 2.
        Line(out(1, {0: "00 65", 2: "20"}), [11, None, 2, None], [(1, 13)], [50, 72], [2, 1], 1),
        Line(redeal(0), N4, [], [50, 72], [2, 1], 1),
        Line(out(0, {1: "66", 3: "10"}), [None, 12, None, 1], [(0, 13)], [63, 72], [2, 1], 0),
        Line(STOPPED, N4, [], [63, 72], [2, 1], 0),
        # 2: 30 against 27: all 57.
        Line(
            fish(1, {0: "65 64", 1: "55 54", 2: "63", 3: "44"}),
            [21, 19, 9, 8], [(1, 57)], [63, 129], [2, 1], 1,
        ),
        # 6: 129 + 71 = 200.
        Line(out(3, {0: 40, 2: 31}), [40, None, 31, None], [(1, 71)], [63, 200], [2, 1]),
    ],
    End("target", [1], [0]),
)  # fmt: skip

GAMES = [EXCHANGE, POPULAR, LOSER, KOZEL, PLAIN]
