"""Changing what was written down: what follows, what is refused, and that every way back leads back."""

from __future__ import annotations

import contextlib
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.extra.django import TestCase

from tests.tournaments.club import changes
from tests.tournaments.room import KEEPER, out, seat_table, write
from tournaments.access import Actor
from tournaments.models import AuditEntry, Game, Hand, Rating, Result, Revision, Round
from tournaments.queries.history import hands_at, history
from tournaments.queries.table import games_with_table, table_state
from tournaments.services.amending import (
    LaterHandsRefused,
    amend_hand,
    delete_hand,
    insert_hand,
    restore_revision,
)
from tournaments.services.errors import ServiceError
from tournaments.services.hands import HandRefused, StaleGame, record_hand, undo_hand
from tournaments.services.preview import preview_change
from tournaments.services.ratings_verify import verify_all
from tournaments.services.rulings import annul_game

pytestmark = pytest.mark.django_db

SMALL = out(0, {1: "64", 2: "66 53", 3: "00 11"})  # 32 to Vera
SMALLER = out(0, {1: "64", 2: "22", 3: "33 11"})  # Boris 10: below the threshold
BIG = out(0, {1: "66 55 65", 2: "21", 3: "31"})  # 40 to Boris
BIG_TOO = out(0, {1: "66 55 54", 2: "21", 3: "31"})  # 38 to Boris
HUGE = out(1, {0: "21", 2: "66 65 64 55 54 63 62", 3: "11"})  # 74 to Vera
RULING = {"judge": [{"seat": 3, "points": 7, "reason": "looked at the boneyard"}]}


def fresh(game: Game) -> Game:
    return games_with_table().get(pk=game.pk)


def version(game: Game) -> int:
    return fresh(game).version


def derived(game: Game) -> dict:
    """All that follows from the hands."""
    game = fresh(game)
    results = Result.objects.filter(game=game).order_by("side", "entry")
    return {
        "hands": list(Hand.objects.filter(game=game).order_by("number").values_list("number", "facts")),
        "game": (game.hand_count, game.totals, game.ended_by, game.finished_at),
        "results": [model_to_dict(result, exclude=["id", "game"]) for result in results],
        "ratings": list(
            Rating.objects.order_by("ladder", "player").values_list("player__name", "mu", "sigma", "games")
        ),
        "changes": [change[3:10] for change in changes()],
    }


def organiser(game: Game) -> Actor:
    user = get_user_model().objects.create_user(f"organiser-{uuid4()}")
    game.table.round.tournament.organisers.add(user)
    return Actor(user=user, origin="192.168.1.*, Linux")


def test_amending_the_second_hand_of_ten_is_as_if_entered_right():
    rest = [*[RULING] * 6, SMALL, HUGE]
    first = seat_table(slug="right")
    write(first, SMALL, SMALLER, *rest)
    expected = derived(first)
    annul_game(game=first, version=10, actor=KEEPER, why="only to compare")
    assert not Rating.objects.exists()
    second = seat_table(slug="wrong")
    write(second, SMALL, BIG, *rest)
    amend_hand(game=second, number=2, facts=SMALLER, version=version(second), actor=KEEPER, why="misread")
    found = derived(second)
    assert found["hands"] == expected["hands"]
    assert found["game"][:3] == expected["game"][:3]
    assert [{**row, "entry": 0} for row in found["results"]] == [{**row, "entry": 0} for row in expected["results"]]
    assert found["ratings"] == expected["ratings"]
    assert found["changes"] == expected["changes"]
    assert verify_all() == []


def test_a_correction_says_who_when_from_where_before_after_and_why():
    game = seat_table()
    write(game, SMALL, SMALLER)
    actor = Actor(keeper="Nina", origin="10.0.0.*, Android")
    amend_hand(game=game, number=1, facts=BIG, version=2, actor=actor, why="  misread  ")
    last = Revision.objects.get(game=game, version=3)
    assert (last.kind, last.actor, last.origin, last.why) == ("amend", "Nina", "10.0.0.*, Android", "misread")
    assert (last.before["facts"], last.after["facts"]) == (SMALL, BIG)
    assert last.before["uuid"] == last.after["uuid"]
    assert Hand.objects.filter(number=1, amended_by="Nina", amended_at__isnull=False).exists()
    entry = AuditEntry.objects.order_by("-id").first()
    assert (entry.action, entry.target, entry.after["why"]) == ("amend_hand", "round 1, table 1, hand 1", "misread")


