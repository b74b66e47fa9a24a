"""A real Redis as the cache that all processes share: what is in it, and what visitors see when it goes away."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.cache import cache, caches
from django.test import Client

from config import cache as shared
from tests.fault.server import PATIENCE, free_port
from tests.tournaments.world import build_world

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments"
PAGE = "/t/open/standings/"
MARK = "kept by the cache"


class Redis:
    """A server of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.port, self.folder = free_port(), folder
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        began = time.monotonic()
        while True:
            try:
                redis.Redis.from_url(self.url).ping()
                return
            except redis.ConnectionError:
                assert time.monotonic() < began + PATIENCE
                time.sleep(0.02)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def keys(self) -> list[bytes]:
        return sorted(redis.Redis.from_url(self.url).keys())


@pytest.fixture
def server(must_have: Any, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """Redis, and the site that keeps its pages there, as config.settings has it with CACHE_URL."""
    must_have(shutil.which("redis-server"), "Redis was not found. Debian and Ubuntu: apt install redis-server")
    server = Redis(tmp_path)
    monkeypatch.setattr(shared, "_asked_again_at", 0.0)
    kept = {"BACKEND": "config.cache.SharedCache", "LOCATION": server.url}
    settings.CACHES = {
        "default": kept | {"KEY_PREFIX": "pages", "KEY_FUNCTION": "tournaments.release.keyed"},
        "limits": kept | {"KEY_PREFIX": "limits"},
    }
    build_world()
    yield server
    for name in ("default", "limits"):
        caches[name]._own.clear()
    server.stop()


def changed_in_cache() -> None:
    """Writes a mark into all pages that are kept, to be known by."""
    client = redis.Redis.from_url(cache._servers[0])
    for key in client.keys("pages:*"):
        kept = cache._cache.get(key, None)
        if "</main>" in kept:
            cache._cache.set(key, kept.replace("</main>", f"{MARK}</main>"), None)


def test_a_page_is_made_once_for_all_processes(server: Redis) -> None:
    assert MARK not in Client().get(PAGE).text
    changed_in_cache()
    assert MARK in Client().get(PAGE).text


def test_another_release_finds_nothing_of_this_one(server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    Client().get(PAGE)
    changed_in_cache()
    cache.set("same", "old", timeout=None)
    monkeypatch.setattr("tournaments.release.release", lambda: "next")
    assert cache.get("same") is None
    before = server.keys()
    cache.set("same", "new")
    assert len(server.keys()) == len(before) + 1


@pytest.mark.parametrize("fault", ["killed", "hangs"])
def test_without_it_every_page_is_answered(server: Redis, fault: str, caplog: pytest.LogCaptureFixture) -> None:
    asked = API
    assert [Client().get(path).status_code for path in (PAGE, asked)] == [200, 200]
    changed_in_cache()
    if fault == "killed":
        server.stop()
    else:
        os.kill(server.process.pid, signal.SIGSTOP)
    for path in (PAGE, asked, PAGE, "/records/", PAGE):
        answer = Client().get(path)
        assert answer.status_code == 200
        assert MARK not in answer.text
    assert len([line for line in caplog.records if line.name == "ryba.cache"]) == 1  # and not asked each time
    if fault == "hangs":
        os.kill(server.process.pid, signal.SIGCONT)


def test_it_is_asked_again_when_it_is_back(server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    server.stop()
    Client().get(PAGE)
    server.start()
    assert server.keys() == []
    monkeypatch.setattr(shared, "_asked_again_at", time.monotonic())
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
