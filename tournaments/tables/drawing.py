"""A table whose rows are drawn fast.

A cell looks as django-tables2 draws it. What is the same in every row of a column is found once: its tags, and what it
is drawn from; where that is its value alone, equal values are drawn once. So a column's `td` attributes must not depend
on the row, a cell is drawn from `value` or `record` or both, and a value that it is drawn from alone is hashable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from inspect import signature
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django_tables2 import Table
from django_tables2.columns import BoundColumn
from django_tables2.utils import Accessor, OrderBy, OrderByTuple

type Cell = Callable[[Any], str]


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


def _sorted_by(accessor: Accessor, record: Any) -> tuple[bool, Any]:
    """What a row is sorted by; a row without it comes first."""
    value = accessor.resolve(record, quiet=True)
    return value is not None, value


def _cell_of(column: BoundColumn) -> Cell:
    """What draws the cells of a column."""
    attrs, render = column.attrs["td"], column.render
    tag = "th" if attrs.get("scope") == "row" else "td"
    opening, closing = f"<{tag} {attrs.as_html()}>", f"</{tag}>"
    drawn_from = {name: name == "value" for name in signature(render).parameters}

    def draw(value: Any, record: Any) -> str:
        if value in column.column.empty_values:
            content = column.default
        else:
            content = render(**{name: value if is_value else record for name, is_value in drawn_from.items()})
        return f"{opening}{conditional_escape(content)}{closing}"

    if not all(drawn_from.values()):
        return lambda record: draw(column.accessor.resolve(record, quiet=True), record)
    once = cache(lambda value: draw(value, None))
    return lambda record: once(column.accessor.resolve(record, quiet=True))
