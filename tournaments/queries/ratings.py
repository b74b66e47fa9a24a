"""A player's ratings, his games with what each did and the prediction before it, his opponents and partners.

All of it comes as plain rows, in a number of queries that does not grow with the rows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import nlargest
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from scoring.ratings.model import DEFAULT, Settings, is_provisional
from scoring.ratings.predict import chance_above
from scoring.ratings.replay import Change, changes_of
from tournaments.access import shown_to_all
from tournaments.models import Game, Ladder, PastSeat, Player, RatedGame, Rating
from tournaments.queries.games import at_table, counted_games
from tournaments.queries.ladders import Person
from tournaments.queries.people import name_order
from tournaments.queries.ranks import active_from, ranked_from


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
    """What a game did to a rating. `chance`: how likely the side was to come first, as predicted before the game."""

    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    chance: float

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
    """A finished game of a player. `score` is 1 for a win, ½ where all share the first place, else 0.

    A past game has no sheet: its `game_id` is None, and no tournament stands beside it.
    """

    game_id: int | None
    finished_at: datetime
    tournament_name: str
    tournament_slug: str
    variant: str
    rated: bool
    round: int
    sitting: bool
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
        return self.own.step.chance if self.own.step else None


@dataclass(slots=True)
class Tally:
    """A player's games with another: the sum of the scores, and of what the ratings expected before each."""

    player: Person
    games: int = 0
    score: float = 0.0
    expected: float = 0.0


def player_ratings(player: Player, now: datetime | None = None) -> list[PlayerRating]:
    """The player's ratings, a ladder each, the one over all games first. One query."""
    since = active_from(now)
    ranked = Rating.objects.filter(ranked_from(since), ladder=OuterRef("ladder"))
    ratings = (
        Rating.objects.filter(player=player)
        .select_related("ladder")
        .annotate(
            ranked=_count(ranked),
            above=_count(ranked.filter(ordinal__gt=OuterRef("ordinal"))),
        )
        .order_by("ladder__name", "ladder__variant")
    )
    rows = []
    for rating in ratings:
        provisional, active = is_provisional(rating.sigma, rating.games), rating.played_at >= since
        rows.append(
            PlayerRating(
                ladder=rating.ladder,
                rank=rating.above + 1 if active and not provisional else None,
                ranked=rating.ranked,
                mu=rating.mu,
                sigma=rating.sigma,
                ordinal=rating.ordinal,
                games=rating.games,
                provisional=provisional,
                active=active,
            )
        )
    return rows


def player_games(player: Player, ladder: Ladder | None = None) -> list[PlayerGame]:
    """The player's games that anyone may see, with the ladder's steps those that it counts, the oldest first.

    Three queries with a ladder, two without.
    """
    if ladder is None:
        seen = counted_games().filter(shown_to_all("table__round__tournament__"), table__seats__player=player)
        headings = list(seen.order_by("finished_at", "id").values_list("id", *_heading()))
        steps: dict[tuple[int, int], Step] = {}
    else:
        kept = RatedGame.objects.filter(
            shown_to_all("game__table__round__tournament__"), ladder=ladder, game__table__seats__player=player
        )
        rows = list(
            kept.order_by("finished_at", "order").values_list("finished_at", "order", "kept", *_heading("game__"))
        )
        headings = [(row[1], *row[3:]) for row in rows]
        steps = {(change.order, change.player): _step(change) for change in _changes(rows, ladder)}
    tables: dict[int, list[Seated]] = defaultdict(list)
    scores: dict[tuple[int, int], float] = {}
    for game, side, place, won, lost, *person in (
        at_table(Game.objects.filter(table__seats__player=player, finished_at__isnull=False))
        .order_by("game_id", "side", "game__table__seats__number")
        .values_list(
            "game_id", "side", "place", "won", "lost", *_prefixed("game__table__seats__player__", "id name slug")
        )
    ):
        who = Person(*person)
        tables[game].append(Seated(who, side, place, steps.get((game, who.id))))
        scores[game, who.id] = 1.0 if won else 0.5 if place == 1 and not lost else 0.0
    found = [_player_game(row, player.pk, tables[row[0]], scores[row[0], player.pk]) for row in headings]
    past = _past_games(player, ladder) if ladder else []
    return sorted([*past, *found], key=lambda game: game.finished_at) if past else found


def games_with(games: Iterable[PlayerGame], slug: str) -> list[PlayerGame]:
    """Those of the games in which another player sat at the table, on either side."""
    return [game for game in games if any(seated.player.slug == slug for seated in (*game.partners, *game.opponents))]


def person_met(games: Iterable[PlayerGame], slug: str) -> Person | None:
    """The player of this address at one of the games' tables."""
    met = (seated.player for game in games for seated in (*game.partners, *game.opponents))
    return next((person for person in met if person.slug == slug), None)


