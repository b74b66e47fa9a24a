"""Writing down what lay on the table, and taking it back.

Adding a hand and undoing it leaves all derived rows as they were. What every change of a game does beside is in
`services.tables`; other changes of hands are in `services.amending`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import RecordError
from scoring.facts import hand_as_json
from scoring.ledger import Ledger
from scoring.steps import Step
from tournaments.access import Actor
from tournaments.models import Game, Hand, Revision
from tournaments.queries.table import TableState, state_of, table_state
from tournaments.services.errors import ServiceError
from tournaments.services.revisions import as_revised, note_revision
from tournaments.services.tables import HandRefused, StaleGame, check_open, check_version, derive, lock_table, seated

__all__ = ["HandRefused", "Outcome", "StaleGame", "open_ledger", "preview_hand", "record_hand", "undo_hand"]


NOBODY = Actor()


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


def preview_hand(*, game: Game, facts: Mapping[str, Any], actor: Actor = NOBODY) -> Outcome:
    """What these facts would come to as the next object of a game from `games_with_table`, as that was read.

    Stores nothing; `HandRefused` where they cannot be.
    """
    state = seated(game)
    check_open(state, actor)
    _check_going_on(state)
    return _apply(state, facts)


@transaction.atomic
def record_hand(
    *, game: Game, facts: Mapping[str, Any], uuid: UUID, version: int, actor: Actor, at: datetime | None = None
) -> Outcome:
    """Store one object of the game record and all that follows from it.

    `version` is the game's as the writer saw it: another one raises `StaleGame`. The same `uuid` again gives what was
    stored. `at` says when it was written down, by default now.
    """
    state = lock_table(game, alone=False)
    for index, hand in enumerate(state.hands):
        if hand.uuid == uuid:
            return _stored(state, index)
    check_version(state, version)
    check_open(state, actor)
    _check_going_on(state)
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
    derive(state)
    note_revision(state, actor, Revision.Kind.RECORD, after=as_revised(hand), number=hand.number)
    return Outcome(state, outcome.result, outcome.before, hand)


@transaction.atomic
def undo_hand(*, game: Game, version: int, actor: Actor) -> Hand:
    """Take the last object of a game away; a game that it had ended goes on. Gives the removed hand."""
    state = lock_table(game, alone=False)
    check_version(state, version)
    if not state.hands:
        raise ServiceError(_("Nothing has been written down in this game yet."))
    check_open(state, actor)
    hand = state.hands[-1]
    Hand.objects.filter(pk=hand.pk).delete()
    state = state_of(state.game, state.seats, state.hands[:-1])
    derive(state)
    note_revision(state, actor, Revision.Kind.UNDO, before=as_revised(hand), number=hand.number)
    return hand


def _check_going_on(state: TableState) -> None:
    if state.ledger.finished:
        raise ServiceError(_("The game is over. Undo the last hand to go on."))


def _stored(state: TableState, index: int) -> Outcome:
    """The outcome that an already stored hand had when it was written."""
    ledger = Ledger(state.tournament.variant, state.tournament.options, state.names)
    for hand in state.hands[:index]:
        ledger.add(hand.facts)
    before = tuple(ledger.totals)
    result = ledger.add(state.hands[index].facts)
    return Outcome(state, result, before, state.hands[index], repeated=True)


def _apply(state: TableState, facts: Mapping[str, Any]) -> Outcome:
    """The facts applied to the ledger of the state."""
    before = tuple(state.ledger.totals)
    try:
        result = state.ledger.add(dict(facts))
    except RecordError as error:
        raise HandRefused(error, state) from error
    return Outcome(state, result, before)
