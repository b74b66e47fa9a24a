"""Four phones save hands while the server is killed again and again: `python -m tests.fault.soak [HANDS]`.

The server is the one that `make run` starts, on a database of its own; SIGKILL hits all its processes at random
moments. A phone sends a hand, under one uuid, until it is acknowledged; two phones share a table, so versions collide
too. At the end every acknowledged hand must be stored once, none twice, and the tables' derived rows must be right.
The database is SQLite, or PostgreSQL where DATABASE_URL says so (`tools/on_postgres.py` gives one).
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

ROOT = Path(__file__).resolve().parents[2]
PHONES, TABLES = 4, 20
PATIENCE = 60
"""Seconds in which a server that was started again must answer."""
FACTS = {"end": "out", "by": 0, "left": {"1": ["6-4"], "2": ["6-5", "5-3"], "3": ["1-0", "1-1"]}}
SEED = """
import json
from django.contrib.sessions.backends.db import SessionStore
from tests.tournaments.room import FOUR, add_table, seat_table
from tournaments.access import LINKS_KEY, NAME_KEY
from tournaments.models import Invitation
game = seat_table(options={"target": 10_000})
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
from tournaments.models import Game, Hand
from tournaments.queries.table import games_with_table, table_state
for game in games_with_table():
    ledger = table_state(game).ledger
    assert (game.hand_count, game.totals) == (len(ledger.hands), ledger.totals), game.pk
    assert game.version == len(ledger.hands), game.pk
print(json.dumps([str(uuid) for uuid in Hand.objects.order_by("game", "number").values_list("uuid", flat=True)]))
"""


@dataclass
class Server:
    """The server under test; `kills` counts how often it died."""

    environment: dict[str, str]
    port: int
    kills: int = 0
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ["--bind", f"127.0.0.1:{self.port}", "--worker-class", "gthread", "--threads", "4"]
        command = [sys.executable, "-m", "gunicorn", *options, "config.wsgi:application"]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/keep/app.webmanifest", timeout=2) as answer:
                return answer.status == 200
        except (OSError, http.client.HTTPException):
            return False


@dataclass
class Soak:
    """One run: the hands that were acknowledged, by uuid, and what went on."""

    server: Server
    hands: int
    acknowledged: list[str] = field(default_factory=list)
    retries: int = 0
    stale: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def phone(self, number: int, games: list[int], session: str) -> None:
        """One phone: its share of the hands, table after table, each sent until it is acknowledged."""
        share = self.hands // PHONES
        versions = dict.fromkeys(games, 0)
        for turn in range(share):
            game = games[turn * len(games) // share]
            version, uuid = versions[game], str(uuid4())
            while True:
                body = {"facts": FACTS, "uuid": uuid, "version": version, "actor": f"keeper:Phone {number}"}
                status, answer = self.send(game, session, body)
                if status == 200 and answer["saved"] == uuid:
                    versions[game] = answer["standing"]["version"]
                    with self.lock:
                        self.acknowledged.append(uuid)
                    break
                if status == 409:
                    version = answer["version"]
                    self.stale += 1
                elif status is None or status >= 500:
                    self.retries += 1
                    time.sleep(random.uniform(0.02, 0.1))
                else:
                    raise AssertionError((status, answer))

    def send(self, game: int, session: str, body: object) -> tuple[int | None, dict]:
        headers = {
            "Cookie": f"sessionid={session}; csrftoken={'a' * 32}",
            "X-CSRFToken": "a" * 32,
            "Content-Type": "application/json",
        }
        url = f"http://127.0.0.1:{self.server.port}/keep/{game}/api/save/"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        try:
            try:
                with urllib.request.urlopen(request, timeout=5) as answer:
                    return answer.status, json.loads(answer.read())
            except urllib.error.HTTPError as error:
                return error.code, json.loads(error.read()) if error.code < 500 else {}
        except (OSError, ValueError, http.client.HTTPException):
            return None, {}  # the server died on the way

    def run(self, games: list[int], sessions: list[str]) -> None:
        halves = games[::2], games[1::2]
        work = [(number, halves[number % 2], session) for number, session in enumerate(sessions)]
        threads = [threading.Thread(target=self.phone, args=args, daemon=True) for args in work]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            self.server.start()
            try:
                started = time.monotonic()
                while not self.server.answers():
                    assert time.monotonic() < started + PATIENCE, "the server does not come up again"
                    time.sleep(0.05)
                done = time.monotonic() + random.uniform(0.5, 2.5)
                while time.monotonic() < done and any(thread.is_alive() for thread in threads):
                    time.sleep(0.01)
                if any(thread.is_alive() for thread in threads):
                    self.server.kills += 1
            finally:
                self.server.kill()


def manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


def soak(hands: int, url: str) -> str:
    """Run it on the database of `url`, which must be empty; a line on what went on, AssertionError where it failed."""
    environment = os.environ | {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "only-for-tests-" + "0" * 50,
        "DEBUG": "on",
        "HTTPS": "off",
        "ALLOWED_HOSTS": "127.0.0.1",
    }
    environment.pop("PYTEST_CURRENT_TEST", None)
    manage(environment, "migrate", "--verbosity", "0")
    seed = f"PHONES, TABLES = {PHONES}, {TABLES}\n{SEED}"
    room = json.loads(manage(environment, "shell", "--no-imports", "-c", seed))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    run = Soak(Server(environment, port), hands)
    began = time.monotonic()
    run.run(room["games"], room["sessions"])
    stored = json.loads(manage(environment, "shell", "--no-imports", "-c", READ))
    assert len(run.acknowledged) == len(set(run.acknowledged)) == hands, "a phone gave up"
    assert len(stored) == len(set(stored)), "a hand is stored twice"
    assert set(stored) == set(run.acknowledged), "what is stored is not what was acknowledged"
    return (
        f"{hands} hands by {PHONES} phones at {TABLES} tables in {time.monotonic() - began:.0f} s: "
        f"{run.server.kills} kills, {run.retries} retries, {run.stale} collisions; every hand stored once"
    )


def main(hands: int = 400) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(soak(hands, os.environ.get("DATABASE_URL") or f"sqlite:///{folder}/soak.sqlite3"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
