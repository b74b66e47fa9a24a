"""`manage.py score --json` on simulated games beside `json.loads` of the same lines: no more than 5 times.

Measured with everything that the simulator knows of a hand written down, and again with no more than the hands that
were left (`sparse`), which are read faster by `json.loads` and scored no faster.
"""

import io
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIMIT = 5.0
HANDS = 3_000
"""At least so many hands of each variant, in games of every number of seats."""

type Record = dict[str, Any]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from scoring import variants

    print(f"score --json, times json.loads ({LIMIT:.0f} allowed): complete, sparse")
    full = {variant.code: _games(variant.code) for variant in variants.all()}
    for code, games in full.items():
        print(f"{code:24}{_ratio(games):5.1f}{_ratio(map(_sparse, games)):7.1f}", flush=True)
    every = [game for games in full.values() for game in games]
    print(f"{'all':24}{_ratio(every):5.1f}{_ratio(map(_sparse, every)):7.1f}")


def _games(variant: str) -> list[Record]:
    from tournaments.simulator import random_records

    games: list[Record] = []
    hands = 0
    for game in random_records(variant, HANDS, seed=1):
        if hands >= HANDS:
            break
        games.append(game)
        hands += len(game["hands"])
    return games


def _sparse(game: Record) -> Record:
    """The game as a scorekeeper in a hurry writes it down."""
    unneeded = ("reserve", "first", "last")
    hands = [{key: value for key, value in hand.items() if key not in unneeded} for hand in game["hands"]]
    return {**game, "hands": hands}


def _ratio(games: Any) -> float:
    """The time that scoring takes, in times of what `json.loads` takes, both as the processor counts it."""
    from django.core.management import call_command

    lines = [json.dumps(game, ensure_ascii=False) for game in games]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_text("\n".join(lines), encoding="utf-8")
        load = _best(lambda: [json.loads(line) for line in lines])
        return _best(lambda: call_command("score", str(file), "--json", stdout=io.StringIO())) / load


def _best(work: Callable[[], object], times: int = 5) -> float:
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)
