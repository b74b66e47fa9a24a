"""A player's games: who sat at the table, what each game did to his rating, his opponents and partners.

All of it comes as plain rows, in a number of queries that does not grow with the games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.ratings.predict import chance_above, chances
from tournaments.models import Game, Ladder, Player, RatingChange, Tournament
from tournaments.queries.games import counted_games
from tournaments.queries.ratings import Person, at_table


class Step(NamedTuple):
    """What a game did to a rating."""

    mu_before: float
    sigma_before: float
    mu: float
    sigma: float

    @property
    def delta(self) -> float:
        return self.mu - self.mu_before


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody at the table of a game, with the step of his rating where the ladder counts the game."""

    player: Person
    side: int
    place: int
    step: Step | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerGame:
    """A finished game of a player. `score` is 1 for a win, ½ where all share the first place, else 0."""

    game_id: int
    finished_at: datetime
    tournament_name: str
    tournament_slug: str
    variant: str
    rated: bool
    round: int
    table: int
    score: float
    own: Seated
    partners: tuple[Seated, ...]
    opponents: tuple[Seated, ...]

    @property
    def place(self) -> int:
        return self.own.place

    @property
    def step(self) -> Step | None:
        return self.own.step

    @property
    def expected(self) -> float | None:
        """The score that the ratings before the game expected."""
        sides: dict[int, list[tuple[float, float]]] = {self.own.side: []}
        for seated in (self.own, *self.partners, *self.opponents):
            if seated.step is None:
                return None
            sides.setdefault(seated.side, []).append(seated.step[:2])
        return chances(list(sides.values()))[0]


@dataclass(slots=True)
class Tally:
    """A player's games with another: the sum of the scores, and of what the ratings expected before each."""

    player: Person
    games: int = 0
    score: float = 0.0
    expected: float = 0.0


def player_games(player: Player, ladder: Ladder | None = None) -> list[PlayerGame]:
    """The player's games on the ladder with its steps, or all that anyone may see, the oldest first.

    Three queries with a ladder, two without.
    """
    steps: dict[tuple[int, int], Step] = {}
    if ladder is None:
        games = (
            counted_games()
            .filter(table__seats__player=player)
            .exclude(table__round__tournament__status=Tournament.Status.DRAFT)
        )
    else:
        games = Game.objects.filter(pk__in=RatingChange.objects.filter(ladder=ladder, player=player).values("game"))
        steps = {
            (game, who): Step(*numbers)
            for game, who, *numbers in RatingChange.objects.filter(ladder=ladder, game__in=games)
            .order_by()
            .values_list("game_id", "player_id", "mu_before", "sigma_before", "mu", "sigma")
        }
    tables: dict[int, list[Seated]] = defaultdict(list)
    scores: dict[tuple[int, int], float] = {}
    for game, side, place, won, lost, *person in (
        at_table(games)
        .order_by("game_id", "side", "game__table__seats__number")
        .values_list(
            "game_id", "side", "place", "won", "lost", *_prefixed("game__table__seats__player__", "id name slug")
        )
    ):
        who = Person(*person)
        tables[game].append(Seated(who, side, place, steps.get((game, who.id))))
        scores[game, who.id] = 1.0 if won else 0.5 if place == 1 and not lost else 0.0
    return [_player_game(row, player.pk, tables[row[0]], scores[row[0], player.pk]) for row in _headings(games)]


def opponents(games: Iterable[PlayerGame]) -> list[Tally]:
    """Whom the player met in these games of a ladder, the most met first. A better place scores 1, the same ½."""
    tallies: dict[Person, Tally] = {}
    for game in games:
        own = [seated.step[:2] for seated in (game.own, *game.partners) if seated.step]
        for other in game.opponents:
            side = [seated.step[:2] for seated in game.opponents if seated.step and seated.side == other.side]
            tally = tallies.setdefault(other.player, Tally(other.player))
            tally.games += 1
            tally.score += 1.0 if game.place < other.place else 0.5 if game.place == other.place else 0.0
            tally.expected += chance_above(own, side)
    return sorted(tallies.values(), key=lambda tally: (-tally.games, tally.player.name))


def partners(games: Iterable[PlayerGame]) -> list[Tally]:
    """With whom the player sat on one side in these games of a ladder, the most frequent first."""
    tallies: dict[Person, Tally] = {}
    for game in games:
        for other in game.partners:
            tally = tallies.setdefault(other.player, Tally(other.player))
            tally.games += 1
            tally.score += game.score
            tally.expected += game.expected or 0.0
    return sorted(tallies.values(), key=lambda tally: (-tally.games, tally.player.name))


def _headings(games: QuerySet[Game]) -> Iterator[tuple[Any, ...]]:
    """What stands above a game's score sheet, in the order of play."""
    rows = games.order_by("finished_at", "id").values_list(
        "id",
        "finished_at",
        "table__number",
        "table__round__number",
        *_prefixed("table__round__tournament__", "name slug variant rated"),
    )
    return rows.iterator()


def _player_game(heading: tuple[Any, ...], player: int, table: list[Seated], score: float) -> PlayerGame:
    game_id, finished_at, table_number, round_number, name, slug, variant, rated = heading
    own = next(seated for seated in table if seated.player.id == player)
    return PlayerGame(
        game_id=game_id,
        finished_at=finished_at,
        tournament_name=name,
        tournament_slug=slug,
        variant=variant,
        rated=rated,
        round=round_number,
        table=table_number,
        score=score,
        own=own,
        partners=tuple(seated for seated in table if seated.side == own.side and seated is not own),
        opponents=tuple(seated for seated in table if seated.side != own.side),
    )


def _prefixed(prefix: str, names: str) -> list[str]:
    return [prefix + name for name in names.split()]
