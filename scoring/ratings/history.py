"""Game histories from outside: JSON Lines, a game a line.

`{"played": "2024-05-01T18:00", "sides": [["Anna"], ["Boris", "Vera"]], "places": [1, 2], "ladder": "club"}`: when it
was played, who played for each side, each side's place (equal places share), and optionally the ladder that it counts
for. Read strictly: a broken line is refused with its number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple
from unicodedata import category

from scoring.errors import show

KEYS = {"played", "sides", "places", "ladder"}
NEEDED = KEYS - {"ladder"}
MOST_SIDES = 8
LAST_PLACE = 999
YEARS = range(1800, 2201)


class HistoryError(ValueError):
    """A line that is no game. `line` counts from 1."""

    def __init__(self, line: int, fault: str) -> None:
        self.line = line
        self.fault = fault
        super().__init__(f"line {line}: {fault}")


class PlayedGame(NamedTuple):
    """A game of a history. Players are known by ladder and name."""

    played: datetime
    ladder: str
    sides: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]


def read_history(lines: Iterable[str]) -> list[PlayedGame]:
    """The games of a history in the order of play, those of one moment as they stand; `HistoryError` on a fault.

    >>> [game] = read_history(['{"played": "2024-05-01", "sides": [["Anna"], ["Boris"]], "places": [1, 2]}'])
    >>> game.sides, game.places
    ((('Anna',), ('Boris',)), (1, 2))
    """
    games = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                games.append(_game(line))
            except ValueError as error:
                raise HistoryError(number, str(error)) from None
    return sorted(games, key=lambda game: game.played)


def _game(line: str) -> PlayedGame:
    try:
        facts = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not JSON: {error}") from None
    except (RecursionError, ValueError):
        raise ValueError("this is no game: it is nested too deep, or has a number too long") from None
    if type(facts) is not dict:
        raise ValueError(f"an object is wanted, not {show(facts)}")
    if missing := sorted(NEEDED - facts.keys()):
        raise ValueError(f"“{missing[0]}” is missing")
    if unknown := sorted(facts.keys() - KEYS):
        raise ValueError(f"“{show(unknown[0])}” is not known here")
    ladder = facts.get("ladder", "")
    if not isinstance(ladder, str):
        raise ValueError(f"“ladder” must be a text, not {show(ladder)}")
    sides = _sides(facts["sides"])
    return PlayedGame(read_moment(facts["played"]), ladder, sides, _places(facts["places"], len(sides)))


def read_moment(value: Any) -> datetime:
    """When a game was played, in UTC where it does not say; `ValueError` where it is no moment of our times."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError(f"“played” must be a date and time like 2024-05-01T18:00, not {show(value)}") from None
    if moment.year not in YEARS:
        raise ValueError(f"“played” must be in the years {YEARS[0]} to {YEARS[-1]}, not {show(value)}")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _sides(value: Any) -> tuple[tuple[str, ...], ...]:
    if type(value) is not list or not 2 <= len(value) <= MOST_SIDES:
        raise ValueError(f"“sides” must be a list of 2 to {MOST_SIDES} sides, not {show(value)}")
    names: list[str] = []
    for side in value:
        if type(side) is not list or not side:
            raise ValueError(f"a side must be a list of names, not {show(side)}")
        for name in side:
            if not isinstance(name, str) or not name.strip():
                raise ValueError(f"a name must be a text that is not blank, not {show(name)}")
            if any(category(sign) in ("Cc", "Cs") for sign in name):
                raise ValueError(f"a name must be without control characters, not {name!a}")
            names.append(_tidy(name))
    if len(set(names)) != len(names):
        raise ValueError(f"“{next(name for name in names if names.count(name) > 1)}” plays twice")
    return tuple(tuple(map(_tidy, side)) for side in value)


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _places(value: Any, sides: int) -> tuple[int, ...]:
    if type(value) is not list or len(value) != sides:
        raise ValueError(f"“places” must be a list of {sides} places, not {show(value)}")
    if not all(type(place) is int and 1 <= place <= LAST_PLACE for place in value):
        raise ValueError(f"a place must be a whole number from 1 to {LAST_PLACE}, not {show(value)}")
    return tuple(value)
