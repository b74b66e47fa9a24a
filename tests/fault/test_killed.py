"""Real processes that are killed, told to end, or spoken to by a bad line; soak.py kills many of them under load."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.fault.databases import fresh_database
from tests.fault.server import FACTS, PATIENCE, ROOT, Server, environment_of, manage, seeded, stored_hands
from tools import on_postgres

PHONE = "keeper:Phone 0"
SHUT = {"judge": [{"stop": "time"}]}
STUCK = """
import sys, time
import django
django.setup()
from django.core.management import call_command
import tournaments.services.ratings as ratings
def stuck(games):
    print("stuck", flush=True)
    time.sleep(600)
ratings._rerate = stuck
call_command("worker", name="one", batch=True)
"""
WAITING = """
from django_tasks_db.models import DBTaskResult
print(*DBTaskResult.objects.values_list("status", flat=True))
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server as in production, its database still empty."""
    with fresh_database(tmp_path) as url:
        server = Server(environment_of(url, DJANGO_SETTINGS_MODULE="tests.settings"))
        try:
            yield server
        finally:
            server.stop()


def hand(version: int, facts: dict[str, Any] = FACTS) -> dict[str, Any]:
    return {"facts": facts, "uuid": str(uuid4()), "version": version, "actor": PHONE}


def head_of(server: Server, game: int, session: str, length: int) -> bytes:
    """The head of a request that saves a hand."""
    lines = [
        f"POST /keep/{game}/api/save/ HTTP/1.1",
        f"Host: localhost:{server.port}",
        f"Cookie: sessionid={session}; csrftoken={'a' * 32}",
        f"X-CSRFToken: {'a' * 32}",
        "Content-Type: application/json",
        f"Content-Length: {length}",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def spoken(server: Server) -> socket.socket:
    return socket.create_connection(("localhost", server.port), timeout=PATIENCE)


def until(holds: Callable[[], bool]) -> None:
    started = time.monotonic()
    while not holds():
        assert time.monotonic() < started + PATIENCE
        time.sleep(0.05)


def kill_all(url: str) -> None:
    """Every process of the cluster at once: one that was forgotten could still take a hand in."""
    with psycopg.connect(url) as asking:
        others = [number for (number,) in asking.execute("SELECT pid FROM pg_stat_activity")]
    first = int((on_postgres.home_of(url) / "data" / "postmaster.pid").read_text().split()[0])
    for number in (first, *others):
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def test_slow_lines_cut_lines_and_a_server_that_is_told_to_end(server: Server) -> None:
    room = seeded(server.environment, phones=1, tables=1)
    game, session = room["games"][0], room["sessions"][0]
    server.start_all()
    first = hand(0)
    body = json.dumps(first).encode()

    # Half a hand, and the line is cut: nothing is stored, and the phone sends it once more.
    with spoken(server) as line:
        line.sendall(head_of(server, game, session, len(body)) + body[: len(body) // 2])
    assert server.get("/")[0] == 200
    assert stored_hands(server.environment) == []
    assert server.save(game, session, first)[0] == 200

    # Slow phones, fewer than there are threads, hold up nobody.
    slow = [spoken(server) for _number in range(server.threads - 1)]
    second = hand(1)
    body = json.dumps(second).encode()
    for line in slow:
        line.sendall(head_of(server, game, session, len(body)) + body[:10])
    assert server.get("/")[0] == 200

    # SIGTERM: what is being answered is answered; then the process ends.
    process = server.processes[0]
    os.kill(process.pid, signal.SIGTERM)
    time.sleep(0.5)
    for line in slow[1:]:
        line.close()
    slow[0].sendall(body[10:])
    answer = b""
    while part := slow[0].recv(4096):
        answer += part
    slow[0].close()
    assert answer.startswith(b"HTTP/1.1 200"), answer
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["saved"] == second["uuid"]
    assert process.wait(timeout=PATIENCE) == 0
    assert stored_hands(server.environment) == [first["uuid"], second["uuid"]]
    assert "All that is stored" in manage(server.environment, "verify")


def test_a_killed_worker_leaves_nothing_undone(tmp_path: Path) -> None:
    with fresh_database(tmp_path) as url:
        environment = environment_of(url, DJANGO_SETTINGS_MODULE="tests.settings", WORKER="on")
        server = Server(environment)
        room = seeded(environment, phones=1, tables=1)
        server.start_all()
        try:
            for version, facts in enumerate((FACTS, SHUT)):
                assert server.save(room["games"][0], room["sessions"][0], hand(version, facts))[0] == 200
        finally:
            server.stop()
        assert manage(environment, "shell", "--no-imports", "-c", WAITING) == "READY\n"
        _kill_a_stuck_worker(environment)
        assert manage(environment, "shell", "--no-imports", "-c", WAITING) == "RUNNING\n"
        manage(environment, "worker", "--name", "another", "--batch")
        assert manage(environment, "shell", "--no-imports", "-c", WAITING) == "RUNNING\n"
        manage(environment, "worker", "--name", "one", "--batch")
        assert manage(environment, "shell", "--no-imports", "-c", WAITING) == "SUCCESSFUL\n"
        assert "All that is stored" in manage(environment, "verify")


def _kill_a_stuck_worker(environment: dict[str, str]) -> None:
    """A worker that has a task in hand, and dies of it."""
    command = [sys.executable, "-c", STUCK]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as worker:
        try:
            assert worker.stdout is not None
            assert "stuck\n" in iter(worker.stdout.readline, "")
        finally:
            worker.kill()


def test_postgresql_is_killed_and_comes_back(must_have: Any) -> None:
    folder = on_postgres.programs()
    must_have(folder, on_postgres.ADVICE)
    with on_postgres.temporary_cluster(folder) as url:
        server = Server(environment_of(url, DJANGO_SETTINGS_MODULE="tests.settings"))
        room = seeded(server.environment, phones=1, tables=1)
        game, session = room["games"][0], room["sessions"][0]
        server.start_all()
        try:
            first, second = hand(0), hand(1)
            assert server.save(game, session, first)[0] == 200
            kill_all(url)
            status, told = server.save(game, session, second)
            assert (status, told["code"]) == (503, "unavailable")
            status, page, headers = server.get("/")
            assert (status, headers["Retry-After"]) == (503, "5")
            assert "Nothing can be stored right now" in page
            assert "psycopg" not in page
            assert server.get("/health/live")[0] == 200
            assert server.get("/health/ready")[0] == 503
            home = on_postgres.home_of(url)
            for name in (home / "data" / "postmaster.pid", *home.glob(".s.PGSQL.*")):
                name.unlink()  # where nobody takes up the dead, its number is not free yet
            on_postgres.start(folder, home)
            until(lambda: server.get("/health/ready")[0] == 200)
            for sent in (first, second, second):
                assert server.save(game, session, sent)[1]["saved"] == sent["uuid"]
            assert stored_hands(server.environment) == [first["uuid"], second["uuid"]]
            assert "All that is stored" in manage(server.environment, "verify")
        finally:
            server.stop()
