"""What a scorekeeper wrote down, read: the kinds of hands, and their printed form.

A record that is read and written out again is the same record in its printed form: larger half first, nothing that
says nothing.
"""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from scoring.tiles import Tile

End = Literal["out", "fish", "stopped"]


class Play(NamedTuple):
    """A scoring event during a hand: `what` is `ends` with the total of the open ends, or a named event with its count.

    A `number` of None is an event written down without a count.
    """

    seat: int
    what: str
    number: int | None


@dataclass(slots=True)
class Played:
    """A played hand. By seat: `left` the tiles still held (None: not written down), `pips` their plain total."""

    end: End
    by: int | None
    left: list[tuple[Tile, ...] | None]
    pips: list[int | None]
    last: tuple[Tile, ...] = ()
    first: Tile | None = None
    reserve: tuple[Tile, ...] | None = None
    plays: tuple[Play, ...] = ()


@dataclass(slots=True, frozen=True)
class Ruling:
    """One item of a judge's entry: what it does, to which side (named by a seat or not), by how many points."""

    kind: Literal["points", "warning", "forfeit", "stop"]
    side: int | None
    seat: int | None
    points: int
    reason: str | None
    column: str | None = None


@dataclass(slots=True, frozen=True)
class Judge:
    """A judge's entry."""

    rulings: tuple[Ruling, ...]


@dataclass(slots=True, frozen=True)
class Redeal:
    """A redeal: whose hand, and why."""

    side: int
    seat: int | None
    why: str


@dataclass(slots=True, frozen=True)
class Result:
    """A game's result alone: the side that won, None for a draw; and how, where that was said."""

    side: int | None
    how: str | None


type Hand = Played | Judge | Redeal | Result


def hand_as_json(hand: Hand) -> dict[str, Any]:
    """The printed form of a hand, one object of `hands`."""
    if isinstance(hand, Played):
        return _played_as_json(hand)
    if isinstance(hand, Result):
        return {"result": hand.side, **({} if hand.how is None else {"how": hand.how})}
    if isinstance(hand, Redeal):
        whose = {"side": hand.side} if hand.seat is None else {"seat": hand.seat}
        return {"redeal": {**whose, "why": hand.why}}
    items = []
    for ruling in hand.rulings:
        item: dict[str, Any] = {}
        if ruling.kind != "stop":
            item |= {"side": ruling.side} if ruling.seat is None else {"seat": ruling.seat}
        item[ruling.kind] = {"points": ruling.points, "stop": "time"}.get(ruling.kind, True)
        if ruling.column is not None:
            item["column"] = ruling.column
        if ruling.reason is not None:
            item["reason"] = ruling.reason
        items.append(item)
    return {"judge": items}


def _played_as_json(hand: Played) -> dict[str, Any]:
    facts: dict[str, Any] = {"end": hand.end}
    if hand.by is not None:
        facts["by"] = hand.by
    left = {str(seat): list(map(str, tiles)) for seat, tiles in enumerate(hand.left) if tiles is not None}
    pips = {str(seat): n for seat, n in enumerate(hand.pips) if n is not None and hand.left[seat] is None}
    for key, value in (("left", left), ("pips", pips), ("last", list(map(str, hand.last)))):
        if value:
            facts[key] = value
    if hand.first is not None:
        facts["first"] = str(hand.first)
    if hand.reserve is not None:
        facts["reserve"] = list(map(str, hand.reserve))
    if hand.plays:
        facts["plays"] = [_play_as_json(play) for play in hand.plays]
    return facts


def _play_as_json(play: Play) -> dict[str, Any]:
    if play.what == "ends":
        return {"seat": play.seat, "ends": play.number}
    return {"seat": play.seat, "event": play.what, **({} if play.number is None else {"count": play.number})}
