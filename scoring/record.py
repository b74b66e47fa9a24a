"""The game record: reading one object of `hands`, and a game's heading, strictly.

What a hand may hold whatever the rules is decided here; what a variant asks beyond that (which hands it must know,
which events it has) in its class.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NoReturn

from scoring.errors import RecordError, show
from scoring.facts import Hand, Judge, Play, Played, Redeal, Result, Ruling
from scoring.notes import Note
from scoring.tiles import ALL_PIPS, TILES, Tile

FORMAT = "ryba-game/1"
MOST_JUDGE_POINTS = 100_000
WON_BY = ("captured", "blocked", "resigned", "time")
DRAWN_BY = ("king_v_king", "two_kings_main_road", "agreed")
POSSIBLE_ENDS = frozenset({*range(19), 20, 22})
"""The totals that the open ends of a line can have: two ends, a crosswise double counting both its halves."""

_HEADING = {"format", "variant", "options", "seats", "hands"}
_PLAYED = {"end", "by", "left", "pips", "last", "first", "reserve", "plays"}
_ENDS = {"seat", "ends"}
_EVENT = {"seat", "event", "count"}
_KINDS = ("end", "judge", "redeal", "result")
_SEATS = {str(seat): seat for seat in range(4)}


@dataclass(slots=True, frozen=True)
class Shape:
    """What reading a hand needs to know of the game: how many sit, whose side each is on, and what may be written down.

    `all_dealt`: no tile stays in the reserve, so no hand has more than 7. `maker_may_be_empty`: who made the fish
    may hold no tile. `ends`: plays may give the total of the open ends. `events`: the named events and the most that
    each may count at once (0: it has no count). `last_any`: the tiles of a last move need not be doubles, up to
    three. `columns`: what a judge's points may be put down to. `result_alone`: the game has a result and no hands.
    """

    seats: int
    side_of: tuple[int, ...]
    sides: int
    all_dealt: bool = False
    maker_may_be_empty: bool = False
    ends: bool = False
    events: Mapping[str, int] = field(default_factory=dict)
    last_any: bool = False
    columns: tuple[str, ...] = ()
    result_alone: bool = False


def fault(code: str, **params: Any) -> NoReturn:
    """Raise the `RecordError` of a code."""
    raise RecordError(Note(code, params))


def read_heading(record: Any) -> tuple[str, Mapping[str, Any], tuple[str, ...], list[Any]]:
    """The variant's code, the given options, the seats and the raw hands of a record; `RecordError` on a fault."""
    if type(record) is not dict:
        fault("not_an_object", text=show(record))
    if not record.keys() <= _HEADING:
        fault("unknown_key", key=show(min(record.keys() - _HEADING)))
    for key in ("format", "variant", "seats"):
        if key not in record:
            fault("missing_key", key=key)
    if record["format"] != FORMAT:
        fault("bad_format", wanted=FORMAT, text=show(record["format"]))
    options = record.get("options", {})
    if type(options) is not dict:
        fault("not_a_mapping", key="options", text=show(options))
    seats = record["seats"]
    hands = record.get("hands", [])
    for key, value in (("seats", seats), ("hands", hands)):
        if type(value) is not list:
            fault("not_a_list", key=key, text=show(value))
    return record["variant"], options, tuple(seats), hands


def check_seats(seats: Sequence[Any]) -> None:
    """Names are texts, not blank, each once."""
    seen: set[str] = set()
    for name in seats:
        if not isinstance(name, str) or not name.strip():
            fault("bad_name", text=show(name))
        if name.strip() in seen:
            fault("name_twice", text=show(name))
        seen.add(name.strip())


def parse_hand(facts: Any, shape: Shape) -> Hand:
    """One object of `hands`, read strictly; `RecordError` (not yet told of a hand's number) on a fault."""
    if type(facts) is not dict:
        fault("not_an_object", text=show(facts))
    if "end" in facts and not shape.result_alone:
        return _played(facts, shape)
    if "judge" in facts:
        return _judge(facts, shape)
    if "redeal" in facts and not shape.result_alone:
        return _redeal(facts, shape)
    if "result" in facts and shape.result_alone:
        return _result(facts, shape)
    if "result" in facts:
        fault("no_result")
    fault("result_alone" if shape.result_alone else "hand_kind")


def _only(facts: dict[str, Any], known: Set[str]) -> None:
    if not facts.keys() <= known:
        _fault_unknown(facts, known)


def _fault_unknown(facts: dict[str, Any], known: Set[str]) -> NoReturn:
    unknown = facts.keys() - known
    if not unknown.isdisjoint(_KINDS):
        fault("hand_kind")
    fault("unknown_key", key=show(min(unknown)))


def _seat(value: Any, shape: Shape) -> int:
    if type(value) is not int or not 0 <= value < shape.seats:
        fault("no_such_seat", text=show(value), last=shape.seats - 1)
    return int(value)


