"""Copies of the whole database in one file, made while the site runs, and brought back at once or not at all.

SQLite's copy is a database of its own, made by SQLite; PostgreSQL's is an archive of `pg_dump`. Each is read as of one
moment. Either goes back into a database of its own kind only. `CopyError` says what is wrong and what to do.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from signal import SIGPIPE
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryFile

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from psycopg import conninfo, pq

SQLITE, POSTGRES = b"SQLite format 3\x00", b"PGDMP"
OF_SQLITE, OF_POSTGRES = "a copy of an SQLite database", "a copy of a PostgreSQL database"


class CopyError(Exception):
    """Why no copy was made, or none brought back."""


def back_up(file: Path) -> None:
    """Write a copy of the database to the file, readable by its owner alone; a copy that failed leaves none."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _write_sqlite(part) if connection.vendor == "sqlite" else _write_postgres(part)
        part.replace(file)
    except OSError as error:
        raise CopyError(f"{file}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise CopyError(f"{file}: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def bring_back(file: Path) -> None:
    """Make the database what the copy is: all of it, or nothing where that fails."""
    kind = _kind(file)
    wanted = OF_SQLITE if connection.vendor == "sqlite" else OF_POSTGRES
    if kind != wanted:
        raise CopyError(f"{file} is {kind or 'no copy that `backup` made'}; this database takes {wanted}.")
    _read_sqlite(file) if connection.vendor == "sqlite" else _read_postgres(file)


def is_empty() -> bool:
    """Whether there is nothing in the database that a copy would replace."""
    return not connection.introspection.table_names()


def _kind(file: Path) -> str | None:
    try:
        with file.open("rb") as copy:
            start = copy.read(16)
    except OSError as error:
        raise CopyError(f"{file}: {error.strerror}") from None
    return OF_SQLITE if start == SQLITE else OF_POSTGRES if start.startswith(POSTGRES) else None


def _write_sqlite(file: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
        # A copy is one file: without the log beside it that the running database keeps.
        copy.execute("PRAGMA journal_mode=DELETE")
        _check_sqlite(copy, "The database")


def _read_sqlite(file: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(f"file:{file.resolve()}?mode=ro&immutable=1", uri=True)) as copy:
            _check_sqlite(copy, str(file))
            tables = [name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            asked = "SELECT name FROM django_migrations WHERE app = 'tournaments'"
            _check_release(file, [name for (name,) in copy.execute(asked)] if "django_migrations" in tables else [])
            copy.backup(connection.connection)
    except sqlite3.Error as error:
        raise CopyError(f"{file}: {error}") from None
    finally:
        connection.close()


def _check_sqlite(copy: sqlite3.Connection, name: str) -> None:
    try:
        found = [" ".join(line.split()) for (line,) in copy.execute("PRAGMA integrity_check(5)")]
    except sqlite3.DatabaseError as error:  # so damaged that it cannot even be checked
        found = [str(error)]
    if found != ["ok"]:
        raise CopyError(f"{name} is damaged: {'; '.join(found)}")


def _check_release(file: Path, migrations: list[str]) -> None:
    """Refuse a copy of a newer release, whose tables this one does not know, and what is no copy of a site like this.

    `migrations`: those of the site that it has been through.
    """
    if not migrations:
        raise CopyError(f"{file} is a database, but none of this site.")
    known = {name for app, name in MigrationLoader(None).disk_migrations if app == "tournaments"}
    if unknown := sorted(set(migrations) - known):
        raise CopyError(f"{file} is of a newer release, which has {unknown[-1]}: update the site first.")


def _write_postgres(file: Path) -> None:
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={file}"]
    done = subprocess.run([_program("pg_dump"), *options, *_address()], env=_environment(), capture_output=True)
    if done.returncode:
        raise CopyError(_complaint("pg_dump", done.stderr))


def _read_postgres(file: Path) -> None:
    """In one transaction: drop the site's tables, run the archive as SQL while it is read.

    Where the archive breaks off, psql complains too, of what it was left with; where psql ends first, pg_restore has
    nobody to write to.
    """
    _check_release(file, _migrations_in(file))
    quote = connection.ops.quote_name
    drops = [f"DROP TABLE IF EXISTS {quote(name)} CASCADE;\n" for name in connection.introspection.table_names()]
    unpack = [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(file)]
    run = [_program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", *_address()]
    environment, broken = _environment(), ""
    connection.close()
    with TemporaryFile() as said, Popen(run, env=environment, stdin=PIPE, stdout=DEVNULL, stderr=said) as psql:
        with suppress(BrokenPipeError), psql.stdin as told:
            told.write("".join(["BEGIN;\n", *drops]).encode())
            told.flush()
            unpacked = subprocess.run(unpack, stdout=told, stderr=PIPE)
            if unpacked.returncode == 0:  # else psql comes to the end without it, and takes all back
                told.write(b"COMMIT;\n")
            elif unpacked.returncode != -SIGPIPE:
                broken = str(_unreadable(file, unpacked.stderr))
        if psql.wait() and not broken:
            said.seek(0)
            broken = _complaint("psql", said.read())
    if broken:
        raise CopyError(broken)


def _migrations_in(archive: Path) -> list[str]:
    """The site's migrations that an archive has been through."""
    command = [_program("pg_restore"), "--data-only", "--table=django_migrations", "--file=-", str(archive)]
    told = subprocess.run(command, capture_output=True)
    if told.returncode:
        raise _unreadable(archive, told.stderr)
    return re.findall(r"^\d+\ttournaments\t(\w+)\t", told.stdout.decode(errors="replace"), re.MULTILINE)


def _unreadable(archive: Path, said: bytes) -> CopyError:
    return CopyError(f"{archive} can't be read whole. {_complaint('pg_restore', said)}")


def _complaint(program: str, said: bytes) -> str:
    """What a program that failed says, with its name before it once."""
    return f"{program}: {said.decode(errors='replace').strip().removeprefix(f'{program}:').strip()}"


def _address() -> list[str]:
    """Where the site itself connects to, with all that DATABASE_URL says, but for the password."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()} - {"password"}
    told = {name: value for name, value in connection.get_connection_params().items() if name in known}
    return [f"--dbname={conninfo.make_conninfo(**told)}"]


def _environment() -> dict[str, str]:
    password = connection.get_connection_params().get("password")
    return {**os.environ, **({"PGPASSWORD": password} if password else {})}


def _program(name: str) -> str:
    """A program of PostgreSQL's client: on the path, else of the newest version that Debian put aside."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=_version)
    found = str(places[-1]) if places else shutil.which(name)
    if found is None:
        raise CopyError(f"{name} was not found. Debian and Ubuntu: apt install postgresql-client")
    return found


def _version(place: Path) -> int:
    found = re.search(r"/(\d+)/bin/", str(place))
    return int(found[1]) if found else 0
