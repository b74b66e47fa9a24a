"""Two writers at one table at the same moment, each with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from tests.tournaments.room import KEEPER, out, seat_table, write
from tournaments.models import Game, Hand, Player, Result, Revision, Round, Tournament
from tournaments.queries.drafts import layout_of_round
from tournaments.queries.table import games_with_table
from tournaments.services import drafting, mending, rounds
from tournaments.services.amending import amend_hand, delete_hand
from tournaments.services.clock import call_round_time
from tournaments.services.confirming import confirm_game
from tournaments.services.entries import add_entries
from tournaments.services.errors import ServiceError
from tournaments.services.hands import StaleGame, record_hand, undo_hand
from tournaments.services.tournaments import create_tournament, publish_tournament

pytestmark = pytest.mark.django_db(transaction=True)

FACTS = out(0, {1: "64", 2: "66 53", 3: "00 11"})
LAST = out(0, {}, last=["6-6"])


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """What each action gave or raised, all begun at the same moment."""
    barrier = Barrier(len(actions))

    def run(action: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=10)
            return action()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


def test_two_keepers_write_the_same_hand_and_one_is_told():
    game = seat_table()
    results = at_once(
        *[lambda: record_hand(game=game, facts=FACTS, uuid=uuid4(), version=0, actor=KEEPER) for _ in range(2)]
    )
    [stale] = [result for result in results if isinstance(result, Exception)]
    assert isinstance(stale, StaleGame)
    assert [hand.number for hand in stale.hands] == [1]
    assert Hand.objects.count() == 1
    assert Game.objects.get().version == 1


def test_one_hand_sent_many_times_is_stored_once():
    game = seat_table()
    uuid = uuid4()
    results = at_once(*[lambda: record_hand(game=game, facts=LAST, uuid=uuid, version=0, actor=KEEPER)] * 4)
    assert sorted(result.repeated for result in results) == [False, True, True, True]
    assert Hand.objects.count() == 1
    assert Result.objects.count() == 4


def test_undo_against_a_new_hand():
    game = seat_table()
    write(game, FACTS)
    results = at_once(
        lambda: record_hand(game=game, facts=LAST, uuid=uuid4(), version=1, actor=KEEPER),
        lambda: undo_hand(game=game, version=1, actor=KEEPER),
    )
    assert sum(isinstance(result, StaleGame) for result in results) == 1
    count = Hand.objects.count()
    game.refresh_from_db()
    assert (count, game.version, game.hand_count) in {(0, 2, 0), (2, 2, 2)}
    assert (game.finished_at is not None) == (count == 2)


def test_tables_of_one_tournament_write_at_once():
    game = seat_table()
    others = [seat_table(slug=f"cup-{number}") for number in range(2)]
    games = [game, *others]
    results = at_once(
        *[
            (lambda game=game: record_hand(game=game, facts=LAST, uuid=uuid4(), version=0, actor=KEEPER))
            for game in games
        ]
    )
    assert not [result for result in results if isinstance(result, Exception)]
    assert len(set(Tournament.objects.values_list("version", flat=True))) == 1


def test_two_organisers_make_tournaments_of_one_name():
    made = at_once(*[lambda: create_tournament(actor=KEEPER, name="Кубок", variant="mandavoshka")] * 3)
    assert {tournament.slug for tournament in made} == {"kubok", "kubok-2", "kubok-3"}


def test_two_organisers_enter_namesakes_of_the_address():
    cups = [create_tournament(actor=KEEPER, name=name, variant="mandavoshka") for name in ("Кубок", "Лига")]
    added = at_once(*[partial(add_entries, actor=KEEPER, tournament=cup, text="Анна Белова") for cup in cups])
    assert not [result for result in added if isinstance(result, Exception)]
    assert Player.objects.count() in (1, 2)


def test_two_corrections_at_once():
    game = seat_table()
    write(game, FACTS, FACTS)
    better = out(0, {1: "64", 2: "66 52", 3: "00 11"})
    results = at_once(
        lambda: amend_hand(game=game, number=1, facts=better, version=2, actor=KEEPER),
        lambda: delete_hand(game=game, number=2, version=2, actor=KEEPER),
    )
    assert sum(isinstance(result, StaleGame) for result in results) == 1
    assert sum(isinstance(result, Exception) for result in results) == 1
    assert Revision.objects.filter(game=game).count() == Game.objects.get().version == 3


def test_a_confirmation_against_a_correction():
    game = seat_table()
    write(game, FACTS, LAST)
    player = Player.objects.first()
    results = at_once(
        lambda: confirm_game(game=game, player=player, version=2, actor=KEEPER),
        lambda: delete_hand(game=game, number=1, version=2, actor=KEEPER),
    )
    assert not [result for result in results if isinstance(result, Exception) and not isinstance(result, StaleGame)]
    assert Game.objects.get().version == 3


def drawn(count: int = 8) -> Tournament:
    cup = publish_tournament(
        tournament=create_tournament(actor=KEEPER, name="Cup", variant="mandavoshka"), actor=KEEPER
    )
    add_entries(tournament=cup, text="\n".join("ABCDEFGHIJKLMNOP"[:count]), actor=KEEPER)
    rounds.draw_round(tournament=cup, number=1, actor=KEEPER, seed=1)
    return cup


def test_a_round_planned_twice_without_a_lock_is_stored_once():
    cup = drawn()
    rounds.discard_round(tournament=cup, number=1, actor=KEEPER)
    cup.refresh_from_db()

    def draw(seed: int) -> Any:
        begun = drafting.begin_draw(tournament=cup, number=1, seed=seed)
        return drafting.finish_draw(draw=begun, schedule=drafting.plan_draw(begun), actor=KEEPER)

    first, second = at_once(partial(draw, 1), partial(draw, 2))
    assert [one.pk for one in first] == [one.pk for one in second]
    assert Round.objects.count() == 1


def test_two_organisers_mend_one_draft_and_one_is_told():
    cup = drawn()
    one, other = (table.seats[0] for table in layout_of_round(cup.rounds.get()).tables)
    what = {"tournament": cup, "number": 1, "version": 0, "actor": KEEPER}
    results = at_once(
        lambda: mending.swap(one=one, other=other, **what), lambda: mending.set_lock(table=1, locked=True, **what)
    )
    assert sum(isinstance(result, mending.StaleDraft) for result in results) == 1
    assert cup.rounds.get().version == 1
    assert cup.rounds.get().seats.count() == 8


def test_closing_a_round_while_the_last_hand_arrives():
    """Either the hand came first, and the round closes over it, or the round was not ready to close."""
    cup = drawn(4)
    rounds.publish_round(tournament=cup, number=1, actor=KEEPER)
    game = games_with_table().get()
    results = at_once(
        lambda: record_hand(game=game, facts=LAST, uuid=uuid4(), version=0, actor=KEEPER),
        lambda: rounds.close_round(tournament=cup, number=1, actor=KEEPER),
    )
    assert not isinstance(results[0], Exception)
    assert isinstance(results[1], ServiceError) == (cup.rounds.get().status == Round.Status.PUBLISHED)
    assert Result.objects.count() == 4


def test_a_correction_while_the_round_closes_is_in_it_or_refused():
    cup = drawn(4)
    rounds.publish_round(tournament=cup, number=1, actor=KEEPER)
    game = games_with_table().get()
    write(game, LAST)
    results = at_once(
        lambda: undo_hand(game=game, version=1, actor=KEEPER),
        lambda: rounds.close_round(tournament=cup, number=1, actor=KEEPER),
    )
    closed = cup.rounds.get().status == Round.Status.CLOSED
    assert isinstance(results[0], ServiceError) == closed
    assert isinstance(results[1], ServiceError) != closed
    assert Result.objects.count() == (4 if closed else 0)


def test_time_is_called_while_a_hand_arrives():
    cup = drawn()
    rounds.publish_round(tournament=cup, number=1, actor=KEEPER)
    game = games_with_table().order_by("table__number").first()
    at_once(
        lambda: record_hand(game=game, facts=FACTS, uuid=uuid4(), version=0, actor=KEEPER),
        lambda: call_round_time(tournament=cup, number=1, actor=KEEPER),
    )
    assert set(Game.objects.values_list("stop_after", flat=True)) <= {1, 2}
    assert Revision.objects.filter(kind="time").count() == 2