def _past_games(player: Player, ladder: Ladder) -> list[PlayerGame]:
    """The player's games that came to the ladder from a history elsewhere. One query."""
    own = PastSeat.objects.filter(player=player, game__ladder=ladder)
    seats = list(
        PastSeat.objects.filter(game__in=own.values("game"), game__rated__ladder=ladder)
        .order_by("game__played_at", "game_id")
        .values_list(*_prefixed("game__rated__", "finished_at order kept"), *_prefixed("player__", "id name slug"))
    )
    persons = {seat[3]: Person(*seat[3:]) for seat in seats}
    rows = dict.fromkeys((finished_at, order, bytes(kept)) for finished_at, order, kept, *_person in seats)
    games = []
    for (_order, finished_at), people in groupby(_changes(rows, ladder), key=itemgetter(0, 1)):
        table = [Seated(persons[one.player], one.side, one.place, _step(one)) for one in people]
        own_place = next(seated.place for seated in table if seated.player.id == player.pk)
        all_first = all(seated.place == own_place for seated in table)
        best = min(seated.place for seated in table)
        score = 0.5 if all_first else 1.0 if own_place == best else 0.0
        heading = (None, finished_at, 0, 0, False, "", "", ladder.variant, True)
        games.append(_player_game(heading, player.pk, table, score))
    return games


def _changes(rows: Iterable[tuple[Any, ...]], ladder: Ladder) -> Iterator[Change]:
    """What games did, player by player, from rows that begin with when, order and the kept bytes."""
    for finished_at, order, kept, *_more in rows:
        yield from changes_of(finished_at, order, kept, ladder.model)


def _step(change: Change) -> Step:
    return Step(change.mu_before, change.sigma_before, change.mu, change.sigma, change.chance)


def opponents(games: Sequence[PlayerGame], settings: Settings = DEFAULT, count: int | None = None) -> list[Tally]:
    """Whom the player met in these games of a ladder, the most met first, at most `count`.

    A better place scores 1, the same ½.
    """
    met = Counter(other.player for game in games for other in game.opponents)
    tallies = {person: Tally(person) for person in _most_frequent(met, count)}
    for game in games:
        own = [seated.step[:2] for seated in (game.own, *game.partners) if seated.step]
        for other in game.opponents:
            tally = tallies.get(other.player)
            if tally is not None:
                side = [seated.step[:2] for seated in game.opponents if seated.step and seated.side == other.side]
                tally.games += 1
                tally.score += 1.0 if game.place < other.place else 0.5 if game.place == other.place else 0.0
                tally.expected += chance_above(own, side, settings)
    return list(tallies.values())


def partners(games: Sequence[PlayerGame], count: int | None = None) -> list[Tally]:
    """With whom the player sat on one side in these games of a ladder, the most frequent first, at most `count`."""
    beside = Counter(other.player for game in games for other in game.partners)
    tallies = {person: Tally(person) for person in _most_frequent(beside, count)}
    for game in games:
        for other in game.partners:
            tally = tallies.get(other.player)
            if tally is not None:
                tally.games += 1
                tally.score += game.score
                tally.expected += game.expected or 0.0
    return list(tallies.values())


def _most_frequent(people: Mapping[Person, int], count: int | None) -> list[Person]:
    """The people with the largest numbers, by name where equal; no key is made of the names of the others."""
    least = min(nlargest(count, people.values()), default=0) if count else 0
    found = [(-times, name_order(person.name), person) for person, times in people.items() if times >= least]
    return [person for *_order, person in sorted(found)][:count]


def _heading(prefix: str = "") -> list[str]:
    """What stands above a game's score sheet, beside the game itself."""
    own = _prefixed(prefix, "finished_at table__number table__round__number table__round__sitting")
    return own + _prefixed(f"{prefix}table__round__tournament__", "name slug variant rated")


def _player_game(heading: tuple[Any, ...], player: int, table: list[Seated], score: float) -> PlayerGame:
    game_id, finished_at, table_number, round_number, sitting, name, slug, variant, rated = heading
    own = next(seated for seated in table if seated.player.id == player)
    return PlayerGame(
        game_id=game_id,
        finished_at=finished_at,
        tournament_name=name,
        tournament_slug=slug,
        variant=variant,
        rated=rated,
        round=round_number,
        sitting=sitting,
        table=table_number,
        score=score,
        own=own,
        partners=tuple(seated for seated in table if seated.side == own.side and seated is not own),
        opponents=tuple(seated for seated in table if seated.side != own.side),
    )


def _prefixed(prefix: str, names: str) -> list[str]:
    return [prefix + name for name in names.split()]


def _count(ratings: QuerySet[Rating]) -> Coalesce:
    """How many, as a subquery."""
    return Coalesce(Subquery(ratings.order_by().values("ladder").annotate(n=Count("pk")).values("n")), Value(0))
