"""Short ways to write games down in tests: tiles as one types them, seats by number."""

from typing import Any

import pytest

from scoring.errors import RecordError
from scoring.ledger import Ledger, score_game
from scoring.notes import render
from scoring.steps import Step

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def tiles(text: str) -> list[str]:
    return text.split()


def out(by: int, left: dict[int, str | int] | None = None, last: str = "", **more: Any) -> dict[str, Any]:
    """An out: the tiles left by seat (a number: pips alone), and the last move."""
    hand: dict[str, Any] = {"end": "out", "by": by, **_hands(left or {}), **more}
    return {**hand, "last": tiles(last)} if last else hand


def fish(by: int | None, left: dict[int, str | int], **more: Any) -> dict[str, Any]:
    return {"end": "fish", "by": by, **_hands(left), **more}


def _hands(left: dict[int, str | int]) -> dict[str, Any]:
    shown = {str(seat): tiles(text) for seat, text in left.items() if isinstance(text, str)}
    pips = {str(seat): total for seat, total in left.items() if isinstance(total, int)}
    return {key: value for key, value in (("left", shown), ("pips", pips)) if value}


def judge(*items: dict[str, Any]) -> dict[str, Any]:
    return {"judge": list(items)}


def points(seat: int, number: int) -> dict[str, Any]:
    """A judge's points to a seat, as a whole entry."""
    return judge({"seat": seat, "points": number})


def record(variant: str, *hands: Any, seats: int = 3, **options: Any) -> dict[str, Any]:
    return {
        "format": "ryba-game/1",
        "variant": variant,
        "options": options,
        "seats": list(NAMES[:seats]),
        "hands": list(hands),
    }


def play(variant: str, *hands: Any, seats: int = 3, **options: Any) -> Ledger:
    return score_game(record(variant, *hands, seats=seats, **options))


def entries(step: Step) -> list[tuple[int, int, str]]:
    return [tuple(entry) for entry in step.entries]


def notes(step: Step) -> list[str]:
    return [note.code for note in step.notes]


def words(ledger: Ledger, step: Step) -> list[str]:
    return [render(note, ledger.names, ledger.side_names) for note in step.notes + step.doubts]


def refused(variant: str, *hands: Any, seats: int = 3, **options: Any) -> str:
    """The code of the fault that a record is refused for."""
    with pytest.raises(RecordError) as fault:
        play(variant, *hands, seats=seats, **options)
    assert render(fault.value.note, NAMES)
    return fault.value.note.code


def event(seat: int, name: str, count: int | None = None) -> dict[str, Any]:
    """A named event, with its count where it has one."""
    return {"seat": seat, "event": name, **({} if count is None else {"count": count})}


def ends(seat: int, *totals: int) -> list[dict[str, int]]:
    """Open ends that a player made, one total after another."""
    return [{"seat": seat, "ends": total} for total in totals]
