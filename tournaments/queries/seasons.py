"""What an open season shows: who is here tonight and may sit down, the games going on, and the season's table.

Somebody is *here* for `HERE_FOR` after coming in or sitting down. The season's table adds up the points of each
player's best games (`best_of`; all where it is blank); who has played fewer than `minimum_games` has no place yet.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from django.db.models import Count, F, Prefetch, Q, QuerySet, RowRange, Sum, Value, Window
from django.db.models.functions import Coalesce, Least, RowNumber
from django.utils import timezone

from scoring import variants
from tournaments.models import Entry, EntryPlayer, Game, Player, Result, Seat, Tournament
from tournaments.queries.games import counted_games
from tournaments.queries.people import name_order
from tournaments.queries.public import TableLine, table_line
from tournaments.queries.seating import places_at_a_table

HERE_FOR = timedelta(hours=16)
REGULARS = 60
STILL_ON = datetime(9999, 1, 1, tzinfo=UTC)
"""When a game ends that is going on, as far as the order of games goes."""


@dataclass(frozen=True)
class SeasonRow:
    """A line of the season's table. `place` is None for too few games; `counted` of the `games` make the points."""

    place: int | None
    sharing: int
    player: Player
    games: int
    wins: int
    counted: int
    points: Decimal


@dataclass(frozen=True)
class Guest:
    """Somebody who plays in the season."""

    entry: Entry
    player: Player

    @property
    def name(self) -> str:
        return self.player.name


@dataclass(frozen=True)
class Present:
    """Somebody who is here: games tonight, and when the last one ended (or when he came in)."""

    entry: Entry
    name: str
    games: int
    since: datetime


@dataclass(frozen=True)
class Evening:
    """Tonight: who is free, the longest waiting first; who might sit down next; the games going on and tonight's.

    Of those who are not here, `away` were here most lately, `rare` are all others.
    """

    free: list[Present]
    busy: list[Guest]
    next_table: list[Present]
    away: list[Guest]
    rare: list[Guest]
    games: list[TableLine]
    low: int
    high: int


def at_a_table(tournament: Tournament) -> set[int]:
    """The entries whose game is going on. One query."""
    return set(
        Seat.objects.filter(round__tournament=tournament, table__games__finished_at__isnull=True)
        .exclude(table__games__ruling=Game.Ruling.ANNULLED)
        .exclude(table=None)
        .values_list("entry_id", flat=True)
    )


def evening(tournament: Tournament, now: datetime | None = None) -> Evening:
    """Tonight, and who sits down next: the fewest games first, then the longest wait. Four queries."""
    now = now or timezone.now()
    games = _games(tournament, now - HERE_FOR)
    members = EntryPlayer.objects.filter(tournament=tournament, entry__withdrawn=False)
    people = [Guest(member.entry, member.player) for member in members.select_related("entry", "player")]
    busy: set[int] = set()
    played: dict[int, list[datetime]] = defaultdict(list)
    for game in games:
        for seat in game.table.seats.all():
            if game.finished_at is not None:
                played[seat.entry_id].append(game.finished_at)
            else:
                busy.add(seat.entry_id)
    here = {one.entry.pk for one in people if one.entry.here_at and one.entry.here_at > now - HERE_FOR}
    free = sorted(
        (
            Present(one.entry, one.name, len(played[one.entry.pk]), max([one.entry.here_at, *played[one.entry.pk]]))
            for one in people
            if one.entry.pk in here - busy
        ),
        key=lambda one: (one.games, one.since, one.entry.number),
    )
    low, high = places_at_a_table(tournament)
    away = sorted((one for one in people if one.entry.pk not in here | busy), key=lambda one: name_order(one.name))
    regulars = {one.entry.pk for one in sorted(away, key=_last_here, reverse=True)[:REGULARS]}
    variant = variants.get(tournament.variant)
    return Evening(
        free=free,
        busy=[one for one in people if one.entry.pk in busy],
        next_table=free[:high] if len(free) >= low else [],
        away=[one for one in away if one.entry.pk in regulars],
        rare=[one for one in away if one.entry.pk not in regulars],
        games=[table_line(game.table, game, variant) for game in games],
        low=low,
        high=high,
    )


def season_table(tournament: Tournament) -> list[SeasonRow]:
    """The season's table. Two queries, whose rows do not grow with the games."""
    best_first = {"partition_by": "entry_id", "order_by": ["-points", "id"]}
    numbers = (
        Result.objects.filter(game__in=counted_games().filter(table__round__tournament=tournament))
        .annotate(
            rank=Window(RowNumber(), **best_first),
            so_far=Window(Sum("points"), frame=RowRange(start=None, end=0), **best_first),
            games=Window(Count("id"), partition_by="entry_id"),
            wins=Window(Count("id", filter=Q(won=True)), partition_by="entry_id"),
        )
        .filter(rank=Least(F("games"), Value(tournament.best_of)) if tournament.best_of else F("games"))
        .values_list("entry_id", "games", "wins", "rank", "so_far")
    )
    lines = {entry: line for entry, *line in numbers.order_by()}
    members = EntryPlayer.objects.filter(entry__in=Entry.objects.filter(tournament=tournament)).select_related("player")
    found = [
        (member.player, *lines[member.entry_id])
        for member in members.order_by("entry__number", "position")
        if member.entry_id in lines
    ]
    needed = max(1, tournament.minimum_games)
    found.sort(key=lambda line: (line[1] < needed, -line[4], -line[2]))
    return list(_placed(found, needed))


def sittings(tournament: Tournament, limit: int = 12) -> list[TableLine]:
    """The season's games: those going on first, then the last ones. Three queries."""
    variant = variants.get(tournament.variant)
    return [table_line(game.table, game, variant) for game in _games(tournament)[:limit]]


def _games(tournament: Tournament, since: datetime | None = None) -> QuerySet[Game]:
    """The season's games with all that a line needs, those going on first; of the finished ones those since then.

    They are ordered by an expression, as which nothing is indexed: PostgreSQL would rather go through all games of the
    site from the last one back until it had found enough of this season.
    """
    ended = Coalesce("finished_at", Value(STILL_ON))
    games = (
        Game.objects.filter(table__round__tournament=tournament)
        .select_related("table__round__tournament")
        .prefetch_related("results", Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")))
        .order_by(ended.desc(), "-table__round__number")
    )
    if since is None:
        return games
    return games.filter(Q(finished_at=None) & ~Q(ruling=Game.Ruling.ANNULLED) | Q(finished_at__gt=since))


def _last_here(one: Guest) -> tuple[bool, datetime | None]:
    return (one.entry.here_at is not None, one.entry.here_at)


def _placed(lines: Sequence[tuple[Player, int, int, int, Decimal]], needed: int) -> Iterable[SeasonRow]:
    """The rows of lines in order: a player with games, wins, how many counted, and points."""
    sharing = Counter((points, wins) for _player, games, wins, _counted, points in lines if games >= needed)
    place = 1
    above: tuple[Decimal, int] | None = None
    for at, (player, games, wins, counted, points) in enumerate(lines, start=1):
        placed, key = games >= needed, (points, wins)
        if key != above:
            place, above = at, key
        yield SeasonRow(
            place=place if placed else None,
            sharing=sharing[key] if placed else 1,
            player=player,
            games=games,
            wins=wins,
            counted=counted,
            points=points,
        )
