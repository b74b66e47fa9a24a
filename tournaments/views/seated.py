"""The state of a table as a page shows it: there is none where too few or too many were put by hand, in a draft."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404

from scoring.errors import RecordError
from tournaments.models import Game
from tournaments.queries.table import TableState, table_state


def state_or_404(game: Game) -> TableState:
    state = state_or_none(game)
    if state is None:
        raise Http404
    return state


def state_or_none(game: Game, read: Callable[[Game], TableState] = table_state) -> TableState | None:
    try:
        return read(game)
    except RecordError:
        if game.version:
            raise
        return None
