"""Predictions tried on the past: every game is predicted before it is counted, the second half is what is judged.

On the first half the temperature is fitted, and with `fit` all parameters of a model. A *run* gives for each game the
strengths of its sides in units in which a softmax with temperature 1 is the model's own prediction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import exp, log
from typing import Any, NamedTuple

from scoring.ratings.elo import Elo
from scoring.ratings.history import PlayedGame
from scoring.ratings.measure import Score, loss, outcome, score
from scoring.ratings.model import DEFAULT, Model, Rater, Settings, widened
from scoring.ratings.predict import softmax, strengths
from scoring.ratings.search import minimise, minimise_line

type Progress = Callable[[str], None]
type Run = list[list[float]]

DEFAULT_K = 24.0
WARM_UP = 0.1
"""The share of the first half that is not fitted on: nobody knows anybody yet."""


class Verdict(NamedTuple):
    """How a model did on the second half, and with which parameters."""

    score: Score
    params: dict[str, float]


class Backtest(NamedTuple):
    """`games` in the history, `scored` of them judged; each model's verdict by its name, ours first."""

    games: int
    scored: int
    models: dict[str, Verdict]


MODELS: dict[str, Model] = {
    "ours": DEFAULT.model,
    "bradley_terry_full": "BradleyTerryFull",
    "plackett_luce": "PlackettLuce",
}
"""The library's models by the name that a report gives them; all are tried with the parameters fitted for ours."""


def backtest(games: Sequence[PlayedGame], *, fit: bool = False, progress: Progress = lambda line: None) -> Backtest:
    """Try our model, the library's others, Elo and the uniform guess on a history of at least four games."""
    if len(games) < 4:
        raise ValueError(f"at least four games are wanted, not {len(games)}")
    half = len(games) // 2
    outcomes = [outcome(game.places) for game in games]
    judged: dict[str, Verdict] = {}
    progress("ours: fitting …" if fit else "ours …")
    ours = fit_settings(games[:half], DEFAULT, progress) if fit else DEFAULT
    for name, model in MODELS.items():
        progress(f"{name} …")
        settings = replace(ours, model=model)
        run = list(run_ours(games, settings))
        judged[name] = _verdict(run, outcomes, half, _params(settings))
    progress("elo …")
    k = fit_k(games[:half]) if fit else DEFAULT_K
    judged["elo"] = _verdict(list(run_elo(games, k)), outcomes, half, {"k": k})
    judged["uniform"] = Verdict(score([[1 / len(came)] * len(came) for came in outcomes[half:]], outcomes[half:]), {})
    return Backtest(len(games), len(games) - half, judged)


def run_ours(games: Sequence[PlayedGame], settings: Settings) -> Iterator[list[float]]:
    """Each game's strengths before it is counted, under our ratings: sums of mu over the uncertainty at the table."""
    rater = Rater(settings)
    newcomer = (settings.mu, settings.sigma)
    ratings: dict[tuple[str, str], tuple[tuple[float, float], Any]] = {}
    for game in games:
        before = []
        for side in game.sides:
            players = []
            for name in side:
                known = ratings.get((game.ladder, name))
                if known is None:
                    players.append(newcomer)
                else:
                    (mu, sigma), played = known
                    players.append((mu, widened(sigma, (game.played - played).days, settings)))
            before.append(players)
        yield strengths(before, settings)
        for side, after in zip(game.sides, rater.rate(before, game.places), strict=True):
            for name, rating in zip(side, after, strict=True):
                ratings[game.ladder, name] = (rating, game.played)


def run_elo(games: Sequence[PlayedGame], k: float) -> Iterator[list[float]]:
    """Each game's strengths under Elo, in the units of its curve."""
    elo = Elo(k)
    for game in games:
        sides = [[(game.ladder, name) for name in side] for side in game.sides]
        yield [strength * log(10) for strength in elo.strengths(sides)]
        elo.count(sides, game.places)


def fit_temperature(run: Run, outcomes: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The temperature with the least log-loss over these games, and that log-loss."""
    known = [(strengths, came) for strengths, came in zip(run, outcomes, strict=True) if len(set(strengths)) > 1]
    if not known:
        return 1.0, sum(log(len(came)) for came in outcomes) / len(outcomes)
    even = sum(log(len(came)) for strengths, came in zip(run, outcomes, strict=True) if len(set(strengths)) == 1)

    def average(exponent: float) -> float:
        temperature = exp(exponent)
        return (even + sum([loss(softmax(s, temperature), came) for s, came in known])) / len(run)

    exponent, least = minimise_line(average, log(0.2), log(20.0))
    return exp(exponent), least


def fit_settings(games: Sequence[PlayedGame], settings: Settings, progress: Progress = lambda line: None) -> Settings:
    """A ladder's own `sigma` and `tau` (beta is the unit), and temperature, with the least log-loss on these games."""
    outcomes = [outcome(game.places) for game in games]
    skip = int(len(games) * WARM_UP)

    def average(at: Sequence[float]) -> float:
        run = list(run_ours(games, _at(settings, at)))
        least = fit_temperature(run[skip:], outcomes[skip:])[1]
        progress(f"  sigma {exp(at[0]):.2f} tau {exp(at[1]):.3f}: {least:.4f}")
        return least

    best = minimise(average, start=(log(settings.sigma), log(0.3)), step=(0.8, 1.0), tries=32)
    fitted = _at(settings, best)
    run = list(run_ours(games, fitted))
    return replace(fitted, temperature=fit_temperature(run[skip:], outcomes[skip:])[0])


def fit_k(games: Sequence[PlayedGame]) -> float:
    """Elo's K with the least log-loss on these games."""
    outcomes = [outcome(game.places) for game in games]
    skip = int(len(games) * WARM_UP)

    def average(exponent: float) -> float:
        return fit_temperature(list(run_elo(games, exp(exponent)))[skip:], outcomes[skip:])[1]

    return exp(minimise_line(average, log(2.0), log(200.0), tries=12)[0])


def _at(settings: Settings, at: Sequence[float]) -> Settings:
    """Settings with this logarithm of sigma and of tau."""
    return replace(settings, sigma=exp(at[0]), tau=exp(at[1]))


def _params(settings: Settings) -> dict[str, float]:
    return {"mu": settings.mu, "sigma": settings.sigma, "beta": settings.beta, "tau": settings.tau}


def _verdict(run: Run, outcomes: Sequence[Sequence[float]], half: int, params: dict[str, float]) -> Verdict:
    skip = int(half * WARM_UP)
    temperature = fit_temperature(run[skip:half], outcomes[skip:half])[0]
    forecasts = [softmax(strengths, temperature) for strengths in run[half:]]
    return Verdict(score(forecasts, outcomes[half:]), {**params, "temperature": temperature})
