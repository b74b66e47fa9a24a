"""Numbers of tables: locked ones stay, fixed players get theirs, the printed list is kept where it can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

from tournaments.pairing.engine import Draft
from tournaments.pairing.history import History
from tournaments.pairing.reasons import Note, note
from tournaments.pairing.values import State, Table


def number_tables(draft: Draft, history: History, state: State) -> tuple[Table, ...]:
    """The draft's tables in the order of the standings, numbered, and the locked ones among them."""
    order = {entry: place for place, entry in enumerate(history.standing(state.entries))}
    tables = list(draft.tables)
    if not draft.numbers_matter:
        tables.sort(key=lambda item: sorted(order.get(seat, 0) for seat in item[0]))
    taken = {table.number for table in state.locked}
    numbers = _wishes(tables, taken, state)
    free = (number for number in count(1) if number not in taken and number not in numbers.values())
    placed = [Table(table.number, table.seats, (*table.reasons, note("locked"))) for table in state.locked]
    for index, (seats, reasons) in enumerate(tables):
        number = numbers[index] if index in numbers else next(free)
        placed.append(Table(number, seats, (*reasons, *why_number(seats, number, state))))
    return tuple(sorted(placed, key=lambda table: table.number))


def _wishes(tables: list[tuple[tuple[int, ...], list[Note]]], taken: set[int], state: State) -> dict[int, int]:
    """Index of a table: its number, by fixed places first, then by how many find themselves on the printed list."""
    given: dict[int, int] = {}

    def give(index: int, number: int) -> None:
        if index not in given and number not in taken and number not in given.values():
            given[index] = number

    for wanted in (state.fixed, state.printed):
        wishes = [
            (-votes, number, index)
            for index, (seats, _) in enumerate(tables)
            for number, votes in Counter(wanted[seat] for seat in seats if seat in wanted).items()
            if wanted is state.fixed or number <= len(tables) + len(taken)
        ]
        for _, number, index in sorted(wishes):
            give(index, number)
    return given


def why_number(seats: tuple[int, ...], number: int, state: State) -> Iterator[Note]:
    """What is to be said of the number of a table."""
    for seat in seats:
        if state.fixed.get(seat) == number:
            yield note("fixed", entry=seat, table=number)
    if moved := tuple(seat for seat in seats if state.printed.get(seat, number) != number):
        yield note("moved", entries=moved)
