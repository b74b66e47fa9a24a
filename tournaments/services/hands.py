"""Writing down what lay on the table, and taking it back.

Every change goes the same way: lock the tournament and the game, read the table whole, apply, store the facts, derive
`Game`, `Result` and the ratings from the ledger, log. What always holds afterwards: the stored hands are numbered
from 1 without a gap, the derived rows are those that the facts give, and adding a hand and undoing it leaves them as
they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import RecordError
from scoring.ledger import Ledger
from scoring.notes import render
from scoring.record import hand_as_json
from scoring.steps import Step
from tournaments.access import Actor
from tournaments.models import AuditEntry, Game, Hand, Result, Round, Tournament
from tournaments.points import points_by_place
from tournaments.queries.table import TableState, games_with_table, table_state
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import rerate_game

PLAYED = ("out", "fish", "stopped", "result")


class HandRefused(ServiceError):
    """Facts that break a rule of the record. `seat` is the one at fault, where there is one; `code` names the fault."""

    def __init__(self, error: RecordError, state: TableState) -> None:
        super().__init__(render(error.note, state.names, state.sides, _))
        self.code: str = error.note.code
        self.seat: int | None = error.note.params.get("seat")


class StaleGame(ServiceError):
    """The game has changed since it was looked at. `hands` came in between; `state` is the game as it stands."""

    def __init__(self, state: TableState, hands: Sequence[Hand]) -> None:
        super().__init__(_("The game has changed meanwhile. Nothing was stored: compare, then save again."))
        self.state = state
        self.hands = tuple(hands)


@dataclass(frozen=True)
class Outcome:
    """What one object of the record comes to. `state` is the table with it applied, `before` the totals without it.

    `hand` is the stored row, None in a preview; `repeated` says that it had been stored before.
    """

    state: TableState
    result: Step
    before: tuple[int, ...]
    hand: Hand | None = None
    repeated: bool = False


def open_ledger(game: Game) -> Ledger:
    """The ledger of a game from `games_with_table`, with all its stored facts applied, by two queries."""
    return table_state(game).ledger


def preview_hand(*, game: Game, facts: Mapping[str, Any]) -> Outcome:
    """What these facts would come to as the game's next object. Stores nothing; `HandRefused` where they cannot be."""
    state = table_state(games_with_table().get(pk=game.pk))
    _check_open(state)
    return _apply(state, facts)


@transaction.atomic
def record_hand(
    *, game: Game, facts: Mapping[str, Any], uuid: UUID, version: int, actor: Actor, at: datetime | None = None
) -> Outcome:
    """Store one object of the game record and all that follows from it.

    `version` is the game's as the writer saw it: another one raises `StaleGame`. The same `uuid` again gives what was
    stored. `at` says when it was written down, by default now.
    """
    state = _lock(game)
    for index, hand in enumerate(state.hands):
        if hand.uuid == uuid:
            return _stored(state, index)
    _check_version(state, version)
    _check_open(state)
    outcome = _apply(state, facts)
    hand = Hand(
        game=state.game,
        number=len(state.hands) + 1,
        uuid=uuid,
        facts=hand_as_json(outcome.result.hand),
        created_by=actor.user,
        keeper=actor.keeper[:80],
    )
    # The game is locked and just read: number and uuid are free, so no question to the database is needed.
    hand.full_clean(exclude=["game", "created_by"], validate_unique=False, validate_constraints=False)
    hand.save()
    if at is not None:
        Hand.objects.filter(pk=hand.pk).update(created_at=at)
        hand.created_at = at
    state.hands.append(hand)
    derive(state, at or hand.created_at)
    record_change(
        actor=actor,
        action="record_hand",
        target=_title(state, hand),
        tournament=state.tournament,
        after={"game": state.game.pk, "version": state.game.version, "number": hand.number, "facts": hand.facts},
    )
    return Outcome(state, outcome.result, outcome.before, hand)


