"""Standings of 300 entries after 11 rounds and their cross table, as pages: cold, kept, followed; the arithmetic alone.

Milliseconds of the processor, so that what else runs does not count; beside them the ratio to the arithmetic, so that
what the page adds to it shows.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import django

ENTRIES, ROUNDS = 300, 11
FEW, MANY = 5, 200


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.test import override_settings
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    own = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "page"}}
    try:
        with override_settings(CACHES=own, ALLOWED_HOSTS=["testserver"]):
            _measure()
    finally:
        runner.teardown_databases(databases)


def _measure() -> None:
    from django.core.cache import cache
    from django.test import Client

    from tests.tournaments.crowd import Crowd, people
    from tournaments.queries.standings import standings
    from tournaments.standings.ranking import rank

    crowd = Crowd.open(people(ENTRIES), "Cup")
    crowd.play_cup(ROUNDS, crowd.tournament.stages.create(number=1, format="swiss"))
    found = standings(crowd.tournament)
    order = [measure.code for measure in found.order]
    alone = _best_of(partial(rank, found.source.field, order), FEW)
    print(f"{ENTRIES} entries, {ROUNDS} rounds; the arithmetic alone: {alone * 1000:.1f} ms")

    def told(name: str, seconds: float) -> None:
        print(f"{name}: {seconds * 1000:.2f} ms, {seconds / alone:.3f} of the arithmetic")

    client = Client()
    live = {"Ryba-Part": "main", "Accept-Encoding": "gzip"}
    for page in ("standings", "cross"):
        ask = partial(client.get, f"/t/cup/{page}/")
        part = ask(headers=live)
        told(f"{page}, made anew", _best_of(ask, FEW, before=cache.clear))
        told(f"{page}, kept", _best_of(ask, MANY))
        told(
            f"{page}, its main part, kept, {len(part.content) / 1000:.1f} kB",
            _best_of(partial(ask, headers=live), MANY),
        )
        told(f"{page}, 304", _best_of(partial(ask, headers=live | {"If-None-Match": part["ETag"]}), MANY))
    told("the standings without their page", _best_of(partial(standings, crowd.tournament), FEW))


def _best_of(work: Callable[[], Any], times: int, before: Callable[[], Any] = lambda: None) -> float:
    best = float("inf")
    for _ in range(times):
        before()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


if __name__ == "__main__":
    main()
