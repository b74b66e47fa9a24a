"""A large tournament on one machine: `python -m tests.fault.load [--minutes 10] [--tables 100] [--phones 1000]`.

Every table saves a hand every 20 seconds, and its game ends with every fifteenth (that one is taken back), while the
phones of those who look on open the standings and then ask for them every 5, as their script does: for the main part,
with the mark of what they show. The server is gunicorn as in production, the database SQLite, or PostgreSQL where
DATABASE_URL says so. Then the saves come faster, in steps of `--step` seconds, until the slowest twentieth of
them takes longer than 200 ms, twice in a row. At the end every hand must be stored once, and `verify` must be silent.

The load comes from this process, which shares the machine with server and database; what it takes of it is told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.fault.databases import created_database
from tests.fault.server import FACTS, Server, environment_of, manage, seeded, stored_hands

SAVE_EVERY, POLL_EVERY = 20.0, 5.0
LIMIT = 0.2
FASTER = 1.5
HANDS_A_GAME = 15
STOP = {"judge": [{"stop": "time"}]}
STATUS = re.compile(rb"HTTP/1\.[01] (\d+)")
LENGTH = re.compile(rb"(?i)content-length: *(\d+)")
ETAG = re.compile(rb"(?i)etag: *([^\r]+)")
SHOWN = re.compile(rb'data-live="([^"]+)"')


@dataclass
class Line:
    """A connection that is kept open, and opened anew where the server closed it. `shown`: the mark of its page."""

    port: int
    shown: str = ""
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Status, head and body; status 0 where no answer came."""
        for fresh in (False, True):
            try:
                if self.writer is None or fresh:
                    self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
                self.writer.write(request)
                return await asyncio.wait_for(self._read(), 30)
            except (OSError, asyncio.IncompleteReadError):
                self.writer = None
        return 0, b"", b""

    async def _read(self) -> tuple[int, bytes, bytes]:
        assert self.reader is not None
        head = await self.reader.readuntil(b"\r\n\r\n")
        status, length = STATUS.match(head), LENGTH.search(head)
        assert status is not None
        body = await self.reader.readexactly(int(length[1])) if length else b""
        if b"onnection: close" in head:
            self.writer = None
        return int(status[1]), head, body


