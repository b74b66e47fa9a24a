"""The first sheet of a workbook (XLSX, XLS, ODS) that is not empty, read in a process of its own.

The library lays a sheet out whole, from its first cell to its last: a file of a kilobyte that says something in A1 and
in XFD1048576 would take all memory there is, and the web process with it. So a child reads it, with so much memory and
so many seconds; what it cannot read within them is no list.
"""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
from contextlib import suppress
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[2]
MOST_MEMORY = 512 * 1024**2
MOST_SECONDS = 10
MOST_SAID = 4_000_000
"""Characters in all cells."""


class Unreadable(ValueError):
    """No workbook, or one that is not read within those bounds."""


def rows_of(content: bytes) -> list[list[str]]:
    """The rows of the sheet, each cell in one line."""
    child = [sys.executable, "-m", __name__]
    try:
        read = subprocess.run(child, input=content, capture_output=True, cwd=HOME, timeout=2 * MOST_SECONDS, check=True)
    except (subprocess.SubprocessError, OSError) as fault:
        raise Unreadable from fault
    rows: list[list[str]] = json.loads(read.stdout)
    return rows


def main() -> None:
    """The child: a workbook comes in, its rows go out as JSON."""
    bounds = {"RLIMIT_AS": MOST_MEMORY, "RLIMIT_CPU": MOST_SECONDS, "RLIMIT_CORE": 0}
    for name, most in bounds.items():
        with suppress(ValueError, OSError):  # not every system has each of them
            resource.setrlimit(getattr(resource, name), (most, most))
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
    sheets = (book.get_sheet_by_index(index).to_python() for index in range(len(book.sheet_names)))
    rows = [[cell(value) for value in row] for row in next((sheet for sheet in sheets if any(map(any, sheet))), [])]
    if sum(len(text) for row in rows for text in row) > MOST_SAID:
        sys.exit("too much")
    json.dump(rows, sys.stdout)


def cell(value: Any) -> str:
    """A cell in one line, without NUL, which no database keeps. A workbook has every number as a fraction."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()  # a workbook has a day as its midnight
    if isinstance(value, datetime | date):
        value = value.isoformat()
    return " ".join(str(value).replace("\0", " ").split())


if __name__ == "__main__":
    main()