def _tiles(texts: Any, key: str) -> tuple[Tile, ...]:
    if type(texts) is not list:
        fault("not_a_list", key=key, text=show(texts))
    try:
        return tuple([TILES[text] for text in texts])
    except (KeyError, TypeError):
        fault("no_such_tile", text=_wrong_tile(texts))


def _wrong_tile(texts: list[Any]) -> str:
    return show(next(text for text in texts if not isinstance(text, str) or text not in TILES))


def _played(facts: dict[str, Any], shape: Shape) -> Played:
    if not facts.keys() <= _PLAYED:
        _fault_unknown(facts, _PLAYED)
    end = facts["end"]
    by = facts.get("by")
    if by is not None:
        by = _seat(by, shape)
    if end == "out":
        if by is None:
            fault("out_needs_by")
    elif end == "stopped":
        if by is not None:
            fault("stopped_has_no_by")
    elif end != "fish":
        fault("bad_end", text=show(end))
    hand = Played(end, by, [None] * shape.seats, [None] * shape.seats)
    if "plays" in facts:
        hand.plays = _plays(facts["plays"], shape)
    seen = _read_left(facts["left"], hand, shape) if "left" in facts else []
    if "last" in facts or "first" in facts or "reserve" in facts:
        _read_open(facts, hand, seen, shape)
    if len(set(seen)) != len(seen):
        _fault_twice(hand, seen)
    if "pips" in facts:
        _read_pips(facts["pips"], hand, seen, shape)
    return hand


def _read_left(left: Any, hand: Played, shape: Shape) -> list[Tile]:
    """The hands that were left, put into `hand`; all their tiles."""
    if type(left) is not dict:
        fault("not_a_mapping", key="left", text=show(left))
    gone = hand.by if hand.end == "out" else None
    seats, lefts, pips = shape.seats, hand.left, hand.pips
    seen: list[Tile] = []
    for name, texts in left.items():
        seat = _SEATS.get(name, 4)
        if seat >= seats:
            fault("no_such_seat", text=show(name), last=seats - 1)
        if type(texts) is not list:
            fault("not_a_list", key=f"left {name}", text=show(texts))
        try:
            tiles = [TILES[text] for text in texts]
        except (KeyError, TypeError):
            fault("no_such_tile_at", seat=seat, text=_wrong_tile(texts))
        lefts[seat] = tuple(tiles)
        pips[seat] = sum([tile.pips for tile in tiles])
        seen += tiles
        if seat == gone:
            if tiles:
                fault("out_holds", seat=seat)
        elif not tiles and hand.end != "stopped" and not (shape.maker_may_be_empty and seat == hand.by):
            fault("holds_none", seat=seat)
        elif len(tiles) > 7 and shape.all_dealt:
            fault("too_many_tiles", seat=seat, count=len(tiles))
    return seen


def _fault_twice(hand: Played, seen: list[Tile]) -> NoReturn:
    twice = next(tile for tile in seen if seen.count(tile) > 1)
    for seat, tiles in enumerate(hand.left):
        if tiles and twice in tiles:
            fault("tile_twice_at", seat=seat, tile=twice)
    fault("tile_twice", tile=twice)


def _plays(plays: Any, shape: Shape) -> tuple[Play, ...]:
    if type(plays) is not list:
        fault("not_a_list", key="plays", text=show(plays))
    if plays and not (shape.ends or shape.events):
        fault("no_plays")
    return tuple([_play(item, shape) for item in plays])


def _play(item: Any, shape: Shape) -> Play:
    if type(item) is not dict:
        fault("not_an_object", text=show(item))
    if "seat" not in item:
        fault("missing_key", key="seat")
    seat = _seat(item["seat"], shape)
    if "ends" in item and shape.ends:
        _only(item, _ENDS)
        ends = item["ends"]
        if type(ends) is not int or ends not in POSSIBLE_ENDS:
            fault("bad_ends", seat=seat, text=show(ends))
        return Play(seat, "ends", ends)
    if "event" not in item or not shape.events:
        fault("missing_key", key="ends" if shape.ends else "event")
    _only(item, _EVENT)
    event = item["event"]
    if not isinstance(event, str) or event not in shape.events:
        fault("no_such_event", seat=seat, text=show(event), events=", ".join(shape.events))
    if "count" not in item:
        return Play(seat, event, None)
    most, count = shape.events[event], item["count"]
    if not most:
        fault("event_once", seat=seat, text=event)
    if type(count) is not int or not 1 <= count <= most:
        fault("bad_count", seat=seat, text=show(count), most=most)
    return Play(seat, event, count)


