"""What a golden game is: facts, and beside each what the rules' text makes of it, worked out by hand.

A `Line` holds one object of a record's `hands` and what must stand after it: what each seat's hand counted for, the
changes of accounts as (side, points) in order, the accounts, the places as they would be, who opens next, the eggs
waiting, and the columns where the variant keeps them. An `End` holds what ended the game, who won and who lost.
"""

from typing import Any, NamedTuple


class Line(NamedTuple):
    """One object of `hands`, and what stands after it."""

    facts: dict[str, Any]
    counted: list[int | None]
    entries: list[tuple[int, int]]
    totals: list[int]
    places: list[int]
    opener: int | None = None
    eggs: int = 0
    columns: dict[str, list[int]] | None = None


class End(NamedTuple):
    """What ended the game, the sides that won and those that lost."""

    by: str | None
    winners: list[int]
    losers: list[int]


class Golden(NamedTuple):
    """A whole game."""

    name: str
    variant: str
    seats: int
    options: dict[str, Any]
    lines: list[Line]
    end: End


def events(*played: tuple[int, str] | tuple[int, str, int] | tuple[int, int]) -> list[dict[str, Any]]:
    """Plays, shortly: (seat, ends), (seat, event) or (seat, event, count)."""
    return [_event(*play) for play in played]


def _event(seat: int, what: str | int, count: int | None = None) -> dict[str, Any]:
    play: dict[str, Any] = {"seat": seat, "ends" if isinstance(what, int) else "event": what}
    return play if count is None else {**play, "count": count}


def redeal(seat: int, why: str = "doubles") -> dict[str, Any]:
    """A redeal asked for by a seat."""
    return {"redeal": {"seat": seat, "why": why}}


STOPPED: dict[str, Any] = {"end": "stopped"}
N2: list[int | None] = [None] * 2
N3: list[int | None] = [None] * 3
N4: list[int | None] = [None] * 4
