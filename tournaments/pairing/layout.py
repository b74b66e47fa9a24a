"""A draft as it lies before the organiser: tables with their seats and byes, and every change made to it by hand.

A *place* of an entry is a seat at a table or a bye; who has come in since the draw has none yet. Every change gives a
new layout. Nobody is ever lost: who has to leave a place takes the other's, or has a bye. A table without anybody is
gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tournaments.pairing.values import BYE, WAITS


class LayoutError(ValueError):
    """A change that cannot be: `code` says why, `table` where."""

    def __init__(self, code: str, table: int = 0) -> None:
        super().__init__(code)
        self.code, self.table = code, table


@dataclass(frozen=True, slots=True)
class Laid:
    """A table: `seats` are entries in order."""

    number: int
    seats: tuple[int, ...]
    group: int = 1
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """`byes` by entry; each says its kind."""

    tables: tuple[Laid, ...]
    byes: dict[int, str]

    def table_of(self, entry: int) -> Laid | None:
        return next((table for table in self.tables if entry in table.seats), None)

    def at(self, number: int) -> Laid:
        for table in self.tables:
            if table.number == number:
                return table
        raise LayoutError("no_table", number)

    def swap(self, one: int, other: int) -> Layout:
        """Each takes the other's place, whatever it is."""
        if one == other:
            raise LayoutError("same")
        if self.table_of(one) is None and self.table_of(other) is None:
            raise LayoutError("both_rest")
        places = {one: other, other: one}
        tables = self._changed(lambda table: tuple(places.get(seat, seat) for seat in table.seats))
        byes = {entry: kind for entry, kind in self.byes.items() if entry not in places}
        for up, down in ((one, other), (other, one)):
            if self.table_of(up) is None:
                kind = self.byes.get(up, BYE)
                byes[down] = kind if kind in (BYE, WAITS) else BYE
        return Layout(tables, byes)

    def move(self, entry: int, number: int, most: int, group: int = 1) -> Layout:
        """To another table, which may be a new one; `most` entries have room at one."""
        target = next((table for table in self.tables if table.number == number), None)
        if target is not None and entry in target.seats:
            raise LayoutError("there", number)
        if target is not None and len(target.seats) >= most:
            raise LayoutError("full", number)
        left = self._without(entry)
        if target is None:
            tables = (*left.tables, Laid(number, (entry,), group))
        else:
            tables = tuple(
                replace(table, seats=(*table.seats, entry)) if table.number == number else table
                for table in left.tables
            )
        return Layout(_ordered(tables), left.byes)

    def rest(self, entry: int, kind: str = BYE) -> Layout:
        """From the table to a bye."""
        if entry in self.byes:
            raise LayoutError("rests")
        left = self._without(entry)
        return Layout(left.tables, {**left.byes, entry: kind})

    def lock(self, number: int, *, locked: bool) -> Layout:
        self.at(number)
        return replace(self, tables=tuple(replace(t, locked=locked) if t.number == number else t for t in self.tables))

    def renumber(self, number: int, to: int) -> Layout:
        """Give a table another number; the table that has it gets this one's."""
        self.at(number)
        numbers = {number: to, to: number}
        tables = (replace(table, number=numbers.get(table.number, table.number)) for table in self.tables)
        return replace(self, tables=_ordered(tables))

    def _without(self, entry: int) -> Layout:
        tables = self._changed(lambda table: tuple(seat for seat in table.seats if seat != entry))
        return Layout(tables, {one: kind for one, kind in self.byes.items() if one != entry})

    def _changed(self, seats: Callable[[Laid], tuple[int, ...]]) -> tuple[Laid, ...]:
        tables = (replace(table, seats=seats(table)) for table in self.tables)
        return tuple(table for table in tables if table.seats)


def _ordered(tables: Iterable[Laid]) -> tuple[Laid, ...]:
    return tuple(sorted(tables, key=lambda table: table.number))
