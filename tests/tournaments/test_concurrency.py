"""Two writers at one table at the same moment, each with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction

from tests.tournaments.room import FOUR, KEEPER, add_table, out, seat_table, write
from tournaments.models import Game, Hand, Player, Result, Revision, Round, Stage, Tournament
from tournaments.queries.drafts import layout_of_round
from tournaments.queries.table import games_with_table
from tournaments.services import drafting, mending, rounds
from tournaments.services.amending import amend_hand, delete_hand
from tournaments.services.clock import call_round_time
from tournaments.services.confirming import confirm_game
from tournaments.services.entries import add_entries
from tournaments.services.errors import ServiceError
from tournaments.services.hands import StaleGame, record_hand, undo_hand
from tournaments.services.players import merge_players
from tournaments.services.ratings import rerate_game
from tournaments.services.summaries import add_missing
from tournaments.services.tables import lock_table
from tournaments.services.tournaments import create_tournament, lock, publish_tournament
from tournaments.services.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)

FACTS = out(0, {1: "64", 2: "66 53", 3: "00 11"})
LAST = out(0, {}, last=["6-6"])


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """What each action gave or raised, all begun at the same moment."""
    barrier = Barrier(len(actions))

    def run(action: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=60)
            return action()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


def impatiently(service: Callable[..., Any], *, seconds: int = 30, **arguments: Any) -> Any:
    """What the service gives without waiting longer than this for another transaction."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{seconds}s'")
        return service(**arguments)


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


def test_all_tables_of_a_round_end_their_games_at_once():
    first = seat_table()
    games = [first, *(add_table(first.table.round, FOUR) for _ in range(3))]
    write(games[3], LAST)
    results = at_once(
        *[partial(record_hand, game=game, facts=LAST, uuid=uuid4(), version=0, actor=KEEPER) for game in games[:3]],
        partial(undo_hand, game=games[3], version=1, actor=KEEPER),
    )
    assert not [result for result in results if isinstance(result, Exception)]
    assert Result.objects.count() == 12
    assert Tournament.objects.get().version == 5 + 5  # each change of results raises it, and its line in the log does
    assert list(verify()) == []


def test_a_hand_waits_for_no_other_table_and_the_organiser_for_all_that_came_before():
    """Not even for a table whose later game the ladder is replayed with; but for an organiser who came before it."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    game = seat_table()
    later, other = (add_table(game.table.round, FOUR) for _ in range(2))
    write(game, LAST)
    write(later, LAST)
    record = partial(impatiently, record_hand, game=other, facts=FACTS, uuid=uuid4(), actor=KEEPER)
    with ThreadPoolExecutor(1) as organiser, transaction.atomic():
        lock_table(later, alone=False)
        results = at_once(
            partial(impatiently, undo_hand, game=game, version=1, actor=KEEPER), partial(record, version=0)
        )
        assert not [result for result in results if isinstance(result, Exception)]
        waiting = organiser.submit(at_once, partial(transaction.atomic(lock), game.table.round.tournament))
        while not waits_for_a_tournament():
            assert not waiting.done()
        [late] = at_once(partial(record, version=1, seconds=1))
        assert isinstance(late, OperationalError)
    assert waiting.result() == [game.table.round.tournament]


def test_a_ladder_is_replayed_while_figures_that_are_missing_are_written():
    """Whoever corrects a game holds it while he replays the later ones: one of the two would have to give up."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    game = seat_table()
    write(game, LAST)
    with transaction.atomic():
        add_missing([game.pk])
        assert at_once(partial(impatiently, rerate_game, game=game)) == [None]


def waits_for_a_tournament() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
            "WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted)"
        )
        [found] = cursor.fetchone()
    return bool(found)


def test_a_series_goes_back_while_its_next_game_begins():
    """Either the next game has begun and stays, or it is no more."""
    first = seat_table(("Anna", "Boris"), "draughts")
    Stage.objects.update(games=Stage.Games.BEST_OF, games_count=3)
    first = games_with_table().get(pk=first.pk)
    write(first, {"result": 0})
    second = games_with_table().get(number=2)
    [undone, begun] = at_once(
        partial(undo_hand, game=first, version=1, actor=KEEPER),
        partial(record_hand, game=second, facts={"result": 1}, uuid=uuid4(), version=0, actor=KEEPER),
    )
    assert not isinstance(undone, Exception)
    assert not isinstance(begun, Exception) or isinstance(begun, ServiceError)
    assert Game.objects.count() == (1 if isinstance(begun, ServiceError) else 2)
    assert list(verify()) == []


def test_two_records_are_made_one_while_the_tables_of_both_write():
    games = [seat_table(slug=slug) for slug in ("cup", "cup-2")]
    kept, duplicate = (game.table.seats.first().player for game in games)
    results = at_once(
        *[partial(record_hand, game=game, facts=LAST, uuid=uuid4(), version=0, actor=KEEPER) for game in games],
        partial(merge_players, kept=kept, duplicate=duplicate, actor=KEEPER),
    )
    assert not [result for result in results if isinstance(result, Exception)]
    assert Result.objects.filter(entry__members__player=kept).count() == 2
    assert list(verify()) == []


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
