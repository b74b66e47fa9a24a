"""A preview, asked for as a phone asks, with 40 hands already in the game; and saving one.

Printed: the median of the answers in milliseconds, and the time for the preview as a share of the 50 ms it may take.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from uuid import uuid4

import django

HANDS, TIMES, MAY_TAKE = 40, 60, 50.0
FACTS = {"end": "out", "by": 0, "left": {"1": ["6-4"], "2": ["6-5", "5-3"], "3": ["1-0", "1-1"]}}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = runner.setup_databases()
    try:
        _measure()
    finally:
        runner.teardown_databases(databases)
        runner.teardown_test_environment()


def _measure() -> None:
    from django.test import Client

    from tests.tournaments.room import seat_table, write
    from tournaments.access import LINKS_KEY, NAME_KEY
    from tournaments.models import Game, Invitation

    game = seat_table(options={"target": 10_000})
    link = Invitation.objects.create(tournament=game.table.round.tournament, token="secret")
    write(game, *[FACTS] * HANDS)
    client = Client()
    session = client.session
    session[LINKS_KEY], session[NAME_KEY] = [link.pk], "Nina"
    session.save()

    def ask(name: str, body: dict[str, object]) -> float:
        began = time.perf_counter()
        answer = client.post(f"/keep/{game.pk}/api/{name}/", json.dumps(body), content_type="application/json")
        took = 1000 * (time.perf_counter() - began)
        assert answer.status_code == 200, answer.content
        return took

    previews = [ask("preview", {"facts": FACTS}) for _ in range(TIMES)]
    version = Game.objects.get(pk=game.pk).version
    saves = [
        ask("save", {"facts": FACTS, "uuid": str(uuid4()), "version": version + n, "actor": "keeper:Nina"})
        for n in range(5)
    ]
    median = statistics.median(previews)
    print(f"preview with {HANDS} hands: {median:.1f} ms at the median, {median / MAY_TAKE:.2f} of what it may take")
    print(f"saving a hand: {statistics.median(saves):.1f} ms")


if __name__ == "__main__":
    main()
