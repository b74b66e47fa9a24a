"""The picture that goes with a shared link: a tournament's name, its game, when and where; 1200 by 630, as PNG."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from tournaments.prints.paper import FONTS, writable

SIZE = (1200, 630)
EDGE, TOP, FOOT = 80, 52, 44
PAPER, INK, FAINT, ACCENT = "#f2ecdf", "#1d1a15", "#5a5142", "#a8381a"
NAME, LINE = 76, 38
MOST_LINES = 3
LONGEST = 200
"""No more letters of a text are looked at: they would not fit."""


def card(name: str, lines: list[str], site: str) -> bytes:
    """The picture; a name too long for three lines is cut, and so is each line."""
    picture = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 18, SIZE[1]), fill=ACCENT)
    bold, plain = _font("PTS75F.ttf", NAME), _font("PTS55F.ttf", LINE)
    top = float(TOP)
    for part in _wrapped(name, bold):
        draw.text((EDGE, top), part, font=bold, fill=INK)
        top += NAME * 1.2
    top += 16
    for line in filter(None, lines):
        draw.text((EDGE, top), _cut(line, plain), font=plain, fill=FAINT)
        top += LINE * 1.4
    draw.text((EDGE, SIZE[1] - FOOT), site, font=_font("PTS75F.ttf", LINE), fill=ACCENT, anchor="ls")
    _tile(draw)
    stored = BytesIO()
    picture.save(stored, "PNG", optimize=True)
    return stored.getvalue()


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / name), size)


@cache
def _lacking() -> bytes:
    """What the font draws for a letter that it lacks."""
    return bytes(_font("PTS55F.ttf", LINE).getmask("\uffff"))


@lru_cache(4096)
def _has(letter: str) -> bool:
    return bytes(_font("PTS55F.ttf", LINE).getmask(letter)) != _lacking()


def _wrapped(text: str, font: ImageFont.FreeTypeFont) -> Iterator[str]:
    """The text over as many lines as there may be."""
    words = writable(text[:LONGEST], _has).split()
    for number in range(1, MOST_LINES + 1):
        line = ""
        while words and (not line or _fits(f"{line} {words[0]}", font)):
            line = f"{line} {words.pop(0)}".strip()
        if number == MOST_LINES and words:
            line = f"{line} {' '.join(words)}"
        if line:
            yield _cut(line, font)


def _cut(text: str, font: ImageFont.FreeTypeFont) -> str:
    text = writable(text[:LONGEST], _has)
    if _fits(text, font):
        return text
    while text and not _fits(f"{text}…", font):
        text = text[:-1]
    return f"{text.rstrip()}…"


def _fits(text: str, font: ImageFont.FreeTypeFont) -> bool:
    return font.getlength(text) <= SIZE[0] - 2 * EDGE


def _tile(draw: ImageDraw.ImageDraw) -> None:
    """A double six, lying in the corner."""
    right, bottom, half = SIZE[0] - EDGE, SIZE[1] - FOOT, 84
    left, top = right - 2 * half, bottom - half
    draw.rounded_rectangle((left, top, right, bottom), 12, fill="#fffcf3", outline="#a4967b", width=3)
    draw.line((left + half, top + 12, left + half, bottom - 12), fill="#a4967b", width=3)
    for start in (left, left + half):
        for across in (20, 42, 64):
            for down in (26, 58):
                x, y = start + across, top + down
                draw.ellipse((x - 7, y - 7, x + 7, y + 7), fill=INK)
