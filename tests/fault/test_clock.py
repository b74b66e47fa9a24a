"""A machine whose clock is set back while the site runs."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.fault.databases import fresh_database
from tests.fault.server import FACTS, PATIENCE, Server, environment_of, manage, seeded, stored_hands

TOKEN = """
from django.contrib.auth import get_user_model
from tournaments.access import Actor
from tournaments.services.tokens import make_token
user = get_user_model().objects.create_superuser("admin")
print(make_token(user=user, actor=Actor(user=user), label="clock", scope="organise")[1])
"""
LOG = """
import json
from tournaments.models import AuditEntry
rows = AuditEntry.objects.filter(action__contains="hand").order_by("number").values_list("number", "at")
print(json.dumps([(number, at.timestamp()) for number, at in rows]))
"""
DAYS = (0, -2, 1, -1)
"""By how many days the clock is wrong, one hand after the other."""


@pytest.fixture
def clock(tmp_path: Path) -> Path:
    """The file that says how wrong the clock is."""
    file = tmp_path / "clock"
    file.write_text("0")
    return file


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    with fresh_database(tmp_path) as url:
        yield url


@pytest.fixture
def server(database: str, clock: Path) -> Iterator[Server]:
    """A server that goes by that clock."""
    told = {"WRONG_CLOCK": str(clock), "PYTHONPATH": str(Path(__file__).parent / "wrong_clock")}
    server = Server(environment_of(database, DJANGO_SETTINGS_MODULE="tests.settings", **told))
    yield server
    server.stop()


def asked(server: Server, path: str, **headers: str) -> tuple[int, str]:
    """The status, and the ETag."""
    request = urllib.request.Request(f"http://localhost:{server.port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers["ETag"]
    except urllib.error.HTTPError as error:
        return error.code, error.headers["ETag"]


def test_a_clock_that_is_set_back_confuses_nothing(server: Server, clock: Path) -> None:
    room = seeded(server.environment, phones=1, tables=1)
    game, session = room["games"][0], room["sessions"][0]
    token = {"Authorization": f"Bearer {manage(server.environment, 'shell', '--no-imports', '-c', TOKEN).strip()}"}
    page = f"/t/cup/table/{game}/"
    server.start_all()
    sent: list[str] = []
    for days in DAYS:
        _status, before = asked(server, page)
        clock.write_text(str(days))
        assert asked(server, page, **{"If-None-Match": before})[0] == 304
        body = {"facts": FACTS, "uuid": str(uuid4()), "version": len(sent), "actor": "keeper:Phone 0"}
        sent.append(body["uuid"])
        for _again in range(2):
            assert server.save(game, session, body)[1]["saved"] == sent[-1]
        assert asked(server, page, **{"If-None-Match": before})[0] == 200
        assert asked(server, "/api/v1/tournaments/cup/entries", **token)[0] == 200
        assert asked(server, "/t/cup/standings/")[0] == 200
    assert stored_hands(server.environment) == sent
    log = json.loads(manage(server.environment, "shell", "--no-imports", "-c", LOG))
    numbers, times = zip(*log, strict=True)
    assert list(numbers) == list(range(numbers[0], numbers[0] + len(DAYS)))
    assert [round((at - times[0]) / 86400) for at in times] == list(DAYS)
    assert "All that is stored" in manage(server.environment, "verify")
