"""Writing hands down and undoing them: what is stored, what follows, what is refused, and how much it asks."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.forms.models import model_to_dict

from tests.tournaments.club import changes
from tests.tournaments.room import FOUR, KEEPER, add_table, fish, out, seat_table, write
from tournaments.models import AuditEntry, Game, Hand, Rating, Result, Round, Tournament
from tournaments.queries.table import games_with_table, seat_names
from tournaments.services.errors import ServiceError
from tournaments.services.hands import HandRefused, StaleGame, open_ledger, preview_hand, record_hand, undo_hand

pytestmark = pytest.mark.django_db

THIRTY = out(0, {1: "64", 2: "66 53", 3: "00 11"})  # Boris 10, Vera 20, Gleb 2: 32 to Vera
LAST = out(0, {}, last=["6-6"])  # ends the game at once
LAST_TWO = [out(0, {1: "66 55 65", 2: "21", 3: "31"}), out(1, {0: "21", 2: "66 65 64 55 54 63 62", 3: "11"})]


def fresh(game: Game) -> Game:
    return games_with_table().get(pk=game.pk)


def snapshot(game: Game) -> dict[str, Any]:
    """All that is derived from the hands of a game, without keys of rows and the version, which only rises."""
    game = fresh(game)
    results = [
        model_to_dict(result, exclude=["id"]) for result in Result.objects.filter(game=game).order_by("side", "entry")
    ]
    return {
        "hands": game.hand_count,
        "totals": game.totals,
        "ended": (game.ended_by, game.finished_at),
        "results": results,
        "ratings": list(Rating.objects.order_by("ladder", "player").values("ladder", "player", "mu", "sigma", "games")),
        "changes": changes(),
    }


def test_a_hand_is_stored_in_its_printed_form_and_counted():
    game = seat_table()
    outcome = write(game, {"end": "out", "by": 0, "left": {"1": ["4:6"], "2": ["66", "35"], "3": ["00", "1|1"]}})
    assert outcome.before == (0, 0, 0, 0)
    assert outcome.result.totals == [0, 0, 32, 0]
    hand = Hand.objects.get()
    assert hand.facts == {"end": "out", "by": 0, "left": {"1": ["6-4"], "2": ["6-6", "5-3"], "3": ["0-0", "1-1"]}}
    assert (hand.number, hand.keeper, hand.created_by) == (1, "Nina", None)
    game = fresh(game)
    assert (game.hand_count, game.totals, game.version, game.ended_by) == (1, [0, 0, 32, 0], 1, "")
    assert not Result.objects.exists()


def test_judge_and_redeal_are_objects_but_no_hands():
    game = seat_table()
    write(game, THIRTY, {"judge": [{"seat": 1, "points": 30}]}, {"redeal": {"seat": 2, "why": "doubles"}})
    game = fresh(game)
    assert (game.hand_count, game.totals, game.version) == (1, [0, 30, 32, 0], 3)
    assert list(Hand.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_the_target_ends_the_game_and_results_follow():
    game = seat_table()
    at = datetime(2026, 5, 17, 18, 30, tzinfo=UTC)
    write(game, THIRTY, *LAST_TWO, at=at)
    game = fresh(game)
    assert game.ended_by == "target"
    assert game.finished_at == at
    rows = Result.objects.order_by("side").values_list("place", "won", "lost", "points_for", "points_against", "points")
    assert [(*map(int, row[:5]), str(row[5])) for row in rows] == [
        (1, 1, 0, 0, 146, "3.500"),
        (3, 0, 0, 40, 106, "2.000"),
        (4, 0, 1, 106, 40, "1.000"),
        (1, 1, 0, 0, 146, "3.500"),
    ]
    assert Hand.objects.last().created_at == at


def test_a_pair_is_one_entry_with_one_result():
    game = seat_table(variant="morskoy_kozel_exchange", pairs=True, options={"target": 20})
    write(game, out(0, {1: "66", 3: "64"}))
    assert list(
        Result.objects.order_by("side").values_list("side", "place", "points", "points_for", "points_against")
    ) == [
        (0, 1, 1, 22, 0),
        (1, 2, 0, 0, 22),
    ]


def test_partners_who_are_no_pair_have_a_result_each():
    game = seat_table(variant="morskoy_kozel_exchange", options={"target": 20})
    write(game, out(1, {0: "66", 2: "64"}))
    assert list(Result.objects.order_by("entry__number").values_list("side", "points")) == [
        (0, 0),
        (1, 1),
        (0, 0),
        (1, 1),
    ]


def test_the_same_uuid_again_changes_nothing():
    game = seat_table()
    uuid = uuid4()
    first = record_hand(game=game, facts=THIRTY, uuid=uuid, version=0, actor=KEEPER)
    write(game, LAST_TWO[0])
    before = snapshot(game)
    again = record_hand(game=game, facts=LAST_TWO[1], uuid=uuid, version=0, actor=KEEPER)
    assert again.repeated
    assert again.hand == first.hand
    assert again.result.totals == first.result.totals
    assert again.before == first.before
    assert snapshot(game) == before
    assert AuditEntry.objects.count() == 2


def test_a_stale_version_is_refused_with_what_came_in_between():
    game = seat_table()
    write(game, THIRTY)
    write(game, {"judge": [{"seat": 1, "points": 30}]})
    write(game, LAST_TWO[0])
    undo_hand(game=game, version=3, actor=KEEPER)
    with pytest.raises(StaleGame) as caught:
        record_hand(game=game, facts=THIRTY, uuid=uuid4(), version=1, actor=KEEPER)
    assert [hand.number for hand in caught.value.hands] == [2]
    assert caught.value.state.game.version == 4
    assert Hand.objects.count() == 2
    with pytest.raises(StaleGame):
        undo_hand(game=game, version=3, actor=KEEPER)


@pytest.mark.parametrize(("status", "word"), [(Round.Status.DRAFT, "not published"), (Round.Status.CLOSED, "closed")])
def test_only_a_published_round_is_written_down(status, word):
    game = seat_table(status=status)
    with pytest.raises(ServiceError, match=word):
        record_hand(game=game, facts=THIRTY, uuid=uuid4(), version=0, actor=KEEPER)
    with pytest.raises(ServiceError, match=word):
        preview_hand(game=game, facts=THIRTY)


def test_nothing_follows_the_end():
    game = seat_table()
    write(game, out(0, {}, last=["6-6"]))
    for facts in (THIRTY, {"judge": [{"seat": 1, "points": 1}]}):
        with pytest.raises(ServiceError, match="over"):
            write(game, facts)


def test_a_fault_names_the_seat_and_stores_nothing():
    game = seat_table()
    with pytest.raises(HandRefused, match="Gleb") as caught:
        write(game, out(0, {1: "64", 2: "66"}))
    assert (caught.value.seat, caught.value.code) == (3, "hand_missing")
    assert not Hand.objects.exists()
    assert fresh(game).version == 0


def test_a_preview_stores_nothing():
    game = seat_table()
    write(game, THIRTY)
    before = snapshot(game)
    outcome = preview_hand(game=game, facts=THIRTY)
    assert (outcome.before, outcome.result.totals) == ((0, 0, 32, 0), [0, 0, 64, 0])
    assert outcome.hand is None
    assert snapshot(game) == before


@pytest.mark.parametrize("rated", [True, False])
@pytest.mark.parametrize("length", [0, 1, 2])
def test_add_then_undo_leaves_everything_derived_as_it_was(length, rated):
    game = seat_table()
    other = seat_table(slug="other")
    Tournament.objects.update(rated=rated)
    write(other, out(2, {}, last=["0-0"]))
    write(game, *[THIRTY, *LAST_TWO][:length])
    before = snapshot(game)
    version = fresh(game).version
    write(game, out(1, {}, last=["6-6"]))
    assert fresh(game).ended_by == "early_win"
    assert snapshot(game) != before
    undone = undo_hand(game=game, version=version + 1, actor=KEEPER)
    assert undone.facts == {"end": "out", "by": 1, "last": ["6-6"]}
    assert snapshot(game) == before
    assert fresh(game).version == version + 2


def test_the_log_keeps_what_was_removed():
    game = seat_table()
    write(game, THIRTY)
    undo_hand(game=game, version=1, actor=KEEPER)
    undone, recorded = AuditEntry.objects.all()
    assert (recorded.action, recorded.actor, recorded.after["facts"]) == ("record_hand", "Nina", THIRTY)
    assert (undone.action, undone.before["facts"]) == ("undo_hand", THIRTY)
    assert undone.target == "round 1, table 1, hand 1"
    assert Tournament.objects.get().version == 2


def test_there_must_be_something_to_undo_in_an_open_round():
    game = seat_table()
    with pytest.raises(ServiceError, match="Nothing"):
        undo_hand(game=game, version=0, actor=KEEPER)
    write(game, THIRTY)
    Round.objects.update(status=Round.Status.CLOSED)
    with pytest.raises(ServiceError, match="reopen"):
        undo_hand(game=game, version=1, actor=KEEPER)


def test_a_game_that_a_judge_ended_goes_on_after_undo():
    game = seat_table()
    write(game, THIRTY, {"judge": [{"seat": 2, "forfeit": True}]})
    assert Result.objects.get(entry__number=3).lost
    undo_hand(game=game, version=2, actor=KEEPER)
    assert fresh(game).finished_at is None
    assert not Result.objects.exists()


def test_namesakes_at_a_table_are_told_apart():
    game = seat_table(("Anna", "Anna", "Anna", "Gleb"))
    seats = list(game.table.seats.select_related("player").order_by("number"))
    seats[0].player.club = "Neva"
    assert seat_names(seats) == ("Anna (Neva)", "Anna 2", "Anna 3", "Gleb")
    seats[1].player.club = seats[2].player.club = "Omsk"
    assert seat_names(seats) == ("Anna (Neva)", "Anna (Omsk) 2", "Anna (Omsk) 3", "Gleb")
    assert write(game, fish(None, {0: "65", 1: "64", 2: "11", 3: "00 20"})).state.ledger.totals == [0, 0, 0, 0]


@pytest.mark.parametrize("length", [1, 12])
def test_how_many_questions_are_asked(length, django_assert_max_num_queries, django_assert_num_queries):
    game = seat_table(options={"target": 10000})
    write(game, *[fish(0, {seat: f"{seat}{seat}" for seat in range(4)})] * length)
    with django_assert_num_queries(2):
        assert len(open_ledger(game).hands) == length
    with django_assert_max_num_queries(6):
        preview_hand(game=game, facts=THIRTY)
    with django_assert_max_num_queries(14):
        record_hand(game=game, facts=THIRTY, uuid=uuid4(), version=length, actor=KEEPER)


def test_the_hand_that_ends_a_game_asks_little_but_for_the_ratings(django_assert_max_num_queries, monkeypatch):
    monkeypatch.setattr("tournaments.services.tables.rerate_game", lambda game: None)
    game = seat_table()
    with django_assert_max_num_queries(31):
        record_hand(game=game, facts=LAST, uuid=uuid4(), version=0, actor=KEEPER)
    with django_assert_max_num_queries(31):
        undo_hand(game=game, version=1, actor=KEEPER)


def test_a_game_that_ends_on_two_ladders_asks_a_fixed_number_of_questions(django_assert_max_num_queries):
    game = seat_table()
    write(game, LAST)  # the first makes its ladders
    for other in (add_table(game.table.round, FOUR), add_table(game.table.round, FOUR)):
        with django_assert_max_num_queries(57):
            record_hand(game=other, facts=LAST, uuid=uuid4(), version=0, actor=KEEPER)
    assert Rating.objects.count() == 2 * 12


def test_names_of_the_room():
    assert seat_names(list(seat_table().table.seats.order_by("number"))) == FOUR
