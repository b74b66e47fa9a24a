"""A ladder's own settings, proposed from its past games, and what they would gain.

They are fitted on the first half, and judged with the settings in force on the second, which the fit has not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.ratings.backtest import Progress, fit_settings, run_ours
from scoring.ratings.history import PlayedGame
from scoring.ratings.measure import loss, outcome
from scoring.ratings.model import Settings
from scoring.ratings.predict import softmax

FEWEST_GAMES = 200
FITTED = ("sigma", "tau", "temperature")
DIGITS = 4


class Proposal(NamedTuple):
    """Settings, and the log-loss of who came first in the `scored` games: with those in force, and with these."""

    settings: dict[str, float]
    games: int
    scored: int
    before: float
    after: float

    @property
    def better(self) -> bool:
        return self.after < self.before


def propose(games: Sequence[PlayedGame], now: Settings, progress: Progress = lambda line: None) -> Proposal:
    """What a ladder with these games could be worked out with instead."""
    if len(games) < FEWEST_GAMES:
        raise ValueError(f"at least {FEWEST_GAMES} games are wanted to fit on, not {len(games)}")
    half = len(games) // 2
    fitted = fit_settings(games[:half], now, progress)
    chosen = {name: round(getattr(fitted, name), DIGITS) for name in FITTED}
    proposed = Settings(
        model=now.model, mu=now.mu, beta=now.beta, idle_variance=now.idle_variance, **chosen,
    )  # fmt: skip
    return Proposal(chosen, len(games), len(games) - half, _loss(games, now, half), _loss(games, proposed, half))


def _loss(games: Sequence[PlayedGame], settings: Settings, half: int) -> float:
    """The mean log-loss of the second half, predicted as the ladder itself predicts."""
    said = [softmax(strengths, settings.temperature) for strengths in run_ours(games, settings)][half:]
    came = [outcome(game.places) for game in games[half:]]
    return sum(map(loss, said, came)) / len(came)
