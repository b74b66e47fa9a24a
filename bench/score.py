"""`manage.py score --json` on 10,000 simulated games beside `json.loads` of the same lines: no more than 5 times."""

import io
import json
import os
import tempfile
import time
from collections.abc import Callable

LIMIT = 5.0
GAMES = 10_000


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.core.management import call_command

    django.setup()
    lines = _records(GAMES)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write("\n".join(lines))
        file.flush()
        load = _best(lambda: [json.loads(line) for line in lines])
        score = _best(lambda: call_command("score", file.name, "--json", stdout=io.StringIO()))
    size = sum(map(len, lines)) / len(lines)
    print(f"{len(lines)} games, {size:.0f} characters each on average")
    print(f"score --json takes {score / load:.1f} times json.loads ({LIMIT:.0f} allowed)")


def _records(count: int) -> list[str]:
    """Simulated games of both variants in turn, as JSON lines."""
    from tournaments.simulator import random_records

    some = [
        json.dumps(record, ensure_ascii=False)
        for variant in ("mandavoshka", "morskoy_kozel_exchange")
        for record in random_records(variant, count // 20, seed=1)
    ]
    return (some * (count // len(some) + 1))[:count]


def _best(work: Callable[[], object], times: int = 5) -> float:
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)
