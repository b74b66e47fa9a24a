"""The fault test: on SQLite one process, on the PostgreSQL that the whole run is on four behind one address."""

from __future__ import annotations

from pathlib import Path

from tests.fault.databases import fresh_database
from tests.fault.soak import soak

HANDS = 400


def test_no_acknowledged_hand_is_lost_and_none_is_stored_twice(tmp_path: Path) -> None:
    with fresh_database(tmp_path) as url, fresh_database(tmp_path) as copies:
        print(soak(HANDS, url, copies, tmp_path, 1 if url.startswith("sqlite") else 4))