def _read_open(facts: dict[str, Any], hand: Played, seen: list[Tile], shape: Shape) -> None:
    """`last`, `first` and `reserve`, put among the tiles seen; `first` may be among `last`."""
    if "last" in facts:
        last = hand.last = _tiles(facts["last"], "last")
        if not last:
            fault("empty_last")
        if shape.last_any:
            if len(last) > 3:
                fault("last_too_many", tiles=", ".join(map(str, last)))
        elif len(last) > 1 and not all(tile.double for tile in last):
            fault("last_not_doubles", tiles=", ".join(map(str, last)))
        seen += last
    if "first" in facts:
        try:
            first = hand.first = TILES[facts["first"]]
        except (KeyError, TypeError):
            fault("no_such_tile", text=show(facts["first"]))
        if first not in hand.last:
            seen.append(first)
    if "reserve" in facts:
        hand.reserve = _tiles(facts["reserve"], "reserve")
        seen += hand.reserve


def _read_pips(pips: Any, hand: Played, seen: list[Tile], shape: Shape) -> None:
    if type(pips) is not dict:
        fault("not_a_mapping", key="pips", text=show(pips))
    told = 0
    for name, total in pips.items():
        seat = _SEATS.get(name, 4)
        if seat >= shape.seats:
            fault("no_such_seat", text=show(name), last=shape.seats - 1)
        if hand.left[seat] is not None:
            fault("left_and_pips", seat=seat)
        if type(total) is not int or total < 1:
            fault("bad_pips", seat=seat, text=show(total))
        if hand.end == "out" and seat == hand.by:
            fault("out_holds", seat=seat)
        hand.pips[seat] = total
        told += total
    rest = ALL_PIPS - sum([tile.pips for tile in seen])
    if told > rest:
        fault("too_many_pips", pips=told, rest=rest)


def _whose(item: dict[str, Any], shape: Shape) -> tuple[int, int | None]:
    """The side of an item that names a `seat` or a `side`, and the seat where it was named."""
    if ("seat" in item) == ("side" in item):
        fault("judge_side")
    if "seat" in item:
        seat = _seat(item["seat"], shape)
        return shape.side_of[seat], seat
    side = item["side"]
    if type(side) is not int or not 0 <= side < shape.sides:
        fault("no_such_side", text=show(side), last=shape.sides - 1)
    return int(side), None


def _judge(facts: dict[str, Any], shape: Shape) -> Judge:
    _only(facts, {"judge"})
    items = facts["judge"]
    if type(items) is not list:
        fault("not_a_list", key="judge", text=show(items))
    if not items:
        fault("empty_judge")
    return Judge(tuple(_ruling(item, shape) for item in items))


def _ruling(item: Any, shape: Shape) -> Ruling:
    if type(item) is not dict:
        fault("not_an_object", text=show(item))
    what = [key for key in ("points", "warning", "forfeit", "stop") if key in item]
    if len(what) != 1:
        fault("judge_item")
    kind = what[0]
    if kind == "points" and shape.result_alone:
        fault("no_points")
    known = {kind, "reason"} if kind == "stop" else {kind, "reason", "seat", "side"}
    if kind == "points" and shape.columns:
        known.add("column")
    if not item.keys() <= known:
        fault("unknown_key", key=show(min(item.keys() - known)))
    reason = item.get("reason")
    if "reason" in item and not isinstance(reason, str):
        fault("bad_reason", text=show(reason))
    value = item[kind]
    if kind == "stop":
        if value != "time":
            fault("bad_stop", text=show(value))
        return Ruling("stop", None, None, 0, reason)
    side, seat = _whose(item, shape)
    if kind == "points":
        if type(value) is not int or not 0 < abs(value) <= MOST_JUDGE_POINTS:
            fault("judge_number", text=show(value), most=MOST_JUDGE_POINTS)
        column = item.get("column")
        if "column" in item and column not in shape.columns:
            fault("bad_column", text=show(column), columns=", ".join(shape.columns))
        return Ruling("points", side, seat, value, reason, column)
    if value is not True:
        fault("must_be_true", key=kind, text=show(value))
    return Ruling("warning" if kind == "warning" else "forfeit", side, seat, 0, reason)


def _redeal(facts: dict[str, Any], shape: Shape) -> Redeal:
    _only(facts, {"redeal"})
    item = facts["redeal"]
    if type(item) is not dict:
        fault("not_a_mapping", key="redeal", text=show(item))
    if not item.keys() <= {"seat", "side", "why"}:
        fault("unknown_key", key=show(min(item.keys() - {"seat", "side", "why"})))
    if "why" not in item:
        fault("missing_key", key="why")
    if item["why"] not in ("doubles", "suit", "other"):
        fault("bad_why", text=show(item["why"]))
    side, seat = _whose(item, shape)
    return Redeal(side, seat, item["why"])


def _result(facts: dict[str, Any], shape: Shape) -> Result:
    _only(facts, {"result", "how"})
    side, how = facts["result"], facts.get("how")
    if side is not None and (type(side) is not int or not 0 <= side < shape.sides):
        fault("no_such_side", text=show(side), last=shape.sides - 1)
    possible = DRAWN_BY if side is None else WON_BY
    if "how" in facts and how not in possible:
        fault("bad_how", text=show(how), possible=", ".join(possible))
    return Result(side, how)
