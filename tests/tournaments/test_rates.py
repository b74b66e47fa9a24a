"""How often somebody may ask: counted by all processes of a machine together, minute by minute."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches

from tests.conftest import Minute
from tournaments.access import within_rate


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.COUNTED_IN = str(tmp_path)
    return tmp_path


def another_process() -> None:
    """It has a memory of its own."""
    caches["limits"].clear()


def test_processes_of_a_machine_count_together(folder: Path, minute: Minute) -> None:
    told = []
    for _process in range(4):
        another_process()
        told.append(within_rate("sign-in", "192.0.2.1", 3))
    assert told == [True, True, True, False]
    assert within_rate("sign-in", "192.0.2.2", 3)
    assert within_rate("file", "192.0.2.1", 3, 3)
    minute.passes()
    assert within_rate("sign-in", "192.0.2.1", 3)


def test_who_asks_at_once_is_counted_once_each(folder: Path, minute: Minute) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _at: within_rate("read", "one", 400), range(400)))
    (file,) = folder.glob("minutes/*/*")
    assert file.stat().st_size == 400
    assert not within_rate("read", "one", 400)


def test_an_earlier_minute_leaves_nothing_behind(folder: Path, minute: Minute) -> None:
    for _minute in range(3):
        within_rate("read", "../../one", 1)
        minute.passes()
    assert len(list(folder.glob("minutes/*/*"))) == 1


def test_counting_leaves_room_for_what_else_lies_there(
    folder: Path, minute: Minute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.statvfs", lambda _path: SimpleNamespace(f_bavail=24, f_blocks=100))
    assert [within_rate("read", "one", 2) for _ in range(3)] == [True, True, False]
    assert list(folder.glob("minutes/*/*")) == []


def test_without_room_each_process_counts_for_itself(folder: Path, minute: Minute, settings: Any) -> None:
    settings.COUNTED_IN = str(folder / "file")
    (folder / "file").touch()
    assert [within_rate("read", "one", 2) for _ in range(3)] == [True, True, False]
