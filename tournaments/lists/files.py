"""From an uploaded file to the text that a person would have pasted: cells with tabs between, a line a row.

CSV goes by its content, not by its name: the mark at its beginning or else its bytes say how it is encoded (UTF-8,
UTF-16, otherwise cp1251), its first lines which delimiter it has. A workbook (XLSX, XLS, ODS) gives its first sheet
that is not empty.
"""

from __future__ import annotations

import codecs
import csv
import io
import zipfile
from collections.abc import Iterable

from tournaments.lists.workbook import Unreadable, cell, rows_of

MOST_BYTES = 2_000_000
MOST_UNPACKED = 20 * MOST_BYTES
"""What a workbook may come to when it is unpacked: a small file must not become a large one in memory."""
MOST_ROWS = 600
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How a file begins that is a workbook: a zip archive, or Microsoft's older container."""
DELIMITERS = ("\t", ";", ",")


class FileError(ValueError):
    """A file that is no list: `code` is `large`, `rows`, `workbook` or `empty`."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def text_of(content: bytes, most: int = MOST_ROWS) -> str:
    """The list as text, of so many rows at most; `FileError` where there is none in it.

    >>> text_of("Имя;Клуб\\r\\nАнна;Омск\\r\\n".encode("cp1251"))
    'Имя\\tКлуб\\nАнна\\tОмск'
    """
    if len(content) > MOST_BYTES:
        raise FileError("large")
    rows = _of_workbook(content) if content.startswith(WORKBOOKS) else _of_csv(decoded(content))
    lines = ["\t".join(row).rstrip("\t") for row in rows]
    if not any(line.strip() for line in lines):
        raise FileError("empty")
    if len(lines) > most:
        raise FileError("rows")
    return "\n".join(lines).strip("\n")


def decoded(content: bytes) -> str:
    """The text of a file that does not say how it is encoded."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1251", errors="replace")


def _of_csv(text: str) -> list[list[str]]:
    head = [line for line in text.splitlines() if line.strip()][:20]
    counts = {delimiter: min((line.count(delimiter) for line in head), default=0) for delimiter in DELIMITERS}
    delimiter = max(DELIMITERS, key=lambda one: counts[one])
    rows: Iterable[list[str]] = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    if not counts[delimiter]:  # not a table: lines as they stand
        rows = ([line] for line in text.splitlines())
    try:
        return [[cell(one) for one in row] for row in rows]
    except csv.Error as error:  # a quotation mark that opens and never shuts
        raise FileError("workbook") from error


def _of_workbook(content: bytes) -> list[list[str]]:
    try:
        if content.startswith(WORKBOOKS[0]):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                if sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
                    raise FileError("large")
        return rows_of(content)
    except (Unreadable, zipfile.BadZipFile, OSError) as error:
        raise FileError("workbook") from error
