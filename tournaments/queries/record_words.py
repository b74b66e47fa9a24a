"""One object of the game record in a line, as a person would read it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext as _

from scoring.notes import EVENTS
from tournaments.display import signed


class Named(Protocol):
    """Who sits at a table: the names of its seats and of its sides."""

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def sides(self) -> Sequence[str]: ...


def facts_in_words(facts: Mapping[str, Any], table: Named) -> str:
    """The facts, with the names of the table."""
    if "judge" in facts:
        return "; ".join(_ruling(item, table) for item in facts["judge"])
    if "redeal" in facts:
        return _("Redeal: %(name)s") % {"name": _whose(facts["redeal"], table)}
    if "result" in facts:
        side = facts["result"]
        return _("Drawn") if side is None else _("Won: %(names)s.") % {"names": table.sides[side]}
    return "\N{NO-BREAK SPACE}· ".join(_hand(facts, table.names))


def _hand(facts: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    by = facts.get("by")
    if facts["end"] == "out":
        yield _("Out: %(name)s") % {"name": names[by]}
    elif facts["end"] == "fish":
        yield _("Fish") if by is None else _("Fish: %(name)s") % {"name": names[by]}
    else:
        yield _("The hand was broken off")
    for seat, tiles in facts.get("left", {}).items():
        yield f"{names[int(seat)]} {' '.join(tiles) or '–'}"
    for seat, pips in facts.get("pips", {}).items():
        yield f"{names[int(seat)]} {pips}"
    words = {"last": _("Last move"), "first": _("First tile"), "reserve": _("Reserve")}
    for key, word in words.items():
        if key in facts:
            tiles = facts[key] if isinstance(facts[key], list) else [facts[key]]
            yield f"{word}: {' '.join(tiles) or '–'}"
    plays = facts.get("plays", ())
    if plays:
        yield _("Plays: %(plays)s") % {"plays": ", ".join(f"{names[play['seat']]} {_play(play)}" for play in plays)}


def _play(play: Mapping[str, Any]) -> str:
    """The open ends of a move, or its event and how many times."""
    if "ends" in play:
        return str(play["ends"])
    times = f" × {play['count']}" if play.get("count", 1) > 1 else ""
    return _(EVENTS[play["event"]]) + times


def _ruling(item: Mapping[str, Any], table: Named) -> str:
    if "stop" in item:
        said = _("time was called")
    elif "points" in item:
        said = f"{_whose(item, table)} {signed(item['points'])}"
    else:
        word = _("Warning") if "warning" in item else _("Forfeit")
        said = f"{word}: {_whose(item, table)}"
    reason = item.get("reason")
    return _("Judge: %(said)s") % {"said": f"{said} ({reason})" if reason else said}


def _whose(item: Mapping[str, Any], table: Named) -> str:
    return table.names[item["seat"]] if "seat" in item else table.sides[item["side"]]
