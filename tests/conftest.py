"""What all tests share: Hypothesis's profiles, the choice of those that use the database, and a skip that is a failure
where `CI=true`.
"""

import gc
import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.utils import translation
from hypothesis import HealthCheck, settings

collect_ignore = ["fault/wrong_clock"]
"""Is on the path of servers whose clock is wrong, and of them alone."""

CI = os.environ.get("CI") == "true"

settings.register_profile("dev", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, max_examples=100)
settings.load_profile("ci" if CI else "dev")


USE_IT = {"db", "transactional_db", "live_server", "database"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="only the tests that use the database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A second run, on another database, needs no test that uses none, nor one that none can change."""
    if config.getoption("--database-only"):
        using = [item for item in items if item.get_closest_marker("django_db") or USE_IT & set(item.fixturenames)]
        kept = [item for item in using if not item.get_closest_marker("one_database")]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it again and again for garbage would be a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(autouse=True)
def in_the_sites_language() -> None:
    """A request in another language leaves it behind."""
    translation.deactivate()


@pytest.fixture
def world(built: Any, db: None) -> Any:
    """What the module has `built` for all its tests (once.py), for this test to do with as it likes."""
    return deepcopy(built)


@pytest.fixture
def kept(settings: Any) -> Iterator[None]:
    """A cache, as in production."""
    settings.CACHES = settings.CACHES | {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "kept"}
    }
    cache.clear()
    yield
    cache.clear()


class Minute:
    """The clock by which requests are counted (tournaments.access.rates): it goes on only when a test says so."""

    now = 60.0

    def time(self) -> float:
        return self.now

    def passes(self) -> None:
        self.now += 60


@pytest.fixture
def minute(monkeypatch: pytest.MonkeyPatch) -> Iterator[Minute]:
    """A minute in which nothing was counted yet. Every test that counts requests asks for it."""
    stands = Minute()
    monkeypatch.setattr("tournaments.access.rates.time", stands)
    caches["limits"].clear()
    yield stands
    caches["limits"].clear()


@pytest.fixture(scope="session")
def must_have() -> Callable[[object, str], None]:
    """Call it with what a test can't do without: where it is missing, the test is skipped, and with CI=true fails."""

    def check(thing: object, advice: str) -> None:
        if not thing:
            (pytest.fail if CI else pytest.skip)(advice)

    return check
