"""Reading ratings: the games as a replay takes them, the ladders, a player's ratings.

All of it comes as plain rows, in a number of queries that does not grow with the rows. A ladder *ranks* the players
who are settled (not provisional) and active (played within `active_days`); the others stand below without a rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.ratings.model import DEFAULT, is_provisional
from scoring.ratings.replay import Game as RatedGame
from tournaments.models import Game, Ladder, Player, Rating, RatingChange, Result


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


def last_changes(ladder: Ladder, players: Iterable[int] | None = None) -> QuerySet[RatingChange]:
    """The last change of each player on the ladder, or of these players."""
    changes = RatingChange.objects.filter(ladder=ladder)
    last = changes.filter(player=OuterRef("pk")).order_by("-finished_at", "-game_id").values("pk")[:1]
    who = Player.objects.filter(ratings__ladder=ladder) if players is None else Player.objects.filter(pk__in=players)
    return changes.filter(pk__in=who.order_by().annotate(last=Subquery(last)).values("last")).order_by()


def at_table(games: QuerySet[Game]) -> QuerySet[Result]:
    """The games' results, one row for every person of the entry who sat at the table."""
    return Result.objects.filter(game__in=games, game__table__seats__entry=F("entry"))


def played(games: QuerySet[Game]) -> list[RatedGame]:
    """The games as a replay takes them, in its order. One query. A game of fewer than two sides is left out."""
    rows = (
        at_table(games)
        .order_by("game__finished_at", "game_id", "side", "game__table__seats__number")
        .values_list("game__finished_at", "game_id", "side", "place", "game__table__seats__player_id")
    )
    replayed = []
    for (finished_at, game), people in groupby(rows, key=itemgetter(0, 1)):
        sides = [list(side) for _, side in groupby(people, key=itemgetter(2))]
        if len(sides) > 1:
            players = tuple(tuple(row[4] for row in side) for side in sides)
            replayed.append(RatedGame(finished_at, game, players, tuple(side[0][3] for side in sides)))
    return replayed


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


def _active_since(now: datetime | None) -> datetime:
    return (now or timezone.now()) - timedelta(days=DEFAULT.active_days)


def _count(ratings: QuerySet[Rating]) -> Coalesce:
    """How many, as a subquery."""
    return Coalesce(Subquery(ratings.order_by().values("ladder").annotate(n=Count("pk")).values("n")), Value(0))
