"""What a player's page adds up from his games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scoring import variants
from tournaments.queries.ratings import PlayerGame

COLOURED = [variant.code for variant in variants.all() if variant.colours]


@dataclass(frozen=True)
class Record:
    """A player's games in figures."""

    games: int
    wins: int
    average_place: float
    opponents: int


@dataclass(frozen=True)
class ColourLine:
    """A player's games with one colour; `share` is what he scored of them, a draw half."""

    white: bool
    games: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def share(self) -> float:
        return (self.won + self.drawn / 2) / self.games


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


def by_colour(games: Iterable[PlayerGame]) -> list[ColourLine]:
    """The games with white and those with black, where the game has colours and it is known who had which."""
    scores: dict[bool, list[float]] = {True: [], False: []}
    for game in games:
        if game.game_id is not None and game.variant in COLOURED:
            scores[game.own.side == 0].append(game.score)
    return [ColourLine(white, len(of), of.count(1), of.count(0.5)) for white, of in scores.items() if of]


def by_tournament(games: Iterable[PlayerGame]) -> list[Appearance]:
    """The tournaments of these games, the latest first; past games are of none."""
    found: dict[str, Appearance] = {}
    for game in games:
        if game.game_id is None:
            continue
        line = found.setdefault(
            game.tournament_slug, Appearance(game.tournament_name, game.tournament_slug, game.finished_at)
        )
        line.games += 1
        line.wins += game.score == 1
        line.last = max(line.last, game.finished_at)
        if game.step:
            line.delta = (line.delta or 0.0) + game.step.delta
    return sorted(found.values(), key=lambda line: line.last, reverse=True)
