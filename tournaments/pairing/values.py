"""The plain values that pairing works on: what has happened, what is wanted, and the plan that comes of it.

An *entry* is whatever takes one seat: a person, or a fixed pair. *Seats* of a table are in order, the first one opens
(in draughts: has white). Where partners rotate, seats 0 and 2 play against 1 and 3. A *bye* is a round without a game.
A *meeting* is a table at which two entries really sat; a forfeit is none. Everything here is frozen and compared by
value, so a state can be stored and the plan made once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tournaments.pairing.reasons import Note

# What an entry without a table has. The first four are byes; who WAITS is still in (a queue, a bracket), OUT is out.
BYE, HALF, ZERO, FULL, WAITS, OUT = "bye", "half", "zero", "full", "waits", "out"


class PairingError(ValueError):
    """There is no round to plan; `note` says why."""

    def __init__(self, code: str, **params: Any) -> None:
        self.note = Note(code, params)
        super().__init__(f"{code} {params}" if params else code)


class Cancelled(Exception):
    """The watcher asked to stop."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Who takes part. `number` is the seed, 1 the first of all; `here` is False for the withdrawn and the absent."""

    id: int
    number: int
    team: str = ""
    here: bool = True
    asked: str | None = None  # a bye on request for the round to plan: HALF, ZERO or FULL
    carried: Fraction = Fraction(0)  # points brought in from an earlier stage


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table that was played: the points are those of each seat; `met` is False for a forfeit before the first hand.

    `nobody`: all forfeited it, begun or not, and nobody has won.
    """

    number: int
    seats: tuple[int, ...]
    points: tuple[Fraction, ...]
    met: bool = True
    nobody: bool = False


@dataclass(frozen=True, slots=True)
class PastBye:
    entry: int
    kind: str = BYE
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class PastRound:
    tables: tuple[PastTable, ...]
    byes: tuple[PastBye, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    number: int
    seats: tuple[int, ...]
    reasons: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    entry: int
    kind: str
    reasons: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Virtual:
    """Points that count for pairing only (an accelerated Swiss): from one round to another, for one entry."""

    entry: int
    first: int
    last: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class State:
    """All that a draw depends on. `rounds` are the past ones in order; the next one is to be planned."""

    entries: tuple[Entry, ...]
    rounds: tuple[PastRound, ...] = ()
    forbidden: frozenset[frozenset[int]] = frozenset()
    locked: tuple[Table, ...] = ()  # tables of the round to plan that stay as they are
    fixed: Mapping[int, int] = field(default_factory=dict)  # entry: the table it always sits at
    printed: Mapping[int, int] = field(default_factory=dict)  # entry: its table on the list that hangs already
    virtual: tuple[Virtual, ...] = ()

    @property
    def number(self) -> int:
        """Of the round to plan, from 1."""
        return len(self.rounds) + 1


@dataclass(frozen=True, slots=True)
class Options:
    """How to pair. `low` and `high` are the fewest and the most entries at a table."""

    format: str
    low: int = 2
    high: int = 2
    rounds: int | None = None  # how many the stage is to have, where that is known
    by_score: bool = True  # near in the standings sit together
    seeded: bool = False  # upper half against lower half inside a score group; otherwise chance decides
    colours: bool = False  # the first seat matters as white does
    cycles: int = 1  # round robin: how often each pair meets
    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(1)
    first_colour: str | None = None  # "w" or "b": of the first seed in round 1; otherwise the seed of the draw decides
    tables: int = 1  # king of the table: how many play at once
    best_of: int = 1  # knockout: games of a series
    places: int = 2  # knockout: places that are played for, from the first on
    effort: int = 8_000  # steps of the search for each entry


@dataclass(frozen=True, slots=True)
class Plan:
    """A round as a draft. The same state, options and seed give the same plan from the same engine and version."""

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...]
    reasons: tuple[Note, ...]
    engine: str
    version: str
    seed: int


Watch = Callable[[float], bool]
"""Told how much is done, from 0 to 1; answers True to stop, which raises `Cancelled`."""


def unwatched(_done: float) -> bool:
    return False
