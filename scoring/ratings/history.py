"""Game histories from outside: JSON Lines, a game a line.

`{"played": "2024-05-01T18:00", "sides": [["Anna"], ["Boris", "Vera"]], "places": [1, 2], "ladder": "club"}`: when it
was played, who played for each side, each side's place (equal places share), and optionally the ladder that it counts
for. Read strictly: a broken line is refused with its number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from unicodedata import category

from scoring.errors import show

KEYS = {"played", "sides", "places", "ladder"}
NEEDED = KEYS - {"ladder"}
MOST_SIDES = 8
LAST_PLACE = 999
YEARS = range(1800, 2201)


def gettext_noop(message: str) -> str:
    """Marks a text for translation, and leaves it as it is."""
    return message


NOT_JSON = gettext_noop("this is not JSON: look at character %(column)s")
NO_MOMENT = gettext_noop("“played” must be a date and time like 2024-05-01T18:00, not %(given)s")
OTHER_YEARS = gettext_noop("“played” must be in the years %(first)s to %(last)s, not %(given)s")
NO_SIDES = gettext_noop("“sides” must be a list of 2 to %(most)s sides, not %(given)s")
NO_PLACE = gettext_noop("a place must be a whole number from 1 to %(last)s, not %(given)s")


class HistoryError(ValueError):
    """A line that is no game. `line` counts from 1; `fault` is a msgid, with `words` for its placeholders."""

    def __init__(self, line: int, fault: str, words: Mapping[str, object] | None = None) -> None:
        self.line = line
        self.fault = fault
        self.words = words or {}
        super().__init__(f"line {line}: {fault % self.words if words else fault}")


class _Wrong(ValueError):
    """What is wrong with a game, as `HistoryError` has it."""

    def __init__(self, fault: str, **words: object) -> None:
        self.fault, self.words = fault, words
        super().__init__(fault % words if words else fault)


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
    games = [read_line(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return sorted(games, key=lambda game: game.played)


def read_line(number: int, line: str) -> PlayedGame:
    """The game of one line; `HistoryError` where it is none."""
    try:
        return _game(line)
    except _Wrong as wrong:
        raise HistoryError(number, wrong.fault, wrong.words) from None


def _game(line: str) -> PlayedGame:
    try:
        facts = json.loads(line)
    except json.JSONDecodeError as error:
        raise _Wrong(NOT_JSON, column=error.colno) from None
    except (RecursionError, ValueError):
        raise _Wrong(gettext_noop("this is no game: it is nested too deep, or has a number too long")) from None
    if type(facts) is not dict:
        raise _Wrong(gettext_noop("an object is wanted, not %(given)s"), given=show(facts))
    if missing := sorted(NEEDED - facts.keys()):
        raise _Wrong(gettext_noop("“%(name)s” is missing"), name=missing[0])
    if unknown := sorted(facts.keys() - KEYS):
        raise _Wrong(gettext_noop("“%(name)s” is not known here"), name=show(unknown[0]))
    ladder = facts.get("ladder", "")
    if not isinstance(ladder, str):
        raise _Wrong(gettext_noop("“ladder” must be a text, not %(given)s"), given=show(ladder))
    sides = _sides(facts["sides"])
    return PlayedGame(read_moment(facts["played"]), ladder, sides, _places(facts["places"], len(sides)))


def read_moment(value: Any) -> datetime:
    """When a game was played, in UTC where it does not say; `ValueError` where it is no moment of our times."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise _Wrong(NO_MOMENT, given=show(value)) from None
    if moment.year not in YEARS:
        raise _Wrong(OTHER_YEARS, first=YEARS[0], last=YEARS[-1], given=show(value))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _sides(value: Any) -> tuple[tuple[str, ...], ...]:
    if type(value) is not list or not 2 <= len(value) <= MOST_SIDES:
        raise _Wrong(NO_SIDES, most=MOST_SIDES, given=show(value))
    names: list[str] = []
    for side in value:
        if type(side) is not list or not side:
            raise _Wrong(gettext_noop("a side must be a list of names, not %(given)s"), given=show(side))
        for name in side:
            if not isinstance(name, str) or not name.strip():
                raise _Wrong(gettext_noop("a name must be a text that is not blank, not %(given)s"), given=show(name))
            if any(category(sign) in ("Cc", "Cs") for sign in name):
                raise _Wrong(
                    gettext_noop("a name must be without control characters, not %(given)s"), given=ascii(name)
                )
            names.append(_tidy(name))
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise _Wrong(gettext_noop("“%(name)s” plays twice"), name=twice)
    return tuple(tuple(map(_tidy, side)) for side in value)


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _places(value: Any, sides: int) -> tuple[int, ...]:
    if type(value) is not list or len(value) != sides:
        raise _Wrong(
            gettext_noop("“places” must be a list of %(count)s places, not %(given)s"), count=sides, given=show(value)
        )
    if not all(type(place) is int and 1 <= place <= LAST_PLACE for place in value):
        raise _Wrong(NO_PLACE, last=LAST_PLACE, given=show(value))
    return tuple(value)
