"""A sheet of A4: the fonts, the head and foot of each page, tables that go on over pages, tiles of codes.

Lengths are in millimetres, sizes of letters in points. All words come from the caller, in the reader's language.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import segno
from fpdf import FPDF, XPos, YPos
from slugify import slugify

FONTS = Path(__file__).parent / "fonts"
FONT = "PT Sans"
MARGIN = 14.0
FOOT = 14.0
GREY, LINE = 90, 170
ODD_SPACES = str.maketrans({"\u202f": "\u00a0", "↑": "+", "↓": "−", "ə": "ә", "Ə": "Ә"})
"""What the font lacks."""
UNWRITABLE = "*"


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, its share of the width, and whether it holds numbers."""

    head: str
    share: float
    number: bool = False


@dataclass(frozen=True)
class Heading:
    """What every sheet says of itself: where it belongs, what it is, and when it was made; `page` names a page."""

    tournament: str
    title: str
    made: str
    page: Callable[[int], str]


class Paper(FPDF):
    """A document under one heading."""

    def __init__(self, heading: Heading, *, landscape: bool = False, plain: bool = False) -> None:
        super().__init__("landscape" if landscape else "portrait", "mm", "A4")
        self.heading, self.plain = heading, plain
        self.add_font(FONT, "", FONTS / "PTS55F.ttf")
        self.add_font(FONT, "B", FONTS / "PTS75F.ttf")
        self.set_font(FONT, size=11)
        self.set_margin(MARGIN)
        self.set_auto_page_break(True, FOOT + 4)
        self.set_title(f"{heading.title} · {heading.tournament}")
        self.add_page()

    def normalize_text(self, text: str) -> str:
        """Letters that the font lacks are written in Latin ones, so that nobody's name is missing on the wall."""
        known = self.current_font.cmap
        return super().normalize_text(writable(text, lambda letter: ord(letter) in known))

    def header(self) -> None:
        if self.plain:
            return
        self.set_font(FONT, size=10)
        self.set_text_color(GREY)
        self.fitted(self.epw, 5, self.heading.tournament)
        self.ln(5)
        self.set_text_color(0)
        self.set_font(FONT, "B", 18)
        self.cell(0, 9, self.heading.title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_line_width(0.7)
        self.line(self.l_margin, self.get_y() + 1, self.w - self.r_margin, self.get_y() + 1)
        self.ln(4)

    def footer(self) -> None:
        if self.plain:
            return
        self.set_y(-FOOT)
        self.set_font(FONT, size=8)
        self.set_text_color(GREY)
        self.cell(self.epw / 2, 5, self.heading.made)
        self.cell(self.epw / 2, 5, self.heading.page(self.page_no()), align="R")
        self.set_text_color(0)

    def table(
        self, columns: Sequence[Column], rows: Iterable[Sequence[str]], *, size: float = 11, height: float = 7
    ) -> None:
        """Lines with hairlines between; the head stands again on every page. Too long a text becomes narrower."""
        widths = _widths(columns, self.epw)
        self._heads(columns, widths, size)
        for row in rows:
            if self.will_page_break(height):
                self.add_page()
                self._heads(columns, widths, size)
            self.set_font(FONT, size=size)
            for column, width, text in zip(columns, widths, row, strict=True):
                self.fitted(width, height, text, align="R" if column.number else "L")
            self.ln(height)
            self.set_draw_color(LINE)
            self.set_line_width(0.15)
            self.line(self.l_margin, self.get_y(), self.w - self.r_margin, self.get_y())
            self.set_draw_color(0)

    def fitted(self, width: float, height: float, text: str, *, align: str = "L") -> None:
        """A cell whose text is squeezed, down to half, where it would not fit, and cut after that.

        It stands as `cell` would have it, which takes five times as long: most documents are thousands of these.
        """
        text, room = self.normalize_text(text), width - 2 * self.c_margin
        needed = self._width_of(text)
        if needed > room * 2:
            fits = bisect_right(range(len(text)), room * 2, key=lambda length: self._width_of(text[:length] + "…"))
            text, needed = text[: max(fits - 1, 0)] + "…", room * 2
        if needed > room > 0:
            self.set_stretching(100 * room / needed)
        left = room - min(needed, room)
        if text:
            at = self.x + self.c_margin + {"L": 0, "C": left / 2, "R": left}[align]
            self.text(at, self.y + height / 2 + 0.3 * self.font_size, text)
        self.set_stretching(100)
        self.x += width

    def _width_of(self, text: str) -> float:
        """How wide a text is whose letters the font has, before it is squeezed."""
        return self.current_font.get_text_width(text, self.font_size_pt, None)[1] / self.k

    def code(self, address: str, x: float, y: float, side: float) -> None:
        """A QR code of an address, `side` wide with its quiet zone."""
        rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(scale=1, border=2)]
        step = side / len(rows)
        for down, row in enumerate(rows):
            for across, dark in enumerate(row):
                if dark:
                    self.rect(x + across * step, y + down * step, step + 0.02, step + 0.02, style="F")

    def made(self) -> bytes:
        """The document."""
        content = bytes(self.output())
        for font in self.fonts.values():
            font.ttfont.close()
        return content

    def _heads(self, columns: Sequence[Column], widths: Sequence[float], size: float) -> None:
        if not any(column.head for column in columns):
            return
        self.set_font(FONT, "B", size * 0.8)
        for column, width in zip(columns, widths, strict=True):
            self.fitted(width, 6, column.head, align="R" if column.number else "L")
        self.ln(6)
        self.set_line_width(0.4)
        self.line(self.l_margin, self.get_y(), self.w - self.r_margin, self.get_y())


def _widths(columns: Sequence[Column], room: float) -> list[float]:
    whole = sum(column.share for column in columns)
    return [room * column.share / whole for column in columns]


def writable(text: str, has: Callable[[str], bool]) -> str:
    """The text in letters that a font `has`; those that it lacks are written in Latin ones, or as a star."""
    text = text.translate(ODD_SPACES)
    if all(map(has, text)):
        return text
    runs = groupby(text, key=lambda letter: letter.isspace() or has(letter))
    return "".join(
        run if fits else slugify(run, lowercase=False, separator=" ").title() or UNWRITABLE
        for fits, run in ((fits, "".join(letters)) for fits, letters in runs)
    )