def test_every_version_has_its_revision():
    game = seat_table()
    write(game, SMALL, SMALLER, RULING)
    delete_hand(game=game, number=2, version=3, actor=KEEPER)
    insert_hand(game=game, number=1, facts=BIG, version=4, actor=KEEPER)
    undo_hand(game=game, version=5, actor=KEEPER)
    assert list(Revision.objects.filter(game=game).order_by("version").values_list("version", "kind")) == [
        (1, "record"),
        (2, "record"),
        (3, "record"),
        (4, "delete"),
        (5, "insert"),
        (6, "undo"),
    ]
    assert [facts for _uuid, facts in hands_at(fresh(game), 3)] == [SMALL, SMALLER, RULING]
    assert list(Hand.objects.order_by("number").values_list("number", "facts")) == [(1, BIG), (2, SMALL)]
    lines = history(table_state(fresh(game)))
    assert [line.revision.version for line in lines] == [6, 5, 4, 3, 2, 1]
    assert [line.restorable for line in lines[:2]] == [False, True]


def test_a_deleted_hand_comes_back_as_it_was():
    game = seat_table()
    write(game, SMALL, BIG, HUGE)
    before, rows = derived(game), list(Hand.objects.order_by("number").values("uuid", "keeper", "created_at"))
    delete_hand(game=game, number=3, version=3, actor=KEEPER)
    assert fresh(game).finished_at is None
    assert not Result.objects.exists()
    delete_hand(game=game, number=1, version=4, actor=KEEPER)
    assert Hand.objects.get().number == 1
    restore_revision(game=game, restored=3, version=5, actor=Actor(keeper="Olga"))
    assert derived(game) == before
    assert list(Hand.objects.order_by("number").values("uuid", "keeper", "created_at")) == rows
    assert verify_all() == []
    with pytest.raises(ServiceError, match="just as they were"):
        restore_revision(game=game, restored=3, version=6, actor=KEEPER)


def test_a_ruling_is_inserted_before_the_hand_that_ended_the_game():
    game = seat_table()
    write(game, SMALL, BIG, HUGE)
    uuid = uuid4()
    for _twice in range(2):
        insert_hand(game=game, number=3, facts=RULING, version=3, actor=KEEPER, uuid=uuid)
    assert Hand.objects.get(number=3).facts == RULING
    assert Hand.objects.count() == 4
    assert fresh(game).totals == [0, 40, 106, 7]
    assert Result.objects.get(side=3).points_for == 7


def test_hands_after_a_new_end_are_named_and_nothing_changes():
    game = seat_table()
    write(game, SMALL, SMALLER, RULING, BIG)
    before = derived(game)
    with pytest.raises(LaterHandsRefused) as refused:
        amend_hand(game=game, number=2, facts=HUGE, version=4, actor=KEEPER)
    assert refused.value.later == ("a judge's entry after hand 2", "hand 3")
    assert "ends with hand 2" in refused.value.message
    assert "Delete them first" in refused.value.message
    with pytest.raises(LaterHandsRefused):
        insert_hand(game=game, number=1, facts={"judge": [{"seat": 0, "forfeit": True}]}, version=4, actor=KEEPER)
    assert derived(game) == before


def test_facts_are_refused_as_when_they_are_new():
    game = seat_table()
    write(game, SMALL, SMALLER)
    with pytest.raises(HandRefused) as refused:
        amend_hand(game=game, number=1, facts=out(0, {1: "64", 2: "64", 3: "11"}), version=2, actor=KEEPER)
    assert refused.value.code
    with pytest.raises(ServiceError, match="no such hand"):
        delete_hand(game=game, number=3, version=2, actor=KEEPER)
    with pytest.raises(StaleGame):
        delete_hand(game=game, number=1, version=1, actor=KEEPER)


def test_a_correction_can_make_a_finished_game_go_on_and_finish_it_again():
    game = seat_table()
    write(game, SMALL, BIG, HUGE)
    finished = derived(game)
    amend_hand(game=game, number=3, facts=SMALLER, version=3, actor=KEEPER)
    assert fresh(game).finished_at is None
    assert not Result.objects.exists()
    assert not Rating.objects.exists()
    amend_hand(game=game, number=3, facts=HUGE, version=4, actor=KEEPER)
    assert derived(game) == finished


