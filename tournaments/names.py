"""When two names may be of one person. Pure.

Names are *alike* where they differ in upper and lower case, ё and е, or blanks alone. They *may be one* where they are
the same words in another order or in another script, as near as the usual ways of writing Russian in Latin go.
"""

from __future__ import annotations

import re
from functools import lru_cache

from slugify import slugify

SPELLINGS = (
    (r"shch|sch", "sh"),
    (r"kh", "h"),
    (r"ts|tz", "c"),
    (r"x", "ks"),
    (r"w", "v"),
    (r"[yj]", "i"),
    (r"\bie|io", "e"),
    (r"(.)\1", r"\1"),
)
"""Letters that are written now one way, now another; what stands after the others sees what they made."""


def fold(name: str) -> str:
    """Names that are alike give the same.

    >>> fold(" Пётр  ФЁДОРОВ")
    'петр федоров'
    """
    return " ".join(name.split()).casefold().replace("ё", "е")


@lru_cache(maxsize=20_000)
def sound(name: str) -> str:
    """Names that may be one give the same; blank where nothing is left of the name.

    >>> sound("Юлия Щукина") == sound("Shchukina Yulia")
    True
    >>> sound("Alexey Tsoy") == sound("Цой Алексей")
    True
    """
    text = slugify(fold(name), separator=" ")
    for written, one in SPELLINGS:
        text = re.sub(written, one, text)
    return " ".join(sorted(text.split()))
