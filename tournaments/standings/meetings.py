"""Measures among those who are tied: the direct encounter, and the lot.

A direct encounter looks at the games of this stage in which two of the tied met. Between two sides they bring the
game's points; at a table of more, 1 for standing above the other and ½ for sharing a place. Several games of the same
two count as their mean. Those who are tied again among fewer are looked at anew among themselves (FIDE C.07, 6.2). A
measure may stand in an order more than once: what the others have parted in between leaves fewer who must have met.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

from tournaments.standings.measure import Mark, Measure, Number, Part, gettext_noop, measure
from tournaments.standings.results import of_meeting
from tournaments.standings.tally import Meeting, Tally
from tournaments.standings.values import ZERO, Seat


class Table(NamedTuple):
    """The games among the tied: the score of each, and how many of the others each has not met."""

    scores: dict[int, Fraction]
    missing: dict[int, int]


def worth(meeting: Meeting, other: Seat) -> Fraction:
    """What a meeting brought against one of the others."""
    if meeting.contest.sides == 2:
        return meeting.seat.points
    if meeting.seat.place == other.place:
        return Fraction(1, 2)
    return Fraction(int(meeting.seat.place < other.place))


def counts(tally: Tally, meeting: Meeting, other: Seat) -> bool:
    return tally.field.forfeits_count or not (meeting.seat.absent or other.absent)


def table_of(tally: Tally, tied: Sequence[int]) -> Table:
    among = set(tied)
    got: dict[tuple[int, int], list[Fraction]] = defaultdict(list)
    paired: set[tuple[int, int]] = set()
    for entry in tied:
        for meeting in tally.meetings[entry]:
            for other in meeting.others:
                if other.entry in among:
                    paired.add((entry, other.entry))
                    if counts(tally, meeting, other):
                        got[entry, other.entry].append(worth(meeting, other))
    scores, missing = dict.fromkeys(tied, ZERO), dict.fromkeys(tied, 0)
    for (entry, _), points in got.items():
        scores[entry] += sum(points, ZERO) / len(points)
    for first, second in combinations(tied, 2):
        if (first, second) not in paired:
            missing[first] += 1
            missing[second] += 1
    return Table(scores, missing)


class Encounter(Measure):
    games = gettext_noop("Games of this stage among those who are tied here.")
    among_tied = True

    def among(self, tally: Tally, tied: Sequence[int]) -> dict[int, Mark]:
        table = table_of(tally, tied)
        tiers = self.tiers(tally, tied, table)
        if len(tiers) == 1:
            applied = self.applies(table)
            return {entry: Mark(table.scores[entry] if applied else None, 0) for entry in tied}
        return {entry: Mark(table.scores[entry], at) for at, tier in enumerate(tiers) for entry in tier}

    def applies(self, table: Table) -> bool:
        return not any(table.missing.values())

    def tiers(self, tally: Tally, tied: Sequence[int], table: Table) -> list[list[int]]:
        """The tied in order, those who stay equal together."""
        return self.by_scores(tally, tied, table) if self.applies(table) else [list(tied)]

    def by_scores(self, tally: Tally, tied: Sequence[int], table: Table) -> list[list[int]]:
        tiers: list[list[int]] = []
        for score in sorted(set(table.scores.values()), reverse=True):
            equal = [entry for entry in tied if table.scores[entry] == score]
            if len(equal) in (1, len(tied)):
                tiers.append(equal)
            else:
                tiers += self.tiers(tally, equal, table_of(tally, equal))
        return tiers

    def parts(self, tally: Tally, entry: int) -> Iterable[Part]:
        return ()

    def value(self, tally: Tally, entry: int) -> Number | None:
        return None

    def parts_among(self, tally: Tally, entry: int, tied: Sequence[int]) -> tuple[Part, ...]:
        among = set(tied) - {entry}
        parts = []
        for meeting in tally.meetings[entry]:
            for other in meeting.others:
                if other.entry in among:
                    part = of_meeting(meeting, worth(meeting, other))
                    parts.append(part._replace(rivals=(other.entry,), counted=counts(tally, meeting, other)))
        return tuple(parts)


@measure
class Direct(Encounter):
    code = "direct"
    name = gettext_noop("Direct encounter")
    short = gettext_noop("DE")
    formula = gettext_noop("The points among those who are tied, if all of them have met.")


@measure
class DirectSure(Encounter):
    """By FIDE C.07, 6.3, whoever would be alone at the top however the missing games went stands above the others."""

    code = "direct_sure"
    name = gettext_noop("Direct encounter, where it is certain")
    short = gettext_noop("DE")
    formula = gettext_noop(
        "The points among those who are tied; if not all have met, it places those whom no missing game could overtake."
    )

    def tiers(self, tally: Tally, tied: Sequence[int], table: Table) -> list[list[int]]:
        if self.applies(table):
            return self.by_scores(tally, tied, table)
        left, best = list(tied), tally.field.best
        tiers: list[list[int]] = []
        while left:
            table = table_of(tally, left)
            most = {entry: table.scores[entry] + best * table.missing[entry] for entry in left}
            first = next(
                (one for one in left if all(table.scores[one] > most[other] for other in left if other != one)), None
            )
            if first is None:
                return [*tiers, left]
            tiers.append([first])
            left.remove(first)
        return tiers


@measure
class DirectAny(Encounter):
    code = "direct_any"
    name = gettext_noop("Direct encounter, even if not all have met")
    short = gettext_noop("DE")
    formula = gettext_noop("The points among those who are tied, whether all of them have met or not.")

    def applies(self, table: Table) -> bool:
        return True


@measure
class Lots(Measure):
    """Each entry's lot hangs on the seed and its own number alone, so whoever comes late changes nobody's."""

    code = "lots"
    name = gettext_noop("Draw of lots")
    short = gettext_noop("Lot")
    formula = gettext_noop("Lots drawn among those who are tied; the seed is on record.")
    games = gettext_noop("No game.")
    lower = True
    among_tied = True

    def among(self, tally: Tally, tied: Sequence[int]) -> dict[int, Mark]:
        if tally.field.lots is None:
            return {entry: Mark(None, 0) for entry in tied}
        numbers = {entry: tally.entries[entry].number for entry in tied}
        drawn = sorted(tied, key=lambda entry: sha256(f"{tally.field.lots}:{numbers[entry]}".encode()).digest())
        return {entry: Mark(at, at) for at, entry in enumerate(drawn, 1)}

    def parts(self, tally: Tally, entry: int) -> Iterable[Part]:
        return ()

    def value(self, tally: Tally, entry: int) -> Number | None:
        return None
