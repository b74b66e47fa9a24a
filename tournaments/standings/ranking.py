"""The places: measure after measure parts those who are still tied; and what parted two lines, with its numbers.

`rank` gives one `Line` an entry, the best first. `marks` of a line stand in the order's order: the number of each
measure, and its key among those with whom the entry was still tied there. Entries that all measures leave tied share
the place. What always holds: the order of the entries in the field changes nothing but that of the lines that share a
place, which stand by id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from tournaments.standings.measure import Mark, Measure, Number, Part
from tournaments.standings.orders import measures_of
from tournaments.standings.tally import Tally
from tournaments.standings.values import Field

DECIDES, EQUAL, NOT_APPLIED, NOT_NEEDED = "decides", "equal", "not_applied", "not_needed"
BLANK = Mark(None, 0)


class Line(NamedTuple):
    """`place` is shared by `sharing` entries."""

    entry: int
    place: int
    sharing: int
    marks: tuple[Mark, ...]


class Step(NamedTuple):
    """One measure between two entries: its numbers for the `upper` and the `lower` one, and what it did."""

    measure: Measure
    upper: Number | None
    lower: Number | None
    did: str


class Comparison(NamedTuple):
    """Two entries, the better first; `parts` of both in the deciding measure, none where they share the place."""

    upper: int
    lower: int
    steps: tuple[Step, ...]
    upper_parts: tuple[Part, ...]
    lower_parts: tuple[Part, ...]

    @property
    def decided(self) -> Step | None:
        return next((step for step in self.steps if step.did == DECIDES), None)


@dataclass(frozen=True)
class Ranking:
    tally: Tally
    order: tuple[Measure, ...]
    lines: tuple[Line, ...]

    @cached_property
    def of(self) -> dict[int, Line]:
        return {line.entry: line for line in self.lines}

    @cached_property
    def position(self) -> dict[int, int]:
        return {line.entry: at for at, line in enumerate(self.lines)}

    def value(self, entry: int, code: str) -> Number | None:
        """An entry's number in the first measure of this code."""
        at = [measure.code for measure in self.order].index(code)
        return self.of[entry].marks[at].value

    def tied_at(self, entry: int, at: int) -> tuple[int, ...]:
        """Those who are tied with an entry when the measure at this position is asked, itself included."""
        keys = [mark.key for mark in self.of[entry].marks[:at]]
        return tuple(line.entry for line in self.lines if [mark.key for mark in line.marks[:at]] == keys)

    def between(self, one: int, other: int) -> Comparison:
        """What parts two entries: measure by measure, up to the one that decides, and what its numbers came from."""
        upper, lower = sorted((self.of[one], self.of[other]), key=lambda line: self.position[line.entry])
        steps: list[Step] = []
        parts: tuple[tuple[Part, ...], tuple[Part, ...]] = (), ()
        for at, measure in enumerate(self.order):
            above, below = upper.marks[at], lower.marks[at]
            if steps and steps[-1].did in (DECIDES, NOT_NEEDED):
                did = NOT_NEEDED
            elif above.key != below.key:
                did = DECIDES
                tied = self.tied_at(upper.entry, at)
                parts = (
                    measure.parts_among(self.tally, upper.entry, tied),
                    measure.parts_among(self.tally, lower.entry, tied),
                )
            else:
                did = NOT_APPLIED if measure.among_tied and above.value is None else EQUAL
            steps.append(Step(measure, above.value, below.value, did))
        return Comparison(upper.entry, lower.entry, tuple(steps), *parts)

    def neighbours(self, entry: int) -> tuple[Comparison | None, Comparison | None]:
        """An entry beside the line above it and the line below it."""
        at = self.position[entry]
        above = self.between(self.lines[at - 1].entry, entry) if at else None
        below = self.between(entry, self.lines[at + 1].entry) if at + 1 < len(self.lines) else None
        return above, below


class Qualification(NamedTuple):
    """The first so many: who is in, who shares the places that the line goes through, who is out."""

    inside: tuple[int, ...]
    undecided: tuple[int, ...]
    outside: tuple[int, ...]


def rank(field: Field, order: Sequence[str]) -> Ranking:
    """The entries of a field in their order, by the measures of these codes."""
    tally = Tally(field)
    measures = measures_of(order)
    groups: list[list[int]] = [sorted(tally.entries)]
    marks: dict[int, list[Mark]] = {entry: [] for entry in tally.entries}
    for measure in measures:
        everywhere = {} if measure.among_tied else measure.among(tally, list(tally.entries))
        parted: list[list[int]] = []
        for tied in groups:
            if measure.among_tied:
                given = measure.among(tally, tied) if len(tied) > 1 else {tied[0]: BLANK} if tied else {}
            else:
                given = everywhere
            for entry in tied:
                marks[entry].append(given[entry])
            tied.sort(key=lambda entry: (given[entry].key, entry))
            parted += [list(equal) for _, equal in groupby(tied, key=lambda entry: given[entry].key)]
        groups = parted
    lines: list[Line] = []
    for tied in groups:
        place = len(lines) + 1
        lines += [Line(entry, place, len(tied), tuple(marks[entry])) for entry in tied]
    return Ranking(tally, measures, tuple(lines))


def qualification(ranking: Ranking, first: int) -> Qualification:
    """Who is among the first so many; where the line goes through a shared place, those who share it are undecided."""

    def those(fits: Callable[[Line], bool]) -> tuple[int, ...]:
        return tuple(line.entry for line in ranking.lines if fits(line))

    return Qualification(
        inside=those(lambda line: line.place + line.sharing - 1 <= first),
        undecided=those(lambda line: line.place <= first < line.place + line.sharing - 1),
        outside=those(lambda line: line.place > first),
    )
