"""What the organiser decides about a game: annulled, forfeited, reopened, other seats, time called.

Nothing here removes a game or a hand from sight. A ruling stands until it is taken back; meanwhile the game's hands
cannot change. Each of these is one change of the game, with a revision of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.facts import Judge
from tournaments.access import Actor
from tournaments.models import Game, Hand, Revision, Round, Seat
from tournaments.queries.table import TableState, games_with_table, state_of, table_state
from tournaments.services.errors import ServiceError
from tournaments.services.tables import (
    as_revised,
    check_open,
    check_version,
    derive,
    lock_table,
    note_revision,
    stop_as_laid,
)

ROUNDS_ON = {"hand": 1, "one_more": 2}
"""How many hands are still played after time is called: the one on the table is finished, or one more follows it."""


@transaction.atomic
def annul_game(*, game: Game, version: int, actor: Actor, why: str) -> TableState:
    """From now on the game counts for nothing; it stays to be seen, with the reason."""
    return _rule(game, version, actor, Game.Ruling.ANNULLED, [], why)


@transaction.atomic
def forfeit_game(*, game: Game, sides: Sequence[int], version: int, actor: Actor, why: str) -> TableState:
    """These sides lose a game that is over, whatever its hands say; the others keep their order before them."""
    state = _ask(game, version)
    if not state.ledger.finished:
        raise ServiceError(_("The game is still going on: write the forfeit down at the table, as a judge's entry."))
    sides = sorted(set(sides))
    if not sides or not set(sides) <= set(range(state.ledger.sides)):
        raise ServiceError(_("Who forfeits the game? Choose at least one."))
    return _rule(game, version, actor, Game.Ruling.FORFEITED, sides, why)


@transaction.atomic
def readmit_game(*, game: Game, version: int, actor: Actor, why: str = "") -> TableState:
    """Take the ruling back: the game counts again as its hands say."""
    state = _ask(game, version)
    if not state.game.ruling:
        raise ServiceError(_("There is no ruling about this game."))
    before = {"ruling": state.game.ruling, "sides": state.game.forfeited, "why": state.game.ruling_reason}
    state.game.ruling, state.game.ruling_reason, state.game.forfeited = "", "", []
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
def reseat_table(*, game: Game, order: Sequence[int], version: int, actor: Actor, why: str = "") -> TableState:
    """People sat otherwise than the draw said: `order` names, seat by seat, the seat whose person really sat there.

    The hands stay with the seats; results and ratings follow the persons.
    """
    state = _ask(game, version)
    check_open(state, actor)
    old = state.seats
    if sorted(order) != list(range(len(old))):
        raise ServiceError(_("Everybody at the table sits on one seat: choose each person once."))
    if list(order) == list(range(len(old))):
        raise ServiceError(_("These are the seats as they are. Nothing was changed."))
    moved = [
        Seat(round_id=old[at].round_id, table_id=old[at].table_id, number=old[at].number, player=who.player,
             entry_id=who.entry_id)
        for at, who in enumerate(old[seat] for seat in order)
    ]  # fmt: skip
    _check_partners(state, moved)
    before = {"seats": [str(seat.player) for seat in old]}
    Seat.objects.filter(pk__in=[seat.pk for seat in old]).delete()
    Seat.objects.bulk_create(moved)
    for other in games_with_table().filter(table=state.game.table_id).order_by("number"):
        changed = table_state(other)
        derive(changed)
        note_revision(
            changed, actor, Revision.Kind.RESEAT, before=before, after={"seats": [str(s.player) for s in moved]},
            why=why.strip(),
        )  # fmt: skip
        if other.pk == game.pk:
            state = changed
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


def _rule(game: Game, version: int, actor: Actor, ruling: str, sides: list[int], why: str) -> TableState:
    state = _ask(game, version)
    why = why.strip()[:200]
    if not why:
        raise ServiceError(_("Say why: the reason stands beside the game for all to see."))
    if state.game.ruling:
        raise ServiceError(_("There is a ruling about this game. Take it back first."))
    state.game.ruling, state.game.ruling_reason, state.game.forfeited = ruling, why, sides
    derive(state)
    kind = Revision.Kind.ANNUL if ruling == Game.Ruling.ANNULLED else Revision.Kind.FORFEIT
    after = {"sides": [state.sides[side] for side in sides]} if sides else {"ruling": ruling}
    note_revision(state, actor, kind, after=after, why=why)
    return state


def _is_ending(state: TableState) -> bool:
    """Whether a judge ended the game: by a forfeit, or by calling time."""
    last = state.ledger.hands[-1].hand
    return isinstance(last, Judge) and any(ruling.kind in ("forfeit", "stop") for ruling in last.rulings)


def _check_partners(state: TableState, moved: Sequence[Seat]) -> None:
    """An entry plays on one side, and a fixed pair stays together."""
    sides: dict[int, set[int]] = {}
    for at, seat in enumerate(moved):
        sides.setdefault(seat.entry_id, set()).add(state.ledger.side_of(at))
    if any(len(found) > 1 for found in sides.values()):
        raise ServiceError(_("A fixed pair plays on one side: partners sit opposite each other."))
