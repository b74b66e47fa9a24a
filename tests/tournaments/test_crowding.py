"""Many at one game, and organisers who do the same at once: what comes of it could have been done one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.tournaments.room import KEEPER, seat_table, write
from tests.tournaments.test_concurrency import FACTS, LAST, at_once, drawn
from tournaments.lists.games import read_games
from tournaments.models import AuditEntry, Entry, Game, Hand, PastGame, Player, Result, Revision, Round
from tournaments.queries.table import games_with_table
from tournaments.services import histories, rosters, rounds
from tournaments.services.entries import update_entry
from tournaments.services.errors import ServiceError
from tournaments.services.hands import StaleGame, record_hand, undo_hand
from tournaments.services.ladders import create_ladder
from tournaments.services.verify import verify

pytestmark = pytest.mark.django_db(transaction=True)

CLIENTS, EACH = 20, 3


@pytest.fixture(autouse=True)
def nothing_is_wrong_afterwards() -> Iterator[None]:
    yield
    assert list(verify()) == []


def test_twenty_clients_at_one_game_store_each_hand_once():
    """Each sends hands with the version that it saw; who is told that it has changed sends the hand again."""
    game = seat_table(options={"target": 10_000})
    accepted: list[UUID] = []
    told: list[StaleGame] = []

    def phone() -> None:
        for _hand in range(EACH):
            uuid, version = uuid4(), Game.objects.values_list("version", flat=True).get(pk=game.pk)
            while True:
                try:
                    record_hand(game=game, facts=FACTS, uuid=uuid, version=version, actor=KEEPER)
                except StaleGame as stale:
                    told.append(stale)
                    version = stale.state.game.version
                else:
                    accepted.append(uuid)
                    break

    results = at_once(*[phone] * CLIENTS)
    assert not [result for result in results if isinstance(result, Exception)], results
    assert all(stale.hands for stale in told), "what came in between is shown"
    hands = list(Hand.objects.order_by("number").values_list("number", "uuid"))
    assert [number for number, _uuid in hands] == list(range(1, CLIENTS * EACH + 1))
    assert {uuid for _number, uuid in hands} == set(accepted)
    stored = Game.objects.get(pk=game.pk)
    assert stored.version == stored.hand_count == Revision.objects.filter(game=game).count() == CLIENTS * EACH
    assert AuditEntry.objects.filter(action="record_hand").count() == CLIENTS * EACH


def test_two_organisers_draw_one_round():
    cup = drawn()
    rounds.discard_round(tournament=cup, number=1, actor=KEEPER)
    results = at_once(
        *[lambda seed=seed: rounds.draw_round(tournament=cup, number=1, actor=KEEPER, seed=seed) for seed in (1, 2)]
    )
    assert not [result for result in results if isinstance(result, Exception) and not isinstance(result, ServiceError)]
    assert Round.objects.count() == 1
    assert cup.rounds.get().seats.count() == 8
    assert AuditEntry.objects.filter(action="draw_round").count() == 2  # the one that was discarded, and this


def test_a_hand_for_a_round_that_is_taken_back_meanwhile():
    """Either the hand came first, and the round stays, or the round is a draft again, and the hand was refused."""
    cup = drawn(4)
    rounds.publish_round(tournament=cup, number=1, actor=KEEPER)
    game = games_with_table().get()
    saved, taken = at_once(
        lambda: record_hand(game=game, facts=FACTS, uuid=uuid4(), version=0, actor=KEEPER),
        lambda: rounds.unpublish_round(tournament=cup, number=1, actor=KEEPER),
    )
    draft = cup.rounds.get().status == Round.Status.DRAFT
    assert isinstance(saved, ServiceError) == draft
    assert isinstance(taken, ServiceError) != draft
    assert Hand.objects.count() == (0 if draft else 1)


def test_two_lists_of_people_come_in_at_once():
    cup = drawn()
    what: dict[str, Any] = {"tournament": cup, "text": "Zoya\nYakov", "choices": {}, "actor": KEEPER}
    results = at_once(*[lambda: rosters.import_roster(**what)] * 2)
    assert sum(isinstance(result, ServiceError) for result in results) == 1, results
    names = [str(entry) for entry in Entry.objects.filter(tournament=cup)]
    assert sorted(names) == sorted([*"ABCDEFGH", "Zoya", "Yakov"])
    assert len(set(cup.entries.values_list("number", flat=True))) == 10


@pytest.mark.parametrize("known", [False, True])
def test_two_histories_come_in_at_once(known: bool):
    ladder = create_ladder(actor=KEEPER, name="Ours")
    if known:
        Player.objects.bulk_create(Player(name=name, slug=name.lower()) for name in ("Anna", "Boris"))
    games = read_games("01.05.2024; Anna; Boris\n02.05.2024; Boris; Anna")
    results = at_once(*[lambda: histories.import_history(ladder=ladder, games=games, actor=KEEPER)] * 2)
    assert sorted((result.games, result.passed_over) for result in results) == [(0, 2), (2, 0)]
    assert Player.objects.count() == 2
    assert PastGame.objects.filter(ladder=ladder).count() == 2


def test_two_edits_of_one_entry():
    """The second is made on top of the first, and the log says so."""
    cup = drawn()
    entry = cup.entries.get(number=1)
    results = at_once(
        lambda: update_entry(entry=entry, actor=KEEPER, team="Reds", fixed_table=1),
        lambda: update_entry(entry=entry, actor=KEEPER, team="Blues", fixed_table=2),
    )
    assert not [result for result in results if isinstance(result, Exception)], results
    entry.refresh_from_db()
    assert (entry.team, entry.fixed_table) in {("Reds", 1), ("Blues", 2)}
    first, second = AuditEntry.objects.filter(action="update_entry").order_by("number")
    assert second.before == first.after
    assert second.after == {"team": entry.team, "category": "", "fixed_table": entry.fixed_table}


def test_many_undo_and_save_at_one_game():
    game = seat_table()
    write(game, FACTS, FACTS)
    results = at_once(
        *[lambda: record_hand(game=game, facts=LAST, uuid=uuid4(), version=2, actor=KEEPER)] * 5,
        *[lambda: undo_hand(game=game, version=2, actor=KEEPER)] * 5,
    )
    assert sum(isinstance(result, StaleGame) for result in results) == 9
    game.refresh_from_db()
    assert (game.version, Hand.objects.count()) in {(3, 1), (3, 3)}
    assert Result.objects.count() == (4 if game.hand_count == 3 else 0)
