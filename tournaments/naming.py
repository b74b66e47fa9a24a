"""Names as keys: to be found by, and to stand in order. Pure functions over text.

A *search key* is what a name sounds like, in small Latin letters: two spellings of one name, in Cyrillic or any usual
transliteration, have one key (`Анна`, `Anna`; `Щукин`, `Shchukin`). A *sort key* is letters and digits that every
database compares alike: ё stands beside е, accents and upper case count only between names otherwise the same.
"""

from __future__ import annotations

import re
import unicodedata

from slugify import slugify

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
