"""The documents of a tournament, each from plain rows. Every function gives the bytes of a PDF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _, pgettext
from fpdf import XPos, YPos

from tournaments.prints.paper import FONT, GREY, LINE, MARGIN, Column, Heading, Paper

MATCHES = 16
"""So many matches of one round stand below one another."""


@dataclass(frozen=True)
class TableSheet:
    """A table: its number, the names seat by seat, the sides as one reads them, and what each side came to.

    `state` is said where the game is not over as it should be.
    """

    number: int
    seats: Sequence[str]
    sides: Sequence[str]
    totals: Sequence[str] = ()
    state: str = ""
    address: str = ""


@dataclass(frozen=True)
class Match:
    """A match of a bracket: two sides, blank where not known yet, with what they came to; `won` is 0, 1 or None."""

    sides: tuple[str, str]
    scores: tuple[str, str] = ("", "")
    won: int | None = None


def pairings(heading: Heading, tables: Sequence[TableSheet], byes: Sequence[str]) -> bytes:
    """Who sits where, by table."""
    paper = Paper(heading)
    most = max((len(table.seats) for table in tables), default=0)
    two = all(len(table.sides) == 2 for table in tables)
    columns = [Column(_("Table"), 1.2)]
    if two:
        columns += [Column("", 4), Column("", 0.6), Column("", 4)]
        rows = [[str(table.number), table.sides[0], "–", table.sides[1]] for table in tables]
    else:
        columns += [Column(_("Seat %(number)d") % {"number": seat + 1}, 3) for seat in range(most)]
        rows = [[str(table.number), *_filled(table.seats, most)] for table in tables]
    paper.table(columns, rows, size=12, height=9)
    _rest(paper, byes)
    return paper.made()


def names(heading: Heading, places: Sequence[tuple[str, str]]) -> bytes:
    """Where everybody sits, by name, in two columns that are read downwards on each page."""
    paper = Paper(heading)
    on_page = 2 * int((paper.h - paper.get_y() - 24) // 7)
    for first in range(0, len(places), on_page):
        if first:
            paper.add_page()
        part = places[first : first + on_page]
        half = (len(part) + 1) // 2
        head = [Column(pgettext("of a person", "Name"), 5), Column(_("Table"), 1.4, number=True)]
        rows = [
            [*left, "", *(right or ("", ""))] for left, right in zip_longest(part[:half], part[half:], fillvalue=None)
        ]
        paper.table([*head, Column("", 0.5), *head], rows)
    return paper.made()


def lines(heading: Heading, columns: Sequence[Column], rows: Iterable[Sequence[str]], note: str = "") -> bytes:
    """A table as it stands: standings, a cross table, results. Many columns lie across the sheet."""
    wide = len(columns) > 9
    paper = Paper(heading, landscape=wide)
    paper.table(columns, rows, size=9 if wide else 11, height=6 if wide else 7)
    if note:
        paper.ln(3)
        paper.set_font(FONT, size=9)
        paper.multi_cell(0, 4.5, note)
    return paper.made()


def results(heading: Heading, tables: Sequence[TableSheet], byes: Sequence[str]) -> bytes:
    """What each table of a round came to."""
    paper = Paper(heading)
    rows = [
        [*((str(table.number), table.state) if at == 0 else ("", "")), side, total]
        for table in tables
        for at, (side, total) in enumerate(zip_longest(table.sides, table.totals, fillvalue=""))
    ]
    told = 2.5 if any(table.state for table in tables) else 0.1
    paper.table([Column(_("Table"), 1), Column("", told), Column("", 6), Column(_("Account"), 1.5, number=True)], rows)
    _rest(paper, byes)
    return paper.made()


def cards(heading: Heading, tables: Sequence[TableSheet], invitation: str) -> bytes:
    """A card a table, two on a sheet to be cut or folded: the number large, and the code that leads to the table."""
    paper = Paper(heading, plain=True)
    paper.set_auto_page_break(False)
    for at, table in enumerate(tables):
        if at and at % 2 == 0:
            paper.add_page()
        top = (at % 2) * paper.h / 2
        _card(paper, heading, table, top, invitation)
    return paper.made()


def _card(paper: Paper, heading: Heading, table: TableSheet, top: float, invitation: str) -> None:
    if top:
        paper.set_draw_color(LINE)
        paper.set_dash_pattern(dash=2, gap=2)
        paper.line(0, top, paper.w, top)
        paper.set_dash_pattern()
        paper.set_draw_color(0)
    paper.set_xy(MARGIN, top + 14)
    paper.set_font(FONT, size=14)
    paper.fitted(paper.epw, 7, heading.tournament, align="C")
    paper.set_xy(MARGIN, top + 26)
    paper.set_font(FONT, "B", 30)
    paper.cell(90, 12, _("Table"), align="C")
    paper.set_xy(MARGIN, top + 40)
    paper.set_font(FONT, "B", 190)
    paper.cell(90, 72, str(table.number), align="C")
    if table.address:
        paper.code(table.address, paper.w - MARGIN - 74, top + 28, 74)
        paper.set_xy(paper.w - MARGIN - 84, top + 106)
        paper.set_font(FONT, size=12)
        paper.multi_cell(84, 6, invitation, align="C")


def bracket(heading: Heading, parts: Sequence[tuple[str, Sequence[tuple[str, Sequence[Match | None]]]]]) -> bytes:
    """The parts of a bracket, each with its rounds from left to right; at most 16 matches of a round on a sheet."""
    paper = Paper(heading, landscape=True)
    first = True
    for title, rounds in parts:
        sheets = max((max(len(matches) for _name, matches in rounds) + MATCHES - 1) // MATCHES, 1)
        for sheet in range(sheets):
            if not first:
                paper.add_page()
            first = False
            paper.set_font(FONT, "B", 12)
            paper.cell(0, 6, title, new_x="LMARGIN", new_y="NEXT")
            _bracket_sheet(paper, rounds, sheet, sheets)
    return paper.made()


def _bracket_sheet(paper: Paper, rounds: Sequence[tuple[str, Sequence[Match | None]]], sheet: int, sheets: int) -> None:
    """The part of each round that belongs to this sheet; the last rounds stand on the first one."""
    top, width = paper.get_y() + 1, paper.epw / len(rounds)
    room = paper.h - top - 26
    for column, (name, matches) in enumerate(rounds):
        share = -(-len(matches) // sheets)
        part = matches[sheet * share : (sheet + 1) * share]
        left = paper.l_margin + column * width
        paper.set_xy(left, top)
        paper.set_font(FONT, "B", 9)
        paper.fitted(width - 6, 5, name)
        for at, match in enumerate(part):
            if match is None:
                continue
            _match(paper, match, left, top + 6 + room * (2 * at + 1) / (2 * len(part)), width - 6)


def _match(paper: Paper, match: Match, left: float, middle: float, width: float) -> None:
    height = 4.4
    for at, (side, score) in enumerate(zip(match.sides, match.scores, strict=True)):
        paper.set_xy(left, middle - height + at * height)
        paper.set_font(FONT, "B" if match.won == at else "", 9)
        paper.fitted(width - 12, height, side)
        paper.fitted(12, height, score, align="R")
    paper.set_line_width(0.2)
    paper.rect(left, middle - height, width, 2 * height)
    paper.line(left, middle, left + width, middle)


def diplomas(heading: Heading, honoured: Sequence[tuple[str, Sequence[str]]], place_and_date: str) -> bytes:
    """A diploma for each: what for (`2nd place`), and whose it is, a name a line."""
    paper = Paper(heading, plain=True)
    paper.set_auto_page_break(False)
    for at, (what_for, persons) in enumerate(honoured):
        if at:
            paper.add_page()
        paper.set_line_width(1.2)
        paper.rect(12, 12, paper.w - 24, paper.h - 24)
        paper.set_line_width(0.3)
        paper.rect(15, 15, paper.w - 30, paper.h - 30)
        paper.set_xy(MARGIN + 8, 58)
        _centred(paper, _("Diploma"), 44, 20, bold=True)
        paper.ln(18)
        _centred(paper, what_for, 26, 12)
        paper.ln(12)
        for person in persons:
            _centred(paper, person, 30, 15, bold=True)
        paper.ln(14)
        _centred(paper, heading.tournament, 18, 9)
        paper.set_y(paper.h - 52)
        _centred(paper, place_and_date, 12, 7)
        paper.set_text_color(GREY)
        paper.line(paper.w / 2 - 35, paper.h - 32, paper.w / 2 + 35, paper.h - 32)
        paper.set_y(paper.h - 31)
        _centred(paper, _("the organiser"), 9, 5)
        paper.set_text_color(0)
    return paper.made()


def _centred(paper: Paper, text: str, size: float, height: float, *, bold: bool = False) -> None:
    paper.set_font(FONT, "B" if bold else "", size)
    paper.set_x(MARGIN + 8)
    paper.multi_cell(paper.w - 2 * (MARGIN + 8), height, text, align="C", new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _rest(paper: Paper, byes: Sequence[str]) -> None:
    if byes:
        paper.ln(4)
        paper.set_font(FONT, size=11)
        paper.multi_cell(0, 6, _("Without a game this round: %(names)s.") % {"names": ", ".join(byes)})


def _filled(row: Sequence[str], length: int) -> list[str]:
    return [*row, *[""] * (length - len(row))]
