"""What a stage is made of, as plain frozen values.

A *contest* is one game with its result; its *sides* hold one *seat* each, or one a partner where partners change. A
seat is *absent* when nobody came: that side has lost without playing. Two entries *met* in a contest when they sat on
different sides of it and neither was absent. A *bye* is a round without a game. A *pending* round of an entry is one
whose games are not over.

`rounds` are the numbers of the stage's rounds that count, in order. What always holds: every contest and bye belongs
to one of them and names known entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Entry:
    """`team` is blank without a club; `carried` are points from an earlier stage; `rating` is None where unknown.

    `number` is the one on the list, on which the lot hangs.
    """

    id: int
    team: str = ""
    group: int = 1
    rating: int | Fraction | None = None
    carried: Fraction = ZERO
    withdrawn: bool = False
    number: int = 0


class Seat(NamedTuple):
    """An entry in a contest, and what it came to. `written`: the account of its side, None where there is none.

    `hands`, `fish` and `early`: hands won by going out, fish made, games won early.
    """

    entry: int
    side: int
    place: int
    points: Fraction
    won: bool = False
    lost: bool = False
    written: int | None = None
    hands: int = 0
    fish: int = 0
    early: int = 0
    absent: bool = False


class Contest(NamedTuple):
    round: int
    table: int
    seats: tuple[Seat, ...]
    number: int = 1

    @property
    def sides(self) -> int:
        return len({seat.side for seat in self.seats})


class Bye(NamedTuple):
    """`kind` as `tournaments.points` has them."""

    entry: int
    round: int
    kind: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class Field:
    """A stage, as far as it counts.

    `best`: the most that a game brings; `middle`: what a draw, or the middle of a table, brings. `penalty`: what is
    written counts against its owner; `target`: the account that ends a game. `forfeits_count`: games that were
    forfeited unplayed count as played in what looks at opponents, as in a round robin. `lots`: the seed of the lots.
    `rating_step`: to what a mean rating is rounded. `reached`: in a knockout the places by entry after each round.
    """

    entries: tuple[Entry, ...]
    contests: tuple[Contest, ...] = ()
    byes: tuple[Bye, ...] = ()
    rounds: tuple[int, ...] = ()
    pending: frozenset[tuple[int, int]] = frozenset()  # entry and round
    best: Fraction = Fraction(1)
    middle: Fraction = Fraction(1, 2)
    penalty: bool = False
    target: int | None = None
    forfeits_count: bool = False
    lots: int | None = None
    rating_step: Fraction = Fraction(1)
    reached: Mapping[int, Mapping[int, int]] = field(default_factory=dict)

    def after(self, number: int) -> Field:
        """The stage as it stood after round `number`."""
        return replace(
            self,
            contests=tuple(contest for contest in self.contests if contest.round <= number),
            byes=tuple(bye for bye in self.byes if bye.round <= number),
            rounds=tuple(round_ for round_ in self.rounds if round_ <= number),
            pending=frozenset(one for one in self.pending if one[1] <= number),
            reached={round_: places for round_, places in self.reached.items() if round_ <= number},
        )

    def of_group(self, group: int) -> Field:
        """The stage with the entries of one group alone; games across groups do not count in it."""
        entries = tuple(entry for entry in self.entries if entry.group == group)
        return self._with({entry.id for entry in entries}, entries)

    def without_early_leavers(self, due: int) -> Field:
        """The stage in which the games of those who withdrew before half of their `due` games count for nobody.

        The rule of round robins: their results stay to be seen, and everybody else is treated alike. They stay in the
        field, with nothing.
        """
        played = {entry.id: 0 for entry in self.entries}
        for contest in self.contests:
            for seat in contest.seats:
                played[seat.entry] += not seat.absent
        gone = {entry.id for entry in self.entries if entry.withdrawn and 2 * played[entry.id] < due}
        return self._with({entry.id for entry in self.entries} - gone, self.entries)

    def _with(self, kept: set[int], entries: tuple[Entry, ...]) -> Field:
        return replace(
            self,
            entries=entries,
            contests=tuple(one for one in self.contests if all(seat.entry in kept for seat in one.seats)),
            byes=tuple(bye for bye in self.byes if bye.entry in kept),
            pending=frozenset(one for one in self.pending if one[0] in kept),
        )
