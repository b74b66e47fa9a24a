"""A table whose rows are drawn fast.

A cell looks as django-tables2 draws it, and has the value in a file that it has there. What is the same in every row of
a column is found once: its tags, and what it is drawn from; where that is its value alone, equal values are drawn once.
So a column's `td` attributes must not depend on the row, a cell is drawn from `value` or `record` or both, and a value
that it is drawn from alone is hashable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from inspect import signature
from typing import Any

from django.utils.encoding import force_str
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django_tables2 import Column, Table
from django_tables2.columns import BoundColumn
from django_tables2.utils import Accessor, OrderBy, OrderByTuple

type Cell = Callable[[Any], Any]
"""What makes a cell, or its value, of a row's record."""
type Maker = Callable[[Any, Any], Any]
"""What makes it of the column's value and of the record."""


class DrawnTable(Table):
    """The tables of this site: templates draw them by `drawn`. Rows that come as no list sort themselves."""

    def __init__(self, data: Any, *args: Any, **more: Any) -> None:
        super().__init__(data, *args, **more)
        if isinstance(data, list):
            self.data.order_by = self._sort

    def _sort(self, aliases: OrderByTuple) -> None:
        """Sort the rows as django-tables2 does, which looks up what it sorts by in every comparison, not once a row."""
        for alias in reversed(aliases):
            column = self.columns[OrderBy(alias).bare]
            as_asked = alias[0] == column.order_by_alias[0]
            for order in reversed(column.order_by if as_asked else column.order_by.opposite):
                self.data.data.sort(key=partial(_sorted_by, Accessor(order.bare)), reverse=order.is_descending)

    def drawn(self) -> Iterator[tuple[Any, SafeString]]:
        """The record of each row that the page shows, and its cells."""
        cells = [_cell_of(column) for column in self.columns]
        for row in self.paginated_rows:
            yield row.record, SafeString("\n".join([cell(row.record) for cell in cells]))

    def as_values(self, exclude_columns: Iterable[str] = ()) -> Iterator[list[Any]]:
        """The heads, and what each row says in a file."""
        left_out = set(exclude_columns)
        columns = [
            column
            for column in self.columns.iterall()
            if not column.column.exclude_from_export and column.name not in left_out
        ]
        yield [force_str(column.header, strings_only=True) for column in columns]
        cells = [_value_of(column) for column in columns]
        for row in self.rows:
            yield [force_str(cell(row.record), strings_only=True) for cell in cells]


def _sorted_by(accessor: Accessor, record: Any) -> tuple[bool, Any]:
    """What a row is sorted by; a row without it comes first."""
    value = accessor.resolve(record, quiet=True)
    return value is not None, value


def _cell_of(column: BoundColumn) -> Cell:
    """What draws the cells of a column."""
    attrs = column.attrs["td"]
    tag = "th" if attrs.get("scope") == "row" else "td"
    opening, closing = f"<{tag} {attrs.as_html()}>", f"</{tag}>"
    render, of_value_alone = _maker(column.render)

    def draw(value: Any, record: Any) -> str:
        content = column.default if value in column.column.empty_values else render(value, record)
        return f"{opening}{conditional_escape(content)}{closing}"

    if not of_value_alone:
        return lambda record: draw(column.accessor.resolve(record, quiet=True), record)
    once = cache(lambda value: draw(value, None))
    return lambda record: once(column.accessor.resolve(record, quiet=True))


def _value_of(column: BoundColumn) -> Cell:
    """What gives the values of a column for a file; a column that says nothing of them gives what it draws."""
    says_nothing = getattr(column.value, "__func__", None) is Column.value
    make, _of_value_alone = _maker(column.render if says_nothing else column.value)

    def value_of(record: Any) -> Any:
        value = column.accessor.resolve(record, quiet=True)
        return None if value in column.column.empty_values else make(value, record)

    return value_of


def _maker(make: Callable[..., Any]) -> tuple[Maker, bool]:
    """A column's function to be called with a value and a record, and whether it wants the value alone."""
    wanted = {name: name == "value" for name in signature(make).parameters}

    def made(value: Any, record: Any) -> Any:
        return make(**{name: value if is_value else record for name, is_value in wanted.items()})

    return made, all(wanted.values())
