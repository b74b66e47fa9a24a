"""Copies of the database: brought back whole, and never over anything unasked.

On SQLite, or on the PostgreSQL that the whole run is on; each test has databases of its own.
"""

from __future__ import annotations

import lzma
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.fault.databases import fresh_database

ROOT = Path(__file__).resolve().parent.parent
RELEASES = ROOT / "tests" / "data" / "releases"
FILLED = {"0007": "5 61 459 163 462 54", "0024": "6 77 558 202 558 72"}
"""By its last migration, a demo as a release had stored it: how many tournaments, games, hands, results, revisions and
ratings it has."""
COUNTS = """
from django.apps import apps
from django.core import serializers
for model in apps.get_models(include_auto_created=True):
    rows = model._base_manager.order_by("pk")
    print(model._meta.label, serializers.serialize("json", rows))
"""
FILL = """
from tests.tournaments.world import build_world
build_world()
"""
FORGE = """
from tournaments.models import AuditEntry
AuditEntry.objects.filter(chain=AuditEntry.objects.order_by("-chain")[0].chain, number=2).update(actor="Nobody")
"""
OF_THE_FUTURE = """
from django.db.migrations.recorder import MigrationRecorder
print(MigrationRecorder.Migration.objects.create(app="tournaments", name="0999_later", applied="2030-01-01T00:00Z"))
"""
ONE_MORE = "from tournaments.models import Player; Player.objects.create(name='Zoya', slug='zoya')"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    with fresh_database(tmp_path) as url:
        yield by_options(url) if url.startswith("postgres") else url


def by_options(url: str) -> str:
    """The same address with its server and its user among the options, which PostgreSQL's programs must be told too."""
    user, _at, where = url.removeprefix("postgres://").partition("@")
    host, _slash, name = where.partition("/")
    return f"postgres:///{name}?host={host}&user={user}"


def manage(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATABASE_URL": url, "DEBUG": "on", "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def done(url: str, *arguments: str) -> str:
    result = manage(url, *arguments)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def shell(url: str, code: str) -> str:
    return done(url, "shell", "--no-imports", "-c", code)


def test_a_copy_brings_everything_back(database: str, tmp_path: Path) -> None:
    done(database, "migrate", "-v0")
    shell(database, FILL)
    before = shell(database, COUNTS)
    copy = tmp_path / "copy"
    done(database, "backup", str(copy))
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []

    again = manage(database, "backup", str(copy))
    assert again.returncode == 1
    assert "is there already" in again.stderr
    shell(database, ONE_MORE)
    assert shell(database, COUNTS) != before
    refused = manage(database, "restore", str(copy))
    assert refused.returncode == 1
    assert "not empty" in refused.stderr

    shell(database, FORGE)
    told = manage(database, "verify")
    assert told.returncode == 1
    line, mending = told.stdout.strip().split(" → manage.py ")
    assert re.fullmatch(r"log: chain \d+, entry 2: it does not say what it said when it was written", line)
    assert mending == "restore BACKUP --yes"
    done(database, *mending.replace("BACKUP", str(copy)).split())
    assert shell(database, COUNTS) == before
    assert "All that is stored" in done(database, "verify")
    shell(database, ONE_MORE)  # numbers go on after the last
    done(database, "verify")


def test_a_damaged_file_is_named_and_replaced(tmp_path: Path) -> None:
    """Of SQLite: where the hands are."""
    file, copy = tmp_path / "site.sqlite3", tmp_path / "copy"
    database = f"sqlite:///{file}"
    empty = manage(database, "verify")
    assert (empty.returncode, "The database is empty" in empty.stderr) == (1, True)
    done(database, "migrate", "-v0")
    done(database, "backup", str(copy))
    with closing(sqlite3.connect(file)) as asked:
        (page,) = asked.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tournaments_hand'").fetchone()
        (size,) = asked.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as written:
        written.seek((page - 1) * size)
        written.write(b"\xff" * 100)
    told = manage(database, "verify")
    assert told.returncode == 1
    assert told.stdout.startswith("database: ")
    assert all(line.endswith(" → manage.py restore BACKUP --yes") for line in told.stdout.splitlines())
    refused = manage(database, "backup", str(tmp_path / "another"))
    assert refused.stderr.startswith("CommandError: The database is damaged: ")
    done(database, "restore", str(copy), "--yes")
    done(database, "verify", "--part", "database")


def test_what_is_no_copy_changes_nothing(database: str, tmp_path: Path) -> None:
    done(database, "migrate", "-v0")
    before = shell(database, COUNTS)
    copy = tmp_path / "copy"
    done(database, "backup", str(copy))
    whole = copy.read_bytes()
    other = tmp_path / "other"
    for start in (b"SQLite format 3\x00", b"PGDMP", b"", b"hello"):
        other.write_bytes(start + b"\x00" * 100)
        assert manage(database, "restore", str(other), "--yes").returncode == 1
    copy.write_bytes(whole[: len(whole) // 2])
    refused = manage(database, "restore", str(copy), "--yes")
    assert refused.returncode == 1
    cause = "can't be read whole. pg_restore: error: could not read" if whole.startswith(b"PGDMP") else "malformed"
    assert cause in refused.stderr
    assert manage(database, "restore", str(tmp_path / "none"), "--yes").returncode == 1
    if database.startswith("sqlite"):
        other.unlink()
        with closing(sqlite3.connect(other)) as foreign:
            foreign.execute("CREATE TABLE guests (name)")
        assert "none of this site" in manage(database, "restore", str(other), "--yes").stderr
    assert shell(database, COUNTS) == before


def test_a_copy_of_a_newer_release_is_not_brought_back(database: str, tmp_path: Path) -> None:
    done(database, "migrate", "-v0")
    shell(database, OF_THE_FUTURE)
    done(database, "backup", str(tmp_path / "copy"))
    refused = manage(database, "restore", str(tmp_path / "copy"), "--yes")
    assert refused.returncode == 1
    assert "is of a newer release, which has 0999_later: update the site first." in refused.stderr


@pytest.mark.parametrize("release", FILLED)
def test_a_filled_database_of_an_earlier_release_comes_to_this_one(database: str, tmp_path: Path, release: str) -> None:
    """The migrations run over the rows of a demo as that release had stored them, and leave nothing to mend."""
    copy = tmp_path / "release"
    if database.startswith("sqlite"):
        copy.write_bytes(lzma.decompress((RELEASES / f"{release}.sqlite3.xz").read_bytes()))
    else:
        copy.write_bytes((RELEASES / f"{release}.pgdump").read_bytes())
    done(database, "restore", str(copy))
    assert "All that is stored" in done(database, "verify")
    counted = shell(
        database,
        "from tournaments import models as m\n"
        "print(*(model.objects.count() for model in (m.Tournament, m.Game, m.Hand, m.Result, m.Revision, m.Rating)))",
    )
    assert counted == f"{FILLED[release]}\n"
    done(database, "migrate", "--check")
