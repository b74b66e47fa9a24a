"""The scoring events of simulated hands, worked out again by the referee from the turns."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scoring.ledger import score_game
from tests.tournaments.referee import GAMES, Referee, is_double
from tournaments.simulator import CAREFUL, STEADY, Player, play_game, random_records
from tournaments.simulator.hands import PlayedHand, play_hand
from tournaments.simulator.rules import Facts, rules_of


def some_hands(variant: str, count: int = 150) -> list[PlayedHand]:
    rng = Random(21)
    return [
        play_hand(rules_of(variant), [Player(rng.random(), STEADY) for _ in range(2 + number % 3)], rng)[1]
        for number in range(count)
    ]


def layouts(played: PlayedHand, variant: str) -> list[tuple[int, list[str], list[str], Referee]]:
    """After each turn, the opening first: seat, tiles drawn, tiles laid, and the table."""
    table = Referee(str(played.first), GAMES[variant])
    seen = [(played.opener, [], [str(played.first)], table)]
    for turn in played.turns:
        after = Referee(table.first, table.game)
        after.laid, after.slots, after.along = table.laid.copy(), table.slots.copy(), table.along.copy()
        table = after
        for place in turn.move:
            table.lay(place)
        seen.append((turn.seat, list(map(str, turn.drawn)), [str(place.tile) for place in turn.move], table))
    return seen


@pytest.mark.parametrize(("variant", "divisor"), [("fives", 5), ("threes", 3)])
def test_ends_that_give_points_are_written_down(variant: str, divisor: int) -> None:
    counted = Counter[int]()
    for played in some_hands(variant, 400):
        expected = [
            {"seat": seat, "ends": table.total()}
            for seat, _, laid, table in layouts(played, variant)
            if laid and table.total() % divisor == 0 and table.total()
        ]
        assert played.facts.get("plays", []) == expected
        counted.update(play["ends"] for play in expected)
    assert max(counted) >= (20 if divisor == 5 else 18)


def test_bergen_s_ends_alike() -> None:
    seen = Counter[str]()
    for played in some_hands("bergen"):
        expected: list[Facts] = []
        for seat, _, laid, table in layouts(played, "bergen"):
            (one, on), (other, at) = table.slots
            if laid and one == other:
                crosswise = len({on, at}) == 2 and (is_double(on) or is_double(at))
                expected.append({"seat": seat, "event": "triple_heading" if crosswise else "double_heading"})
        assert played.facts.get("plays", []) == expected
        seen.update(play["event"] for play in expected)
    assert len(seen) == 2


def test_two_lanes_and_the_ladder() -> None:
    seen = Counter[str]()
    for variant in ("two_lane", "ladder"):
        for played in some_hands(variant):
            expected: list[Facts] = []
            for turn in played.turns:
                if turn.move and variant == "ladder":
                    expected.append({"seat": turn.seat, "event": "multi_move" if len(turn.move) > 1 else "move"})
                elif turn.drawn and not turn.move:
                    expected.append({"seat": turn.seat, "event": "failed_draw"})
            assert played.facts.get("plays", []) == expected
            seen.update(f"{variant} {play['event']}" for play in expected)
    assert len(seen) == 4


def test_lucky_threes_count_every_drawn_tile_once() -> None:
    seen = Counter[str]()
    for played in some_hands("lucky_threes", 300):
        plays = played.facts.get("plays", [])
        table_after = layouts(played, "lucky_threes")
        drawn = sum(len(tiles) for _, tiles, _, _ in table_after)
        count = Counter[str]()
        for play in plays:
            count[play["event"]] += play.get("count", 1) if play["event"] != "offset" else 1
        assert count["lucky_draw"] + count["unlucky_draw"] == drawn
        scoring = [(laid[0], tiles) for _, tiles, laid, table in table_after if laid and scores(table)]
        lucky = [tile for tile, tiles in scoring if tile in tiles]
        assert count["lucky_draw"] == len(lucky)
        assert count["scoring_double"] == sum(is_double(tile) for tile, tiles in scoring if tile not in tiles)
        assert count["scoring_move"] == len(scoring) - len(lucky) - count["scoring_double"]
        assert count["first_double"] <= 1
        seen += count
    assert len(seen) == 6, seen


def scores(table: Referee) -> bool:
    return table.total() > 0 and table.total() % 3 == 0


@pytest.mark.parametrize("variant", ["bergen", "fives", "threes"])
def test_a_play_that_reaches_the_target_ends_the_record_there(variant: str) -> None:
    stopped = 0
    for record in random_records(variant, 30, seed=2):
        ledger = score_game(record)
        codes = {note.code for step in ledger.hands for note in step.notes}
        assert "void_after" not in codes or record["hands"][-1]["end"] == "stopped"
        stopped += record["hands"][-1]["end"] == "stopped"
    assert stopped
    finished = play_game(variant, {"at_target": "finish_hand"}, ["A", "B"], [Player(1.0, CAREFUL)] * 2, Random(1))
    assert {hand["end"] for hand in finished} <= {"out", "fish"}


def test_draughts_are_a_result_alone() -> None:
    results = Counter(record["hands"][0]["result"] for record in random_records("draughts", 80, seed=3))
    assert set(results) == {0, 1, None}
