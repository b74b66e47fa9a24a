"""The cross table: what each entry did in each round, and against each other entry.

A *cell* is one contest of an entry in a round, or its bye. Against an opponent the cells are those of the contests in
which both sat on different sides.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.tally import Meeting, Tally
from tournaments.standings.values import Bye


class Cell(NamedTuple):
    """`side` is the first mover's where it is 0, `place` the one at the table, `bye` the kind of a round without a
    game. `forfeit`: somebody did not come.
    """

    round: int
    points: Fraction
    table: int | None = None
    number: int = 1
    rivals: tuple[int, ...] = ()
    partners: tuple[int, ...] = ()
    side: int | None = None
    place: int | None = None
    sides: int = 0
    won: bool = False
    lost: bool = False
    forfeit: bool = False
    bye: str = ""


class CrossTable(NamedTuple):
    """`by_round[entry][round]` and `by_opponent[entry][other]`; nothing where there was no game."""

    rounds: tuple[int, ...]
    by_round: dict[int, dict[int, tuple[Cell, ...]]]
    by_opponent: dict[int, dict[int, tuple[Cell, ...]]]


def cross_table(tally: Tally) -> CrossTable:
    by_round: dict[int, dict[int, tuple[Cell, ...]]] = {}
    by_opponent: dict[int, dict[int, tuple[Cell, ...]]] = {}
    for entry in tally.entries:
        rounds: dict[int, list[Cell]] = defaultdict(list)
        opponents: dict[int, list[Cell]] = defaultdict(list)
        for meeting in tally.meetings[entry]:
            cell = _of_meeting(meeting)
            rounds[cell.round].append(cell)
            for other in cell.rivals:
                opponents[other].append(cell)
        for bye in tally.byes[entry]:
            rounds[bye.round].append(_of_bye(bye))
        by_round[entry] = {number: tuple(cells) for number, cells in rounds.items()}
        by_opponent[entry] = {other: tuple(cells) for other, cells in opponents.items()}
    return CrossTable(tally.rounds, by_round, by_opponent)


def _of_meeting(meeting: Meeting) -> Cell:
    contest, seat = meeting.contest, meeting.seat
    partners = (one.entry for one in contest.seats if one.side == seat.side and one.entry != seat.entry)
    return Cell(
        round=contest.round,
        points=seat.points,
        table=contest.table,
        number=contest.number,
        rivals=tuple(other.entry for other in meeting.others),
        partners=tuple(partners),
        side=seat.side,
        place=seat.place,
        sides=contest.sides,
        won=seat.won,
        lost=seat.lost,
        forfeit=not meeting.played,
    )


def _of_bye(bye: Bye) -> Cell:
    return Cell(bye.round, bye.points, bye=bye.kind)
