"""Reading a ladder: its rows, who moved since a day, the clubs that play on it.

A ladder *ranks* the players who are settled (not provisional) and active (played within `active_days`); the others
stand below without a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery
from django.utils import timezone

from scoring.ratings.kept import Standing, unpack
from scoring.ratings.model import DEFAULT, is_provisional, ordinal
from scoring.ratings.replay import moment_of
from scoring.ratings.stretches import SIZE, seen_in
from tournaments.models import Ladder, RatedGame, Rating
from tournaments.queries.people import by_name, name_order


class Person(NamedTuple):
    """As much of a player as a link needs."""

    id: int
    name: str
    slug: str

    @property
    def in_order(self) -> tuple[bool, str]:
        """Where the name stands among others."""
        return name_order(self.name)


class LadderRow(NamedTuple):
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


def ladder_rows(ladder: Ladder, now: datetime | None = None, since: datetime | None = None) -> list[LadderRow]:
    """The ladder: the ranked first, each part by ordinal. One query; two more with a day to compare with."""
    active_since = active_from(now)
    ratings = list(
        Rating.objects.filter(ladder=ladder)
        .order_by("-ordinal", "player_id")
        .values_list(
            "player_id", "player__name", "player__slug", "player__club", "mu", "sigma", "ordinal", "games",
            "played_at", "delta",
        )
    )  # fmt: skip
    then = _standings_at(ladder, since, ratings) if since else {}
    old_ranks = _ranks_at(then, active_from(since)) if since else {}
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
            gained=mu - then[player][0] if player in then else None,
        )
        (ranked if is_ranked else others).append(row)
    return ranked + others


def places_by_name(ladder: Ladder) -> dict[int, int]:
    """Where each player of a ladder stands by name, by his id. One query."""
    players = Rating.objects.filter(ladder=ladder).order_by(*by_name("player__")).values_list("player_id", flat=True)
    return {player: place for place, player in enumerate(players)}


def ladder_tops(count: int = 3) -> list[LadderTop]:
    """Every ladder that somebody stands on, the one over all games first, organisers' own last. Two queries.

    The first of a ladder are looked up one by one in the index of its order.
    """
    since = active_from(None)
    ranked = Q(sigma__lte=DEFAULT.settled_sigma, games__gte=DEFAULT.settled_games, played_at__gte=since)
    own = Rating.objects.filter(ladder=OuterRef("pk")).order_by("-ordinal", "player_id")
    first = {
        f"{name}_{at}": Subquery(part.values("pk")[at : at + 1])
        for name, part in (("ranked", own.filter(ranked)), ("other", own.exclude(ranked)))
        for at in range(count)
    }
    players = Subquery(own.order_by().values("ladder").annotate(n=Count("pk")).values("n"))
    ladders = list(
        Ladder.objects.annotate(players=players, **first).filter(players__gt=0).order_by("name", "variant", "id")
    )
    ids = {ladder: [getattr(ladder, name) for name in first if getattr(ladder, name)][:count] for ladder in ladders}
    ratings = Rating.objects.select_related("player").in_bulk([pk for found in ids.values() for pk in found])
    return [
        LadderTop(
            ladder, [_row_of(ratings[pk], at, since) for at, pk in enumerate(found, 1) if pk in ratings], ladder.players
        )
        for ladder, found in ids.items()
    ]


def _row_of(rating: Rating, at: int, since: datetime) -> LadderRow:
    """The line of a rating; `at` is its place where it is ranked."""
    provisional, active = is_provisional(rating.sigma, rating.games), rating.played_at >= since
    player = rating.player
    return LadderRow(
        rank=None if provisional or not active else at,
        player=Person(player.pk, player.name, player.slug),
        club=player.club,
        mu=rating.mu,
        sigma=rating.sigma,
        ordinal=rating.ordinal,
        games=rating.games,
        provisional=provisional,
        active=active,
        played_at=rating.played_at,
        delta=rating.delta,
    )


def clubs_of(rows: Sequence[LadderRow]) -> list[str]:
    """The clubs on these rows, by name."""
    return sorted({row.club for row in rows if row.club}, key=str.casefold)


def active_from(now: datetime | None) -> datetime:
    """Who has played since then is active."""
    return (now or timezone.now()) - timedelta(days=DEFAULT.active_days)


def _standings_at(ladder: Ladder, moment: datetime, ratings: Iterable[tuple[Any, ...]]) -> dict[int, Standing]:
    """Where everybody stood who had played before a moment: of who has played since, his first game knows. Two queries.

    `ratings` are the rows of `ladder_rows`. The games of the stretch that the moment falls into are looked through, of
    the later ones the stretches; all games where there are no later ones, as on a ladder just replayed whole.
    """
    now = {
        player: (mu, sigma, moment_of(played_at), games, delta)
        for player, *_, mu, sigma, _ordinal, games, played_at, delta in ratings
    }
    since = {player for player, standing in now.items() if standing[2] >= moment_of(moment)}
    games = RatedGame.objects.filter(ladder=ladder, finished_at__gte=moment).order_by("finished_at", "order")
    later = ladder.stretches.filter(finished_at__gte=moment).order_by("number").values_list("seen", flat=True)
    packed_later = later.iterator(chunk_size=50)
    following = next(packed_later, None)
    for kept in games.values_list("kept", flat=True)[: SIZE if following else None].iterator(chunk_size=SIZE):
        for step in (step for side in unpack(kept) for step in side.steps):
            if step.player in since:
                since.discard(step.player)
                now[step.player] = step.before
    for packed in chain([following] if following else [], packed_later):
        for row in seen_in(packed):
            if row[0] in since:
                since.discard(row[0])
                now[row[0]] = row[1:6]
    return {player: standing for player, standing in now.items() if standing[3]}


def _ranks_at(standings: dict[int, Standing], active_since: datetime) -> dict[int, int]:
    since = moment_of(active_since)
    numbers = {
        player: ordinal(mu, sigma)
        for player, (mu, sigma, played, games, _delta) in standings.items()
        if played >= since and not is_provisional(sigma, games)
    }
    ranks: dict[int, int] = {}
    rank, above = 0, None
    for count, (player, number) in enumerate(sorted(numbers.items(), key=lambda item: -item[1]), start=1):
        if number != above:
            rank, above = count, number
        ranks[player] = rank
    return ranks
