"""Games of an earlier season as they come: JSON Lines (`scoring.ratings.history`), or a table.

A row of the table is the day and then the sides, the best place first; `/` stands between partners, and `=` before a
side that shares the place of the one before it. A first row of headings is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from scoring.ratings.history import MOST_SIDES, HistoryError, PlayedGame, read_line, read_moment
from tournaments.plain import plain

NO_DAY = "a day like 01.05.2024 is wanted first"
NO_NAME = "a name is missing beside “/”"
NO_SIDES = f"a game has 2 to {MOST_SIDES} sides"
TWICE = "somebody plays twice"
RUSSIAN = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)", re.S)


class GameRow(NamedTuple):
    """A line that is not blank, by its number from 1: its game, or what is wrong with it."""

    number: int
    game: PlayedGame | None
    fault: HistoryError | None = None


def read_games(text: str) -> list[PlayedGame]:
    """The games in the order of play; `HistoryError` on a line that is none.

    >>> [game] = read_games("01.05.2024; Anna / Vera; Boris / Gleb")
    >>> game.sides, game.places, game.played.date().isoformat()
    ((('Anna', 'Vera'), ('Boris', 'Gleb')), (1, 2), '2024-05-01')
    """
    rows = read_rows(text)
    for row in rows:
        if row.fault is not None:
            raise row.fault
    return [row.game for row in rows if row.game is not None]


def read_rows(text: str) -> list[GameRow]:
    """Every line with its game or its fault: the faults first, then the games in the order of play."""
    text = plain(text)
    as_json = text.lstrip().startswith("{")
    rows: list[GameRow] = []
    for number, line in enumerate(text.split("\n") if as_json else text.splitlines(), start=1):
        cells = [" ".join(cell.split()) for cell in re.split(r"[\t;]", line)]
        if not any(cells) or (not as_json and not rows and not re.match(r"\d", cells[0])):
            continue
        try:
            rows.append(GameRow(number, read_line(number, line) if as_json else _game(number, cells)))
        except HistoryError as error:
            rows.append(GameRow(number, None, error))
    games = sorted((row for row in rows if row.game), key=lambda row: row.game.played if row.game else None)
    return [*(row for row in rows if row.fault), *games]


def _game(number: int, cells: Sequence[str]) -> PlayedGame:
    sides, places = [], []
    for cell in filter(None, cells[1:]):
        shared = cell.startswith("=") and bool(places)
        side = tuple(name.strip() for name in cell.removeprefix("=").split("/"))
        if not all(side):
            raise HistoryError(number, NO_NAME)
        places.append(places[-1] if shared else len(sides) + 1)
        sides.append(side)
    names = [name for side in sides for name in side]
    if not 2 <= len(sides) <= MOST_SIDES:
        raise HistoryError(number, NO_SIDES)
    if len(set(names)) != len(names):
        raise HistoryError(number, TWICE)
    return PlayedGame(_moment(number, cells[0]), "", tuple(sides), tuple(places))


def _moment(number: int, text: str) -> datetime:
    match = RUSSIAN.fullmatch(text)
    if match:
        text = f"{match[3]}-{int(match[2]):02}-{int(match[1]):02}{match[4]}"
    try:
        return read_moment(text)
    except ValueError:
        raise HistoryError(number, NO_DAY) from None
