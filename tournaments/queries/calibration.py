"""How well a ladder's predictions came true: those frozen before each game, beside Elo's over the same games.

Summed up from the ladder's stretches; of a ladder that has none yet they are made here, and not kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ratings.backtest import DEFAULT_K
from scoring.ratings.elo import Elo
from scoring.ratings.measure import Bin, Score
from scoring.ratings.stretches import measures_in, stretches
from tournaments.models import Ladder
from tournaments.queries.games import kept_games


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
    """None for a ladder without games. One query, two for a ladder without stretches."""
    stored = ladder.stretches.order_by("number").values_list("measures", flat=True)
    made = stretches(kept_games(ladder), Elo(DEFAULT_K), {})
    measured = measures_in(stored or (stretch.measures for _number, stretch in made))
    games = int(measured["ours"].numbers[0])
    if not games:
        return None
    scores = {predictor: one.score() for predictor, one in measured.items()}
    return Calibration(games=games, **scores, elo_k=DEFAULT_K, bins=measured["ours"].bins())
