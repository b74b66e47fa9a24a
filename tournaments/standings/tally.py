"""A field looked at from each entry: its meetings, its turns, its points, and what it is worth to its opponents.

A *meeting* is a contest with the eyes of one who sat in it. A *turn* is one round of one entry, whatever it was:
played, a forfeit won or lost, a bye, or *asked* (a bye on request, or a round without anything, as after a
withdrawal). Pending rounds and rounds of waiting are no turns.

Unplayed turns follow FIDE's C.07, article 16, as of 2026. Categories: a bye given by the draw or worth a whole one
(16.2.1), a forfeit won (16.2.2), a request with a return later (16.2.3), a forfeit lost (16.2.4), a request without a
return (16.2.5). *Voluntary* are requests and forfeits lost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from tournaments.standings.values import ZERO, Bye, Contest, Entry, Field, Seat

PLAYED, WON, LOST, BYE, FULL, ASKED = "played", "won", "lost", "bye", "full", "asked"
RETURNS = frozenset({PLAYED, WON, BYE})  # not a bye on request, whatever it brings
WAITS = "waits"
ON_REQUEST = frozenset({"half", "zero"})


class Meeting(NamedTuple):
    """`others` sit on the other sides; `played`: the entry came, and somebody else did."""

    contest: Contest
    seat: Seat
    others: tuple[Seat, ...]
    played: bool

    @property
    def met(self) -> Iterable[Seat]:
        """Those whom the entry really met here."""
        return (other for other in self.others if not other.absent) if not self.seat.absent else ()


class Turn(NamedTuple):
    """`rivals`: those whom the entry met, or was to meet; `late`: asked for, and never back since (16.2.5)."""

    round: int
    table: int | None
    kind: str
    points: Fraction
    rivals: tuple[int, ...] = ()
    late: bool = False

    @property
    def voluntary(self) -> bool:
        return self.kind in (ASKED, LOST)


class Tally:
    """Everything that the measures look at, made once for a field."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.entries: dict[int, Entry] = {entry.id: entry for entry in field.entries}
        self.meetings: dict[int, list[Meeting]] = {entry: [] for entry in self.entries}
        self.byes: dict[int, list[Bye]] = {entry: [] for entry in self.entries}
        for contest in sorted(field.contests, key=lambda one: (one.round, one.table, one.number)):
            for seat in contest.seats:
                others = tuple(other for other in contest.seats if other.side != seat.side)
                played = not seat.absent and any(not other.absent for other in others)
                self.meetings[seat.entry].append(Meeting(contest, seat, others, played))
        for bye in sorted(field.byes, key=lambda one: one.round):
            self.byes[bye.entry].append(bye)
        self.scores: dict[int, Fraction] = {
            entry: sum((one.seat.points for one in self.meetings[entry]), ZERO)
            + sum((bye.points for bye in self.byes[entry]), ZERO)
            for entry in self.entries
        }

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The rounds of the stage; where the field names none, those in which anything happened."""
        happened = {one.round for one in self.field.contests} | {bye.round for bye in self.field.byes}
        return self.field.rounds or tuple(sorted(happened))

    @cached_property
    def turns(self) -> dict[int, tuple[Turn, ...]]:
        return {entry: self._turns(entry) for entry in self.entries}

    def _turns(self, entry: int) -> tuple[Turn, ...]:
        meetings: dict[int, list[Meeting]] = defaultdict(list)
        for meeting in self.meetings[entry]:
            meetings[meeting.contest.round].append(meeting)
        byes = {bye.round: bye for bye in self.byes[entry]}
        turns: list[Turn] = []
        back = False
        for number in reversed(self.rounds):
            turn = self._turn(number, meetings.get(number), byes.get(number), back)
            pending = (entry, number) in self.field.pending
            back = back or pending or (turn is not None and turn.kind in RETURNS)
            if turn is not None and not (pending and turn.kind == ASKED):
                turns.append(turn)
        return tuple(reversed(turns))

    def _turn(self, number: int, meetings: list[Meeting] | None, bye: Bye | None, back: bool) -> Turn | None:
        if meetings:
            points = sum((one.seat.points for one in meetings), ZERO)
            rivals = tuple(other.entry for one in meetings for other in (one.met if one.played else one.others))
            kind = (
                PLAYED
                if any(one.played for one in meetings)
                else LOST
                if all(one.seat.absent for one in meetings)
                else WON
            )
            return Turn(number, meetings[0].contest.table, kind, points, rivals)
        if bye is None:
            return Turn(number, None, ASKED, ZERO, late=not back)
        if bye.kind == WAITS:
            return None
        if bye.kind in ON_REQUEST:
            return Turn(number, None, ASKED, bye.points, late=not back)
        return Turn(number, None, FULL if bye.kind == FULL else BYE, bye.points)

    @cached_property
    def worth(self) -> dict[int, Fraction]:
        """What each entry's score counts for its opponents (16.3): a request without a return as a draw."""
        return {
            entry: sum((self.field.middle if turn.late else turn.points for turn in turns), ZERO)
            for entry, turns in self.turns.items()
        }

    def is_regular(self, turn: Turn) -> bool:
        """Whether the opponents of a turn count as met: always where it was played, else by the field's rule."""
        return turn.kind == PLAYED or (self.field.forfeits_count and turn.kind in (WON, LOST) and bool(turn.rivals))

    @cached_property
    def strengths(self) -> dict[int, tuple[Fraction, ...]]:
        """For each entry the strength that it met in each of its turns."""
        return {entry: tuple(self.strength(entry, turn) for turn in turns) for entry, turns in self.turns.items()}

    def strength(self, entry: int, turn: Turn) -> Fraction:
        """The score of the opponents of a turn, the mean of several; of a dummy where nobody was met (16.4)."""
        if self.is_regular(turn):
            return self.mean_worth(turn)
        own = self.scores[entry]
        if turn.kind in (WON, LOST):
            return min(own, self.mean_worth(turn)) if turn.rivals else own
        return min(own, self.field.middle * len(self.rounds))

    def mean_worth(self, turn: Turn) -> Fraction:
        worth = self.worth
        if len(turn.rivals) == 1:
            return worth[turn.rivals[0]]
        return sum((worth[rival] for rival in turn.rivals), ZERO) / len(turn.rivals)
