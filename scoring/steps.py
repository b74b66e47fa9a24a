"""What the fold carries from hand to hand (`State`), and what it says of each (`Step`)."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.facts import Hand
from scoring.notes import Note


class Entry(NamedTuple):
    """One change of an account: `points` other than 0 to a side, and the rule that made it."""

    side: int
    points: int
    why: str


@dataclass(slots=True)
class State:
    """A game as it stands: one account a side, eggs waiting, and what ended it.

    `recorded`: the sides whose account was ever changed. `hands`: so many were played out. `columns`: where a variant
    keeps more than one number a side, each by its name. `stopped`: time was called. `result`: a side that won a game
    without hands, or -1 for a draw.
    """

    totals: list[int]
    recorded: list[bool]
    columns: dict[str, list[int]] = field(default_factory=dict)
    hands: int = 0
    eggs: int = 0
    opener: int | None = None
    result: int | None = None
    early_winner: int | None = None
    forfeited: set[int] = field(default_factory=set)
    stopped: bool = False


@dataclass(slots=True)
class Step:
    """What one object of `hands` came to.

    `kind`: out, fish, stopped, judge, redeal or result. `counted`: what each seat's hand counted for, None where it was
    not written down; the whole is None for anything but out and fish. `totals`, `columns` and `eggs` as they stand
    after it.
    """

    kind: str
    hand: Hand
    counted: list[int | None] | None = None
    entries: list[Entry] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    columns: dict[str, list[int]] = field(default_factory=dict)
    eggs: int = 0
    notes: list[Note] = field(default_factory=list)
    doubts: list[Note] = field(default_factory=list)

    def write(self, state: State, side: int, points: int, why: str) -> None:
        """Add points to an account; nothing at all where there are none."""
        if points:
            state.totals[side] += points
            state.recorded[side] = True
            self.entries.append(Entry(side, points, why))

    def note(self, code: str, **params: Any) -> None:
        """Say why."""
        self.notes.append(Note(code, params))

    def doubt(self, code: str, **params: Any) -> None:
        """Ask the scorekeeper to look again."""
        self.doubts.append(Note(code, params))


def as_sum(parts: list[int]) -> str:
    """Numbers as a sum, the largest first, nothing for nothing.

    >>> as_sum([7, 19, 0, 11])
    '19 + 11 + 7 = 37'
    >>> as_sum([12])
    '12'
    """
    shown = sorted([part for part in parts if part], reverse=True)
    if len(shown) < 2:
        return str(sum(shown))
    return f"{' + '.join([str(part) for part in shown])} = {sum(shown)}"
