"""What the organiser decides about a game: annulled, forfeited, decided, reopened, time called.

Nothing here removes a game or a hand from sight. A ruling stands until it is taken back; meanwhile the game's hands
cannot change. Each of these is one change of the game, with a revision of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.facts import Judge
from tournaments.access import Actor
from tournaments.models import Game, Hand, Revision, Round
from tournaments.queries.table import TableState, state_of
from tournaments.services.errors import ServiceError
from tournaments.services.hands import record_hand
from tournaments.services.revisions import as_revised, note_revision
from tournaments.services.tables import check_open, check_version, derive, lock_table, stop_as_laid

KINDS = {
    Game.Ruling.ANNULLED: Revision.Kind.ANNUL,
    Game.Ruling.FORFEITED: Revision.Kind.FORFEIT,
    Game.Ruling.DECIDED: Revision.Kind.DECIDE,
}
ROUNDS_ON = {"hand": 1, "one_more": 2}
"""How many hands are still played after time is called: the one on the table is finished, or one more follows it."""


@transaction.atomic
def annul_game(*, game: Game, version: int, actor: Actor, why: str) -> TableState:
    """From now on the game counts for nothing; it stays to be seen, with the reason."""
    return _rule(game, version, actor, Game.Ruling.ANNULLED, why)


@transaction.atomic
def forfeit_game(*, game: Game, sides: Sequence[int], version: int, actor: Actor, why: str) -> TableState:
    """These sides lose, whatever the hands say; the others keep their order before them. All of them: nobody wins.

    A game going on, or one to which somebody has not come, ends by it, as a judge's entry on its sheet.
    """
    state = _ask(game, version)
    sides, why = sorted(set(sides)), why.strip()[:200]
    if not sides or not set(sides) <= set(range(state.ledger.sides)):
        raise ServiceError(_("Who forfeits the game? Choose at least one."))
    if state.ledger.finished:
        return _rule(game, version, actor, Game.Ruling.FORFEITED, why, forfeited=sides)
    _check_reason(why)
    who = "seat" if state.ledger.sides == len(state.seats) else "side"
    facts = {"judge": [{who: side, "forfeit": True, "reason": why} for side in sides]}
    return record_hand(game=game, facts=facts, uuid=uuid4(), version=version, actor=actor).state


@transaction.atomic
def decide_game(*, game: Game, places: Sequence[int], version: int, actor: Actor, why: str) -> TableState:
    """A judge says the places, one a side, whatever the hands say; a game going on stops as it stands."""
    state = _ask(game, version)
    if len(places) != state.ledger.sides or any(
        place != 1 + sum(other < place for other in places) for place in places
    ):
        raise ServiceError(_("These are no places: begin with 1, and leave out as many as share the one before."))
    _check_reason(why)
    if not state.ledger.finished:
        stop = {"judge": [{"stop": "time"}]}
        stopped = record_hand(game=game, facts=stop, uuid=uuid4(), version=version, actor=actor)
        version = stopped.state.game.version
    return _rule(game, version, actor, Game.Ruling.DECIDED, why, decided=list(places))


@transaction.atomic
def readmit_game(*, game: Game, version: int, actor: Actor, why: str = "") -> TableState:
    """Take the ruling back: the game counts again as its hands say."""
    state = _ask(game, version)
    if not state.game.ruling:
        raise ServiceError(_("There is no ruling about this game."))
    before = {"ruling": state.game.ruling, "sides": state.game.forfeited, "why": state.game.ruling_reason}
    state.game.ruling = state.game.ruling_reason = ""
    state.game.forfeited, state.game.decided = [], []
    derive(state)
    note_revision(state, actor, Revision.Kind.READMIT, before=before, why=why.strip())
    return state


@transaction.atomic
def reopen_game(*, game: Game, version: int, actor: Actor, why: str = "") -> TableState:
    """Let the table correct its hands, though the round is closed; a stop or forfeit at the end is taken back.

    Whoever confirmed the result is asked again.
    """
    state = _ask(game, version)
    if state.game.ruling:
        raise ServiceError(_("There is a ruling about this game. Take it back first."))
    if state.game.reopened_at:
        return state
    ending = state.hands[-1] if state.ledger.finished and _is_ending(state) else None
    if ending is not None:
        Hand.objects.filter(pk=ending.pk).delete()
        state = state_of(state.game, state.seats, state.hands[:-1])
    state.game.reopened_at = timezone.now()
    derive(state)
    note_revision(
        state, actor, Revision.Kind.REOPEN, before=as_revised(ending) if ending else None,
        after={"reopened": True}, why=why.strip(),
    )  # fmt: skip
    return state


@transaction.atomic
def shut_game(*, game: Game, version: int, actor: Actor) -> TableState:
    """End a reopening."""
    state = _ask(game, version)
    if not state.game.reopened_at:
        return state
    state.game.reopened_at = None
    derive(state)
    note_revision(state, actor, Revision.Kind.SHUT, after={"reopened": False})
    return state


@transaction.atomic
def call_time(*, game: Game, stop: str, version: int, actor: Actor) -> TableState:
    """Announce that the game stops: after the `hand` on the table, or after `one_more`; blank takes it back.

    A game that stops as it stands has that written down at once, as a judge's entry. The announcement changes no
    account: it is shown at the table until the stop is written down.
    """
    state = _ask(game, version)
    check_open(state, actor)
    if state.ledger.finished:
        raise ServiceError(_("The game is over."))
    if stop not in ("", *ROUNDS_ON):
        raise ServiceError(_("How is the game to stop? Choose one of the ways."))
    before = state.game.stop_after
    laid = stop_as_laid(state.game)
    called = state.game.hand_count + ROUNDS_ON[stop] if stop else None
    state.game.stop_after = min((after for after in (laid, called) if after is not None), default=None)
    if state.game.stop_after == before:
        return state
    derive(state)
    note_revision(
        state, actor, Revision.Kind.TIME, before={"stop_after": before}, after={"stop_after": state.game.stop_after}
    )
    return state


def _ask(game: Game, version: int) -> TableState:
    """The locked table, as the writer saw it and as all may see it."""
    state = lock_table(game)
    check_version(state, version)
    if state.game.table.round.status == Round.Status.DRAFT:
        raise ServiceError(_("The round is not published yet. The organiser publishes it."))
    return state


def _rule(
    game: Game,
    version: int,
    actor: Actor,
    ruling: Game.Ruling,
    why: str,
    *,
    forfeited: Sequence[int] = (),
    decided: Sequence[int] = (),
) -> TableState:
    state = _ask(game, version)
    why = why.strip()[:200]
    _check_reason(why)
    if state.game.ruling:
        raise ServiceError(_("There is a ruling about this game. Take it back first."))
    state.game.ruling, state.game.ruling_reason = ruling, why
    state.game.forfeited, state.game.decided = list(forfeited), list(decided)
    derive(state)
    after: dict[str, Any] = {"ruling": ruling}
    if forfeited:
        after = {"sides": [state.sides[side] for side in forfeited]}
    elif decided:
        after = {"decided": dict(zip(state.sides, decided, strict=True))}
    note_revision(state, actor, KINDS[ruling], after=after, why=why)
    return state


def _check_reason(why: str) -> None:
    if not why.strip():
        raise ServiceError(_("Say why: the reason stands beside the game for all to see."))


def _is_ending(state: TableState) -> bool:
    """Whether a judge ended the game: by a forfeit, or by calling time."""
    last = state.ledger.hands[-1].hand
    return isinstance(last, Judge) and any(ruling.kind in ("forfeit", "stop") for ruling in last.rulings)
