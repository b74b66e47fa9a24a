"""What goes wrong around the site: what whoever is there sees, and that nothing is lost or left half-done by it.

Here within one process, where the database can be made full or read-only and the clock can be set; test_killed.py has
what needs real processes.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg.errors
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests.fault.server import FACTS
from tests.tournaments.world import World, build_world
from tournaments.models import AuditEntry, Game, Hand
from tournaments.services.verify import verify
from tournaments.views.faults import server_error

STOP = {"judge": [{"stop": "time"}]}


@pytest.fixture
def world(transactional_db: None) -> World:
    return build_world()


def save(client: Client, game: Game, uuid: str, facts: dict[str, Any] = FACTS) -> Any:
    """Send a hand as the phone does."""
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    body = {"facts": facts, "uuid": uuid, "version": version, "actor": "keeper:Kira"}
    return client.post(reverse("keep:api-save", args=[game.pk]), body, content_type="application/json")


@pytest.fixture
def keeper(world: World) -> Client:
    return world.client("keeper", raise_request_exception=False)


@pytest.fixture
def read_only(world: World) -> Iterator[Any]:
    """Makes the database take nothing in, and takes it back."""
    on, off = ("PRAGMA query_only = ON", "PRAGMA query_only = OFF")
    if connection.vendor == "postgresql":
        on, off = (f"SET default_transaction_read_only TO {state}" for state in ("on", "off"))

    def switch(to: bool) -> None:
        with connection.cursor() as cursor:
            cursor.execute(on if to else off)

    yield switch
    switch(False)


def test_a_read_only_database_is_read_and_says_that_it_takes_nothing(
    world: World, keeper: Client, read_only: Any
) -> None:
    game, uuid = world.games["played 1"], str(uuid4())
    organiser = world.client("organiser", raise_request_exception=False)
    read_only(True)
    assert keeper.get(reverse("public:home")).status_code == 200
    assert keeper.get(reverse("keep:game", args=[game.pk])).status_code == 200
    answer = save(keeper, game, uuid)
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "5"
    page = organiser.post(reverse("organiser:make-link", args=["open"]), headers={"accept-language": "ru"})
    assert page.status_code == 503
    assert "Сейчас записать нельзя" in page.text
    assert "Nothing can be stored right now" in page.text
    read_only(False)
    assert save(keeper, game, uuid).json()["saved"] == uuid
    assert Hand.objects.filter(game=game).count() == 1
    assert list(verify()) == []


def test_a_full_disk_loses_nothing_and_leaves_nothing_half_done(world: World, keeper: Client) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's own refusal is below: test_what_the_database_says_is_told_apart")
    game = world.games["played 1"]
    with connection.cursor() as cursor:
        # Earlier tests leave pages free within the file, which would be filled before it had to grow.
        cursor.execute("CREATE TABLE filling (bytes BLOB)")
        while cursor.execute("PRAGMA freelist_count").fetchone()[0]:
            cursor.execute("INSERT INTO filling VALUES (zeroblob(40000))")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        sent = [str(uuid4()) for _number in range(80)]
        answers = []
        for uuid in sent:
            answers.append(save(keeper, game, uuid, {"judge": [{"seat": 0, "warning": True}]}))
            if answers[-1].status_code != 200:
                break
        refused = answers.pop()
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert Hand.objects.filter(game=game).count() == len(answers)
        assert list(verify()) == []
        cursor.execute("PRAGMA max_page_count = 1073741823")
        cursor.execute("DROP TABLE filling")
    for uuid in sent:
        assert save(keeper, game, uuid, {"judge": [{"seat": 0, "warning": True}]}).json()["saved"] == uuid
    assert [str(uuid) for uuid in game.hands.order_by("number").values_list("uuid", flat=True)] == sent
    assert list(verify()) == []


def test_a_clock_that_is_set_back_confuses_nothing(
    world: World, keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, now = world.games["played 1"], timezone.now
    sent = [str(uuid4()) for _number in range(4)]
    for number, uuid in enumerate(sent):
        monkeypatch.setattr(timezone, "now", lambda back=number: now() - timedelta(days=back))
        answer = save(keeper, game, uuid, STOP if uuid == sent[-1] else FACTS)
        assert answer.json().get("saved") == uuid, answer.text
        assert keeper.get(reverse("public:standings", args=["played"])).status_code == 200
    assert [str(uuid) for uuid in game.hands.order_by("number").values_list("uuid", flat=True)] == sent
    numbers = list(AuditEntry.objects.filter(chain=game.table.round.tournament_id).values_list("number", flat=True))
    assert numbers == list(range(len(numbers), 0, -1))
    assert Game.objects.get(pk=game.pk).finished_at is not None
    assert list(verify()) == []


def test_a_file_for_which_there_is_no_room_while_it_comes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("django.core.files.uploadhandler.TemporaryUploadedFile", full)
    organiser = world.client("organiser", raise_request_exception=False)
    sent = {"file": SimpleUploadedFile("archive.json", b" " * 3_000_000), "address": ""}
    answer = organiser.post(reverse("organiser:bring-in"), sent)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OperationalError("database or disk is full"), 503),
        (OperationalError("database is locked"), 503),
        (caused(OperationalError("full"), psycopg.errors.DiskFull("could not extend file")), 503),
        (caused(OperationalError("gone"), psycopg.errors.AdminShutdown("terminating connection")), 503),
        (InterfaceError("the connection is closed"), 503),
        (caused(InternalError("read-only"), psycopg.errors.ReadOnlySqlTransaction("cannot execute INSERT")), 503),
        (caused(InternalError("odd"), psycopg.errors.InternalError_("odd")), 500),
        (OSError(errno.ENOSPC, "No space left"), 503),
        (OSError(errno.ENOENT, "No such file"), 500),
        (ValueError("a slip of ours"), 500),
    ],
)
def test_what_the_database_says_is_told_apart(error: Exception, status: int) -> None:
    for kind in ("application/json", "text/plain"):
        request = RequestFactory().post("/", b"{}", content_type=kind)
        try:
            raise error
        except Exception:
            answer = server_error(request)
        assert answer.status_code == status
        assert ("Retry-After" in answer.headers) == (status == 503)
        assert str(error) not in answer.text
