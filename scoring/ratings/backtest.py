"""Predictions tried on the past: every game is predicted before it is counted, the second half is what is judged.

On the first half the temperature is fitted, and with `fit` all parameters of a model. A *run* gives for each game the
strengths of its sides in units in which a softmax with temperature 1 is the model's own prediction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import exp, inf, log
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
SIGMAS, TAUS = (3.0, 9.0), (0.03, 0.25, 1.5)
"""Where the fit looks first."""
LEAST_SIGMA, MOST_SIGMA = 0.1, 100.0
"""A history of pure luck, or of none, would have it at nothing or without end."""
LEAST_TAU = 0.05
"""No ladder stands still: below this the first half of a short history freezes ratings that move in the second."""
TRIES = 26
COLDEST, HOTTEST = 0.2, 20.0
MOST_STEPS, NEAR, TINY = 20, 1e-4, 1e-12
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
    rate = Rater(settings).rate_sound
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
        for side, after in zip(game.sides, rate(before, game.places), strict=True):
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
    known = [(units, came) for units, came in zip(run, outcomes, strict=True) if len(set(units)) > 1]
    if not known:
        return 1.0, sum(log(len(came)) for came in outcomes) / len(outcomes)
    even = sum(log(len(came)) for units, came in zip(run, outcomes, strict=True) if len(set(units)) == 1)
    # The log-loss has one valley over the inverse of the temperature: Newton's steps, none of them too long, find it.
    inverse = 1.0
    for _ in range(MOST_STEPS):
        slope = curve = 0.0
        for units, came in known:
            said = softmax(units, 1 / inverse)
            mean = sum([p * unit for p, unit in zip(said, units, strict=True)])
            slope += mean - sum([share * unit for share, unit in zip(came, units, strict=True)])
            curve += sum([p * (unit - mean) ** 2 for p, unit in zip(said, units, strict=True)])
        wanted = inverse - slope / max(curve, TINY)
        last, inverse = inverse, max(inverse / 3, 1 / HOTTEST, min(wanted, inverse * 3, 1 / COLDEST))
        if abs(inverse - last) < NEAR * last:
            break
    least = even + sum([loss(softmax(units, 1 / inverse), came) for units, came in known])
    return 1 / inverse, least / len(run)


def fit_settings(games: Sequence[PlayedGame], settings: Settings, progress: Progress = lambda line: None) -> Settings:
    """A ladder's own `sigma` and `tau` (beta is the unit), and temperature, with the least log-loss on these games.

    A coarse look around first, since there may be several valleys, then Nelder and Mead's from the best place.
    """
    outcomes = [outcome(game.places) for game in games]
    skip = int(len(games) * WARM_UP)
    best = (inf, settings)

    def look(at: Sequence[float]) -> float:
        nonlocal best
        tried = replace(settings, sigma=min(MOST_SIGMA, max(LEAST_SIGMA, exp(at[0]))), tau=max(LEAST_TAU, exp(at[1])))
        run = list(run_ours(games, tried))[skip:]
        temperature, least = fit_temperature(run, outcomes[skip:])
        if least < best[0]:
            best = least, replace(tried, temperature=temperature)
        progress(f"  sigma {tried.sigma:.2f} tau {tried.tau:.3f}: {least:.4f}")
        return least

    places = [(log(sigma), log(tau)) for sigma in SIGMAS for tau in TAUS]
    start = min(places, key=look)
    minimise(look, start=start, step=(0.5, 0.7), tries=TRIES)
    return best[1]


def fit_k(games: Sequence[PlayedGame]) -> float:
    """Elo's K with the least log-loss on these games."""
    outcomes = [outcome(game.places) for game in games]
    skip = int(len(games) * WARM_UP)

    def average(exponent: float) -> float:
        return fit_temperature(list(run_elo(games, exp(exponent)))[skip:], outcomes[skip:])[1]

    return exp(minimise_line(average, log(2.0), log(200.0), tries=12)[0])


def _params(settings: Settings) -> dict[str, float]:
    return {
        "mu": settings.mu,
        "sigma": settings.sigma,
        "beta": settings.beta,
        "tau": settings.tau,
    }


def _verdict(run: Run, outcomes: Sequence[Sequence[float]], half: int, params: dict[str, float]) -> Verdict:
    skip = int(half * WARM_UP)
    temperature = fit_temperature(run[skip:half], outcomes[skip:half])[0]
    forecasts = [softmax(units, temperature) for units in run[half:]]
    return Verdict(score(forecasts, outcomes[half:]), {**params, "temperature": temperature})
