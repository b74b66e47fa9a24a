"""`manage.py score --json` on simulated games beside `json.loads` of the same lines: no more than 5 times.

For each variant 4,000 games of every number of seats. Measured with everything that the simulator knows of a hand
written down, and again with no more than who ended it, the hands that were left and the plays (`sparse`), which
`json.loads` reads faster. Two numbers each: what passes on the clock, and what all processors spend together.
"""

import io
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import cycle, islice
from pathlib import Path
from typing import Any

LIMIT = 5.0
GAMES = 4_000
PLAYED = 250
"""So many different games are played out of each variant."""

type Record = dict[str, Any]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from scoring import variants
    from tournaments.simulator import random_records

    print(f"times json.loads ({LIMIT:.0f} allowed)      complete           sparse")
    print(f"{'':24}{'clock':>9}{'work':>7}{'clock':>11}{'work':>7}")
    played: list[Record] = []
    for code in [variant.code for variant in variants.all()]:
        games = list(random_records(code, PLAYED, seed=1))
        played += games
        _show(code, games)
    _show("all", played)


def _show(name: str, games: list[Record]) -> None:
    (clock, work), (sparse_clock, sparse_work) = _ratios(games), _ratios(map(_sparse, games))
    print(f"{name:24}{clock:9.1f}{work:7.1f}{sparse_clock:11.1f}{sparse_work:7.1f}", flush=True)


def _sparse(game: Record) -> Record:
    """The game as a scorekeeper in a hurry writes it down."""
    unneeded = ("reserve", "first", "last")
    hands = [{key: value for key, value in hand.items() if key not in unneeded} for hand in game["hands"]]
    return {**game, "hands": hands}


def _ratios(games: Iterable[Record]) -> tuple[float, float]:
    """What scoring takes, in times of what `json.loads` takes: on the clock, and of all processors."""
    from django.core.management import call_command

    some = [json.dumps(game, ensure_ascii=False) for game in games]
    lines = list(islice(cycle(some), max(GAMES, len(some))))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_text("\n".join(lines), encoding="utf-8")
        clock, work = _best(lambda: [json.loads(line) for line in lines])
        scored, spent = _best(lambda: call_command("score", str(file), "--json", stdout=io.StringIO()))
    return scored / clock, spent / work


def _best(action: Callable[[], object], times: int = 3) -> tuple[float, float]:
    clocks, works = [], []
    for _ in range(times):
        began, spent = time.perf_counter(), sum(os.times()[:4])
        action()
        clocks.append(time.perf_counter() - began)
        works.append(sum(os.times()[:4]) - spent)
    return min(clocks), min(works)
