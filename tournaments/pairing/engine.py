"""What an engine is, what it is given and what it gives; the engines by the code of their format.

An engine is a class that declares its code, its name, who may take part and how a table is shared, and that fills one
round. It sees only those who are here, not at a locked table, and have asked for no bye: the *pool*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from tournaments.pairing.history import History
from tournaments.pairing.reasons import Note
from tournaments.pairing.values import Bye, Entry, Options, State

PERSON, PAIR = "person", "pair"
TWO, EACH, PARTNERS = "two", "each", "partners"  # two sides of one entry; each for himself; two against two


@dataclass(frozen=True, slots=True)
class Task:
    state: State
    options: Options
    history: History
    pool: tuple[Entry, ...]
    random: Random
    watch: Callable[[float], None]  # raises `Cancelled` when it is time to stop

    @property
    def ids(self) -> list[int]:
        return [entry.id for entry in self.pool]


@dataclass(slots=True)
class Draft:
    """Tables without numbers, each with its reasons."""

    tables: list[tuple[tuple[int, ...], list[Note]]] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    reasons: list[Note] = field(default_factory=list)
    numbers_matter: bool = False  # the engine has put the tables in their order already


class Engine:
    code: ClassVar[str]
    name: ClassVar[str]  # an English msgid
    kinds: ClassVar[frozenset[str]] = frozenset({PERSON, PAIR})
    sides: ClassVar[str]
    version: ClassVar[str] = "1"
    beforehand: ClassVar[bool] = False  # the whole schedule can be laid out before the first round

    def plan(self, task: Task) -> Draft:
        raise NotImplementedError

    def why(self, task: Task, seats: Sequence[int]) -> list[Note]:
        """What this format has to say of a table that was put together by hand; nothing where it says what all say."""
        return []

    def schedule(self, task: Task, rounds: int) -> list[Draft] | None:
        """The next rounds laid out together, without the reasons of their tables and byes.

        None where one is planned after the other as if it had been played.
        """
        return None


ENGINES: dict[str, Engine] = {}


def engine[E: type[Engine]](declared: E) -> E:
    """Registers an engine under its code."""
    ENGINES[declared.code] = declared()
    return declared
