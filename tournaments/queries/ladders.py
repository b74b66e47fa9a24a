"""Reading a ladder: its rows, who moved since a day, the clubs that play on it.

A ladder *ranks* some of its players (`queries.ranks`); the others stand below without a rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Case, Count, OuterRef, Q, Subquery, Value, When, Window
from django.db.models.functions import RowNumber

from scoring.ratings.model import is_provisional
from scoring.ratings.replay import moment_of
from tournaments.models import Ladder, Rating
from tournaments.queries.movement import Then, standings_at
from tournaments.queries.people import by_name, name_order
from tournaments.queries.ranks import SETTLED, Ranks, active_from, ranked_from

RATED = (
    "player_id", "player__name", "player__slug", "player__club", "mu", "sigma", "ordinal", "games", "played_at", "delta"
)  # fmt: skip
ORDINAL = RATED.index("ordinal")
IN_ORDER = ("below", "-ordinal", "player_id")
"""The order of a ladder: `below` is 0 for the ranked, 1 for the others."""
MOVEMENT = ("moved", "gained")


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

    `place`: which it is of the rows it was read with, in the order of the ladder, from 1.

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
    place: int
    moved: int | None
    gained: float | None


@dataclass(frozen=True)
class LadderTop:
    """A ladder with its first lines, and how many players stand on it."""

    ladder: Ladder
    rows: list[LadderRow]
    players: int


class LadderRows:
    """The rows of a ladder, the ranked first, each part by ordinal; read as far as they are looked at.

    Like a queryset it is counted, ordered by names of what a row has, and sliced, which gives the rows themselves: two
    queries, three more with a day to compare with. Where rows are equal, they stay as the ladder has them.
    """

    def __init__(
        self,
        ladder: Ladder,
        now: datetime | None = None,
        since: datetime | None = None,
        *,
        club: str = "",
        active: bool = False,
        settled: bool = False,
    ) -> None:
        self.ladder, self.since, self.active_since = ladder, since, active_from(now)
        only = SETTLED if settled else Q()
        if club:
            only &= Q(player__club=club)
        if active:
            only &= Q(played_at__gte=self.active_since)
        self._ratings = ladder.ratings.filter(only)
        self._names: tuple[str, ...] = ("rank",)

    def order_by(self, *names: str) -> LadderRows:
        """The same rows in another order; a name after - puts the largest first.

        By movement rows are ordered where it is named first, and then all of them are read.
        """
        other = copy(self)
        other._names = names
        return other

    def count(self) -> int:
        return self._ratings.count()

    def __iter__(self) -> Iterator[LadderRow]:
        return iter(self[:])

    def __getitem__(self, part: slice) -> list[LadderRow]:
        first, *others = self._names
        if first.lstrip("-") not in MOVEMENT:
            return self._read(part)
        rows = self.order_by(*others, "rank")[:]
        of = attrgetter(first.lstrip("-"))
        rows.sort(key=lambda row: (of(row) is not None, of(row)), reverse=first.startswith("-"))
        return rows[part]

    def _read(self, part: slice) -> list[LadderRow]:
        ranked = ranked_from(self.active_since)
        below = Case(When(ranked, then=Value(0)), default=Value(1))
        ratings = self._ratings.annotate(below=below).annotate(place=Window(RowNumber(), order_by=IN_ORDER))
        order = [key for name in self._names for key in _order_of(name)]
        read = list(ratings.order_by(*order, *IN_ORDER).values_list("place", *RATED)[part])
        ranks = Ranks(self.ladder.ratings.filter(ranked).order_by().values_list("ordinal", flat=True))
        then = standings_at(self.ladder, self.since) if self.since else None
        return [
            _row_of(rating, place, ranks.rank_of(rating[ORDINAL]), self.active_since, then) for place, *rating in read
        ]


def _order_of(name: str) -> list[Any]:
    """What rows are ordered by in the database, for a name of what they have."""
    bare = name.lstrip("-")
    keys: Sequence[Any] = IN_ORDER if bare == "rank" else by_name("player__") if bare == "player" else (bare,)
    return [_opposite(key) for key in keys] if name.startswith("-") else list(keys)


def _opposite(key: Any) -> Any:
    if not isinstance(key, str):
        return key.desc()
    return key[1:] if key.startswith("-") else f"-{key}"


def clubs_of(ladder: Ladder) -> dict[str, int]:
    """How many stand on a ladder of each club, by its name; blank: of none. One query."""
    clubs = ladder.ratings.order_by().values_list("player__club").annotate(Count("pk"))
    return dict(sorted(clubs, key=lambda row: row[0].casefold()))


def ladder_tops(count: int = 3) -> list[LadderTop]:
    """Every ladder that somebody stands on, the one over all games first, organisers' own last. Two queries.

    The first of a ladder are looked up one by one in the index of its order.
    """
    since = active_from(None)
    ranked = ranked_from(since)
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
    best = Rating.objects.filter(pk__in=[pk for found in ids.values() for pk in found])
    ratings = {pk: rating for pk, *rating in best.values_list("pk", *RATED)}
    tops = {ladder: [ratings[pk] for pk in found if pk in ratings] for ladder, found in ids.items()}
    return [
        LadderTop(ladder, [_row_of(rating, at, at, since) for at, rating in enumerate(found, 1)], ladder.players)
        for ladder, found in tops.items()
    ]


def _row_of(
    rating: Sequence[Any], place: int, rank: int | None, active_since: datetime, then: Then | None = None
) -> LadderRow:
    """The line of a rating, which comes as the values `RATED`; `rank` is the one it has where it is ranked."""
    player, name, slug, club, mu, sigma, number, games, played_at, delta = rating
    provisional, active = is_provisional(sigma, games), played_at >= active_since
    rank = rank if active and not provisional else None
    before = then.standing_of(player, (mu, sigma, moment_of(played_at), games, delta)) if then else None
    rank_before = then.rank_of(before) if then and before else None
    return LadderRow(
        rank=rank,
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
        place=place,
        moved=rank_before - rank if rank and rank_before else None,
        gained=mu - before[0] if before else None,
    )
