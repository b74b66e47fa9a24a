"""What an open season shows: who is here tonight and may sit down, the games going on, and the season's table.

Somebody is *here* for `HERE_FOR` after coming in or sitting down. The season's table adds up the points of each
player's best games (`best_of`; all where it is blank); who has played fewer than `minimum_games` has no place yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import F, Prefetch
from django.utils import timezone

from scoring import variants
from tournaments.models import Entry, Game, Player, Result, Seat, Tournament
from tournaments.queries.games import counted_games
from tournaments.queries.public import TableLine, table_line
from tournaments.queries.seating import places_at_a_table

HERE_FOR = timedelta(hours=16)


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
class Present:
    """Somebody who is here: games tonight, and when the last one ended (or when he came in)."""

    entry: Entry
    games: int
    since: datetime

    @property
    def name(self) -> str:
        return str(self.entry)


@dataclass(frozen=True)
class Evening:
    """Tonight: who is free, the longest waiting first; who might sit down next; the rest of the club."""

    free: list[Present]
    busy: list[Entry]
    next_table: list[Present]
    away: list[Entry]
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
    """Who is here, and who sits down next: the fewest games tonight first, then the longest wait. Three queries."""
    now = now or timezone.now()
    entries = list(tournament.entries.filter(withdrawn=False).prefetch_related("members__player").order_by("number"))
    busy = at_a_table(tournament)
    played: dict[int, list[datetime]] = defaultdict(list)
    seats = Seat.objects.filter(round__tournament=tournament, table__games__finished_at__gt=now - HERE_FOR).values_list(
        "entry_id", "table__games__finished_at"
    )
    for entry, finished_at in seats:
        played[entry].append(finished_at)
    here = [entry for entry in entries if entry.here_at and entry.here_at > now - HERE_FOR]
    free = sorted(
        (
            Present(entry, len(played[entry.pk]), max([entry.here_at, *played[entry.pk]]))
            for entry in here
            if entry.pk not in busy
        ),
        key=lambda one: (one.games, one.since, one.entry.number),
    )
    low, high = places_at_a_table(tournament)
    present = {entry.pk for entry in here}
    return Evening(
        free=free,
        busy=[entry for entry in entries if entry.pk in busy],
        next_table=free[:high] if len(free) >= low else [],
        away=sorted((e for e in entries if e.pk not in present and e.pk not in busy), key=str),
        low=low,
        high=high,
    )


def season_table(tournament: Tournament) -> list[SeasonRow]:
    """The season's table. Two queries."""
    games = counted_games().filter(table__round__tournament=tournament)
    results: dict[int, list[tuple[Decimal, bool]]] = defaultdict(list)
    for entry, points, won in Result.objects.filter(game__in=games).values_list("entry_id", "points", "won"):
        results[entry].append((points, won))
    entries = Entry.objects.filter(pk__in=results).prefetch_related("members__player")
    lines = []
    for entry in entries:
        best = sorted((points for points, _won in results[entry.pk]), reverse=True)[: tournament.best_of]
        wins = sum(won for _points, won in results[entry.pk])
        lines.append((entry, len(results[entry.pk]), wins, len(best), sum(best, Decimal(0))))
    needed = max(1, tournament.minimum_games)
    lines.sort(key=lambda line: (line[1] < needed, -line[4], -line[2], line[0].number))
    return list(_placed(lines, needed))


def sittings(tournament: Tournament, limit: int = 12) -> list[TableLine]:
    """The season's games: those going on first, then the last ones. Three queries."""
    games = (
        Game.objects.filter(table__round__tournament=tournament)
        .select_related("table__round__tournament")
        .prefetch_related("results", Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")))
        .order_by(F("finished_at").desc(nulls_first=True), "-table__round__number")[:limit]
    )
    variant = variants.get(tournament.variant)
    return [table_line(game.table, game, variant) for game in games]


def _placed(lines: Sequence[tuple[Entry, int, int, int, Decimal]], needed: int) -> Iterable[SeasonRow]:
    keys = [(line[4], line[2]) for line in lines if line[1] >= needed]
    for entry, games, wins, counted, points in lines:
        key = (points, wins)
        placed = games >= needed
        yield SeasonRow(
            place=1 + sum(other > key for other in keys) if placed else None,
            sharing=keys.count(key) if placed else 1,
            player=entry.members.all()[0].player,
            games=games,
            wins=wins,
            counted=counted,
            points=points,
        )
