"""How values look on a page: numbers in the language's format, places, initials. Pure functions, no markup."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from pyphen import Pyphen

MINUS = "−"
TILE = re.compile(r"(?<![\d-])([0-6])-([0-6])(?![\d-])")
FORMULA = re.compile(r"[\s\x00-\x1f\u200b-\u200f\u2060-\u2069\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212|%]|[\t\r\n]")
A_NUMBER = re.compile(r"[+\-\u2212]?\d+([.,]\d+)?", re.ASCII)
ISOLATES = "\u2068\u2069"
BROWSERS = {
    "YaBrowser": "Yandex",
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
"""What browsers call themselves and what they run on; the first that is found names it, since most name others too."""
LONG_WORD = re.compile(r"[^\W\d_]{12,}")
SOFT = "\N{SOFT HYPHEN}"


def number(value: float | Decimal | None, digits: int | None = None) -> str:
    """The value with the language's decimal sign and a real minus; without `digits`, no more of them than it needs.

    >>> number(Decimal("15.500"))
    '15.5'
    >>> number(-3)
    '−3'
    """
    if value is None:
        return ""
    exact = Decimal(str(value))
    exact = exact.normalize() if digits is None else exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    text = number_format(abs(exact), decimal_pos=digits, force_grouping=abs(exact) >= 10_000)
    return f"{MINUS}{text}" if exact < 0 else text


def signed(value: float | Decimal | None, digits: int | None = None) -> str:
    """A change, with its sign: `+27`, `−0.4`; `0` where it rounds to nothing."""
    text = number(value, digits)
    if value is None or text.startswith(MINUS) or not any(figure in "123456789" for figure in text):
        return text
    return f"+{text}"


def percent(hundredths: int) -> str:
    """`32%`, or as the language writes it."""
    # Translators: a share of a hundred; Russian sets a non-breaking space before the sign
    return _("%(number)d%%") % {"number": hundredths}


def unbroken(text: str) -> str:
    """The text with tiles that no line breaks in two: `6-4` with a hyphen that keeps both halves together."""
    return TILE.sub("\\1\N{NON-BREAKING HYPHEN}\\2", text)


def hyphenated(text: str) -> str:
    """The text with soft hyphens in its long words, Russian ones or of Latin letters.

    >>> hyphenated("Анна Константинопольская").replace(SOFT, "-")
    'Анна Констан-ти-но-поль-ская'
    """
    return LONG_WORD.sub(_hyphenated, text)


def _hyphenated(word: re.Match[str]) -> str:
    language = "ru_RU" if unicodedata.name(word[0][0], "").startswith("CYRILLIC") else "en_US"
    return str(_hyphens(language).inserted(word[0], SOFT))


@cache
def _hyphens(language: str) -> Pyphen:
    return Pyphen(lang=language, left=5, right=4)


def place_range(first: int, count: int = 1) -> str:
    """A place, shared by `count`: `2–4`."""
    return str(first) if count <= 1 else f"{first}–{first + count - 1}"


def initials(names: Sequence[str]) -> list[str]:
    """At most two letters for each name, no two alike: the first, or the first two, or those of name and surname.

    Who has no such letters of his own gets the number of his seat.

    >>> initials(["Anna", "Boris", "Alla"])
    ['An', 'B', 'Al']
    >>> initials(["Anna Orlova", "Anna Petrova", "Boris"])
    ['AO', 'AP', 'B']
    >>> initials(["Alexander", "Alexandra", "Boris"])
    ['1', '2', 'B']
    """
    words = [name.strip(ISOLATES).split() for name in names]
    stages = [
        [parts[0][:1] for parts in words],
        [parts[0][:2] for parts in words],
        [parts[0][0] + parts[-1][0] if len(parts) > 1 else "" for parts in words],
    ]
    chosen = [""] * len(names)
    for stage in stages:
        folded = [letters.casefold() for letters in stage]
        for seat, letters in enumerate(folded):
            taken = letters in (other.casefold() for other in chosen)
            if not chosen[seat] and letters.isalpha() and folded.count(letters) == 1 and not taken:
                chosen[seat] = stage[seat]
    return [letters or str(seat + 1) for seat, letters in enumerate(chosen)]


def short_names(names: Sequence[str]) -> list[str]:
    """The first word of each name, with the next word's initial, or the whole name, where two would be alike.

    >>> short_names(["Anna Orlova", "Boris Petrov", "Anna Ivanova"])
    ['Anna O.', 'Boris', 'Anna I.']
    """
    words = [name.strip(ISOLATES).split() for name in names]
    first = [parts[0] for parts in words]
    short = [
        f"{parts[0]} {parts[1][0]}." if first.count(parts[0]) > 1 and len(parts) > 1 else parts[0] for parts in words
    ]
    return [isolated(name) if short.count(name) == 1 else names[i] for i, name in enumerate(short)]


def isolated(name: str) -> str:
    """A name that reads from right to left, fenced so that it does not turn round the sentence that it stands in."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return f"{ISOLATES[0]}{name}{ISOLATES[1]}"
    return name


def harmless_cell(value: Any) -> Any:
    """A value for a cell of CSV that no spreadsheet takes for a formula, however it begins.

    >>> harmless_cell('=HYPERLINK("https://evil.example","Anna")')
    '\\'=HYPERLINK("https://evil.example","Anna")'
    >>> harmless_cell("-12.5"), harmless_cell("Anna - Boris"), harmless_cell(-3)
    ('-12.5', 'Anna - Boris', -3)
    """
    if not isinstance(value, str) or A_NUMBER.fullmatch(value):
        return value
    return f"'{value}" if FORMULA.match(value) else value


def browser(agent: str) -> str:
    """What a browser says of itself, in words; of one that is not known, the beginning of it.

    >>> browser("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36")
    'Chrome on Android'
    """
    named = next((name for mark, name in BROWSERS.items() if mark in agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    if named and system:
        return _("%(browser)s on %(system)s") % {"browser": named, "system": system}
    return named or system or agent.strip()[:40] or _("an unknown browser")
