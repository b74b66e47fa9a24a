"""A real Redis as the cache that all processes share: what is in it, and what visitors see when it goes away."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client

from config.cache import REDIS
from tests.fault.house import Redis
from tests.once import once
from tests.tournaments.world import World, build_world

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments"
PAGE = "/t/open/standings/"
built = once(build_world)


@pytest.fixture
def server(
    world: World, must_have: Any, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Redis]:
    """Redis, and the site that keeps its pages there, as config.settings has it with CACHE_URL."""
    must_have(shutil.which("redis-server"), "Redis was not found. Debian and Ubuntu: apt install redis-server")
    server = Redis(tmp_path)
    monkeypatch.setattr(REDIS, "asked_again_at", 0.0)
    # However slow the machine: Redis answers where it can, and where it can't, it is left alone until the test's end.
    monkeypatch.setattr("config.cache.PATIENCE", 60)
    monkeypatch.setattr("config.spare.LEFT_ALONE", 3600)
    kept = {"BACKEND": "config.cache.SharedCache", "LOCATION": server.url}
    settings.CACHES = {
        "default": kept | {"KEY_PREFIX": "pages", "KEY_FUNCTION": "tournaments.release.keyed"},
        "limits": kept | {"KEY_PREFIX": "limits"},
    }
    yield server
    for name in ("default", "limits"):
        caches[name].own.clear()
    server.stop()


def found_there(server: Redis) -> bool:
    """Whether a visitor's page comes from the shared cache."""
    before = server.found()
    assert Client().get(PAGE).status_code == 200
    return server.found() > before


def test_a_page_is_made_once_for_all_processes(server: Redis) -> None:
    assert not found_there(server)
    assert found_there(server)


def test_another_release_finds_nothing_of_this_one(server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [found_there(server), found_there(server)] == [False, True]
    monkeypatch.setattr("tournaments.release.release", lambda: "next")
    assert [found_there(server), found_there(server)] == [False, True]


@pytest.mark.parametrize("fault", ["killed", "hangs"])
def test_without_it_every_page_is_answered(
    server: Redis, fault: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == "hangs":
        monkeypatch.setattr("config.cache.PATIENCE", 0.5)
    assert [Client().get(path).status_code for path in (PAGE, API)] == [200, 200]
    if fault == "killed":
        server.stop()
    else:
        os.kill(server.process.pid, signal.SIGSTOP)
    for path in (PAGE, API, PAGE, "/records/", PAGE):
        assert Client().get(path).status_code == 200
    assert len([line for line in caplog.records if line.name == "ryba.cache"]) == 1  # and not asked each time
    if fault == "hangs":
        os.kill(server.process.pid, signal.SIGCONT)


def test_it_is_asked_again_when_it_is_back(server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    server.stop()
    Client().get(PAGE)
    server.start()
    assert server.keys() == []
    monkeypatch.setattr(REDIS, "asked_again_at", time.monotonic())
    Client().get(PAGE)
    assert server.keys() != []


def test_a_restart_between_two_questions_is_not_noticed(server: Redis, caplog: pytest.LogCaptureFixture) -> None:
    cache.set("one", 1)
    server.stop()
    server.start()
    cache.set("two", 2)
    assert len(server.keys()) == 1
    assert not [line for line in caplog.records if line.name == "ryba.cache"]


def test_a_count_that_was_forgotten_refuses_nobody(server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    def counted_then_gone(*args: Any, **kwargs: Any) -> bool:
        server.stop()
        return True

    monkeypatch.setattr(type(caches["limits"]), "add", counted_then_gone)
    assert Client().get(API).status_code == 200
