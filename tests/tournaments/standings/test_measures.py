"""Each measure, worked by hand on small tables."""

from fractions import Fraction

import pytest

from tests.tournaments.standings.club import field, game, pairs
from tournaments.standings.measure import MEASURES
from tournaments.standings.ranking import rank
from tournaments.standings.tally import Tally
from tournaments.standings.values import Bye, Contest, Entry, Field, Seat

# Four pairs, everybody against everybody, to 101.
#   1–2 101:40   3–4 101:90
#   1–3  80:101  2–4 101:100
#   1–4 101:20   2–3 101:30
PAIRS = field(
    4,
    game(1, 1, {1: 101, 2: 40}),
    game(1, 2, {3: 101, 4: 90}),
    game(2, 1, {1: 80, 3: 101}),
    game(2, 2, {2: 101, 4: 100}),
    game(3, 1, {1: 101, 4: 20}),
    game(3, 2, {2: 101, 3: 30}),
    target=101,
)
# Mandavoshka, four over two rounds: what is written is bad, 101 loses.
#   round 1: 1 → 0, 2 → 40, 3 → 60, 4 → 110      round 2: 1 → 105, 2 → 20, 3 → 20, 4 → 30
PENALTY = field(
    4,
    game(1, 1, {1: 0, 2: 40, 3: 60, 4: 110}, penalty=True),
    game(2, 1, {1: 105, 2: 20, 3: 20, 4: 30}, penalty=True),
    penalty=True,
    target=101,
    best=Fraction(4),
    middle=Fraction(5, 2),
)


def numbers(of: Field, code: str) -> list[float | None]:
    tally = Tally(of)
    values = (MEASURES[code].value(tally, entry) for entry in sorted(tally.entries))
    return [None if value is None else float(value) for value in values]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("points", [2, 2, 2, 0]),
        ("wins", [2, 2, 2, 0]),
        ("losses", [1, 1, 1, 3]),
        ("games", [3, 3, 3, 3]),
        ("for", [282, 242, 232, 210]),
        ("against", [161, 231, 271, 303]),
        ("difference", [121, 11, -39, -93]),
        ("ratio", [282 / 161, 242 / 231, 232 / 271, 210 / 303]),
        ("place", [4 / 3, 4 / 3, 4 / 3, 2]),
        ("buchholz", [4, 4, 4, 6]),
        ("buchholz_cut1", [4, 4, 4, 4]),
        ("median", [2, 2, 2, 2]),
        ("sonneborn", [2, 2, 2, 0]),
        ("koya", [1, 1, 1, 0]),
        ("progressive", [1 + 1 + 2, 0 + 1 + 2, 1 + 2 + 2, 0]),
        ("progressive_cut1", [3, 3, 4, 0]),
        ("rounds_won", [2, 2, 2, 0]),
        ("games_won", [2, 2, 2, 0]),
    ],
)
def test_pairs(code: str, expected: list[float]) -> None:
    assert numbers(PAIRS, code) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("points", [4 + 1, 3 + 3.5, 2 + 3.5, 1 + 2]),
        ("losses", [1, 0, 0, 1]),
        ("for", [105, 60, 80, 140]),
        ("against", [210 + 70, 170 + 155, 150 + 155, 100 + 145]),
        ("difference", [280 - 105, 325 - 60, 305 - 80, 245 - 140]),
        ("ratio", [280 / 105, 325 / 60, 305 / 80, 245 / 140]),
        ("capped", [201 + 70 - 101, 161 + 151 - 60, 141 + 151 - 80, 100 + 141 - 131]),
        ("place", [2.5, 1.5, 2, 3.5]),
        # the mean of the three others' points, twice
        ("buchholz", [10, 9, 29 / 3, 34 / 3]),
        # the points of a round times the mean of the others', added
        ("sonneborn", [5 * 5, 6.5 * 4.5, 5.5 * 14.5 / 3, 3 * 17 / 3]),
    ],
)
def test_penalty_game(code: str, expected: list[float]) -> None:
    assert numbers(PENALTY, code) == pytest.approx(expected)


def test_what_is_written_turns_round_in_a_penalty_game() -> None:
    assert [line.entry for line in rank(PENALTY, ("for",)).lines] == [2, 3, 1, 4]
    assert [line.entry for line in rank(PENALTY, ("against",)).lines] == [2, 3, 1, 4]
    assert [line.entry for line in rank(PAIRS, ("for",)).lines] == [1, 2, 3, 4]
    assert [line.entry for line in rank(PAIRS, ("against",)).lines] == [1, 2, 3, 4]
    assert [line.entry for line in rank(PENALTY, ("difference",)).lines] == [2, 3, 1, 4]
    assert [line.entry for line in rank(PENALTY, ("ratio",)).lines] == [2, 3, 1, 4]


