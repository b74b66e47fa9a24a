"""A disk that is full, and a database that may only be read: on a small disk of the test's own, under a real server."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.fault.server import Server, environment_of, manage, seeded, stored_hands
from tools import on_postgres

ADVICE = "A disk can be filled only where one may be mounted: run the tests as root, with leave to mount."
SIZES = {"sqlite": "24m", "postgresql": "160m"}
WITHOUT_LEAVE = ("setpriv", "--bounding-set=-dac_override")
"""A server that the modes of files hold for, though root started it."""
WORDS = "x" * 190
"""What a judge says, so that the hands take room."""
AT_MOST = 400


@contextmanager
def small_disk(size: str) -> Iterator[Path | None]:
    """A folder on a disk of this size; None where none can be made."""
    with tempfile.TemporaryDirectory(prefix="ryba-disk-") as name:
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", name]
        if os.geteuid() or subprocess.run(command, capture_output=True).returncode:
            yield None
            return
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)


@contextmanager
def database_on(disk: Path, kind: str) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{disk}/full.sqlite3"
        return
    home = disk / "home"
    home.mkdir()
    disk.chmod(0o755)
    with on_postgres.kept_cluster(on_postgres.programs(), home) as url:
        yield url


def fill(disk: Path) -> Path:
    """Take all that is free, to the last byte; the file that does."""
    filling = disk / "filling"
    with filling.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while file.write(b"\0" * size):
                    pass
            except OSError:
                continue
    return filling


@contextmanager
def read_only(url: str, server: Server) -> Iterator[None]:
    """The database takes nothing in meanwhile: its file may not be written, or PostgreSQL itself says so."""
    if url.startswith("postgres"):
        with psycopg.connect(url, autocommit=True) as admin:
            for command in ("ALTER SYSTEM SET default_transaction_read_only TO on", "SELECT pg_reload_conf()"):
                admin.execute(command)
        yield
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute("SET default_transaction_read_only TO off")
            for command in ("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()"):
                admin.execute(command)
        return
    file = Path(url.removeprefix("sqlite:///"))
    restarted(server, file, 0o444)
    yield
    restarted(server, file, 0o644)


def restarted(server: Server, file: Path, mode: int) -> None:
    """With this mode of the database's files; a process that has them open may go on writing, whatever it is."""
    server.stop()
    for one in file.parent.glob(f"{file.name}*"):
        one.chmod(mode)
    server.start_all()


def hand(version: int) -> dict[str, Any]:
    facts = {"judge": [{"seat": 0, "warning": True, "reason": WORDS}]}
    return {"facts": facts, "uuid": str(uuid4()), "version": version, "actor": "keeper:Phone 0"}


@pytest.mark.parametrize("kind", SIZES)
def test_a_full_disk_and_a_read_only_database_take_nothing_in_and_lose_nothing(kind: str, must_have: Any) -> None:
    if kind == "postgresql":
        must_have(on_postgres.programs(), on_postgres.ADVICE)
    with ExitStack() as stack:
        disk = stack.enter_context(small_disk(SIZES[kind]))
        must_have(disk, ADVICE)
        url = stack.enter_context(database_on(disk, kind))
        told = {"DJANGO_SETTINGS_MODULE": "tests.settings", "TMPDIR": str(disk)}
        server = Server(environment_of(url, **told), started_by=WITHOUT_LEAVE)
        stack.callback(server.stop)
        room = seeded(server.environment, phones=1, tables=1)
        game, session = room["games"][0], room["sessions"][0]
        server.start_all()
        first = hand(0)
        assert server.save(game, session, first)[0] == 200

        filling = fill(disk)
        sent = [first]
        while len(sent) < AT_MOST:
            sent.append(hand(len(sent)))
            status, _told = server.save(game, session, sent[-1])
            if status != 200:
                break
        refused(server, room, sent[-1])
        # PostgreSQL is still read; SQLite is where its own two files beside the database find room.
        status, page, _headers = server.get("/t/cup/")
        assert status == 200 or (kind == "sqlite" and "Nothing can be stored right now" in page)
        assert server.get("/health/live")[0] == 200

        filling.unlink()
        for one in (*sent[-2:], sent[-1]):
            assert server.save(game, session, one)[1]["saved"] == one["uuid"]

        sent.append(hand(len(sent)))
        with read_only(url, server):
            refused(server, room, sent[-1])
            assert server.get("/t/cup/")[0] == 200
        assert server.save(game, session, sent[-1])[1]["saved"] == sent[-1]["uuid"]
        assert stored_hands(server.environment) == [one["uuid"] for one in sent]
        assert "All that is stored" in manage(server.environment, "verify")


def refused(server: Server, room: dict[str, Any], one: dict[str, Any]) -> None:
    """The phone keeps a hand that gets this answer, and sends it again; who types without a script is told so too."""
    game, session = room["games"][0], room["sessions"][0]
    status, told = server.save(game, session, one)
    assert (status, told["code"]) == (503, "unavailable")
    status, page, headers = server.post(f"/keep/{game}/judge/", session, judged(one["version"]))
    assert (status, headers["Retry-After"]) == (503, "5"), page
    assert "Сейчас записать нельзя" in page
    assert not {"disk", "readonly", "read-only"} & set(page.split())


def judged(version: int) -> bytes:
    fields = {"judge-what": "warning", "judge-whom": "seat-0", "judge-reason": WORDS, "judge-uuid": str(uuid4())}
    return "&".join(f"{name}={value}" for name, value in (fields | {"judge-version": str(version)}).items()).encode()
