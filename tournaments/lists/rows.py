"""From the lines of a list to who is meant by each.

A line is `Name` or `Name, club`; of a pair two of them with `/` or `+` between. A line with tabs or semicolons is a
row of a table: name, club, team; of a pair name, partner, team. Where pairs play, one name alone is somebody who has no
partner yet; `A / B, club` is the club of both. A row of headings, in Russian or English, says otherwise which column is
which; columns with another heading are passed over, and named, as are titles above it. Numbers before lines count them
and are passed over too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.plain import plain, whole


def gettext_noop(message: str) -> str:
    """Marks a text for translation, and leaves it as it is."""
    return message


NAME, FIRST, LAST, CLUB, TEAM, CATEGORY, SEED = "name", "first", "last", "club", "team", "category", "seed"
HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(["name", "player", "full name", "имя", "фио", "игрок", "участник", "имя и фамилия"], NAME),
    **dict.fromkeys(["фамилия и имя", "фамилия имя", "участники", "players", "pair", "пара"], NAME),
    **dict.fromkeys(["first name", "given name"], FIRST),
    **dict.fromkeys(["last name", "surname", "family name", "фамилия"], LAST),
    **dict.fromkeys(["club", "city", "town", "клуб", "город", "клуб город", "клуб или город"], CLUB),
    **dict.fromkeys(["team", "команда"], TEAM),
    **dict.fromkeys(["category", "категория"], CATEGORY),
    **dict.fromkeys(["seed", "посев", "номер посева"], SEED),
    **dict.fromkeys(["partner", "партнер", "напарник"], f"{NAME} 2"),
    **dict.fromkeys(
        ["partners club", "partner s club", "клуб партнера", "клуб напарника", "город партнера"], f"{CLUB} 2"
    ),
}

MOST_TITLES = 10
COUNTED = re.compile(r"\A\s*\d{1,4}(?:[.)]\s*|\s*[\t;]\s*)(?=[^\s\d])")
"""A number that counts the line: `3.`, `3)`, or a cell of its own, before a name."""
UNCOUNTED = re.compile(r"\A\s*[\t;]\s*(?=[^\s\d])")
"""The empty cell of a line without a number, where others have one."""

NOT_A_PAIR = gettext_noop("a pair is two names with “/” between, and no more.")
NOT_ALONE = gettext_noop("here everybody plays alone: one name a line.")
NO_NAME = gettext_noop("a name is missing.")
NO_SEED = gettext_noop("a seed is a whole number from 1.")


@dataclass(frozen=True)
class Person:
    name: str
    club: str = ""


@dataclass(frozen=True)
class Row:
    """A line that is not blank, by its number from 1. `fault` is a msgid that says what is wrong; then nobody is."""

    number: int
    text: str
    persons: tuple[Person, ...] = ()
    team: str = ""
    category: str = ""
    seed: int | None = None
    fault: str = ""


@dataclass(frozen=True)
class Listed:
    """A list as it was read: its row of headings, blank where there is none, and those of them that are of no use.

    `titles`: the lines above the headings.
    """

    rows: tuple[Row, ...]
    headings: str = ""
    passed_over: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


def read_list(text: str, *, pairs: bool) -> Listed:
    """The rows of a list.

    >>> [row] = read_list("Anna, Baku / Boris", pairs=True).rows
    >>> row.persons
    (Person(name='Anna', club='Baku'), Person(name='Boris', club=''))
    >>> read_list("Фамилия;Имя;Город;Телефон\\nЩукина;Анна;Омск;5", pairs=False).passed_over
    ('Телефон',)
    """
    lines = [(number, line) for number, line in enumerate(plain(text).splitlines(), start=1) if line.strip()]
    for at, (_number, line) in enumerate(lines[:MOST_TITLES]):
        headings = _headings(line)
        if headings is not None and (not at or len(headings[0]) > 1):
            named, passed_over = headings
            rows = tuple(_of_columns(number, line, named, pairs) for number, line in lines[at + 1 :])
            titles = tuple(" ".join(title.split()) for _number, title in lines[:at])
            return Listed(rows, line.strip(), passed_over, titles)
    if any(COUNTED.match(line) for _number, line in lines):
        lines = [(number, UNCOUNTED.sub("", COUNTED.sub("", line))) for number, line in lines]
    return Listed(tuple(_row(number, line, pairs) for number, line in lines))


def _headings(line: str) -> tuple[dict[int, str], tuple[str, ...]] | None:
    """Which column is what, and the headings of no use; None where the line is no row of headings."""
    cells = _cells(line) or [piece.strip() for piece in line.split(",")]
    words = [" ".join(re.sub(r"[^\w\s]", " ", cell.casefold().replace("ё", "е")).split()) for cell in cells]
    found: dict[int, str] = {}
    for at, word in enumerate(words):
        number = word[-1:] if word[-1:] in ("1", "2") else ""
        base = word.removesuffix(number).strip()
        meaning = HEADINGS.get(base)
        if meaning == NAME and base == "имя" and any(other.startswith("фамилия") and other != word for other in words):
            meaning = FIRST
        if meaning is None:
            continue
        found[at] = f"{meaning} 2" if number == "2" else meaning
    if not {NAME, LAST} & set(found.values()) or (len(cells) == 1 and not found):
        return None
    return found, tuple(cell for at, cell in enumerate(cells) if cell and at not in found)


def _cells(line: str) -> list[str] | None:
    """The cells of a row of a table; None of a line that is none."""
    delimiter = "\t" if "\t" in line else ";" if ";" in line else None
    return [" ".join(cell.split()) for cell in line.split(delimiter)] if delimiter else None


def _row(number: int, line: str, pairs: bool) -> Row:
    cells = _cells(line)
    if cells is None:
        return replace(_of_line(number, line.strip(), pairs), text=line.strip())
    first, second, third = [*cells, "", "", ""][:3]
    if pairs and not re.search(r"[/+]", first):
        persons = (_person(first), _person(second)) if second else (_person(first),)
        return _checked(Row(number, line.strip(), persons, third), pairs)
    row = _of_line(number, first, pairs)
    persons = row.persons if pairs else tuple(replace(one, club=one.club or second) for one in row.persons)
    return replace(row, text=line.strip(), persons=persons, team=second if pairs else third)


def _of_line(number: int, line: str, pairs: bool) -> Row:
    persons = tuple(_person(part) for part in re.split(r"[/+]", line))
    if pairs and len(persons) == 2 and not persons[0].club:
        persons = (replace(persons[0], club=persons[1].club), persons[1])
    return _checked(Row(number, line, persons), pairs)


def _of_columns(number: int, line: str, named: Mapping[int, str], pairs: bool) -> Row:
    cells = _cells(line) or [" ".join(piece.split()) for piece in line.split(",")]
    values = {meaning: cells[at] for at, meaning in named.items() if at < len(cells)}

    def person(second: str) -> Person:
        parts = (values.get(f"{key}{second}", "") for key in (FIRST, NAME, LAST))
        found = _person(" ".join(filter(None, parts)))
        return replace(found, club=found.club or values.get(f"{CLUB}{second}", ""))

    seed = values.get(SEED, "")
    row = Row(
        number, line.strip(), team=values.get(TEAM, ""), category=values.get(CATEGORY, ""), seed=whole(seed) or None
    )
    if seed and row.seed is None:
        return replace(row, fault=NO_SEED)
    parted = re.split(r"[/+]", values.get(NAME, ""))
    if pairs and len(parted) == 2:
        return _checked(replace(row, persons=tuple(_person(part) for part in parted)), pairs)
    partner = person(" 2")
    return _checked(replace(row, persons=(person(""), partner) if partner.name else (person(""),)), pairs)


def _person(text: str) -> Person:
    name, _comma, club = (" ".join(piece.split()) for piece in text.partition(","))
    return Person(name, club)


def _checked(row: Row, pairs: bool) -> Row:
    """The row, or its fault in place of its persons."""
    persons: Sequence[Person] = row.persons
    fault = ""
    if pairs and len(persons) > 2:
        fault = NOT_A_PAIR
    elif not pairs and len(persons) != 1:
        fault = NOT_ALONE
    elif not all(person.name for person in persons):
        fault = NO_NAME
    return replace(row, persons=(), fault=fault) if fault else row
