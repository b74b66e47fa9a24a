"""What a measure is, what it gives, and the measures by their code.

A measure is a class that declares its code, its name, how it is shortened at the head of a column, its formula in words
and the games it looks at; all texts are English msgids. It gives the *parts* of an entry's number, each with the
round and table it came from, and the number is what `total` makes of the parts that count: so what explains a number
is what it was made of. Some compare those who are tied alone: they override `among`.

In a *penalty* game what is written counts against its owner; a measure whose sign turns there says so by `turns`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from tournaments.standings.tally import Tally

type Number = Fraction | int

ACCOUNTS, HANDS, EARLY, RATINGS, TARGET = "accounts", "hands", "early", "ratings", "target"
"""What a measure may need: accounts in the games, hands one by one, early wins, ratings, a target."""
DRAWN = frozenset({"swiss", "dutch", "tables", "partners"})
"""Formats in which not everybody meets everybody, and who meets whom depends on the results."""
KNOCKOUTS = frozenset({"knockout", "double_knockout"})
"""Formats whose places come from a bracket."""


def gettext_noop(message: str) -> str:
    """Marks a text for translation, and leaves it as it is."""
    return message


class Part(NamedTuple):
    """A share of an entry's number: `amount` from a round and table, with these `rivals`.

    `kind` says what it was: a game, a bye, a round asked for, a forfeit, points carried. Not `counted`: cut off.
    """

    kind: str
    amount: Number
    round: int | None = None
    table: int | None = None
    rivals: tuple[int, ...] = ()
    counted: bool = True


class Mark(NamedTuple):
    """An entry's number in a measure, and its place among others: the smaller the `key`, the better."""

    value: Number | None
    key: Any


class Measure:
    """`lower`: the less, the better. `formats`: those that it fits, None: all. `adds`: a team's is its members' sum."""

    code: ClassVar[str]
    name: ClassVar[str]
    short: ClassVar[str]
    formula: ClassVar[str]
    games: ClassVar[str] = gettext_noop("All games of this stage.")
    penalty_name: ClassVar[str] = ""
    penalty_short: ClassVar[str] = ""
    lower: ClassVar[bool] = False
    turns: ClassVar[bool] = False
    among_tied: ClassVar[bool] = False
    adds: ClassVar[bool] = False
    needs: ClassVar[frozenset[str]] = frozenset()
    formats: ClassVar[frozenset[str] | None] = None

    def parts(self, tally: Tally, entry: int) -> Iterable[Part]:
        raise NotImplementedError

    def total(self, parts: Iterable[Part]) -> Number | None:
        return sum(part.amount for part in parts if part.counted)

    def value(self, tally: Tally, entry: int) -> Number | None:
        return self.total(self.parts(tally, entry))

    def is_lower(self, penalty: bool) -> bool:
        """Whether less is better, in a game of this kind."""
        return self.lower != (self.turns and penalty)

    def name_in(self, penalty: bool) -> str:
        return (penalty and self.penalty_name) or self.name

    def short_in(self, penalty: bool) -> str:
        return (penalty and self.penalty_short) or self.short

    def among(self, tally: Tally, tied: Sequence[int]) -> dict[int, Mark]:
        """The mark of each of these entries; whoever has no number stands last."""
        sign = 1 if self.is_lower(tally.field.penalty) else -1
        marks = {}
        for entry in tied:
            value = self.value(tally, entry)
            marks[entry] = Mark(value, (1, 0) if value is None else (0, sign * value))
        return marks

    def parts_among(self, tally: Tally, entry: int, tied: Sequence[int]) -> tuple[Part, ...]:
        """What made the number of an entry that is compared with those who are `tied`."""
        return tuple(self.parts(tally, entry))


MEASURES: dict[str, Measure] = {}


def measure[M: type[Measure]](declared: M) -> M:
    """Registers a measure under its code."""
    MEASURES[declared.code] = declared()
    return declared


def mean(parts: Iterable[Part]) -> Fraction | None:
    """The mean of the parts that count, None of nothing."""
    amounts = [part.amount for part in parts if part.counted]
    return Fraction(sum(amounts)) / len(amounts) if amounts else None
