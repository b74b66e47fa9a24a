"""Reading a ladder: its rows, who moved since a day, the clubs that play on it.

A ladder *ranks* the players who are settled (not provisional) and active (played within `active_days`); the others
stand below without a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from scoring.ratings.model import DEFAULT, is_provisional, ordinal
from tournaments.models import Ladder, Player, Rating, RatingChange
from tournaments.queries.people import name_order


class Person(NamedTuple):
    """As much of a player as a link needs."""

    id: int
    name: str
    slug: str

    @property
    def in_order(self) -> tuple[bool, str]:
        """Where the name stands among others."""
        return name_order(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRow:
    """A line of a ladder. `rank` is None without one; `delta` is what the last game did to mu.

    Asked for since a day: `moved` is by how many ranks upwards and `gained` by how much mu, None for who had none then.
    """

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
    moved: int | None = None
    gained: float | None = None


@dataclass(frozen=True)
class LadderTop:
    """A ladder with its first lines, and how many players stand on it."""

    ladder: Ladder
    rows: list[LadderRow]
    players: int


class _Then(NamedTuple):
    """Where a player stood on a day."""

    mu: float
    sigma: float
    games: int
    played_at: datetime


def last_changes(
    ladder: Ladder, players: Iterable[int] | None = None, before: datetime | None = None
) -> QuerySet[RatingChange]:
    """The last change of each player on the ladder, or of these players, or before a moment."""
    changes = RatingChange.objects.filter(ladder=ladder)
    own = changes.filter(player=OuterRef("pk"))
    if before is not None:
        own = own.filter(finished_at__lt=before)
    last = own.order_by("-number").values("pk")[:1]
    who = Player.objects.filter(ratings__ladder=ladder) if players is None else Player.objects.filter(pk__in=players)
    return changes.filter(pk__in=who.order_by().annotate(last=Subquery(last)).values("last")).order_by()


def ladder_rows(ladder: Ladder, now: datetime | None = None, since: datetime | None = None) -> list[LadderRow]:
    """The ladder: the ranked first, each part by ordinal. One query; one more with a day to compare with."""
    active_since = active_from(now)
    then = _standings_at(ladder, since) if since else {}
    old_ranks = _ranks_at(then, active_from(since)) if since else {}
    ratings = (
        Rating.objects.filter(ladder=ladder)
        .order_by("-ordinal", "player_id")
        .values_list(
            "player_id", "player__name", "player__slug", "player__club", "mu", "sigma", "ordinal", "games",
            "played_at", "delta",
        )
    )  # fmt: skip
    ranked, others = [], []
    rank, above = 0, None
    for player, name, slug, club, mu, sigma, number, games, played_at, delta in ratings:
        provisional, active = is_provisional(sigma, games), played_at >= active_since
        is_ranked = active and not provisional
        if is_ranked and number != above:
            rank, above = len(ranked) + 1, number
        row = LadderRow(
            rank=rank if is_ranked else None,
            player=Person(player, name, slug),
            club=club,
            mu=mu,
            sigma=sigma,
            ordinal=number,
            games=games,
            provisional=provisional,
            active=active,
            played_at=played_at,
            delta=delta,
            moved=old_ranks[player] - rank if is_ranked and player in old_ranks else None,
            gained=mu - then[player].mu if player in then else None,
        )
        (ranked if is_ranked else others).append(row)
    return ranked + others


def ladder_tops(count: int = 3) -> list[LadderTop]:
    """Every ladder that somebody stands on, the one over all games first, organisers' own last. One query."""
    since = active_from(None)
    ranked = Q(sigma__lte=DEFAULT.settled_sigma, games__gte=DEFAULT.settled_games, played_at__gte=since)
    ratings = (
        Rating.objects.annotate(ranked=Case(When(ranked, then=Value(0)), default=Value(1)))
        .annotate(
            at=Window(RowNumber(), partition_by="ladder", order_by=["ranked", "-ordinal", "player_id"]),
            players=Window(Count("pk"), partition_by="ladder"),
        )
        .filter(at__lte=count)
        .select_related("ladder", "player")
        .order_by("ladder__name", "ladder__variant", "ladder_id", "at")
    )
    tops: dict[int, LadderTop] = {}
    for rating in ratings:
        top = tops.setdefault(rating.ladder_id, LadderTop(rating.ladder, [], rating.players))
        player = rating.player
        top.rows.append(
            LadderRow(
                rank=None if rating.ranked else rating.at,
                player=Person(player.pk, player.name, player.slug),
                club=player.club,
                mu=rating.mu,
                sigma=rating.sigma,
                ordinal=rating.ordinal,
                games=rating.games,
                provisional=is_provisional(rating.sigma, rating.games),
                active=rating.played_at >= since,
                played_at=rating.played_at,
                delta=rating.delta,
            )
        )
    return list(tops.values())


def clubs_of(rows: Sequence[LadderRow]) -> list[str]:
    """The clubs on these rows, by name."""
    return sorted({row.club for row in rows if row.club}, key=str.casefold)


def active_from(now: datetime | None) -> datetime:
    """Who has played since then is active."""
    return (now or timezone.now()) - timedelta(days=DEFAULT.active_days)


def _standings_at(ladder: Ladder, moment: datetime) -> dict[int, _Then]:
    """Where everybody stood who had played before a moment. One query."""
    last = last_changes(ladder, before=moment).values_list("player_id", "mu", "sigma", "number", "finished_at")
    return {player: _Then(*then) for player, *then in last}


def _ranks_at(standings: dict[int, _Then], active_since: datetime) -> dict[int, int]:
    numbers = {
        player: ordinal(then.mu, then.sigma)
        for player, then in standings.items()
        if then.played_at >= active_since and not is_provisional(then.sigma, then.games)
    }
    ranks: dict[int, int] = {}
    rank, above = 0, None
    for count, (player, number) in enumerate(sorted(numbers.items(), key=lambda item: -item[1]), start=1):
        if number != above:
            rank, above = count, number
        ranks[player] = rank
    return ranks
