"""A game in figures, and what it earns: the numbers of whole games, and what holds of any game."""

import pytest

from scoring import variants
from scoring.achievements import ALL, PlayedGame, earned
from scoring.ledger import Ledger, score_game
from scoring.summary import Figures, summarise
from scoring.tiles import SET, parse_tiles
from tournaments.simulator.games import random_records

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def out(by: int, left: dict[int, str], **more) -> dict:
    tiles = {str(seat): [str(tile) for tile in parse_tiles(text)] for seat, text in left.items()}
    return {"end": "out", "by": by, "left": tiles, **more}


def fish(by: int | None, left: dict[int, str]) -> dict:
    return out(0, left) | {"end": "fish", "by": by}


def figures(*hands: dict, variant: str = "mandavoshka", **options) -> Figures:
    ledger = Ledger(variant, options, NAMES)
    for facts in hands:
        ledger.add(facts)
    assert ledger.finished
    return summarise(ledger)


def test_hands_fish_openers_and_tiles_are_counted():
    found = figures(
        out(0, {1: "54", 2: "66", 3: "20"}),
        fish(1, {0: "10", 1: "", 2: "66 65", 3: "20"}),
        out(1, {0: "11", 2: "65 55 44", 3: "20"}),
        out(2, {0: "54", 1: "10", 3: "20"}, last=["6-6"]),
        target=500,
    )
    assert (found.hands, found.fish, found.told, found.early) == (4, 1, 4, "6-6")
    anna, boris, vera, gleb = found.seats
    assert (anna.outs, anna.opened, anna.opened_outs) == (1, 1, 0)
    assert (boris.outs, boris.fish, boris.empty_fish, boris.opened, boris.opened_outs) == (1, 1, 1, 2, 1)
    assert (vera.outs, vera.double_outs, vera.early, vera.alone, vera.heaviest) == (1, 1, "6-6", 1, 50)
    assert gleb.tiles[SET.index(parse_tiles("20")[0])] == 4
    assert found.tiles[SET.index(parse_tiles("65")[0])] == 2


def test_eggs_are_followed_from_hand_to_hand():
    tie = fish(0, {0: "64", 1: "55", 2: "20", 3: "10"})
    found = figures(tie, tie, out(0, {1: "66 65 55", 2: "20", 3: "10"}), target=80, burn_at=None)
    assert (found.eggs_run, found.eggs) == (2, 46)
    assert found.seats[1].written == 46 + 36


def test_an_early_win_is_no_comeback_and_writes_nobody_points():
    found = figures(
        out(1, {0: "55 54", 2: "20", 3: "10"}),
        out(0, {1: "54", 2: "11", 3: "20"}, last=["0-0"]),
    )
    winner = found.seats[0]
    assert (winner.comeback, winner.brink, winner.written) == (22, 21, 22)
    assert [seat.written for seat in found.seats[1:]] == [0, 0, 0]


def test_a_burn_is_counted_and_is_not_won_in_a_hand():
    found = figures(
        {"judge": [{"seat": 2, "points": 100}]},
        out(0, {1: "66 65 64 55 54 44 63", 2: "50", 3: "53"}),
        {"judge": [{"stop": "time"}]},
    )
    assert found.burns == found.seats[2].burns == 1
    assert found.seats[2].written == 0


@pytest.mark.parametrize(("result", "white"), [(0, "won"), (1, "lost"), (None, "drawn")])
def test_a_game_of_colours_says_what_white_came_to(result: int | None, white: str):
    ledger = Ledger("draughts", {}, NAMES[:2])
    ledger.add({"result": result})
    assert summarise(ledger).white == white


@pytest.mark.parametrize("variant", [variant.code for variant in variants.all()])
def test_the_seats_add_up_to_the_game(variant: str):
    for record in random_records(variant, 6, seed=1):
        check_sums(score_game(record))


def check_sums(ledger: Ledger) -> None:
    found = summarise(ledger)
    assert sum(seat.outs for seat in found.seats) == sum(step.kind == "out" for step in ledger.hands)
    assert sum(seat.outs for seat in found.seats) + found.fish == found.hands
    assert [sum(column) for column in zip(*(seat.tiles for seat in found.seats), strict=True)] == found.tiles
    assert max(found.tiles) <= found.told <= found.hands
    assert all(seat.opened_outs <= seat.opened and seat.opened_outs <= seat.outs for seat in found.seats)
    assert all(min(seat.comeback, seat.brink, seat.written) >= 0 for seat in found.seats)


def codes(*games: PlayedGame) -> list[tuple[str, int]]:
    return [(one.code, at) for one, at in earned(games)]


def test_an_achievement_is_of_the_first_game_that_earns_it():
    lost, won = PlayedGame(), PlayedGame(won=True)
    assert codes(lost, won, won, won, lost) == [("first_game", 0), ("first_win", 1), ("three_in_a_row", 3)]
    assert ("three_in_a_row", 4) not in codes(won, won, lost, won, won)
    assert codes(*[lost] * 10) == [("first_game", 0), ("games_10", 9)]


def test_what_happened_at_the_table_is_remembered():
    game = PlayedGame(won=True, early="6-6, 0-0", double_outs=1, empty_fish=1, alone=1, burns=100, brink=80)
    assert {code for code, _at in codes(game)} == {one.code for one in ALL} - {
        "games_10",
        "games_50",
        "games_100",
        "three_in_a_row",
    }


def test_every_achievement_has_a_code_of_its_own():
    assert len({one.code for one in ALL}) == len(ALL)
