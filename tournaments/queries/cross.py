"""The cross table of a stage, group by group: who against whom, by round or by opponent.

Entries are named in the cells by their number in the table, which is their line from the top. By opponent it is a
square, shown as it comes where everybody is to meet everybody and the square is small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from scoring import variants
from tournaments.models import Tournament
from tournaments.points import as_decimal
from tournaments.queries.field import ROUND_ROBIN
from tournaments.queries.standings import StandingRow, Standings
from tournaments.standings.cross import Cell, CrossTable, cross_table

BY_ROUND, BY_OPPONENT = "round", "opponent"
SQUARE_FITS = 16


@dataclass(frozen=True)
class Mark:
    """One game or bye in a cell. `rivals`: their numbers in the table. `white`: who moved first, None where it is all
    the same; `place`: at a table of more than two."""

    points: Decimal
    won: bool = False
    lost: bool = False
    rivals: tuple[int, ...] = ()
    white: bool | None = None
    place: int | None = None
    forfeit: bool = False
    bye: str = ""
    game: int | None = None


@dataclass(frozen=True)
class CrossRow:
    """`own`: the position of the cell that would be a game against oneself, None by round."""

    number: int
    row: StandingRow
    cells: Sequence[Sequence[Mark]]
    own: int | None


@dataclass(frozen=True)
class CrossGroup:
    group: int
    heads: Sequence[int]
    rows: Sequence[CrossRow]


def usual_side(made: Standings) -> str:
    """Which of the two tables one sees first."""
    everybody = made.stage is not None and made.stage.format == ROUND_ROBIN
    largest = max((len(rows) for rows in made.groups.values()), default=0)
    return BY_OPPONENT if everybody and largest <= SQUARE_FITS else BY_ROUND


def cross(made: Standings, tournament: Tournament, by: str) -> list[CrossGroup]:
    """No query: all of it is in the standings."""
    colours = variants.get(tournament.variant).colours
    return [_group(made, group, rows, by, colours) for group, rows in made.groups.items()]


def _group(made: Standings, group: int, rows: Sequence[StandingRow], by: str, colours: bool) -> CrossGroup:
    table = cross_table(made.rankings[group].tally)
    numbers = {row.entry_id: at for at, row in enumerate(rows, 1)}
    heads = list(table.rounds) if by == BY_ROUND else list(numbers.values())
    lines = []
    for number, row in enumerate(rows, 1):
        cells = [
            [_mark(made.source.games, cell, numbers, colours) for cell in found]
            for found in _found(table, row.entry_id, rows, by)
        ]
        lines.append(CrossRow(number, row, cells, number - 1 if by == BY_OPPONENT else None))
    return CrossGroup(group, heads, lines)


def _found(table: CrossTable, entry: int, rows: Sequence[StandingRow], by: str) -> list[tuple[Cell, ...]]:
    if by == BY_ROUND:
        return [table.by_round[entry].get(number, ()) for number in table.rounds]
    return [table.by_opponent[entry].get(other.entry_id, ()) for other in rows]


def _mark(games: Mapping[tuple[int, int, int], int], cell: Cell, numbers: Mapping[int, int], colours: bool) -> Mark:
    return Mark(
        points=as_decimal(cell.points),
        won=cell.won,
        lost=cell.lost,
        rivals=tuple(sorted(numbers[rival] for rival in cell.rivals)),
        white=cell.side == 0 if colours and not cell.bye else None,
        place=cell.place if cell.sides > 2 else None,
        forfeit=cell.forfeit and not cell.bye,
        bye=cell.bye,
        game=games.get((cell.round, cell.table or 0, cell.number)),
    )
