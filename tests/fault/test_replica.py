"""A real read replica that lags behind: who reads there, and that nobody misses what he has just done.

Two clusters of PostgreSQL, one streaming from the other; its replay is held up, so that whatever is read there is old.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import transaction

from config import replica
from tests.fault.server import FACTS, PATIENCE, Server, environment_of, manage, seeded
from tools import on_postgres
from tournaments.models import Player

PASSWORD = "a-long-way-home-7"
MEANWHILE = f"""
import json
from django.contrib.auth import get_user_model
from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.services import confirming, entries, links, tokens, tournaments
user = get_user_model().objects.create_user("olga", password={PASSWORD!r})
actor = Actor(user=user)
made = tournaments.create_tournament(actor=actor, name="Late", variant="mandavoshka")
entries.add_entries(tournament=made, text="Anna\\nBoris\\nVera\\nGleb", actor=actor)
print(json.dumps({{
    "token": tokens.make_token(user=user, actor=actor, label="world", scope="organise")[1],
    "keeper": links.make_link(tournament=made, actor=actor).token,
    "referee": links.make_link(tournament=made, actor=actor, role="referee").token,
    "player": confirming.make_player_links(tournament=made, actor=actor)[0].token,
}}))
"""


class Browser:
    """Somebody's browser: cookies, and forms sent as a page sends them."""

    def __init__(self, server: Server, session: str = "") -> None:
        self.at = f"http://localhost:{server.port}"
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.headers = {"Accept-Language": "en", **({"Cookie": f"sessionid={session}"} if session else {})}

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return self._ask(urllib.request.Request(self.at + path, headers=self.headers | headers))

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        self.get("/sign-in/")
        (token,) = (cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        body = urllib.parse.urlencode(fields).encode()
        return self._ask(urllib.request.Request(self.at + path, body, self.headers | {"X-CSRFToken": token or ""}))

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def kept(self) -> set[str]:
        return {cookie.name for cookie in self.jar}


@contextmanager
def held_up(url: str, copy: str) -> Iterator[None]:
    """The copy has all that there was, and takes in nothing more."""
    with psycopg.connect(url, autocommit=True) as one, psycopg.connect(copy, autocommit=True) as other:
        (written,) = one.execute("SELECT pg_current_wal_lsn()::text").fetchone() or ("",)
        until("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", other, written)
        other.execute("SELECT pg_wal_replay_pause()")
        until("SELECT pg_get_wal_replay_pause_state() = 'paused'", other)
        yield
        other.execute("SELECT pg_wal_replay_resume()")


def until(question: str, server: psycopg.Connection[Any], *given: str) -> None:
    began = time.monotonic()
    while server.execute(question, given).fetchone() != (True,):
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.05)


@pytest.fixture(scope="module")
def clusters(must_have: Any) -> Iterator[tuple[str, str]]:
    folder = on_postgres.programs()
    must_have(folder, on_postgres.ADVICE)
    with on_postgres.temporary_cluster(folder) as url:
        seeded(environment_of(url, DJANGO_SETTINGS_MODULE="tests.settings"), phones=1, tables=1)
        with on_postgres.streaming_copy(folder, url) as copy:
            yield url, copy


def test_nobody_misses_what_he_has_just_done(clusters: tuple[str, str]) -> None:
    url, copy = clusters
    environment = environment_of(
        url, DJANGO_SETTINGS_MODULE="tests.settings", REPLICA_URL=f"{copy}?connect_timeout={PATIENCE}"
    )
    with psycopg.connect(url) as one:
        (game,) = one.execute("SELECT min(id) FROM tournaments_game").fetchone() or (0,)
        (session,) = one.execute("SELECT min(session_key) FROM django_session").fetchone() or ("",)
    server = Server(environment)
    server.start_all()
    try:
        visitor, keeper = Browser(server), Browser(server, session)
        with held_up(url, copy):
            a_hand_is_saved(server, visitor, keeper, game, session)
            made = json.loads(manage(environment, "shell", "--no-imports", "-c", MEANWHILE))
            links_open_at_once(server, made, url)
            somebody_signs_in_and_out(server, visitor)
        wait_until_seen(visitor, game)
        the_replica_dies(visitor, copy)
    finally:
        server.stop()


def a_hand_is_saved(server: Server, visitor: Browser, keeper: Browser, game: int, session: str) -> None:
    hand = {"facts": FACTS, "uuid": str(uuid4()), "version": 0, "actor": "keeper:Phone 0"}
    assert server.save(game, session, hand)[0] == 200
    assert "1 hand" in keeper.get(f"/t/cup/table/{game}/")[1]
    assert "0 hands" in visitor.get(f"/t/cup/table/{game}/")[1]


def links_open_at_once(server: Server, made: dict[str, str], url: str) -> None:
    """Secret links and tokens work the moment they are made, and no longer the moment they are revoked."""
    paths = f"/k/{made['keeper']}/", f"/join/{made['referee']}/", f"/me/{made['player']}/"
    for path in paths:
        assert Browser(server).get(path)[0] == 200, path
    bearer = {"Authorization": f"Bearer {made['token']}"}
    assert Browser(server).get("/api/v1/tournaments/late", **bearer)[0] == 200
    with psycopg.connect(url) as one:
        one.execute("UPDATE tournaments_invitation SET revoked_at = now() WHERE token <> 'secret'")
        one.execute("UPDATE tournaments_apitoken SET revoked_at = now()")
    assert [Browser(server).get(path)[0] for path in paths[:2]] == [404, 404]
    assert Browser(server).get("/api/v1/tournaments/late", **bearer)[0] == 401


def somebody_signs_in_and_out(server: Server, visitor: Browser) -> None:
    """An account that the copy does not know publishes a tournament, and signs out."""
    olga = Browser(server)
    assert visitor.get("/t/late/")[0] == 404
    status, page = olga.post("/sign-in/", username="olga", password=PASSWORD)
    assert (status, "Late" in page) == (200, True)
    assert olga.post("/run/late/step/publish/")[0] == 200
    assert "/t/late/" in olga.get("/")[1]
    assert olga.post("/sign-out/")[0] == 200
    assert "sessionid" not in olga.kept()
    assert "/t/late/" in olga.get("/")[1]
    assert "/t/late/" not in visitor.get("/")[1]
    assert visitor.get("/t/late/")[0] == 200


def wait_until_seen(visitor: Browser, game: int) -> None:
    began = time.monotonic()
    while "1 hand" not in visitor.get(f"/t/cup/table/{game}/")[1]:
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.1)


def the_replica_dies(visitor: Browser, copy: str) -> None:
    """Visitors are answered from the database meanwhile."""
    folder, home = on_postgres.programs(), on_postgres.home_of(copy)
    assert folder
    on_postgres.call(home, folder / "pg_ctl", "-D", home / "data", "-m", "immediate", "stop")
    for _number in range(5):
        assert visitor.get("/t/cup/standings/")[0] == 200
    on_postgres.start(folder, home)


@pytest.mark.django_db
def test_within_a_transaction_and_after_a_write_the_database_is_read() -> None:
    router, token = replica.Router(), replica._reading.set(True)
    try:
        assert router.db_for_read(Player) == "default"  # as every test is one
        transaction.get_connection().in_atomic_block, before = False, True
        assert router.db_for_read(Player) == "replica"
        assert router.db_for_write(Player) == "default"
        assert router.db_for_read(Player) == "default"
    finally:
        transaction.get_connection().in_atomic_block = before
        replica._reading.reset(token)
