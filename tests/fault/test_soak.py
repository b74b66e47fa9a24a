"""The fault test, at full size: on SQLite, or on the PostgreSQL that the whole run is on."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

from django.conf import settings
from psycopg import connect

from tests.fault.soak import soak

HANDS = 400


def test_no_acknowledged_hand_is_lost_and_none_is_stored_twice(tmp_path: Path) -> None:
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        print(soak(HANDS, f"sqlite:///{tmp_path}/soak.sqlite3"))
        return
    name = f"soak_{uuid4().hex}"
    place = {"host": database["HOST"], "port": database["PORT"] or None, "user": database["USER"]}
    with connect(dbname="postgres", password=database["PASSWORD"] or None, autocommit=True, **place) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            secret = f":{quote(database['PASSWORD'])}" if database["PASSWORD"] else ""
            port = f":{database['PORT']}" if database["PORT"] else ""
            print(soak(HANDS, f"postgres://{database['USER']}{secret}@{quote(database['HOST'], safe='')}{port}/{name}"))
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
