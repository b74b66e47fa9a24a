"""The figures of finished games: written with each game's results, made anew, and held against the hands.

What always holds: a game has its figures exactly where `has_figures` says so, and they are those of its hands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from scoring.summary import summarise
from tournaments.models import Game, GameSummary, Hand, Seat, SeatSummary
from tournaments.models.summaries import BESTS
from tournaments.queries.table import TableState, games_with_table, state_of
from tournaments.services.sums import differences as wrong_sums, sum_up_all

ONE_EVENING = timedelta(hours=12)
"""A game that lasted longer was not played at a stretch, so nobody knows how long it took."""

type Rows = tuple[dict[str, Any], dict[int, dict[str, Any]]]
"""The fields of a `GameSummary`, and those of its `SeatSummary` by seat."""


def store_summary(state: TableState) -> None:
    """Write the figures of this game anew, or none where it has none."""
    GameSummary.objects.filter(game=state.game).delete()
    add_summary(state)


def add_summary(state: TableState) -> None:
    """Write the figures of a game that has none yet."""
    rows = figures_of(state)
    if rows is None:
        return
    of_game, of_seats = rows
    summary = GameSummary.objects.create(game=state.game, tournament=state.tournament, **of_game)
    SeatSummary.objects.bulk_create(SeatSummary(game=summary, seat_id=seat, **row) for seat, row in of_seats.items())


@transaction.atomic
def rebuild_summaries() -> int:
    """Work the figures of all games out anew, and their sums; how many games have some."""
    GameSummary.objects.all().delete()
    for state in _read_whole(Game.objects.filter(finished_at__isnull=False)):
        add_summary(state)
    sum_up_all()
    return GameSummary.objects.count()


def games_without() -> QuerySet[Game]:
    """The games that should have figures, and have none."""
    return Game.objects.filter(finished_at__isnull=False, ruling="", summary=None).exclude(ended_by="forfeit")


@transaction.atomic
def add_missing(games: Collection[int]) -> None:
    """Write the figures of those of these games that have none, while nobody changes them; ladders may be replayed."""
    wanted = Game.objects.filter(pk__in=games).order_by("pk")
    locked = list(wanted.select_for_update(no_key=True).values_list("pk", flat=True))
    for state in _read_whole(games_without().filter(pk__in=locked)):
        add_summary(state)


def differences() -> Iterator[str]:
    """What is stored of a game otherwise than its hands give it, a line each, and what is summed up otherwise."""
    for state in _read_whole(Game.objects.filter(finished_at__isnull=False), "summary__seats"):
        stored, rows = getattr(state.game, "summary", None), figures_of(state)
        kept = stored and figures_in(stored)
        if kept != rows:
            yield f"figures of game {state.game.pk}: stored {kept}, counted {rows}"
    for game in GameSummary.objects.filter(game__finished_at=None).order_by("pk").values_list("pk", flat=True):
        yield f"figures of game {game}: stored, but the game is not finished"
    for tournament, what in wrong_sums():
        yield f"sums of tournament {tournament}: {what}"


def figures_in(summary: GameSummary) -> Rows:
    """The figures that are stored."""
    return _fields(summary), {seat.seat_id: _fields(seat) for seat in summary.seats.all()}


def has_figures(state: TableState) -> bool:
    """Whether statistics count the hands of this game: it is finished, and was neither annulled nor forfeited."""
    return state.ledger.finished and state.ledger.ended_by != "forfeit" and not state.game.ruling


def figures_of(state: TableState) -> Rows | None:
    """The figures that a game's hands give."""
    if not has_figures(state):
        return None
    of_game = asdict(summarise(state.ledger))
    of_seats = of_game.pop("seats")
    best = {f"best_{name}": max(row[name] for row in of_seats) for name in BESTS}
    return (
        of_game | best | {"seconds": _seconds(state)},
        {seat.pk: row for seat, row in zip(state.seats, of_seats, strict=True)},
    )


def _seconds(state: TableState) -> int | None:
    lasted = state.game.finished_at - min(hand.created_at for hand in state.hands)
    return int(lasted.total_seconds()) if timedelta(0) < lasted <= ONE_EVENING else None


def _fields(row: GameSummary | SeatSummary) -> dict[str, Any]:
    """The figures of a row, without what it belongs to."""
    names = [field.name for field in row._meta.concrete_fields]
    return {name: getattr(row, name) for name in names if name not in ("id", "game", "tournament", "seat")}


def _read_whole(games: QuerySet[Game], *more: str) -> Iterator[TableState]:
    """These games, read whole, a batch at a time; `more` is read with them."""
    whole = (
        games_with_table()
        .filter(pk__in=games.values("pk"))
        .order_by("id")
        .prefetch_related(
            Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")),
            Prefetch("hands", Hand.objects.order_by("number")),
            *more,
        )
    )
    for game in whole.iterator(chunk_size=500):
        yield state_of(game, list(game.table.seats.all()), list(game.hands.all()))
