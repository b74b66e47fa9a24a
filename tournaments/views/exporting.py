"""A table to take away: `?export=csv`, `xlsx` or `pdf` on a page gives the table that stands on it; `&of=` another one.

CSV is made by tablib, XLSX by openpyxl, PDF by the prints. A CSV begins with a byte order mark, since spreadsheets
guess wrong without one. No cell can do anything when it is opened: in a CSV what looks like a formula has an apostrophe
before it, in a workbook every text is one by the type of its cell.

How many files a network may have made in a minute is limited (`settings.FILES`), since one of thousands of lines takes
seconds: every thousand counts as one more. What is kept (views/public/live.py) is given without being counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import wraps
from html import unescape
from io import BytesIO
from typing import Any

import django_tables2 as tables
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django_tables2.export import TableExport
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from tablib import Dataset

from tournaments.access import network_of, seconds_left, within_rate
from tournaments.display import harmless_cell, number
from tournaments.prints.documents import lines
from tournaments.prints.paper import Column, Heading

ASKED, WHICH = "export", "of"
FORMATS = ("csv", "xlsx", "pdf")
A_THOUSAND = 1000
NOT_IN_TITLES = re.compile(r"[\\/*?:\[\]]")


@dataclass(frozen=True)
class Part:
    """A table as plain values; `name` tells it from the other parts of the same file."""

    name: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Any]]


def part_of(table: tables.Table, name: str = "") -> Part:
    """What a table of a page says, as values rather than as it looks."""
    heads, *rows = table.as_values()
    return Part(name, [unescape(strip_tags(str(head))) for head in heads], rows)


def exported(
    request: HttpRequest,
    parts: Iterable[Part],
    *,
    tournament: str,
    title: str,
    beside: Callable[[], Mapping[str, Part]] = dict,
) -> HttpResponse | None:
    """The table as the file that is asked for; None where the page itself is wanted, and the parts are not looked at.

    Where there are several parts, their names are the first column. `beside` are the other tables of the page by what
    `?of=` calls them; the name of each is its title.
    """
    asked = request.GET.get(ASKED)
    if asked not in FORMATS:
        return None
    if not _counted(request, 1):
        return _too_many(request)
    if which := request.GET.get(WHICH):
        other = beside().get(which)
        if other is None:
            raise Http404
        parts, title = [other], other.name
    name = f"{slugify(f'{tournament} {title}', allow_unicode=True)}.{asked}"
    heads, rows = _joined(list(parts))
    _counted(request, len(rows) // A_THOUSAND)
    if asked == "pdf":
        return pdf(_as_pdf(heads, rows, tournament, title), name)
    values = [[_plain(cell) for cell in row] for row in rows]
    content = _as_csv(heads, values) if asked == "csv" else _as_workbook(heads, values, title)
    return _file(content, TableExport.FORMATS[asked], name, attached=True)


def _joined(parts: Sequence[Part]) -> tuple[list[str], list[list[Any]]]:
    """The heads and the rows of all parts; a part may lack columns that another one has."""
    if len(parts) == 1:
        return [*parts[0].heads], [[*row] for row in parts[0].rows]
    heads = list(dict.fromkeys(head for part in parts for head in part.heads))
    rows = [dict(zip(part.heads, row, strict=True)) | {"": part.name} for part in parts for row in part.rows]
    heads.insert(0, "")
    return heads, [[row.get(head) for head in heads] for row in rows]


def makes_file(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that makes a document, as often as is allowed."""

    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return view(request, *args, **more) if _counted(request, 1) else _too_many(request)

    return limited


def _counted(request: HttpRequest, cost: int) -> bool:
    """Whether what the network had made in this minute, with this, is not too much; who has an account counts alone."""
    asker = f"user:{request.user.pk}" if request.user.is_authenticated else network_of(request)
    return within_rate("file", asker, settings.FILES, cost)


def _too_many(request: HttpRequest) -> HttpResponse:
    """What to do then."""
    seconds = seconds_left()
    page = request.path if ASKED in request.GET else ""
    answer = render(request, "429.html", {"page": page, "seconds": seconds}, status=429)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def pdf(content: bytes, name: str) -> HttpResponse:
    """A document that opens in the browser, to be printed from there."""
    return _file(content, "application/pdf", name, attached=False)


def _file(content: bytes, kind: str, name: str, *, attached: bool) -> HttpResponse:
    disposition = content_disposition_header(attached, name)
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": disposition})


def heading(tournament: str, title: str) -> Heading:
    """The heading of a document made now."""
    made = date_format(timezone.localtime(), "j E Y, H:i")
    return Heading(tournament, title, _("As of %(when)s") % {"when": made}, _page)


def _page(page: int) -> str:
    return _("page %(number)d") % {"number": page}


def _as_pdf(heads: Sequence[str], values: Sequence[Sequence[Any]], tournament: str, title: str) -> bytes:
    rows = [[_text(cell) for cell in row] for row in values]
    columns = [
        Column(head, max(3, min(16, *([max(len(row[at]) for row in rows)] if rows else [6]))), _numbers(rows, at))
        for at, head in enumerate(heads)
    ]
    return lines(heading(tournament, title), columns, rows)


def _numbers(rows: Sequence[Sequence[str]], at: int) -> bool:
    """Whether a column holds nothing but numbers and signs."""
    return all(not any(char.isalpha() for char in row[at]) for row in rows) and any(row[at] for row in rows)


def _as_csv(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    cells = ([harmless_cell(cell) for cell in row] for row in rows)
    return Dataset(*cells, headers=[harmless_cell(head) for head in heads]).export("csv").encode("utf-8-sig")


def _as_workbook(heads: Sequence[str], rows: Sequence[Sequence[Any]], title: str) -> bytes:
    """A text is a text by the type of its cell, however it begins, so that it stays as it is."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(NOT_IN_TITLES.sub(" ", title)[:31])
    sheet.freeze_panes = "A2"
    sheet.append([_cell(sheet, head, Font(bold=True)) for head in heads])
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def _cell(sheet: Any, value: Any, font: Font | None = None) -> Any:
    """The cell of a text; any other value as it is, of which the sheet makes a cell in less time."""
    if not isinstance(value, str | Promise):
        return value
    cell = WriteOnlyCell(sheet, str(value))
    cell.data_type = "s"
    if font is not None:
        cell.font = font
    return cell


def _plain(value: Any) -> Any:
    """A number without the zeros that its column in the database has, a moment as the site's clock has it."""
    if isinstance(value, datetime):
        return timezone.make_naive(value)
    return Decimal(f"{value.normalize():f}") if isinstance(value, Decimal) else value


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, date):
        return date_format(timezone.localtime(value) if isinstance(value, datetime) else value, "SHORT_DATE_FORMAT")
    return number(value) if isinstance(value, int | float | Decimal) else " ".join(str(value).split())
