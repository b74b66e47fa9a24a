"""Reading ratings: the ladders, a player's ratings, his games with what each did, his opponents and partners.

All of it comes as plain rows, in a number of queries that does not grow with the rows. A ladder *ranks* the players
who are settled (not provisional) and active (played within `active_days`); the others stand below without a rank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.ratings.model import DEFAULT, is_provisional
from scoring.ratings.predict import chance_above, chances
from tournaments.models import Game, Ladder, Player, Rating, RatingChange, Tournament
from tournaments.queries.games import at_table, counted_games


class Person(NamedTuple):
    """As much of a player as a link needs."""

    id: int
    name: str
    slug: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRow:
    """A line of a ladder. `delta` is what the last game did to mu; `rank` is None without one."""

    rank: int | None
    player: Person
    club: str
    mu: float
    sigma: float
    ordinal: float
    games: int
    provisional: bool
    active: bool
    played_at: datetime
    delta: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRating:
    """Where a player stands on one ladder: his rank (None without one) among `ranked` players."""

    ladder: Ladder
    rank: int | None
    ranked: int
    mu: float
    sigma: float
    ordinal: float
    games: int
    provisional: bool
    active: bool


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


def last_changes(ladder: Ladder, players: Iterable[int] | None = None) -> QuerySet[RatingChange]:
    """The last change of each player on the ladder, or of these players."""
    changes = RatingChange.objects.filter(ladder=ladder)
    last = changes.filter(player=OuterRef("pk")).order_by("-finished_at", "-game_id").values("pk")[:1]
    who = Player.objects.filter(ratings__ladder=ladder) if players is None else Player.objects.filter(pk__in=players)
    return changes.filter(pk__in=who.order_by().annotate(last=Subquery(last)).values("last")).order_by()


def ladder_rows(ladder: Ladder, now: datetime | None = None) -> list[LadderRow]:
    """The ladder: the ranked first, each part by ordinal. Two queries."""
    since = _active_since(now)
    last = {
        player: (played_at, mu - mu_before)
        for player, played_at, mu, mu_before in last_changes(ladder).values_list(
            "player_id", "finished_at", "mu", "mu_before"
        )
    }
    ratings = (
        Rating.objects.filter(ladder=ladder)
        .order_by("-ordinal", "player_id")
        .values_list("player_id", "player__name", "player__slug", "player__club", "mu", "sigma", "ordinal", "games")
    )
    ranked, others = [], []
    rank, above = 0, None
    for player, name, slug, club, mu, sigma, ordinal, games in ratings:
        played_at, delta = last[player]
        provisional, active = is_provisional(sigma, games), played_at >= since
        is_ranked = active and not provisional
        if is_ranked and ordinal != above:
            rank, above = len(ranked) + 1, ordinal
        row = LadderRow(
            rank=rank if is_ranked else None,
            player=Person(player, name, slug),
            club=club,
            mu=mu,
            sigma=sigma,
            ordinal=ordinal,
            games=games,
            provisional=provisional,
            active=active,
            played_at=played_at,
            delta=delta,
        )
        (ranked if is_ranked else others).append(row)
    return ranked + others


def player_ratings(player: Player, now: datetime | None = None) -> list[PlayerRating]:
    """The player's ratings, a ladder each, the one over all games first. One query."""
    recent = RatingChange.objects.filter(
        ladder=OuterRef("ladder"), player=OuterRef("player"), finished_at__gte=_active_since(now)
    )
    ranked = Rating.objects.filter(
        Exists(recent),
        ladder=OuterRef("ladder"),
        sigma__lte=DEFAULT.settled_sigma,
        games__gte=DEFAULT.settled_games,
    )
    ratings = (
        Rating.objects.filter(player=player)
        .select_related("ladder")
        .annotate(
            active=Exists(recent),
            ranked=_count(ranked),
            above=_count(ranked.filter(ordinal__gt=OuterRef("ordinal"))),
        )
        .order_by("ladder__variant")
    )
    rows = []
    for rating in ratings:
        provisional = is_provisional(rating.sigma, rating.games)
        rows.append(
            PlayerRating(
                ladder=rating.ladder,
                rank=rating.above + 1 if rating.active and not provisional else None,
                ranked=rating.ranked,
                mu=rating.mu,
                sigma=rating.sigma,
                ordinal=rating.ordinal,
                games=rating.games,
                provisional=provisional,
                active=rating.active,
            )
        )
    return rows


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


def _active_since(now: datetime | None) -> datetime:
    return (now or timezone.now()) - timedelta(days=DEFAULT.active_days)


def _count(ratings: QuerySet[Rating]) -> Coalesce:
    """How many, as a subquery."""
    return Coalesce(Subquery(ratings.order_by().values("ladder").annotate(n=Count("pk")).values("n")), Value(0))
