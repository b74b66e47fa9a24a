"""What a player's page adds up from his games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.queries.ratings import PlayerGame


@dataclass(frozen=True)
class Record:
    """A player's games in figures."""

    games: int
    wins: int
    average_place: float
    opponents: int


@dataclass
class Appearance:
    """A player's games of one tournament; `delta` is what they did to the rating, None where none was rated."""

    name: str
    slug: str
    last: datetime
    games: int = 0
    wins: int = 0
    delta: float | None = None


def best_wins(games: Iterable[PlayerGame], count: int = 5) -> list[PlayerGame]:
    """The wins that the ratings expected least, the least expected first."""
    won = [game for game in games if game.score == 1 and game.expected is not None]
    return sorted(won, key=lambda game: (game.expected or 0.0, -game.finished_at.timestamp()))[:count]


def record_of(games: list[PlayerGame]) -> Record | None:
    """The games in figures; None where there are none."""
    if not games:
        return None
    return Record(
        games=len(games),
        wins=sum(game.score == 1 for game in games),
        average_place=sum(game.place for game in games) / len(games),
        opponents=len({seated.player.id for game in games for seated in game.opponents}),
    )


def by_tournament(games: Iterable[PlayerGame]) -> list[Appearance]:
    """The tournaments of these games, the latest first."""
    found: dict[str, Appearance] = {}
    for game in games:
        line = found.setdefault(
            game.tournament_slug, Appearance(game.tournament_name, game.tournament_slug, game.finished_at)
        )
        line.games += 1
        line.wins += game.score == 1
        line.last = max(line.last, game.finished_at)
        if game.step:
            line.delta = (line.delta or 0.0) + game.step.delta
    return sorted(found.values(), key=lambda line: line.last, reverse=True)
