"""What holds in every game, whatever the facts."""

import copy
from typing import Any

from hypothesis import given, strategies as st

from scoring.facts import hand_as_json
from scoring.ledger import Ledger, score_game
from scoring.notes import render
from scoring.output import as_json, as_sheet
from tests.scoring.games import entry, games, played


def shifted(record: dict[str, Any], turn: dict[int, int]) -> dict[str, Any]:
    """The same game with every seat moved: seat s sits at turn[s]."""
    moved = copy.deepcopy(record)
    moved["seats"] = [name for _, name in sorted((turn[seat], name) for seat, name in enumerate(record["seats"]))]
    for hand in moved["hands"]:
        if hand.get("by") is not None:
            hand["by"] = turn[hand["by"]]
        if "left" in hand:
            hand["left"] = {str(turn[int(seat)]): tiles for seat, tiles in hand["left"].items()}
        if hand.get("result") is not None:
            hand["result"] = turn[hand["result"]]
        for item in [*hand.get("plays", []), *hand.get("judge", []), *([hand["redeal"]] if "redeal" in hand else [])]:
            if "seat" in item:
                item["seat"] = turn[item["seat"]]
    return moved


def turns(ledger: Ledger) -> st.SearchStrategy[dict[int, int]]:
    """Ways of moving players that keep pairs together: any permutation, or where there are pairs those of a table."""
    count = len(ledger.names)
    if ledger.sides == count:
        return st.permutations(range(count)).map(lambda order: dict(enumerate(order)))
    whole = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2), (2, 1, 0, 3), (0, 3, 2, 1)]
    return st.sampled_from(whole).map(lambda order: dict(enumerate(order)))


@given(games(), st.data())
def test_moving_the_players_moves_the_result(record: dict[str, Any], data: st.DataObject) -> None:
    before = score_game(record)
    turn = data.draw(turns(before))
    after = score_game(shifted(record, turn))
    to = {before.side_of(seat): after.side_of(turn[seat]) for seat in turn}
    for side, other in to.items():
        assert before.totals[side] == after.totals[other]
        assert before.places[side] == after.places[other]
    assert sorted(to[side] for side in before.winners) == after.winners
    assert sorted(to[side] for side in before.losers) == after.losers
    assert (before.eggs, before.ended_by) == (after.eggs, after.ended_by)


@given(games(), st.data())
def test_amending_a_hand_is_entering_it_right_at_once(record: dict[str, Any], data: st.DataObject) -> None:
    if not record["hands"]:
        return
    at = data.draw(st.integers(0, len(record["hands"]) - 1))
    rules = score_game({**record, "hands": []}).rules
    right = data.draw(st.one_of(played(rules), entry(rules)))
    hands = record["hands"][:at]
    entered = score_game({**record, "hands": hands})
    assert entered.add(right).totals == score_game({**record, "hands": [*hands, right]}).totals
    for later in record["hands"][at + 1 :]:
        if entered.finished:
            break
        hands = [*hands, right] if len(hands) == at else hands
        hands = [*hands, later]
        entered.add(later)
        assert as_json(entered) == as_json(score_game({**record, "hands": hands}))


@given(games())
def test_accounts_are_the_sums_of_their_entries(record: dict[str, Any]) -> None:
    game = score_game(record)
    totals = [0] * game.sides
    for step in game.hands:
        for side, points, _ in step.entries:
            assert points != 0
            totals[side] += points
        assert step.totals == totals
    assert game.totals == totals


@given(games())
def test_a_record_written_out_and_read_again_is_the_same(record: dict[str, Any]) -> None:
    game = score_game(record)
    printed = {**record, "hands": [hand_as_json(step.hand) for step in game.hands]}
    again = score_game(printed)
    assert [step.hand for step in again.hands] == [step.hand for step in game.hands]
    assert as_json(again) == as_json(game)


@given(games())
def test_a_prefix_of_a_game_is_a_prefix_of_its_sheet(record: dict[str, Any]) -> None:
    whole = as_json(score_game(record))["hands"]
    part = as_json(score_game({**record, "hands": record["hands"][:-1]}))["hands"]
    if whole:
        assert whole[:-1] == part


@given(games())
def test_everything_can_be_said(record: dict[str, Any]) -> None:
    game = score_game(record)
    sheet = as_sheet(game)
    for step in game.hands:
        for note in step.notes:
            assert render(note, game.names, game.side_names) in sheet


@given(games())
def test_the_end_agrees_with_itself(record: dict[str, Any]) -> None:
    game = score_game(record)
    assert game.finished == (game.ended_by is not None)
    if not (
        game.rules.is_penalty and game.rules.at_target(min(game.totals))
    ):  # all at the target of a penalty game lose
        assert not set(game.winners) & set(game.losers)
    if game.finished:
        assert (game.eggs, game.next_opener) == (0, None)
        assert bool(game.winners) == (max(game.places) > 1)
    else:
        assert (game.winners, game.losers) == ([], [])
        assert not game.rules.at_target(max(game.totals))
