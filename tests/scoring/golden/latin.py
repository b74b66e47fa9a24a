"""Latin American dominoes: the winners write all the tiles that are left."""

from tests.scoring.build import fish, judge, out
from tests.scoring.golden.book import N4, STOPPED, End, Golden, Line, redeal

EVERY_RULE = Golden(
    "every rule",
    "latin_american",
    4,
    {},
    [
        # Out: 17 + 8 + 4, the partner's 8 among them.
        Line(out(0, {1: "64 43", 2: "53", 3: "22"}), [None, 17, 8, 4], [(0, 29)], [29, 0], [1, 2], 0),
        # Fish: the lowest hand is 1, on side 1: 15 + 6 + 2 + 1.
        Line(fish(1, {0: "50 55", 1: "51", 2: "11", 3: "10"}), [15, 6, 2, 1], [(1, 24)], [29, 24], [1, 2], 1),
        # The lowest hand, 5, stands on either side: nothing.
        Line(fish(2, {0: "50", 1: "41", 2: "54", 3: "10 55"}), [5, 5, 9, 11], [], [29, 24], [1, 2], 2),
        # 6-6 alone is its pips: 12 + 20 + 12.
        Line(out(3, {0: "66", 1: 20, 2: "65 10"}), [12, 20, 12, None], [(1, 44)], [29, 68], [2, 1], 3),
        Line(redeal(2, "other"), N4, [], [29, 68], [2, 1], 3),
        Line(out(2, {0: 30, 1: 31, 3: 25}), [30, 31, None, 25], [(0, 86)], [115, 68], [1, 2], 2),
        Line(STOPPED, N4, [], [115, 68], [1, 2], 2),
        Line(judge({"side": 1, "points": -10}), N4, [(1, -10)], [115, 58], [1, 2], 2),
        # Partners share the lowest hand: their side is the lighter. A fish without a maker: nobody is said to open.
        Line(fish(None, {0: 9, 1: 8, 2: 30, 3: 8}), [9, 8, 30, 8], [(1, 55)], [115, 113], [1, 2]),
        Line(out(1, {0: 20, 2: 21, 3: 22}), [20, None, 21, 22], [(1, 63)], [115, 176], [2, 1], 1),
        Line(out(0, {1: 28, 2: 29, 3: 27}), [None, 28, 29, 27], [(0, 84)], [199, 176], [1, 2], 0),
        # 1 + 0 + 2: no threshold, and 0-0 alone counts nothing.
        Line(out(2, {0: "10", 1: "00", 3: "11"}), [1, 0, None, 2], [(0, 3)], [202, 176], [1, 2]),
    ],
    End("target", [0], [1]),
)

EGGS = Golden(
    "the lighter pair wins a fish, ties make eggs",
    "latin_american",
    4,
    {"fish_by": "pair", "fish_tie": "eggs", "target": 150},
    [
        # 11 against 24, though the lowest hand is on side 1.
        Line(fish(0, {0: 5, 1: 4, 2: 6, 3: 20}), [5, 4, 6, 20], [(0, 35)], [35, 0], [1, 2], 0),
        Line(fish(3, {0: 5, 1: 4, 2: 6, 3: 7}), [5, 4, 6, 7], [], [35, 0], [1, 2], 3, 22),
        Line(fish(3, {0: 9, 1: 8, 2: 1, 3: 2}), [9, 8, 1, 2], [], [35, 0], [1, 2], 3, 42),
        Line(out(1, {0: 30, 2: 40, 3: 10}), [30, None, 40, 10], [(1, 80), (1, 42)], [35, 122], [2, 1], 1),
        Line(out(3, {0: 10, 1: 8, 2: 10}), [10, 8, 10, None], [(1, 28)], [35, 150], [2, 1]),
    ],
    End("target", [1], [0]),
)

GAMES = [EVERY_RULE, EGGS]
