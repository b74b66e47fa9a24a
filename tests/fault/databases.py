"""Databases of a test's own: SQLite in its folder, or a new one in the PostgreSQL that the whole run is on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

from django.conf import settings
from psycopg import connect


@contextmanager
def fresh_database(folder: Path) -> Iterator[str]:
    """The address of an empty database."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        yield f"sqlite:///{folder}/fresh.sqlite3"
        return
    name = f"fresh_{uuid4().hex}"
    place = {"host": database["HOST"], "port": database["PORT"] or None, "user": database["USER"]}
    with connect(dbname="postgres", password=database["PASSWORD"] or None, autocommit=True, **place) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            secret = f":{quote(database['PASSWORD'])}" if database["PASSWORD"] else ""
            port = f":{database['PORT']}" if database["PORT"] else ""
            yield f"postgres://{database['USER']}{secret}@{quote(database['HOST'], safe='')}{port}/{name}"
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
