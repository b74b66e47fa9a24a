"""Traditional dominoes, Sevastopol, matador: the winner writes what the others hold."""

from tests.scoring.build import fish, judge, out, points
from tests.scoring.golden.book import N2, N3, N4, STOPPED, End, Golden, Line, redeal

TRADITIONAL = Golden(
    "every rule",
    "traditional",
    3,
    {},
    [
        # 1: 10 + 20 to who went out; 4: the winner opens.
        Line(out(0, {1: "64", 2: "66 53"}), [None, 10, 20], [(0, 30)], [30, 0, 0], [1, 2, 2], 0),
        # 2: 12 + 20 − 5.
        Line(fish(0, {0: "32", 1: "66", 2: "65 54"}), [5, 12, 20], [(0, 27)], [57, 0, 0], [1, 2, 2], 0),
        # 2 and 4: Anna made the fish, Boris holds least: 17 − 3, and he opens.
        Line(fish(0, {0: "65", 1: "21", 2: "33"}), [11, 3, 6], [(1, 14)], [57, 14, 0], [1, 2, 3], 1),
        # 2 and 4: equal lowest: nothing; in a tie its maker opens.
        Line(fish(2, {0: "32", 1: "41", 2: "63"}), [5, 5, 9], [], [57, 14, 0], [1, 2, 3], 2),
        Line(judge({"seat": 2, "points": 3}), N3, [(2, 3)], [57, 14, 3], [1, 2, 3], 2),
        Line(redeal(1, "other"), N3, [], [57, 14, 3], [1, 2, 3], 2),
        # 1: no threshold; 0-0 alone counts nothing.
        Line(out(2, {0: "00", 1: "10"}), [0, 1, None], [(2, 1)], [57, 14, 4], [1, 2, 3], 2),
        Line(STOPPED, N3, [], [57, 14, 4], [1, 2, 3], 2),
        # A tie without a maker: nobody is said to open.
        Line(fish(None, {0: "32", 1: "41", 2: "63"}), [5, 5, 9], [], [57, 14, 4], [1, 2, 3]),
        # 2: 11 + 10 − 1.
        Line(fish(1, {0: "10", 1: "65", 2: "64"}), [1, 11, 10], [(0, 20)], [77, 14, 4], [1, 2, 3], 0),
        # 3: exactly 100 win.
        Line(out(0, {1: 10, 2: 13}), [None, 10, 13], [(0, 23)], [100, 14, 4], [1, 2, 3]),
    ],
    End("target", [0], [1, 2]),
)

EGGS = Golden(
    "ties make eggs, time is called",
    "traditional",
    2,
    {"fish_tie": "eggs"},
    [
        Line(fish(0, {0: "32", 1: "41"}), [5, 5], [], [0, 0], [1, 1], 0, 10),
        Line(fish(1, {0: "60", 1: "51"}), [6, 6], [], [0, 0], [1, 1], 1, 22),
        # 2: the winner of the next hand gets the eggs on top of 11 − 1.
        Line(fish(1, {0: "65", 1: "10"}), [11, 1], [(1, 10), (1, 22)], [0, 32], [2, 1], 1),
        Line(out(0, {1: "66 55 44"}), [None, 30], [(0, 30)], [30, 32], [2, 1], 0),
        Line(fish(0, {0: "32", 1: "41"}), [5, 5], [], [30, 32], [2, 1], 0, 10),
        # Eggs that wait when the game ends are lost.
        Line(judge({"stop": "time"}), N2, [], [30, 32], [2, 1]),
    ],
    End("time", [1], [0]),
)

