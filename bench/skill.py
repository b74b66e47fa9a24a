"""Whether ratings find the true order: the rank correlation of the estimates with the known skill of made players.

Skill wanders slowly, as `tests.scoring.ratings.histories` makes it; the estimates after all games are held against
the skill after all games. Beside ours stand Elo and TrueSkill.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

GAMES = 4_000
PLAYERS = 60

type Played = Sequence[tuple[list[list[str]], list[int]]]


def main() -> None:
    from tests.scoring.ratings.histories import played

    systems: dict[str, Callable[[Played], Mapping[str, float]]] = {"ours": _ours, "elo": _elo, "trueskill": _trueskill}
    print(f"rank correlation with the true skill after {GAMES:,} games of {PLAYERS} players: {', '.join(systems)}")
    for kind in ("duels", "pairs", "fours"):
        made = list(played(kind, GAMES, players=PLAYERS, seed=7, wander=0.02))
        games = [(game["sides"], game["places"]) for game, _skill in made]
        truth = {f"P{who}": skill for who, skill in enumerate(made[-1][1])}
        found = [system(games) for system in systems.values()]
        print(f"{kind:8}" + "".join(f"{_rank_correlation(each, truth):8.4f}" for each in found))


def _ours(games: Played) -> Mapping[str, float]:
    from scoring.ratings.model import DEFAULT, Rater

    rater = Rater()
    ratings: dict[str, tuple[float, float]] = {}
    for sides, places in games:
        before = [[ratings.get(name, (DEFAULT.mu, DEFAULT.sigma)) for name in side] for side in sides]
        for side, after in zip(sides, rater.rate(before, places), strict=True):
            ratings.update(zip(side, after, strict=True))
    return {name: mu for name, (mu, _sigma) in ratings.items()}


def _elo(games: Played) -> Mapping[str, float]:
    from scoring.ratings.backtest import DEFAULT_K
    from scoring.ratings.elo import Elo

    elo = Elo(DEFAULT_K)
    names = {name for sides, _places in games for side in sides for name in side}
    for sides, places in games:
        elo.count(sides, places)
    return {name: elo.strengths([[name]])[0] for name in names}


def _trueskill(games: Played) -> Mapping[str, float]:
    import trueskill

    world = trueskill.TrueSkill(draw_probability=0)
    ratings: dict[str, Any] = {}
    for sides, places in games:
        before = [tuple(ratings.get(name) or world.create_rating() for name in side) for side in sides]
        for side, after in zip(sides, world.rate(before, places), strict=True):
            ratings.update(zip(side, after, strict=True))
    return {name: rating.mu for name, rating in ratings.items()}


def _rank_correlation(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Spearman's, without ties."""
    names = sorted(one)
    ranks = [{name: at for at, name in enumerate(sorted(names, key=each.__getitem__))} for each in (one, other)]
    apart = sum((ranks[0][name] - ranks[1][name]) ** 2 for name in names)
    return 1 - 6 * apart / (len(names) * (len(names) ** 2 - 1))
