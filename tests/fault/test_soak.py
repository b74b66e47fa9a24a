"""The fault test, at full size: on SQLite, or on the PostgreSQL that the whole run is on."""

from __future__ import annotations

from pathlib import Path

from tests.fault.databases import fresh_database
from tests.fault.soak import soak

HANDS = 400


def test_no_acknowledged_hand_is_lost_and_none_is_stored_twice(tmp_path: Path) -> None:
    with fresh_database(tmp_path) as url:
        print(soak(HANDS, url))
