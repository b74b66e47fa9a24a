"""Names as keys: to be found by, and to stand in order. Pure functions over text.

A *search key* is what a name sounds like, in small Latin letters: two spellings of one name, in Cyrillic or any usual
transliteration, have one key (`Анна`, `Anna`; `Щукин`, `Shchukin`). A *sort key* is letters and digits that every
database compares alike: ё stands beside е, accents and upper case count only between names otherwise the same.
Names are *alike* whose words differ by slips: a letter wrong, missing or in another's place.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher, get_close_matches

from slugify import slugify

ALIKE = 0.75
"""How much a word must be like another, from 0 to 1: a letter wrong or missing in a name of five."""
MOST_ALIKE = 50
"""So many words that are like one are looked at."""

CYRILLIC = ("04", "05")
"""Sort keys of names in Cyrillic are from the first to below the second."""

_SOUNDS = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("shch|sch", "sh"),
        ("tch", "ch"),
        ("kh", "h"),
        ("ph", "f"),
        ("tz", "ts"),
        ("ck|c(?!h)|q", "k"),
        ("x", "ks"),
        ("w", "v"),
        ("[yj]", "i"),
        ("i[eo]", "e"),
        (r"([a-z])\1", r"\1"),
    )
]
"""What different transliterations write for one sound, brought together one after another."""

_SOFT = re.compile("['’ʼ`]")
"""A soft sign as some write it."""

INITIAL = re.compile(r"(?<!\w)[^\W\d_](?!\w)")
"""A letter that stands for a word."""

_KEPT = {"й": "\ue000", "ё": "е"}
"""й is a letter of its own, not и with an accent; a stand-in keeps it from being taken apart."""


def words(text: str) -> list[str]:
    """The words of a text as they sound.

    >>> words("Пётр Ковалёв")
    ['petr', 'kovalev']
    >>> words("Pyotr Kovaliov") == words("Петр Ковалев")
    True
    """
    found = []
    for word in slugify(_SOFT.sub("", text), separator=" ").split():
        for pattern, sound in _SOUNDS:
            word = pattern.sub(sound, word)
        found.append(word)
    return found


def stands_for(short: str, name: str) -> bool:
    """Whether a name with initials may be this one: the other words are in it, the initials begin what is left.

    >>> stands_for("А. Иванов", "Алексей Иванов"), stands_for("Ivanov A. P.", "Иванов Алексей Петрович")
    (True, True)
    >>> stands_for("А. Иванов", "Борис Иванов"), stands_for("Анна Иванова", "Анна Иванова")
    (False, False)
    """
    if not INITIAL.search(short):
        return False
    letters = [words(letter) for letter in INITIAL.findall(short)]
    left = words(name)
    for word in words(INITIAL.sub(" ", short)) or [""]:
        if word not in left:
            return False
        left.remove(word)
    for letter in letters:
        found = next((word for word in left if letter and word.startswith(letter[0])), None)
        if found is None:
            return False
        left.remove(found)
    return True


def search_key(name: str, *beside: str) -> str:
    """The words of a name, each after a blank, and those of what stands beside it, each after a slash.

    >>> search_key("Анна", "Маяк")
    ' ana/maiak'
    """
    found = [f" {word}" for word in words(name)]
    return "".join([*found, *(f"/{word}" for text in beside for word in words(text))])


def asked_for(text: str) -> list[str]:
    """The beginnings of words that a search key must have to be found by what was typed.

    An `i` at the end may be the first letter of another sound, such as `ie`, and is left open.
    """
    return [word.rstrip("i") or word for word in words(text)]


def is_found(key: str, wanted: list[str]) -> bool:
    """Whether a search key has all these beginnings.

    >>> is_found(search_key("Анна Маяк"), asked_for("Maya"))
    True
    """
    return all(f" {word}" in key or f"/{word}" in key for word in wanted)


def likeness(typed: Sequence[str], name: Sequence[str]) -> float:
    """How much a name is like what was typed, each word typed like one of the name's own: their sum.

    0 where a word is like none. A word that is not of letters alone is like itself only.

    >>> likeness(words("Соколава Анна"), words("Анна Петровна Соколова")) > 2 * ALIKE
    True
    >>> likeness(words("Пётр Петров"), words("Иван Петров")), likeness(["zal", "1"], ["zal", "2"])
    (0, 0)
    """
    told = [(_ratio(one, other), at, to) for at, one in enumerate(typed) for to, other in enumerate(name)]
    found: dict[int, float] = {}
    taken: set[int] = set()
    for ratio, at, to in sorted(told, reverse=True):
        if ratio >= ALIKE and at not in found and to not in taken:
            found[at] = ratio
            taken.add(to)
    return sum(found.values()) if len(found) == len(typed) else 0


def _ratio(one: str, other: str) -> float:
    if one == other:
        return 1
    return SequenceMatcher(None, other, one).ratio() if one.isalpha() and other.isalpha() else 0


class Slips[T: Hashable]:
    """Names by their words, to find those of which a slip may have made another.

    Looked for among words with the same first letter; of two names the shorter may be a part of the longer, if it has
    two words. Numbers tell people apart: names with other numbers are never alike.
    """

    def __init__(self) -> None:
        self._names: dict[T, list[str]] = {}
        self._whose: dict[str, list[T]] = defaultdict(list)
        self._by_letter: dict[str, list[str]] = defaultdict(list)

    def add(self, who: T, name: list[str]) -> None:
        self._names[who] = name
        for word in dict.fromkeys(name):
            if word not in self._whose:
                self._by_letter[word[0]].append(word)
            self._whose[word].append(who)

    def knows(self, word: str) -> bool:
        """Whether the word is in somebody's name."""
        return word in self._whose

    def alike(self, name: list[str]) -> list[T]:
        """Who has a name like this one, the most like first."""
        hits: Counter[T] = Counter()
        for word in dict.fromkeys(name):
            near = get_close_matches(word, self._by_letter[word[0]], n=MOST_ALIKE, cutoff=ALIKE)
            hits.update({who for other in near for who in self._whose[other]})
        told = {}
        for who, count in hits.items():
            shorter, longer = sorted((name, self._names[who]), key=len)
            if (count >= 2 or len(longer) == 1) and _numbers(shorter) == _numbers(longer):
                told[who] = likeness(shorter, longer)
        return sorted(filter(told.get, told), key=lambda who: -told[who])


def _numbers(name: list[str]) -> list[str]:
    return sorted(word for word in name if not word.isalpha())


def sort_key(name: str) -> str:
    """The key by which the name stands among others.

    >>> sorted(["Жук", "Ёлкин", "Елкин", "Ежов", "Емелин", "Йодов", "Ионов"], key=sort_key)
    ['Ежов', 'Елкин', 'Ёлкин', 'Емелин', 'Жук', 'Ионов', 'Йодов']
    """
    folded = " ".join(name.split()).casefold()
    letters = unicodedata.normalize("NFD", "".join(_KEPT.get(letter, letter) for letter in folded))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter)).replace("\ue000", "й")
    return f"{_hex(plain)}0000{_hex(folded)}"


def _hex(text: str) -> str:
    return text.encode("utf-16-be").hex()
