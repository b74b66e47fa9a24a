"""What is sent, as it may be stored: text without characters that are not seen but change what stands round them,
numbers that columns take, and JSON that every database can keep.
"""

import unicodedata
from collections.abc import Iterable
from typing import Any

import orjson

BLANKS = dict.fromkeys(map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"), " ")
"""Characters of other kinds that draw nothing."""

NUL = b"\\u0000"


def read_json(body: bytes) -> Any:
    """What this JSON says. ValueError: it is none, is nested without end, or has a NUL or half a character in it."""
    if NUL in body:
        raise ValueError("NUL")
    return orjson.loads(body)


def whole(text: str) -> int | None:
    """The number that these digits are; None for anything else, and for more than any column of a number takes.

    >>> whole("12"), whole("²"), whole("-1"), whole("1" * 10)
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def wholes(texts: Iterable[str]) -> list[int]:
    """The numbers among these texts."""
    return [number for text in texts if (number := whole(text)) is not None]


def plain(text: str) -> str:
    """The text composed (NFC), without invisible and direction-changing characters; lines stay lines.

    >>> plain("\\u202eAnna\\u200b\\u3164")
    'Anna'
    """
    seen = "".join(letter for letter in unicodedata.normalize("NFC", text) if unicodedata.category(letter) != "Cf")
    return "\n".join(line.rstrip() for line in seen.translate(BLANKS).splitlines())


def line(text: str) -> str:
    """The same in one line, as names and reasons are.

    >>> line("Anna\\n\\u200bPetrova\\n")
    'Anna Petrova'
    """
    return " ".join(plain(text).splitlines())
