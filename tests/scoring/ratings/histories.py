"""Made histories: players whose skill is known and wanders slowly, for trying ratings on.

Each player's skill is drawn from a normal curve and takes a small step a day. At a table each side's performance is
the sum of its players' skills plus Gumbel noise, so that between two sides the better one wins by the logistic of
the difference; places follow the performances. Who plays is drawn anew for each game, some more often than others.
"""

import math
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

SIDES = {"duels": (1, 1), "pairs": (2, 2), "fours": (1, 1, 1, 1)}


def made_history(
    kind: str, games: int, *, players: int = 60, seed: int = 1, wander: float = 0.02
) -> list[dict[str, Any]]:
    """Games of a kind in the form of a history, a tenth of a second apart in skill terms: 20 games a day."""
    return [game for game, _ in played(kind, games, players=players, seed=seed, wander=wander)]


def played(
    kind: str, games: int, *, players: int, seed: int, wander: float
) -> Iterator[tuple[dict[str, Any], list[float]]]:
    """The games, each with all players' skills at that moment."""
    rng = random.Random(seed)
    skill = [rng.gauss(0, 1) for _ in range(players)]
    eager = [rng.uniform(0.2, 1) for _ in range(players)]
    shape = SIDES[kind]
    start = datetime(2020, 1, 1, tzinfo=UTC)
    for number in range(games):
        if number % 20 == 0:
            skill = [s + rng.gauss(0, wander) for s in skill]
        seated: list[int] = []
        while len(seated) < sum(shape):
            who = rng.choices(range(players), eager)[0]
            if who not in seated:
                seated.append(who)
        free = iter(seated)
        sides = [[next(free) for _ in range(size)] for size in shape]
        shown = [sum(skill[who] for who in side) - math.log(-math.log(rng.random())) for side in sides]
        places = [1 + sum(other > one for other in shown) for one in shown]
        yield (
            {
                "played": (start + timedelta(days=number // 20, minutes=number % 20)).isoformat(),
                "sides": [[f"P{who}" for who in side] for side in sides],
                "places": places,
            },
            skill,
        )
