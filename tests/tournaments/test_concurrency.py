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
from tournaments.models import Game, Hand, Player, Result, Revision, Tournament
from tournaments.services.amending import amend_hand, delete_hand
from tournaments.services.confirming import confirm_game
from tournaments.services.entries import add_entries
from tournaments.services.hands import StaleGame, record_hand, undo_hand
from tournaments.services.tournaments import create_tournament

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
    assert list(Tournament.objects.values_list("version", flat=True)) == [1, 1, 1]


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
