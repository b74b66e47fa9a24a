"""A game's stored rows held against its hands, its hands against its history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from scoring.errors import RecordError
from tournaments.models import Game, Hand, Result, Revision, Seat
from tournaments.queries.history import as_listed, folded
from tournaments.queries.table import TableState, games_with_table, state_of
from tournaments.services.summaries import figures_in, figures_of
from tournaments.services.tables import PLAYED, results_of

A_BATCH = 200
FROM_BACKUP = "manage.py restore BACKUP --yes"

type Wrong = tuple[str, str]
"""What is wrong, and the command that mends it."""


def all_games() -> Iterator[Game]:
    """All games with everything that is looked at, by seven queries for each batch."""
    last = 0
    while batch := list(_whole(Game.objects.filter(pk__gt=last).order_by("pk"))[:A_BATCH]):
        yield from batch
        last = batch[-1].pk


def is_different(game: Game) -> bool:
    """Whether anything of a game of `all_games` looks wrong."""
    return any(True for _wrong in _differences(game))


@transaction.atomic
def wrong_in_game(pk: int) -> list[Wrong]:
    """What is wrong with a game while nobody writes; nothing for one that is gone."""
    if not Game.objects.select_for_update().filter(pk=pk).exists():
        return []
    return list(_differences(_whole(Game.objects.filter(pk=pk)).get()))


def _whole(games: QuerySet[Game]) -> QuerySet[Game]:
    return games_with_table().filter(pk__in=games.values("pk")).order_by("pk").prefetch_related(
        Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")),
        Prefetch("hands", Hand.objects.order_by("number")),
        Prefetch("results", Result.objects.order_by("side", "entry")),
        Prefetch("revisions", Revision.objects.order_by("version")),
        "summary__seats",
    )  # fmt: skip


def _differences(game: Game) -> Iterator[Wrong]:
    rescore, from_history = f"manage.py rescore {game.pk}", f"manage.py rescore {game.pk} --from-history"
    hands, revisions = list(game.hands.all()), list(game.revisions.all())
    numbers = [hand.number for hand in hands]
    if numbers != list(range(1, len(hands) + 1)):
        yield f"its hands are numbered {numbers}", from_history
    versions = [revision.version for revision in revisions]
    if versions and len(versions) <= versions[-1] - versions[0]:
        missing = sorted(set(range(versions[0], versions[-1])) - set(versions))
        yield f"its history lacks what made its versions {missing}", FROM_BACKUP
    elif versions and versions[0] == 1:
        same = folded(revisions) == as_listed(hands)
        if game.version != len(versions):
            told = f"its version is {game.version}, but its history ends with {len(versions)}"
            yield told, from_history if same or game.version < len(versions) else FROM_BACKUP
        elif not same:
            yield "its hands are not those that its history tells", from_history
    try:
        state = state_of(game, list(game.table.seats.all()), hands)
    except RecordError as error:
        if not game.version:
            return  # a draft's table that has too few people yet
        yield f"a hand can't be scored: {error}", from_history
        return
    stored = _stored(game)
    for name, value in _derived(state).items():
        if stored[name] != value:
            yield f"{name}: stored {stored[name]}, replayed {value}", rescore
    if stored["finished"] != state.ledger.finished:
        return  # the figures need to know when it ended
    summary = getattr(game, "summary", None)
    if (summary and figures_in(summary)) != figures_of(state):
        yield "its figures for the statistics are not those of its hands", "manage.py statistics rebuild"


def _derived(state: TableState) -> dict[str, Any]:
    ledger = state.ledger
    played = sum(result.kind in PLAYED for result in ledger.hands)
    return {
        "hands": played,
        "totals": list(ledger.totals) if ledger.hands else [],
        "ended by": ledger.ended_by or "",
        "finished": ledger.finished,
        "results": [_told(result) for result in sorted(results_of(state), key=lambda row: (row.side, row.entry_id))],
    }


def _stored(game: Game) -> dict[str, Any]:
    return {
        "hands": game.hand_count,
        "totals": game.totals,
        "ended by": game.ended_by,
        "finished": game.finished_at is not None,
        "results": [_told(result) for result in game.results.all()],
    }


def _told(result: Result) -> str:
    lot = "won" if result.won else "lost" if result.lost else "neither"
    return (
        f"entry {result.entry_id} place {result.place} {lot} {result.points_for}:{result.points_against} "
        f"{result.points.normalize():f}"
    )
