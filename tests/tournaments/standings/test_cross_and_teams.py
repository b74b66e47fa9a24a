"""The cross table, and the standings of teams."""

from dataclasses import replace
from fractions import Fraction

from tests.tournaments.standings.club import field, game, pairs
from tests.tournaments.standings.test_measures import PAIRS, PENALTY
from tournaments.standings.cross import cross_table
from tournaments.standings.ranking import rank
from tournaments.standings.tally import Tally
from tournaments.standings.teams import team_standings
from tournaments.standings.values import Bye, Entry


def test_every_game_stands_by_round_and_by_opponent() -> None:
    cross = cross_table(Tally(PAIRS))
    assert cross.rounds == (1, 2, 3)
    (cell,) = cross.by_opponent[1][3]
    assert (cell.round, cell.table, cell.won, cell.lost, cell.side, cell.place) == (2, 1, False, True, 0, 2)
    assert cross.by_round[1][2] == (cell,)
    assert [sorted(cross.by_opponent[entry]) for entry in (1, 2, 3, 4)] == [[2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3]]


def test_a_table_of_four_stands_against_all_three() -> None:
    cross = cross_table(Tally(PENALTY))
    assert [len(cross.by_opponent[1][other]) for other in (2, 3, 4)] == [2, 2, 2]
    assert cross.by_round[2][1][0].place == 2


def test_partners_byes_and_forfeits_are_told_apart() -> None:
    of = field(
        5,
        pairs(1, 1, (1, 3), (2, 4), (101, 60)),
        game(2, 1, {1: 0, 2: 0}, absent=[2]),
        byes=[Bye(5, 1, "bye", Fraction(1)), Bye(5, 2, "half", Fraction(1, 2))],
    )
    cross = cross_table(Tally(of))
    assert cross.by_round[1][1][0].partners == (3,)
    assert 3 not in cross.by_opponent[1]
    assert cross.by_round[1][2][0].forfeit
    assert [cross.by_round[5][number][0].bye for number in (1, 2)] == ["bye", "half"]


def of_teams() -> tuple[Entry, ...]:
    return tuple(Entry(one, team=team) for one, team in enumerate(("Baku", "Odessa", "Odessa", ""), 1))


def test_a_team_has_the_sum_of_its_members() -> None:
    ranking = rank(replace(PAIRS, entries=of_teams()), ("points", "difference", "buchholz"))
    teams = team_standings(ranking)
    assert [measure.code for measure in teams.measures] == ["points", "difference"]
    assert [(line.team, line.place, line.values, line.counted) for line in teams.lines] == [
        ("Odessa", 1, (4, -28), (2, 3)),
        ("Baku", 2, (2, 121), (1,)),
    ]


def test_only_the_best_of_a_team_count() -> None:
    ranking = rank(replace(PAIRS, entries=of_teams()), ("points", "difference"))
    first, second = team_standings(ranking, best=1).lines
    assert (first.team, first.counted, first.spare) == ("Baku", (1,), ())
    assert (second.team, second.values, second.counted, second.spare) == ("Odessa", (2, 11), (2,), (3,))


def test_equal_teams_share_the_place() -> None:
    entries = tuple(Entry(one, team=f"club {one}") for one in (1, 2))
    teams = team_standings(rank(field(2, game(1, 1, {1: 50, 2: 50}), entries=entries), ("points",)))
    assert [(line.place, line.sharing) for line in teams.lines] == [(1, 2), (1, 2)]
