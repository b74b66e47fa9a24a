"""Brackets: seeds, byes, places, series, two losses; and beside an independent library's double elimination."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from double_elimination.tournament import Tournament as Theirs

from tests.tournaments.pairing.evenings import fresh
from tournaments.pairing.knockout import LOSER, SEED, WINNER, Standing, bracket, play
from tournaments.pairing.planning import plan_round
from tournaments.pairing.values import Options, PairingError, PastRound, PastTable, State

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


def played_out(state: State, options: Options, winner: Callable[[int, int], int] = min) -> State:
    """One round more, as the plan has it."""
    plan = plan_round(state, options, 1)
    tables = tuple(
        PastTable(table.number, table.seats, tuple(Fraction(one == winner(*table.seats)) for one in table.seats))
        for table in plan.tables
    )
    return replace(state, rounds=(*state.rounds, PastRound(tables)))


def tables(state: State, options: Options) -> set[frozenset[int]]:
    return {frozenset(table.seats) for table in plan_round(state, options, 1).tables}


def without(state: State, *gone: int) -> State:
    return replace(state, entries=tuple(replace(entry, here=entry.id not in gone) for entry in state.entries))


SINGLE, DOUBLE = Options("knockout", places=4), Options("double_knockout")


def test_a_corrected_result_changes_who_goes_on_and_what_was_played_since_is_played_again() -> None:
    state = played_out(played_out(fresh(4), SINGLE), SINGLE)
    (first, second), later = state.rounds[0].tables, state.rounds[1]
    mended = replace(first, points=first.points[::-1])
    corrected = replace(state, rounds=(PastRound((mended, second)), later))
    loser = min(first.seats)
    assert all(loser in game.seats or max(first.seats) in game.seats for game in later.tables)
    final, third = {max(first.seats), min(second.seats)}, {loser, max(second.seats)}
    assert tables(corrected, SINGLE) == {frozenset(final), frozenset(third)}


def test_who_withdraws_loses_by_walkover_and_stays_out_once_the_other_one_has_played_on() -> None:
    state = played_out(fresh(8), SINGLE)
    left = without(state, 100)
    assert frozenset((101, 102)) in tables(left, SINGLE)
    assert not any(100 in two for two in tables(left, SINGLE))
    final = played_out(left, SINGLE)
    assert frozenset((101, 103)) in tables(final, SINGLE)
    in_time = replace(final, entries=fresh(8).entries)
    assert frozenset((100, 103)) in tables(in_time, SINGLE)
    ended = replace(played_out(final, SINGLE), entries=fresh(8).entries)
    with pytest.raises(PairingError, match="nothing_left"):
        plan_round(ended, SINGLE, 1)


def test_a_double_forfeit_puts_both_out() -> None:
    state = played_out(fresh(4), SINGLE)
    first, second = state.rounds[0].tables
    for begun in (False, True):
        nobody = replace(first, points=(Fraction(0), Fraction(0)), met=begun, nobody=True)
        with pytest.raises(PairingError, match="nothing_left"):
            plan_round(replace(state, rounds=(PastRound((nobody, second)),)), Options("knockout"), 1)
    drawn = replace(first, points=(Fraction(0), Fraction(0)), met=True)
    again = replace(state, rounds=(PastRound((drawn, second)),))
    assert tables(again, Options("knockout")) == {frozenset(first.seats)}, "a drawn match is played again"


def test_a_double_forfeit_in_a_series_is_a_game_that_nobody_won() -> None:
    nobody = replace(game(1, 2, 0, 0), nobody=True)
    assert play(bracket(2), [1, 2], [nobody], set(), best_of=3).ready == {1: (1, 2)}
    assert play(bracket(2), [1, 2], [nobody, game(2, 1)], set(), best_of=3).ready == {1: (1, 2)}
    assert play(bracket(2), [1, 2], [nobody, game(2, 1), nobody], set(), best_of=3).won == {1: 2}
    assert play(bracket(2), [1, 2], [nobody] * 3, set(), best_of=3).won == {1: None}
    assert play(bracket(2), [1, 2], [game(1, 2), game(2, 1), nobody], set(), best_of=3).won == {1: None}
    assert play(bracket(2), [1, 2], [game(1, 2), nobody, game(2, 1)], set(), best_of=3).ready == {1: (1, 2)}


def played_on(state: State, options: Options) -> State | None:
    """One round more, with somebody at a table; None where there is none."""
    try:
        after = played_out(state, options)
    except PairingError:
        return None
    assert after.rounds[-1].tables
    return after


@pytest.mark.parametrize("options", [SINGLE, DOUBLE], ids=lambda options: options.format)
@pytest.mark.parametrize("count", range(3, 17))
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_who_comes_late_spoils_nothing(options: Options, count: int, rounds: int) -> None:
    """Every game that was played stays a game of the bracket, and somebody wins it."""
    state = fresh(count)
    for _ in range(rounds):
        state = played_on(state, options) or state
    late = replace(state, entries=fresh(count + 1).entries)
    games = [table for past in state.rounds for table in past.tables]
    for _ in range(4 * count):
        if (rounds_more := played_on(late, options)) is None:
            break
        late = rounds_more
    assert [table for past in late.rounds for table in past.tables][: len(games)] == games
    losses = Counter(max(table.seats) for past in late.rounds for table in past.tables)
    assert losses[100] == 0
    if options is DOUBLE:
        assert max(losses.values()) == 2


def test_an_empty_place_is_taken_by_who_comes_in_time_and_not_by_who_comes_later() -> None:
    three = played_out(fresh(3), DOUBLE)
    assert three.rounds[0].tables[0].seats == (101, 102)
    assert frozenset((100, 103)) in tables(replace(three, entries=fresh(4).entries), DOUBLE)
    late = replace(played_out(three, DOUBLE), entries=fresh(4).entries)
    byes = {bye.entry: bye for bye in plan_round(late, DOUBLE, 1).byes}
    assert byes[103].kind == "out"


def test_kept_apart_in_a_bracket_is_said_where_nothing_else_can_be_played() -> None:
    apart = replace(fresh(4), forbidden=frozenset({frozenset((100, 103))}))
    plan = plan_round(apart, SINGLE, 1)
    assert [table.seats for table in plan.tables] == [(101, 102)]
    with pytest.raises(PairingError, match="only_forbidden"):
        plan_round(played_out(apart, Options("knockout")), Options("knockout"), 1)


def test_the_plan_names_where_sides_come_from() -> None:
    plan = plan_round(fresh(5), Options("knockout"), 1)
    assert [table.seats for table in plan.tables] == [(103, 104)] or len(plan.tables) == 2
    note = plan.tables[0].reasons[0]
    assert note.code == "match"
    assert note.params["first"].code == "seed"
