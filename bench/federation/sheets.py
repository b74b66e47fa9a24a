"""Rows on their way into PostgreSQL: text lines gathered by model, and given to `COPY` all at once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models


def as_text(value: Any) -> str:
    """A value as a line of `COPY` has it."""
    match value:
        case None:
            return "\\N"
        case bool():
            return "t" if value else "f"
        case int() | float() | Decimal():
            return str(value)
        case datetime():
            return value.isoformat()
        case dict() | list():
            return as_text(json.dumps(value, ensure_ascii=False))
        case _:
            return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


class Sheet:
    """Rows of one model. `names` are the columns given with each row; all others are as in a new object."""

    def __init__(self, model: type[models.Model], names: str, **same: Any) -> None:
        self.model, self.names = model, names.split()
        blank, given = model(**same), self.names
        rest = [field for field in model._meta.concrete_fields if field.attname not in given and not field.primary_key]
        fields = [*(model._meta.get_field(name) for name in given), *rest]
        columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
        self.into = f"{connection.ops.quote_name(model._meta.db_table)} ({columns})"
        self.tail = "".join(f"\t{as_text(getattr(blank, field.attname))}" for field in rest)
        self.lines: list[str] = []

    def add(self, *values: Any) -> None:
        self.add_text("\t".join(map(as_text, values)))

    def add_text(self, line: str) -> None:
        """A row whose given columns are text already, with tabs between them."""
        self.lines.append(f"{line}{self.tail}\n")

    def write(self) -> None:
        with connection.cursor() as cursor, cursor.copy(f"COPY {self.into} FROM STDIN") as copy:
            copy.write("".join(self.lines))
        self.lines.clear()


def set_sequences(sheets: Iterable[Sheet]) -> None:
    """The next row made the usual way has a number after those given here."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [sheet.model for sheet in sheets]):
            cursor.execute(statement)
