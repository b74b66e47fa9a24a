"""Phones save hands while processes are killed again and again: `python -m tests.fault.soak [HANDS [PROCESSES]]`.

The processes share one address and one database. SIGKILL hits any of them at random moments, and it is started again.
A phone sends a hand, under one uuid, until it is acknowledged; two phones share a table, so versions collide too. At
the end every acknowledged hand must be stored once, none twice, and `verify` must be silent: over the database, and
over a copy that was made half-way, brought back into another. The database is SQLite, or PostgreSQL where DATABASE_URL
says so (`tools/on_postgres.py` gives one). There the whole house stands around them: nginx before the processes, a
streaming replica and a shared cache, which are killed too, and visitors who look on.
"""

from __future__ import annotations

import http.client
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from tests.fault.house import House, furnished
from tests.fault.server import FACTS, Server, environment_of, manage, seeded, stored_hands

PHONES, TABLES, VISITORS = 4, 20, 3
DISTURB_EVERY = 4


@dataclass
class Soak:
    """One run: the hands that were acknowledged, by uuid, and what went on."""

    server: Server
    hands: int
    acknowledged: list[str] = field(default_factory=list)
    retries: int = 0
    stale: int = 0
    house: House | None = None
    looks: Counter[int] = field(default_factory=Counter)
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
                status, answer = self.server.save(game, session, body)
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

    def visitor(self, games: list[int], phones: list[threading.Thread]) -> None:
        """Somebody without a session, as long as there are phones."""
        while any(phone.is_alive() for phone in phones):
            for path in ("/t/cup/standings/", f"/t/cup/table/{random.choice(games)}/", "/"):
                try:
                    status = self.server.get(path)[0]
                except (OSError, http.client.HTTPException):
                    status = 0
                with self.lock:
                    self.looks[status] += 1
                time.sleep(0.1)

    def run(self, games: list[int], sessions: list[str], copy: Path) -> None:
        halves = games[::2], games[1::2]
        work = [(number, halves[number % 2], session) for number, session in enumerate(sessions)]
        threads = [threading.Thread(target=self.phone, args=args, daemon=True) for args in work]
        self.server.start_all()
        for thread in threads:
            thread.start()
        copying = threading.Thread(target=self.copy_half_way, args=(copy,), daemon=True)
        copying.start()
        visitors = [threading.Thread(target=self.visitor, args=(games, threads)) for _ in range(VISITORS)]
        for visitor in visitors if self.house else ():
            visitor.start()
        try:
            while any(thread.is_alive() for thread in threads):
                done = time.monotonic() + random.uniform(0.5, 2.5) / self.server.count
                while time.monotonic() < done and any(thread.is_alive() for thread in threads):
                    time.sleep(0.01)
                number = random.randrange(self.server.count)
                self.server.kill(number)
                self.server.start(number)
                self.server.wait(number)
                if self.house and self.server.kills % DISTURB_EVERY == 0:
                    self.house.disturb()
            copying.join()
        finally:
            self.server.stop()

    def copy_half_way(self, copy: Path) -> None:
        while len(self.acknowledged) < self.hands / 2:
            time.sleep(0.05)
        manage(self.server.environment, "backup", str(copy))


def soak(hands: int, url: str, copies: str, folder: Path, processes: int = 1, house: House | None = None) -> str:
    """Run it on the database of `url`, which must be empty as must be that of `copies`, which takes the copy."""
    environment = environment_of(url)
    room = seeded(environment, phones=PHONES, tables=TABLES)
    if house:
        environment = environment_of(url, DEBUG="off", **house.settings)
        manage(environment, "collectstatic", "--noinput", "--verbosity", "0")
    server = Server(environment, processes, **({"port": house.port, "inside": house.inside} if house else {}))
    run = Soak(server, hands, house=house)
    began = time.monotonic()
    run.run(room["games"], room["sessions"], folder / "copy")
    seconds = time.monotonic() - began
    stored = stored_hands(environment)
    assert len(run.acknowledged) == len(set(run.acknowledged)) == hands, "a phone gave up"
    assert len(stored) == len(set(stored)), "a hand is stored twice"
    assert set(stored) == set(run.acknowledged), "what is stored is not what was acknowledged"
    manage(environment, "verify")
    restored = environment_of(copies)
    manage(restored, "restore", str(folder / "copy"))
    manage(restored, "verify")
    copied = stored_hands(restored)
    assert hands / 2 <= len(copied) <= hands, "the copy was not made half-way"
    assert set(copied) <= set(stored), "the copy has what was never acknowledged"
    around = ""
    if house:
        assert run.looks[200] > run.looks.total() / 2, run.looks
        assert not run.looks[500], f"visitors met with faults: {run.looks}"
        around = f"; behind nginx, {run.looks.total()} views {dict(run.looks)}, cache and replica killed "
        around += f"{house.turns} times, and since then {house.redis.found()} finds in it, {house.read()} rows from it"
    return (
        f"{hands} hands by {PHONES} phones at {TABLES} tables through {processes} processes in {seconds:.0f} s: "
        f"{run.server.kills - processes} kills, {run.retries} retries, {run.stale} collisions; every hand stored once, "
        f"verify silent, {len(copied)} of them in a copy made meanwhile{around}"
    )


def main(hands: int = 1000, processes: int = 4) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, url = Path(name), os.environ.get("DATABASE_URL", "")
        if not url.startswith("postgres"):
            print(
                soak(hands, f"sqlite:///{folder}/soak.sqlite3", f"sqlite:///{folder}/copy.sqlite3", folder, processes)
            )
            return
        from tests.fault.databases import created_database

        with (
            created_database(url) as one,
            created_database(url) as other,
            furnished(one, folder, processes) as house,
        ):
            print(soak(hands, one, other, folder, processes, house))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
