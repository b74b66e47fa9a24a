"""What a change of a game leaves behind: its revision, with the version that it made, and its line in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.access import Actor
from tournaments.models import Game, Hand, Revision
from tournaments.queries.table import TableState
from tournaments.services.audit import record_change
from tournaments.services.tables import PLAYED

ACTIONS = {
    Revision.Kind.RECORD: "record_hand",
    Revision.Kind.UNDO: "undo_hand",
    Revision.Kind.AMEND: "amend_hand",
    Revision.Kind.DELETE: "delete_hand",
    Revision.Kind.INSERT: "insert_hand",
    Revision.Kind.RESTORE: "restore_revision",
    Revision.Kind.RESEAT: "reseat_table",
    Revision.Kind.ANNUL: "annul_game",
    Revision.Kind.FORFEIT: "forfeit_game",
    Revision.Kind.DECIDE: "decide_game",
    Revision.Kind.READMIT: "readmit_game",
    Revision.Kind.REOPEN: "reopen_game",
    Revision.Kind.SHUT: "shut_game",
    Revision.Kind.TIME: "call_time",
}
"""The name of each change in the log."""

HAND_KINDS = {
    *(Revision.Kind.RECORD, Revision.Kind.UNDO, Revision.Kind.AMEND, Revision.Kind.DELETE),
    *(Revision.Kind.INSERT, Revision.Kind.RESTORE, Revision.Kind.TIME),
}


def note_revision(
    state: TableState,
    actor: Actor,
    kind: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    why: str = "",
    number: int | None = None,
) -> Revision:
    """Write the change that made the game's present version into its history, and into the log.

    What a change of hands does to the results, `tables.rederive` has found out.
    """
    game = state.game
    target = title_of(game)
    if number is not None:
        target += f", {_object_name(state, number, (after or before or {})['facts'])}"
    revision = add_revision(state, actor, kind, before=before, after=after, why=why, target=target)
    record_change(
        actor=actor,
        action=ACTIONS[Revision.Kind(kind)],
        target=target,
        tournament=state.tournament,
        before=before and dict(before),
        after={"game": game.pk, "version": game.version, **(after or {}), **({"why": why} if why else {})},
        results=kind not in HAND_KINDS,
    )
    return revision


def _object_name(state: TableState, number: int, facts: Mapping[str, Any]) -> str:
    """An object of the record as the sheet counts it: `hand 4`; `judge 3` and `redeal 3` come after hand 3."""
    kind = next((kind for kind in ("judge", "redeal") if kind in facts), "hand")
    played = sum(result.kind in PLAYED for result in state.ledger.hands[: number - 1])
    return f"{kind} {played + (kind == 'hand')}"


def add_revision(
    state: TableState,
    actor: Actor,
    kind: str,
    *,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    why: str = "",
    target: str = "",
) -> Revision:
    """Write the change that made the game's present version into its history alone."""
    return Revision.objects.create(
        tournament=state.tournament,
        game=state.game,
        version=state.game.version,
        kind=kind,
        target=target or title_of(state.game),
        before=before,
        after=after,
        why=why[:200],
        user=actor.user,
        actor=actor.name[:80],
        origin=actor.origin,
    )


def title_of(game: Game) -> str:
    """Where a game is played, as log and history have it."""
    round_ = game.table.round
    if round_.sitting:
        return f"game {round_.number}"
    of_series = f", game {game.number}" if game.number > 1 else ""
    return f"round {round_.number}, table {game.table.number}{of_series}"


def as_revised(hand: Hand) -> dict[str, Any]:
    """A hand as a revision keeps it."""
    return {
        "number": hand.number,
        "uuid": str(hand.uuid),
        "facts": hand.facts,
        "at": hand.created_at.isoformat(),
        "keeper": hand.keeper,
    }
