"""Databases of a test's own: SQLite in its folder, or a new one in the PostgreSQL that the whole run is on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from psycopg import connect


@contextmanager
def fresh_database(folder: Path) -> Iterator[str]:
    """The address of an empty database, of the kind that the tests run on."""
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        with created_database(url) as made:
            yield made
    else:
        yield f"sqlite:///{folder}/{uuid4().hex}.sqlite3"


@contextmanager
def created_database(url: str) -> Iterator[str]:
    """The address of a new database beside the one of `url`, dropped afterwards."""
    name = f"fresh_{uuid4().hex}"
    with connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