def test_a_closed_round_is_corrected_by_the_organiser_alone():
    game = seat_table()
    write(game, SMALL, BIG, HUGE)
    Round.objects.update(status=Round.Status.CLOSED)
    with pytest.raises(ServiceError, match="closed"):
        amend_hand(game=game, number=1, facts=SMALLER, version=3, actor=KEEPER)
    amend_hand(game=game, number=1, facts=SMALLER, version=3, actor=organiser(game))
    assert fresh(game).totals == [0, 40, 74, 0]
    assert fresh(game).finished_at is None


def test_a_preview_says_what_saving_does_and_stores_nothing():
    game = seat_table()
    write(game, SMALL, BIG, HUGE)
    before, at = derived(game), version(game)
    arguments = {"game": game, "number": 2, "facts": BIG_TOO, "version": at, "actor": KEEPER}
    preview = preview_change(game=game, change=lambda: amend_hand(**arguments))
    assert derived(game) == before
    assert Revision.objects.count() == version(game) == at
    assert [line.total for line in preview.before.lines] != [line.total for line in preview.after.lines]
    amend_hand(**arguments)
    assert [step.totals for step in preview.after.state.ledger.hands][-1] == fresh(game).totals
    assert preview.standings == []  # the places stay, so do the points
    assert preview.ratings == []
    ended = preview_change(game=game, change=lambda: delete_hand(game=game, number=3, version=at + 1, actor=KEEPER))
    assert len(ended.standings) == len(ended.ratings) == 4
    assert all(move.after is None for move in ended.ratings)


@pytest.mark.parametrize("length", [2, 12])
def test_how_many_questions_a_correction_asks(length, django_assert_max_num_queries):
    game = seat_table()
    write(game, *[SMALL, SMALLER], *[{"judge": [{"seat": 0, "warning": True}]}] * (length - 2))
    with django_assert_max_num_queries(14):
        amend_hand(game=game, number=1, facts=SMALLER, version=length, actor=KEEPER)
    with django_assert_max_num_queries(15):
        insert_hand(game=game, number=1, facts=RULING, version=length + 1, actor=KEEPER)
    with django_assert_max_num_queries(15):
        delete_hand(game=game, number=1, version=length + 2, actor=KEEPER)


def test_the_database_keeps_one_revision_a_version():
    game = seat_table()
    write(game, SMALL)
    revision = Revision.objects.get()
    revision.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        revision.save(force_insert=True)


def test_the_history_outlives_a_discarded_round():
    game = seat_table()
    write(game, SMALL)
    undo_hand(game=game, version=1, actor=KEEPER)
    game.table.round.seats.all().delete()
    game.table.round.delete()
    assert (
        list(Revision.objects.order_by("version").values_list("game", "target"))
        == [(None, "round 1, table 1, hand 1")] * 2
    )


HANDS = st.sampled_from([SMALL, SMALLER, BIG, HUGE, RULING])
STEPS = st.lists(
    st.tuples(st.sampled_from(["add", "amend", "delete", "insert", "undo"]), st.integers(0, 30), HANDS), max_size=8
)


class Ways(TestCase):
    """Add, amend, delete, insert, undo in any order, then back to any version: what stood then stands again."""

    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(STEPS, st.integers(0, 30))
    def test_every_way_leads_back(self, steps, back):
        game = seat_table()
        seen = {0: derived(game)}
        for kind, at, facts in steps:
            self.step(game, kind, at, facts)
            seen[version(game)] = derived(game)
        assert Revision.objects.filter(game=game).count() == version(game)
        back %= version(game) + 1
        with contextlib.suppress(ServiceError):  # the hands are as they were then
            restore_revision(game=game, restored=back, version=version(game), actor=KEEPER)
        assert derived(game) == seen[back]
        numbers = Hand.objects.filter(game=game).order_by("number").values_list("number", flat=True)
        assert list(numbers) == list(range(1, len(numbers) + 1))
        assert verify_all() == []

    def step(self, game: Game, kind: str, at: int, facts: dict) -> None:
        count = Hand.objects.filter(game=game).count()
        common = {"game": game, "version": version(game), "actor": KEEPER}
        number = at % count + 1 if count else 1
        with contextlib.suppress(ServiceError):
            if kind == "add":
                record_hand(facts=facts, uuid=uuid4(), **common)
            elif kind == "amend":
                amend_hand(number=number, facts=facts, **common)
            elif kind == "delete":
                delete_hand(number=number, **common)
            elif kind == "insert":
                insert_hand(number=number, facts=facts, **common)
            else:
                undo_hand(**common)
