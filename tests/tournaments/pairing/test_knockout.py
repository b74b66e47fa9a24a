"""Brackets: seeds, byes, places, series, two losses; and beside an independent library's double elimination."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from double_elimination.tournament import Tournament as Theirs

from tests.tournaments.pairing.evenings import fresh
from tournaments.pairing.knockout import LOSER, SEED, WINNER, Standing, bracket, play
from tournaments.pairing.planning import plan_round
from tournaments.pairing.values import Options, PastRound, PastTable, State

Beats = Callable[[int, int], bool]


def game(one: int, other: int, first: int = 1, second: int = 0) -> PastTable:
    return PastTable(1, (one, other), (Fraction(first), Fraction(second)))


def play_out(count: int, beats: Beats, *, double: bool = False, places: int = 2) -> tuple[Standing, list[PastTable]]:
    """Seeds are 1 … count; plays until nothing is ready."""
    rows, games = bracket(count, double=double, places=places), []
    while True:
        standing = play(rows, range(1, count + 1), games, set())
        if not standing.ready:
            return standing, games
        for one, other in standing.ready.values():
            games.append(game(one, other) if beats(one, other) else game(other, one))


def stronger(one: int, other: int) -> bool:
    return one < other


def odd(one: int, other: int) -> bool:
    """An order in which favourites often lose, but always the same ones."""
    return (one * 7 + 3) % 11 < (other * 7 + 3) % 11 or (one % 11 == other % 11 and one < other)


@pytest.mark.parametrize("count", range(2, 34))
def test_single_has_one_match_less_than_entries_and_the_best_wins(count: int) -> None:
    standing, games = play_out(count, stronger)
    assert len(games) == count - 1
    final = max((row for row in standing.rows if row.place == 1), key=lambda row: row.round)
    assert standing.won[final.number] == 1
    assert standing.lost[final.number] == 2


@pytest.mark.parametrize("count", [4, 7, 8, 13, 16])
def test_all_places_are_played_for(count: int) -> None:
    size = 1 << (count - 1).bit_length()
    standing, _ = play_out(count, stronger, places=size)
    finals = [
        match
        for match in standing.rows
        if not any(match.number == side.of and side.kind != SEED for row in standing.rows for side in row.sides)
    ]
    order: dict[int, int | None] = {}
    for match in finals:
        order[match.place], order[match.place + 1] = standing.won[match.number], standing.lost[match.number]
    assert [order[place] for place in range(1, count + 1)] == list(range(1, count + 1))
    assert len(order) == size


def test_the_match_for_the_third_place_is_between_those_who_lost_before_the_final() -> None:
    rows = bracket(8, places=4)
    third = [match for match in rows if match.bracket == "places"]
    assert [(match.place, [side.kind for side in match.sides]) for match in third] == [(3, [LOSER, LOSER])]
    assert [side.kind for side in rows[-1].sides] == [WINNER, WINNER] or third[0] is rows[-1]


@pytest.mark.parametrize("count", range(2, 34))
@pytest.mark.parametrize("beats", [stronger, odd])
def test_double_lets_nobody_out_before_two_losses(count: int, beats: Beats) -> None:
    standing, games = play_out(count, beats, double=True)
    losses = Counter(table.seats[1] for table in games)
    champion = next(one for one in range(1, count + 1) if losses[one] < 2)
    assert all(losses[one] == 2 for one in range(1, count + 1) if one != champion)
    assert losses[champion] <= 1
    assert len(games) == 2 * (count - 1) + losses[champion]
    assert standing.won[len(standing.rows)] == champion or standing.won[len(standing.rows) - 1] == champion


@pytest.mark.parametrize("count", range(2, 33))
@pytest.mark.parametrize("beats", [stronger, odd])
def test_double_ends_as_the_library_does(count: int, beats: Beats) -> None:
    theirs = Theirs(list(range(1, count + 1)))
    played = 0
    while active := theirs.get_active_matches():
        for match in active:
            one, other = (side.get_competitor() for side in match.get_participants())
            theirs.add_win(match, one if beats(one, other) else other)
            played += 1
    standing, games = play_out(count, beats, double=True)
    assert [standing.won[len(standing.rows)]] == theirs.get_winners()
    assert len(games) == played


def test_favourites_of_double_do_not_meet_again_at_once() -> None:
    _, games = play_out(16, stronger, double=True)
    pairs = Counter(frozenset(table.seats) for table in games[:-2])
    assert max(pairs.values()) == 1


def test_a_series_goes_on_until_it_is_decided() -> None:
    state, options = fresh(2), Options("knockout", best_of=3)
    results = [(1, 0), (0, 1)]
    rounds = tuple(PastRound((PastTable(1, (100, 101), tuple(map(Fraction, points))),)) for points in results)
    for played in range(3):
        plan = plan_round(State(state.entries, rounds[:played]), options, 1)
        assert plan.tables[0].seats == (100, 101)
        assert plan.tables[0].reasons[1].code == "series"
    standing = play(bracket(2), [1, 2], [game(1, 2), game(2, 1), game(2, 1)], set(), best_of=3)
    assert standing.won == {1: 2}
    assert play(bracket(2), [1, 2], [game(1, 2), game(1, 2)], set(), best_of=3).won == {1: 1}
    assert play(bracket(2), [1, 2], [game(1, 2, 2, 1)], set(), best_of=3).won == {1: 1}
    assert play(bracket(2), [1, 2], [game(1, 2, 1, 1)], set()).ready == {1: (1, 2)}


def test_who_is_gone_loses_what_is_still_to_be_played() -> None:
    rows = bracket(4)
    standing = play(rows, [1, 2, 3, 4], [game(1, 4)], {1})
    assert standing.ready == {2: (2, 3)}
    assert play(rows, [1, 2, 3, 4], [game(1, 4), game(3, 2)], {1}).won[3] == 3


def test_the_plan_names_where_sides_come_from() -> None:
    plan = plan_round(fresh(5), Options("knockout"), 1)
    assert [table.seats for table in plan.tables] == [(103, 104)] or len(plan.tables) == 2
    note = plan.tables[0].reasons[0]
    assert note.code == "match"
    assert note.params["first"].code == "seed"
