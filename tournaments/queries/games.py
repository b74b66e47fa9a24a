"""Which games count, and who sat at them: the one base of standings, pairing and ratings.

A ladder's games come in the order of play: by when they finished, those of one moment by their `order` — a game's id,
or a past game's less `PAST_ORDER`, so that past games come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from typing import Any

from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from scoring.ratings.replay import Game as PlayedGame, Rated
from tournaments.access import shown_to_all
from tournaments.models import Game, Ladder, PastSeat, RatedGame, Result
from tournaments.models.ratings import PAST_ORDER

A_FEW, A_BATCH = 5_000, 10_000
type Key = tuple[datetime, int]
"""A game's place in the order of play: when it finished, and its order."""


class _Moments(models.Field):
    """Moments as the driver gives them."""

    def from_db_value(self, value: datetime | str, *_: object) -> datetime:
        return datetime.fromisoformat(value).replace(tzinfo=UTC) if isinstance(value, str) else value


class Moment(models.Func):
    """A moment read without the checks of a `DateTimeField`, which take longer than all else about a game."""

    template = "%(expressions)s"
    output_field = _Moments()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="CAST(%(expressions)s AS text)", **more)


def counted_games() -> QuerySet[Game]:
    """All finished games that the organiser has not annulled: those that have results."""
    return Game.objects.filter(finished_at__isnull=False).exclude(ruling=Game.Ruling.ANNULLED)


def rated_games(ladder: Ladder | None = None) -> QuerySet[Game]:
    """The counted games that a ladder rates, or that any may: of rated tournaments and seasons that are no drafts.

    Private ones and those with hidden results count only when they are so no more, since a rating would tell. A game
    ended by a forfeit or a judge's decision says nothing of skill and is left out.
    """
    games = (
        counted_games()
        .filter(shown_to_all("table__round__tournament__"), table__round__tournament__rated=True)
        .exclude(ended_by="forfeit")
        .filter(ruling="")
    )
    if ladder is None:
        return games
    if ladder.variant:
        games = games.filter(table__round__tournament__variant=ladder.variant)
    if ladder.club:
        games = games.filter(table__round__tournament__club=ladder.club)
    if ladder.since:
        games = games.filter(finished_at__gte=_midnight(ladder.since))
    if ladder.until:
        games = games.filter(finished_at__lt=_midnight(ladder.until + timedelta(days=1)))
    return games


def at_table(games: QuerySet[Game]) -> QuerySet[Result]:
    """The games' results, one row for every person of the entry who sat at the table."""
    return Result.objects.filter(game__in=games, game__table__seats__entry=F("entry"))


def at_or_after(key: Key | None, order: str = "order", moment: str = "finished_at") -> Q:
    """At the key or after it in the order of play; everything without one."""
    if key is None:
        return Q()
    at, number = key
    return Q(**{f"{moment}__gte": at}) & (Q(**{f"{moment}__gt": at}) | Q(**{f"{order}__gte": number}))


def played(ladder: Ladder, key: Key | None = None) -> Iterator[PlayedGame]:
    """The ladder's games from the key on, as a replay takes them, in its order, read as they are needed.

    Two queries, and three more for past games. A game of fewer than two sides is left out.
    """
    games = rated_games(ladder).filter(at_or_after(key, "id"))
    moments = games.order_by("finished_at", "id").values_list(Moment("finished_at"), "id")
    rows = (
        at_table(games)
        .order_by("game__finished_at", "game_id", "side", "game__table__seats__number")
        .values_list("game_id", "side", "place", "game__table__seats__player_id")
    )
    known = _gathered(flowing(moments, key), flowing(rows, key))
    if not ladder.past_games.exists():
        return known
    past_key = key and (key[0], key[1] + PAST_ORDER if key[1] < 0 else PAST_ORDER)
    past = ladder.past_games.filter(at_or_after(past_key, "id", "played_at"))
    moments = past.order_by("played_at", "id").values_list(Moment("played_at"), F("id") - PAST_ORDER)
    rows = (
        PastSeat.objects.filter(game__in=past)
        .order_by("game__played_at", "game_id", "side", "number")
        .values_list(F("game_id") - PAST_ORDER, "side", "place", "player_id")
    )
    return merge(_gathered(flowing(moments, key), flowing(rows, key)), known)


def kept_games(ladder: Ladder, key: Key | None = None) -> Iterator[Rated]:
    """The ladder's games from the key on as they are kept, in their order, read as they are needed. One query."""
    games = RatedGame.objects.filter(at_or_after(key), ladder=ladder).order_by("finished_at", "order")
    return map(Rated._make, flowing(games.values_list("finished_at", "order", "kept"), key))


def flowing(rows: QuerySet[Any], key: Key | None) -> Iterator[Any]:
    """The rows from the key on, read as they are needed.

    Mostly they are few, as when the game that has just ended is the last: then they are asked for at once, which takes
    PostgreSQL one question, and a cursor four.
    """
    if key and len(few := list(rows[:A_FEW])) < A_FEW:
        return iter(few)
    return rows.iterator(chunk_size=A_BATCH)


def _gathered(moments: Iterator[tuple[datetime, int]], rows: Iterator[tuple[int, ...]]) -> Iterator[PlayedGame]:
    """Games from when each finished, and the rows (order, side, place, player) of all of them in the same order."""
    row = next(rows, None)
    for finished_at, order in moments:
        sides: list[list[int]] = []
        places: list[int] = []
        last = None
        while row is not None and row[0] == order:
            _, side, place, player = row
            if side != last:
                last = side
                sides.append([])
                places.append(place)
            sides[-1].append(player)
            row = next(rows, None)
        if len(sides) > 1:
            yield PlayedGame(finished_at, order, tuple(map(tuple, sides)), tuple(places))


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
