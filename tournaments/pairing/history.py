"""What the past rounds come to: who met whom, who partnered whom, scores, byes, short tables, openings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.values import BYE, FULL, Entry, Options, State

Pair = tuple[int, int]


def pair(one: int, other: int) -> Pair:
    """The key of two entries, in whatever order they are given."""
    return (one, other) if one < other else (other, one)


def partners_of(seats: Sequence[int]) -> list[Pair]:
    return [pair(seats[0], seats[2]), pair(seats[1], seats[3])] if len(seats) == 4 else []


class History:
    """The counts of a state. `partners` tells that seats 0 and 2 of four played together."""

    def __init__(self, state: State, options: Options, *, partners: bool = False) -> None:
        self.meetings: Counter[Pair] = Counter()
        self.last_met: dict[Pair, int] = {}
        self.partnered: Counter[Pair] = Counter()
        self.byes: Counter[int] = Counter()
        self.shorts: Counter[int] = Counter()
        self.opened: Counter[int] = Counter()
        self.colours: dict[int, str] = {entry.id: "" for entry in state.entries}
        self.score: dict[int, Fraction] = {entry.id: entry.carried for entry in state.entries}
        self.order = {entry.id: entry.number for entry in state.entries}
        for number, past in enumerate(state.rounds, 1):
            for table in past.tables:
                for seat, points in zip(table.seats, table.points, strict=True):
                    self.score[seat] = self.score.get(seat, Fraction(0)) + points
                if table.met:
                    self._meet(table.seats, number, short=len(table.seats) < options.high, partners=partners)
            for bye in past.byes:
                self.score[bye.entry] = self.score.get(bye.entry, Fraction(0)) + bye.points
                self.byes[bye.entry] += bye.kind in (BYE, FULL)

    def _meet(self, seats: tuple[int, ...], number: int, *, short: bool, partners: bool) -> None:
        for one, other in combinations(seats, 2):
            key = pair(one, other)
            self.meetings[key] += 1
            self.last_met[key] = number
        if partners:
            self.partnered.update(partners_of(seats))
        if short:
            self.shorts.update(seats)
        self.opened[seats[0]] += 1
        for place, seat in enumerate(seats):
            self.colours[seat] = self.colours.get(seat, "") + ("b" if place else "w")

    def standing(self, entries: Iterable[Entry]) -> list[int]:
        """Ids from the first to the last: by points, then by seed number."""
        return [
            entry.id for entry in sorted(entries, key=lambda entry: (-self.score[entry.id], entry.number, entry.id))
        ]

    def levels(self, entries: Iterable[Entry], most: int = 63) -> dict[int, int]:
        """Score groups by number, 0 the lowest; where there are more than `most`, neighbours share one."""
        entries = tuple(entries)
        groups = sorted({self.score[entry.id] for entry in entries})
        top = max(len(groups) - 1, 1)
        number = {score: (at if top <= most else at * most // top) for at, score in enumerate(groups)}
        return {entry.id: number[self.score[entry.id]] for entry in entries}
