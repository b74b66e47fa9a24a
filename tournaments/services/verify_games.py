"""A game's stored rows held against its hands, its hands against its history, and where those part, against the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from scoring.errors import RecordError
from tournaments.models import AuditEntry, Game, Hand, Result, Revision, Seat
from tournaments.queries.history import as_listed, folded
from tournaments.queries.table import TableState, games_with_table, state_of
from tournaments.services.summaries import figures_in, figures_of
from tournaments.services.tables import PLAYED, results_of

A_BATCH = 200
FROM_BACKUP = "manage.py restore BACKUP --yes"

ADDED = {"game", "version", "why"}
"""What the log says of a change beside what the history does."""

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
    """`imported`: came with its tournament from an archive, whose first entry in the log says so."""
    first = AuditEntry.objects.filter(chain=OuterRef("table__round__tournament"), number=1, action="import_tournament")
    found = games_with_table().filter(pk__in=games.values("pk")).order_by("pk")
    return found.annotate(imported=Exists(first)).prefetch_related(
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
    elif game.version and not game.imported and versions[:1] != [1]:
        yield (
            f"its history lacks what made its versions up to {versions[0] - 1 if versions else game.version}",
            FROM_BACKUP,
        )
    elif versions and versions[0] == 1:
        same = folded(revisions) == as_listed(hands)
        if game.version != len(versions):
            told = f"its version is {game.version}, but its history ends with {len(versions)}"
            yield told, from_history if same or game.version < len(versions) else FROM_BACKUP
        elif not same:
            logged, otherwise = _held_against_the_log(game, revisions)
            said = f"tells otherwise of its versions {otherwise}" if otherwise else "tells the same as its history"
            told = f"its hands are not those that its history tells; the log {said if logged else 'does not tell'}"
            yield told, FROM_BACKUP if otherwise else from_history
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


def _held_against_the_log(game: Game, revisions: Iterable[Revision]) -> tuple[bool, list[int]]:
    """Whether the log has all changes of a game, and the versions of which it says something else than its history."""
    entries = AuditEntry.objects.filter(chain=game.table.round.tournament_id, after__game=game.pk)
    logged = {
        entry.after.get("version"): (entry.before, {key: entry.after[key] for key in entry.after.keys() - ADDED})
        for entry in entries
    }
    told = {revision.version: (revision.before, revision.after or {}) for revision in revisions}
    return told.keys() <= logged.keys(), [
        version for version in told if logged.get(version, told[version]) != told[version]
    ]


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
