"""How the next hand begins: who opens it and with what, who deals, who sits where.

No source of the rules names a dealer. The house's choice: whoever sits before the opener in the order of play; while
a tile or the lot decides who opens, nobody is named.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.display import initials
from tournaments.queries.table import TableState


@dataclass(frozen=True)
class Place:
    """A seat at the table, in the order of play."""

    seat: int
    name: str
    letters: str
    opens: bool
    deals: bool


@dataclass(frozen=True)
class Opening:
    """The next hand: `opens` says who opens it and with what (blank: the rules don't say), `deals` is a name."""

    opens: str
    deals: str
    places: tuple[Place, ...]
    pairs: bool


def opening(state: TableState) -> Opening:
    """How the next hand of a game begins."""
    ledger, names = state.ledger, state.names
    opener = ledger.next_opener
    dealer = None if opener is None else (opener - 1) % len(names)
    letters = initials(names)
    return Opening(
        opens="" if ledger.finished else _opens(state),
        deals="" if dealer is None else names[dealer],
        places=tuple(
            Place(seat, name, letters[seat], seat == opener, seat == dealer) for seat, name in enumerate(names)
        ),
        pairs=ledger.sides != len(names),
    )


def _opens(state: TableState) -> str:
    ledger = state.ledger
    first = not any(step.kind in ("out", "fish") for step in ledger.hands)
    words = ledger.rules.opens_first if first else ledger.rules.opens_later
    if not words or (ledger.next_opener is None and "%(name)s" in words):
        return ""
    name = "" if ledger.next_opener is None else state.names[ledger.next_opener]
    return _(words) % {"name": name, "white": state.names[0]}