@dataclass
class Load:
    """What the tables and the phones do, and what they met with. `versions`: of each table's game, and its hands."""

    server: Server
    games: list[int]
    sessions: list[str]
    saves: list[float] = field(default_factory=list)
    openings: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    acknowledged: list[str] = field(default_factory=list)
    versions: dict[int, list[int]] = field(default_factory=dict)
    last: dict[int, str] = field(default_factory=dict)
    keepers: dict[int, Line] = field(default_factory=dict)
    lookers: dict[int, Line] = field(default_factory=dict)
    every: float = SAVE_EVERY

    async def table(self, number: int, until: float) -> None:
        """A scorekeeper: a hand, and the next one after a while. Time is called at last; that is taken back again."""
        line = self.keepers.setdefault(number, Line(self.server.port))
        await asyncio.sleep(min(random.uniform(0, self.every), until - time.monotonic()))
        while time.monotonic() < until:
            began = time.monotonic()
            version, hands = self.versions.setdefault(number, [0, number % HANDS_A_GAME])
            if hands == HANDS_A_GAME:
                await self.undo(line, number, version)
            else:
                await self.save(line, number, version, STOP if hands == HANDS_A_GAME - 1 else FACTS)
            self.saves.append(time.monotonic() - began)
            await _rest(self.every, began, until)

    async def save(self, line: Line, number: int, version: int, facts: object) -> None:
        uuid, actor = str(uuid4()), f"keeper:Phone {number % len(self.sessions)}"
        body = json.dumps({"facts": facts, "uuid": uuid, "version": version, "actor": actor})
        status, answer = 0, b""
        while not status:  # as the phone does: the same hand until it is answered
            status, answer = await self.post(line, number, "api/save/", "application/json", body)
            self.answers[f"save {status}"] += 1
        if status == 200:
            self.last[number] = json.loads(answer)["saved"]
            self.acknowledged.append(self.last[number])
            self.versions[number] = [version + 1, self.versions[number][1] + 1]

    async def undo(self, line: Line, number: int, version: int) -> None:
        form = "application/x-www-form-urlencoded"
        status, _answer = await self.post(line, number, "undo/", form, f"version={version}")
        self.answers[f"undo {status}"] += 1
        if status == 302:
            self.acknowledged.remove(self.last[number])
            self.versions[number] = [version + 1, 0]

    async def post(self, line: Line, number: int, where: str, kind: str, body: str) -> tuple[int, bytes]:
        session = self.sessions[number % len(self.sessions)]
        head = (
            f"POST /keep/{self.games[number]}/{where} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
            f"Cookie: sessionid={session}; csrftoken={'a' * 32}\r\nX-CSRFToken: {'a' * 32}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        status, _head, answer = await line.ask(f"{head}{body}".encode())
        return status, answer

    async def phone(self, number: int, until: float) -> None:
        """Somebody who looks on: the page once, and then whether it has changed."""
        line = self.lookers.setdefault(number, Line(self.server.port))
        await asyncio.sleep(min(random.uniform(0, POLL_EVERY), until - time.monotonic()))
        while time.monotonic() < until:
            etag = line.shown
            asked = f"Ryba-Part: main\r\nIf-None-Match: {etag}\r\n" if etag else ""
            began = time.monotonic()
            status, head, body = await line.ask(
                f"GET /t/cup/standings/ HTTP/1.1\r\nHost: localhost\r\nAccept-Language: ru\r\n"
                f"Accept-Encoding: gzip\r\n{asked}\r\n".encode()
            )
            (self.polls if etag else self.openings).append(time.monotonic() - began)
            self.answers[f"poll {status}"] += 1
            if status == 200:
                shown = ETAG.search(head) if etag else SHOWN.search(body)
                assert shown is not None
                line.shown = unescape(shown[1].decode())
            await _rest(POLL_EVERY, began, until)

    async def run(self, seconds: float, phones: int) -> None:
        """All of them together for so long."""
        until = time.monotonic() + seconds
        work: list[Coroutine[None, None, None]] = [self.table(number, until) for number in range(len(self.games))]
        work += [self.phone(number, until) for number in range(phones)]
        await asyncio.gather(*work)

    def clear(self) -> None:
        for times in (self.saves, self.openings, self.polls):
            times.clear()


async def _rest(every: float, began: float, until: float) -> None:
    """Wait for the next turn, or for the end."""
    now = time.monotonic()
    await asyncio.sleep(max(0.0, min(began + every * random.uniform(0.8, 1.2), until) - now))


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def told(name: str, values: list[float], seconds: float) -> str:
    parts = " · ".join(f"p{round(part * 100)} {percentile(values, part) * 1000:.0f} ms" for part in (0.5, 0.95, 0.99))
    return f"{name}: {len(values)} in {seconds:.0f} s, {len(values) / seconds:.1f} a second · {parts}"


async def faster(load: Load, phones: int, step: float) -> str:
    """Raise the rate of saves until the p95 passes the limit, twice in a row; which rate was the last below it."""
    below, again = 0.0, False
    while load.every > 0.05:
        load.clear()
        await load.run(step, phones)
        rate, slow = len(load.saves) / step, percentile(load.saves, 0.95)
        print(f"  {rate:.1f} saves a second: p95 {slow * 1000:.0f} ms", flush=True)
        if slow <= LIMIT:
            below, again = rate, False
            load.every /= FASTER
        elif again:
            return f"p95 of a save passes {LIMIT * 1000:.0f} ms at {rate:.1f} saves a second; below it at {below:.1f}"
        else:
            again = True
    return f"p95 of a save stays below {LIMIT * 1000:.0f} ms at {below:.1f} saves a second"


async def phases(load: Load, *, minutes: float, phones: int, step: float) -> None:
    """All come; then the steady load, told; then faster and faster."""
    await load.run(10, phones)
    print(told("  pages opened", load.openings, 10), flush=True)
    load.clear()
    began, own, web = time.monotonic(), time.process_time(), load.server.spent()
    await load.run(minutes * 60, phones)
    seconds = time.monotonic() - began
    own, web = (time.process_time() - own) / seconds, (load.server.spent() - web) / seconds
    print(told("  saves", load.saves, seconds), told("  polls", load.polls, seconds), sep="\n")
    print(f"  web processes: {web:.2f} of a core; this load: {own:.2f}", flush=True)
    print("  " + await faster(load, phones, step), flush=True)


def measure(url: str, *, minutes: float, tables: int, phones: int, processes: int, step: float) -> None:
    environment = environment_of(url, DEBUG="off", WEB_PROCESSES=str(processes))
    manage(environment, "collectstatic", "--noinput", "--verbosity", "0")
    room = seeded(environment, phones=20, tables=tables)
    server = Server(environment, count=processes, threads=8)
    load = Load(server, room["games"], room["sessions"])
    server.start_all()
    try:
        kind = "SQLite" if url.startswith("sqlite") else "PostgreSQL"
        print(f"{kind}, {processes} processes of 8 threads, {tables} tables, {phones} phones", flush=True)
        asyncio.run(phases(load, minutes=minutes, phones=phones, step=step))
    finally:
        server.stop()
    stored = Counter(stored_hands(environment))
    lost = len(set(load.acknowledged) - set(stored))
    doubled = sum(count > 1 for count in stored.values())
    errors = {answer: count for answer, count in load.answers.items() if answer[5:] not in ("200", "302", "304")}
    print(f"  answers {dict(load.answers)}; {len(stored)} hands stored, {lost} lost, {doubled} doubled", flush=True)
    manage(environment, "verify")
    assert not errors, f"not every answer was one: {errors}"
    assert not lost + doubled, "hands were lost or doubled"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--phones", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--step", type=float, default=15)
    run(**vars(parser.parse_args()))


def run(**asked: Any) -> None:
    """`measure` on an empty database: where DATABASE_URL names PostgreSQL there, else on SQLite."""
    with ExitStack() as stack:
        url = os.environ.get("DATABASE_URL", "")
        if url.startswith("postgres"):
            url = stack.enter_context(created_database(url))
        else:
            url = f"sqlite:///{Path(stack.enter_context(tempfile.TemporaryDirectory()))}/load.sqlite3"
        measure(url, **asked)


if __name__ == "__main__":
    main()
