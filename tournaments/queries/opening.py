"""How the next hand begins: who opens it and with what, who deals, who sits where.

No source of the rules names a dealer. The house's choice: whoever sits before the opener in the order of play; while
a tile or the lot decides who opens, nobody is named.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.book import Opening as Rule
from tournaments.display import initials, unbroken
from tournaments.queries.table import TableState


@dataclass(frozen=True)
class Place:
    """A seat at the table, in the order of play; `role` is its part in the next hand, blank for most."""

    seat: int
    name: str
    letters: str
    opens: bool
    role: str


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
    # Translators: marks beside a name: opens the next hand; deals it; plays the white or the black pieces
    roles = {dealer: _("deals"), opener: _("opens")}
    if ledger.rules.result_alone:
        roles = {0: _("white"), 1: _("black")}
    return Opening(
        opens="" if ledger.finished else _opens(state),
        deals="" if dealer is None else names[dealer],
        places=tuple(
            Place(seat, name, letters[seat], seat == opener, roles.get(seat, "")) for seat, name in enumerate(names)
        ),
        pairs=ledger.sides != len(names),
    )


def _opens(state: TableState) -> str:
    ledger = state.ledger
    rule = ledger.rules.opening
    if ledger.rules.result_alone:
        return _("%(name)s, with the white pieces") % {"name": state.names[0]}
    if rule.later == "same" or not any(step.kind in ("out", "fish") for step in ledger.hands):
        return _by_tile(rule)
    if ledger.next_opener is None:
        return ""
    name = state.names[ledger.next_opener]
    return _("%(name)s, with any double, lacking one with any tile") % {"name": name} if rule.doubles else name


def _by_tile(rule: Rule) -> str:
    """Whoever holds a tile opens: the first of several that anybody holds."""
    if not rule.first:
        return ""
    first = [unbroken(str(tile)) for tile in rule.first]
    tiles = {"tile": first[0], "next": first[min(1, len(first) - 1)], "last": first[-1]}
    if len(rule.first) == 1:
        return _("who holds %(tile)s") % tiles
    if not rule.heaviest:
        return _("who holds %(tile)s; lacking it %(next)s and so on to %(last)s") % tiles
    return _("who holds %(tile)s; lacking it %(next)s and so on to %(last)s, then the heaviest tile") % tiles
