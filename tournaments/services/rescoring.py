"""Mending a game whose stored rows are not what follows from its facts: see `services.verify`.

Nobody's change of the game, so its version stays and no revision is left; the log says who had it mended.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.errors import RecordError
from tournaments.access import Actor
from tournaments.models import Game, GameSummary, Hand, Result, Revision
from tournaments.queries.history import as_listed, folded
from tournaments.queries.table import TableState, games_with_table, state_of
from tournaments.services.amending import brought_back, store_all
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.locks import hold
from tournaments.services.ratings import rerate_games
from tournaments.services.revisions import title_of
from tournaments.services.tables import rederive


@transaction.atomic
def rescore_game(*, game: Game, actor: Actor, from_history: bool = False) -> TableState:
    """Work a game out anew from its hands; `from_history`: make the hands first what its history says they are."""
    hold(game.table.round.tournament_id)
    locked = games_with_table().select_for_update(of=("self",), no_key=True).get(pk=game.pk)
    before = _as_stored(locked)
    hands = _from_history(locked) if from_history else list(locked.hands.order_by("number"))
    try:
        state = state_of(locked, list(locked.table.seats.select_related("player").order_by("number")), hands)
    except RecordError as error:
        raise ServiceError(
            f"{title_of(locked)}: {error}. Its hands can't be scored: look at the game's history."
        ) from None
    Result.objects.filter(game=locked).delete()
    GameSummary.objects.filter(game=locked).delete()
    rederive(state, rerate=False)
    rerate_games(games=[locked.pk])
    record_change(
        actor=actor, action="rescore_game", target=title_of(locked), tournament=state.tournament, before=before,
        after={"game": locked.pk, **_as_stored(locked)},
    )  # fmt: skip
    return state


def _as_stored(game: Game) -> dict[str, Any]:
    return {"totals": game.totals, "hands": as_listed(game.hands.order_by("number"))}


def _from_history(game: Game) -> list[Hand]:
    """The game's hands, stored as its revisions have them; its version is that of the last.

    A history with gaps tells nothing, nor does one that is behind the game, unless the hands are those it tells.
    """
    revisions = list(Revision.objects.filter(game=game).order_by("version"))
    whole = [revision.version for revision in revisions] == list(range(1, len(revisions) + 1))
    wanted = folded(revisions) if whole else []
    if not whole or (game.version > len(revisions) and wanted != as_listed(game.hands.order_by("number"))):
        raise ServiceError(f"{title_of(game)}: its history has gaps, so the hands can't be taken from it.")
    game.version = len(revisions)
    kept = {str(hand.uuid): hand for hand in game.hands.all()}
    back = brought_back(game, [uuid for uuid, _facts in wanted if uuid not in kept])
    hands = []
    for number, (uuid, facts) in enumerate(wanted, start=1):
        hand = kept.get(uuid) or back[uuid]
        if hand.facts != facts and hand.pk:
            hand.amended_at, hand.amended_by = timezone.now(), "manage.py"
        hand.facts, hand.number = facts, number
        hands.append(hand)
    store_all(game, hands)
    return hands