@transaction.atomic
def undo_hand(*, game: Game, version: int, actor: Actor) -> Hand:
    """Take the last object of a game away; a game that it had ended goes on. Gives the removed hand."""
    state = _lock(game)
    _check_version(state, version)
    if not state.hands:
        raise ServiceError(_("Nothing has been written down in this game yet."))
    _check_round(state)
    hand = state.hands[-1]
    target = _title(state, hand)
    Hand.objects.filter(pk=hand.pk).delete()
    state = table_state(state.game)
    derive(state, timezone.now())
    record_change(
        actor=actor,
        action="undo_hand",
        target=target,
        tournament=state.tournament,
        before={"number": hand.number, "facts": hand.facts, "uuid": str(hand.uuid)},
        after={"game": state.game.pk, "version": state.game.version},
    )
    return hand


def _lock(game: Game) -> TableState:
    """The table, with tournament and game locked until the end of the transaction, always in this order."""
    Tournament.objects.select_for_update().get(rounds__tables__games=game.pk)
    return table_state(games_with_table().select_for_update(of=("self",)).get(pk=game.pk))


def _stored(state: TableState, index: int) -> Outcome:
    """The outcome that an already stored hand had when it was written."""
    ledger = Ledger(state.tournament.variant, state.tournament.options, state.names)
    for hand in state.hands[:index]:
        ledger.add(hand.facts)
    before = tuple(ledger.totals)
    result = ledger.add(state.hands[index].facts)
    return Outcome(state, result, before, state.hands[index], repeated=True)


def _check_version(state: TableState, version: int) -> None:
    if version == state.game.version:
        return
    numbers = AuditEntry.objects.filter(
        tournament=state.tournament,
        action="record_hand",
        after__game=state.game.pk,
        after__version__gt=version,
    ).values_list("after__number", flat=True)
    since = set(numbers)
    raise StaleGame(state, [hand for hand in state.hands if hand.number in since])


def _check_round(state: TableState) -> None:
    status = state.game.table.round.status
    if status == Round.Status.DRAFT:
        raise ServiceError(_("The round is not published yet. The organiser publishes it."))
    if status == Round.Status.CLOSED:
        raise ServiceError(_("The round is closed. The organiser can reopen it; then hands can be changed."))


def _check_open(state: TableState) -> None:
    _check_round(state)
    if state.ledger.finished:
        raise ServiceError(_("The game is over. Undo the last hand to go on."))


def _apply(state: TableState, facts: Mapping[str, Any]) -> Outcome:
    """The facts applied to the ledger of the state."""
    before = tuple(state.ledger.totals)
    try:
        result = state.ledger.add(dict(facts))
    except RecordError as error:
        raise HandRefused(error, state) from error
    return Outcome(state, result, before)


def derive(state: TableState, now: datetime, *, rerate: bool = True) -> None:
    """Raise the game's version and make all derived rows what the ledger says. A game without hands is as drawn.

    `rerate` False leaves the ratings to the caller.
    """
    game, ledger = state.game, state.ledger
    was_finished = game.finished_at is not None
    game.version += 1
    game.hand_count = sum(result.kind in PLAYED for result in ledger.hands)
    game.totals = list(ledger.totals) if ledger.hands else []
    game.ended_by = ledger.ended_by or ""
    game.finished_at = (game.finished_at or now) if ledger.finished else None
    game.full_clean(exclude=["table"], validate_unique=False, validate_constraints=False)
    game.save(update_fields=["version", "hand_count", "totals", "ended_by", "finished_at"])
    if was_finished:
        Result.objects.filter(game=game).delete()
    if ledger.finished:
        Result.objects.bulk_create(results_of(state))
    if rerate and (was_finished or ledger.finished):
        rerate_game(game=game)


def results_of(state: TableState) -> list[Result]:
    """One result an entry: the accounts as they stand at the end, and the tournament points of the place."""
    ledger = state.ledger
    points = points_by_place(ledger.places)
    return [
        Result(
            game=state.game,
            entry_id=entry_id,
            side=side,
            place=ledger.places[side],
            won=side in ledger.winners,
            lost=side in ledger.losers,
            points_for=ledger.totals[side],
            points_against=sum(ledger.totals) - ledger.totals[side],
            points=points[side],
        )
        for side in range(ledger.sides)
        for entry_id in state.entry_ids(side)
    ]


def _title(state: TableState, hand: Hand) -> str:
    table = state.game.table
    return f"round {table.round.number}, table {table.number}, hand {hand.number}"