def test_an_account_over_the_target_counts_as_the_target() -> None:
    one = field(2, game(1, 1, {1: 180, 2: 90}), target=101)
    assert numbers(one, "difference") == [90, -90]
    assert numbers(one, "capped") == [11, -11]


def test_nothing_against_one_stands_above_every_ratio() -> None:
    games = (game(1, 1, {1: 101, 2: 0}), game(1, 2, {3: 101, 4: 1}))
    ranking = rank(field(5, *games), ("ratio",))
    assert [line.entry for line in ranking.lines] == [1, 3, 4, 2, 5]
    assert ranking.value(1, "ratio") is None


def test_a_bye_is_no_game() -> None:
    three = field(3, game(1, 1, {1: 101, 2: 50}), byes=[Bye(3, 1, "bye", Fraction(1))])
    assert numbers(three, "points") == [1, 0, 1]
    assert numbers(three, "wins") == [1, 0, 0]
    assert numbers(three, "games") == [1, 1, 0]
    assert numbers(three, "place") == [1, 2, None]
    assert numbers(three, "rounds_won") == [1, 0, 1]
    assert [line.entry for line in rank(three, ("place",)).lines] == [1, 2, 3]


def test_nobody_who_did_not_come_has_met_anybody() -> None:
    four = field(4, game(1, 1, {1: 0, 2: 0}, absent=[2]), game(1, 2, {3: 0, 4: 0}, absent=[3, 4]))
    assert numbers(four, "points") == [1, 0, 0, 0], "a double forfeit has no winner"
    assert numbers(four, "wins") == [1, 0, 0, 0]
    assert numbers(four, "games") == [0, 0, 0, 0]
    assert numbers(four, "games_won") == [0, 0, 0, 0]


def test_one_absent_of_four_leaves_a_game_to_the_others() -> None:
    of = field(4, game(1, 1, {1: 0, 2: 10, 3: 20, 4: 0}, penalty=True, absent=[4]), best=Fraction(4))
    tally = Tally(of)
    assert [turn.kind for entry in (1, 2, 3, 4) for turn in tally.turns[entry]] == ["played"] * 3 + ["lost"]
    assert tally.turns[1][0].rivals == (2, 3)


def test_partners_are_no_opponents() -> None:
    of = field(4, pairs(1, 1, (1, 3), (2, 4), (101, 60)), pairs(2, 1, (1, 2), (3, 4), (101, 70)))
    assert numbers(of, "points") == [2, 1, 1, 0]
    assert numbers(of, "for") == [202, 161, 171, 130]
    assert numbers(of, "difference") == [72, -10, 10, -72]
    assert numbers(of, "buchholz") == [1, 2, 2, 3], "the mean of the two opponents, round by round"


def test_hands_fish_and_early_wins_are_counted() -> None:
    seats = (
        Seat(1, 0, 1, Fraction(1), won=True, written=101, hands=5, fish=1, early=1),
        Seat(2, 1, 2, Fraction(0), lost=True, written=60, hands=3),
    )
    of = field(2, Contest(1, 1, seats), Contest(2, 1, seats))
    assert [numbers(of, code) for code in ("hands", "fish", "early")] == [[10, 6], [2, 0], [2, 0]]


def test_the_rating_of_opponents_is_their_mean_to_a_whole_number() -> None:
    entries = (Entry(1, rating=1500), Entry(2, rating=1601), Entry(3, rating=1800), Entry(4))
    games = (game(1, 1, {1: 101, 2: 0}), game(2, 1, {1: 101, 3: 0}), game(3, 1, {1: 101, 4: 0}))
    assert numbers(field(4, *games, entries=entries), "rating") == [1701, 1500, 1500, 1500]


def test_carried_points_count_as_points_alone() -> None:
    entries = (Entry(1, carried=Fraction(3)), Entry(2))
    of = field(2, game(1, 1, {1: 0, 2: 101}), entries=entries)
    assert numbers(of, "points") == [3, 1]
    assert numbers(of, "buchholz") == [1, 0]


def test_a_round_that_is_going_on_is_no_unplayed_one() -> None:
    games = (game(1, 1, {1: 101, 2: 0}), game(1, 2, {3: 101, 4: 0}), game(2, 1, {1: 101, 3: 0}))
    going = field(4, *games, rounds=(1, 2), pending=frozenset({(2, 2), (4, 2)}))
    assert [len(Tally(going).turns[entry]) for entry in (1, 2, 3, 4)] == [2, 1, 2, 1]
    over = field(4, *games, rounds=(1, 2))
    assert [len(Tally(over).turns[entry]) for entry in (1, 2, 3, 4)] == [2, 2, 2, 2]