SEVASTOPOL = Golden(
    "every rule",
    "sevastopol",
    4,
    {},
    [
        Line(
            out(2, {0: "51", 1: "40", 3: "32"}, first="6-6"),
            [6, 4, None, 5], [(2, 15)], [0, 0, 15, 0], [2, 2, 1, 2],
        ),
        # 14 of the others less his own 1.
        Line(
            fish(1, {0: "10", 1: "30", 2: "20", 3: "54"}),
            [1, 3, 2, 9], [(0, 13)], [13, 0, 15, 0], [2, 3, 1, 3],
        ),
        Line(fish(2, {0: "21", 1: "30", 2: "54", 3: "40"}), [3, 3, 9, 4], [], [13, 0, 15, 0], [2, 3, 1, 3]),
        Line(points(3, 40), N4, [(3, 40)], [13, 0, 15, 40], [3, 4, 2, 1]),
        Line(redeal(3, "suit"), N4, [], [13, 0, 15, 40], [3, 4, 2, 1]),
        Line({**STOPPED, "first": "6-6"}, N4, [], [13, 0, 15, 40], [3, 4, 2, 1]),
        Line(out(1, {0: 30, 2: 20, 3: "00"}), [30, None, 20, 0], [(1, 50)], [13, 50, 15, 40], [4, 1, 3, 2]),
        Line(
            out(3, {0: "55", 1: "44", 2: "33"}),
            [10, 8, 6, None], [(3, 24)], [13, 50, 15, 64], [4, 2, 3, 1],
        ),
        Line(
            fish(0, {0: "21", 1: "65", 2: "64", 3: "54"}),
            [3, 11, 10, 9], [(0, 27)], [40, 50, 15, 64], [3, 2, 4, 1],
        ),
        Line(out(3, {0: 12, 1: 12, 2: 12}), [12, 12, 12, None], [(3, 36)], [40, 50, 15, 100], [3, 2, 4, 1]),
    ],
    End("target", [3], [0, 1, 2]),
)  # fmt: skip

MATADOR = Golden(
    "every rule",
    "matador",
    4,
    {},
    [
        Line(
            out(1, {0: "61", 2: "52", 3: "43"}),
            [7, None, 7, 7], [(1, 21)], [0, 21, 0, 0], [2, 1, 2, 2], 1,
        ),
        # The reserve is used up and nobody can move: a fish; the lowest hand, 0-0, wins 21 − 0.
        Line(
            fish(2, {0: "00", 1: "54", 2: "65", 3: "10"}, reserve=[]),
            [0, 9, 11, 1], [(0, 21)], [21, 21, 0, 0], [1, 1, 3, 3], 0,
        ),
        Line(
            fish(3, {0: "54", 1: "63", 2: "65", 3: "66"}),
            [9, 9, 11, 12], [], [21, 21, 0, 0], [1, 1, 3, 3], 3,
        ),
        Line(points(2, 10), N4, [(2, 10)], [21, 21, 10, 0], [1, 1, 3, 4], 3),
        Line(redeal(2), N4, [], [21, 21, 10, 0], [1, 1, 3, 4], 3),
        Line(STOPPED, N4, [], [21, 21, 10, 0], [1, 1, 3, 4], 3),
        Line(
            out(2, {0: "55", 1: "54", 3: "53"}),
            [10, 9, None, 8], [(2, 27)], [21, 21, 37, 0], [2, 2, 1, 4], 2,
        ),
        Line(
            fish(1, {0: "66", 1: "31", 2: "42", 3: "40"}),
            [12, 4, 6, 4], [], [21, 21, 37, 0], [2, 2, 1, 4], 1,
        ),
        Line(
            fish(1, {0: "66", 1: "31", 2: "42", 3: "50"}),
            [12, 4, 6, 5], [(1, 19)], [21, 40, 37, 0], [3, 1, 2, 4], 1,
        ),
        Line(
            out(1, {0: 25, 2: 20, 3: 15}),
            [25, None, 20, 15], [(1, 60)], [21, 100, 37, 0], [3, 1, 2, 4],
        ),
    ],
    End("target", [1], [0, 2, 3]),
)  # fmt: skip

GAMES = [TRADITIONAL, EGGS, SEVASTOPOL, MATADOR]
