"""Real servers on a database of a test's own, phones that speak to them, and what is needed to seed and to look."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds in which a server that was started must answer, and any question is answered: a busy machine takes longer."""
FACTS = {"end": "out", "by": 0, "left": {"1": ["6-4"], "2": ["6-5", "5-3"], "3": ["1-0", "1-1"]}}
FORM = "application/x-www-form-urlencoded"
SEED = """
import json
from django.contrib.sessions.backends.db import SessionStore
from tests.tournaments.room import FOUR, add_table, seat_table
from tournaments.access import LINKS_KEY, NAME_KEY
from tournaments.models import Invitation
game = seat_table(FOUR, options={"target": TARGET})
games = [game, *(add_table(game.table.round, FOUR) for _ in range(TABLES - 1))]
link = Invitation.objects.create(tournament=game.table.round.tournament, token="secret")
sessions = []
for phone in range(PHONES):
    session = SessionStore()
    session[LINKS_KEY], session[NAME_KEY] = [link.pk], f"Phone {phone}"
    session.save()
    sessions.append(session.session_key)
print(json.dumps({"games": [game.pk for game in games], "sessions": sessions}))
"""
READ = """
import json
from tournaments.models import Hand
print(json.dumps([str(uuid) for uuid in Hand.objects.order_by("game", "number").values_list("uuid", flat=True)]))
"""


def environment_of(url: str, **more: str) -> dict[str, str]:
    """What a server on this database is started with."""
    environment = os.environ | {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "only-for-tests-" + "0" * 50,
        "DEBUG": "on",
        "HTTPS": "off",
        "ALLOWED_HOSTS": "localhost",
        **more,
    }
    environment.pop("PYTEST_CURRENT_TEST", None)
    return environment


def manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


def seeded(environment: dict[str, str], *, phones: int, tables: int, target: int = 10_000) -> dict[str, list[Any]]:
    """One round of so many tables, and a session for each phone."""
    manage(environment, "migrate", "--verbosity", "0")
    seed = f"PHONES, TABLES, TARGET = {phones}, {tables}, {target}\n{SEED}"
    return json.loads(manage(environment, "shell", "--no-imports", "-c", seed))


def stored_hands(environment: dict[str, str]) -> list[str]:
    """The uuids of all stored hands."""
    return json.loads(manage(environment, "shell", "--no-imports", "-c", READ))


def headers_of(session: str, kind: str) -> dict[str, str]:
    """What a browser with this session sends along with a body of this kind."""
    return {
        "Cookie": f"sessionid={session}; csrftoken={'a' * 32}",
        "X-CSRFToken": "a" * 32,
        "Content-Type": kind,
    }


@dataclass
class Server:
    """So many processes behind one address, each with threads of its own; `kills` counts how often one died.

    They share the address, or each has one of its own `inside`, and a proxy has theirs. `started_by`: the command that
    starts each, where they are to have less than the tests have.
    """

    environment: dict[str, str]
    count: int = 1
    threads: int = 4
    port: int = field(default_factory=free_port)
    inside: list[int] = field(default_factory=list)
    started_by: tuple[str, ...] = ()
    kills: int = 0
    processes: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    folders: dict[int, str] = field(default_factory=dict)

    def start(self, number: int = 0) -> None:
        port = self.inside[number] if self.inside else self.port
        options = ["--config", "config/gunicorn.py", "--bind", f"127.0.0.1:{port}", "--reuse-port"]
        options += ["--workers", "1", "--threads", str(self.threads), "--log-level", "critical"]
        self.folders[number] = tempfile.mkdtemp(prefix="ryba-web-")
        self.processes[number] = subprocess.Popen(
            [*self.started_by, sys.executable, "-m", "gunicorn", *options, "config.wsgi:application"],
            cwd=ROOT,
            env=self.environment | {"RUNTIME_DIRECTORY": self.folders[number]},
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def start_all(self) -> None:
        for number in range(self.count):
            self.start(number)
        for number in range(self.count):
            self.wait(number)

    def kill(self, number: int = 0) -> None:
        process = self.processes.pop(number)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        shutil.rmtree(self.folders.pop(number))  # as systemd does: who was killed could not
        self.kills += 1

    def stop(self) -> None:
        for number in list(self.processes):
            self.kill(number)

    def wait(self, number: int | None = None) -> None:
        """Until any process answers; where each has an address of its own, until this one does."""
        ports = [self.inside[number]] if self.inside and number is not None else self.inside or [self.port]
        started = time.monotonic()
        while not any(map(self.answers, ports)):
            assert time.monotonic() < started + PATIENCE, "the server does not come up again"
            time.sleep(0.05)

    def spent(self) -> float:
        """Seconds of the processor that they have taken, so far as the system tells (Linux)."""
        groups = {str(process.pid) for process in self.processes.values()}
        ticks = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                _state, _parent, group, *more = file.read_text().rpartition(") ")[2].split()
                ticks += sum(map(int, more[8:10])) if group in groups else 0
        return ticks / os.sysconf("SC_CLK_TCK")

    def answers(self, port: int) -> bool:
        try:
            return self.get("/health/live", port=port)[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def get(self, path: str, port: int | None = None) -> tuple[int, str, Any]:
        """Status, text and headers."""
        try:
            with urllib.request.urlopen(f"http://localhost:{port or self.port}{path}", timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers

    def post(self, path: str, session: str, body: bytes, kind: str = FORM) -> tuple[int, str, Any]:
        """Send a form as a browser in Russian does, and follow nowhere: status, text and headers."""
        line = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        line.request("POST", path, body, headers_of(session, kind) | {"Accept-Language": "ru"})
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer.status, text, answer.headers

    def save(self, game: int, session: str, body: object) -> tuple[int | None, dict[str, Any]]:
        """Send a hand as a phone does; None where no answer came."""
        url = f"http://localhost:{self.port}/keep/{game}/api/save/"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers_of(session, "application/json"))
        try:
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    return answer.status, json.loads(answer.read())
            except urllib.error.HTTPError as error:
                return error.code, json.loads(error.read())
        except (OSError, ValueError, http.client.HTTPException):
            return None, {}
