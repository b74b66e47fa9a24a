"""Russian draughts («Русские шашки», S3), by the result alone: seat 0 has white; no hands, no points."""

from scoring.books.draughts import DRAUGHTS
from scoring.notes import gettext_noop as _
from scoring.steps import State
from scoring.variants.base import Variant


class Draughts(Variant):
    """Draughts, bound to a board."""

    code = "draughts"
    name = _("Russian draughts")
    seats = (2, 2)
    result_alone = True
    colours = True
    book = DRAUGHTS

    def order(self, state: State, side: int) -> int:
        return int(state.result not in (None, -1, side))
