"""How well a ladder's predictions came true: those frozen before each game, beside Elo's over the same games.

Worked out from the stored changes, and kept until the ladder's version rises.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from django.core.cache import cache

from scoring.ratings.backtest import DEFAULT_K
from scoring.ratings.elo import Elo
from scoring.ratings.kept import unpack
from scoring.ratings.measure import Bin, Score, outcome, reliability, score
from scoring.ratings.predict import softmax
from tournaments.models import Ladder, RatedGame


@dataclass(frozen=True)
class Calibration:
    """The measures of our predictions, of Elo's with this K, and of giving all sides the same chance."""

    games: int
    ours: Score
    elo: Score
    even: Score
    elo_k: float
    bins: list[Bin]


def calibration(ladder: Ladder) -> Calibration | None:
    """None for a ladder without games. One query, or none where it is known for this version of the ladder."""
    key = f"calibration:{ladder.pk}:{ladder.version}"
    found = cache.get(key)
    if found is None:
        found = _worked_out(ladder)
        if found is not None:
            cache.set(key, found, timeout=None)
    return found


def _worked_out(ladder: Ladder) -> Calibration | None:
    ours: list[list[float]] = []
    elos: list[list[float]] = []
    even: list[list[float]] = []
    came: list[list[float]] = []
    elo = Elo(DEFAULT_K)
    rows = RatedGame.objects.filter(ladder=ladder).order_by("finished_at", "order").values_list("kept", flat=True)
    for kept in rows.iterator(chunk_size=10_000):
        known = list(unpack(kept))
        sides = [[step.player for step in side.steps] for side in known]
        places = [side.place for side in known]
        ours.append([side.chance for side in known])
        elos.append(softmax([strength * log(10) for strength in elo.strengths(sides)], 1.0))
        even.append([1 / len(sides)] * len(sides))
        came.append(outcome(places))
        elo.count(sides, places)
    if not came:
        return None
    return Calibration(
        len(came), score(ours, came), score(elos, came), score(even, came), DEFAULT_K, reliability(ours, came)
    )
