"""The words of a score sheet: what a row is called and comes to, its marks, and how a game ended.

Everything is in the reader's language already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext, pgettext

from scoring.checks import announce
from scoring.facts import Played
from scoring.notes import EVENTS, Note, render
from scoring.steps import Step
from scoring.variants.base import Variant
from tournaments.display import initials, number, signed, unbroken
from tournaments.queries.table import TableState

MARK_ICONS = {
    "fish": "fish",
    "below": "below",
    "eggs": "egg",
    "burned": "flame",
    "early": "star",
    "bonus": "plus",
    "equal": "equal",
    "void": "cross",
    "stopped": "cross",
    "judge": "scales",
    "time": "clock",
    "redeal": "redeal",
}

LAID_EGGS = ("tie_eggs", "lowest_tie_eggs", "fish_equal")


@dataclass(frozen=True)
class Mark:
    """What was out of the ordinary in a row: an icon and its word."""

    code: str
    word: str

    @property
    def icon(self) -> str:
        return MARK_ICONS[self.code]


@dataclass(frozen=True)
class Event:
    """A play during a hand: whose, and what in words. `void`: the game was over before it."""

    seat: int
    name: str
    letters: str
    words: str
    void: bool


@dataclass(frozen=True)
class Ends:
    """What the table must show after a hand, in a sentence, and the numbers that are open."""

    words: str
    numbers: tuple[int, ...]


def events(state: TableState, result: Step) -> tuple[Event, ...]:
    """The plays of a hand that no reason tells one by one, in their order."""
    if not isinstance(result.hand, Played):
        return ()
    letters = initials(state.names)
    told = sum(note.code in EVENTS or note.code in ("ends", "ends_nothing") for note in result.notes)
    void = any(note.code == "void_after" for note in result.notes)
    return tuple(
        Event(
            seat=play.seat,
            name=state.names[play.seat],
            letters=letters[play.seat],
            words=str(play.number) if play.what == "ends" else _times(_(EVENTS[play.what]), play.number),
            void=void,
        )
        for play in result.hand.plays[told:]
    )


def ends(state: TableState, result: Step) -> Ends | None:
    """What the table must show after a hand; None where that is not known, or in doubt."""
    note = announce(state.ledger.rules, result.hand) if isinstance(result.hand, Played) and not result.doubts else None
    if note is None:
        return None
    both = [note.params[end] for end in ("first", "second") if end in note.params]
    numbers = both or [int(n) for n in note.params.get("numbers", "").split(", ") if n]
    return Ends(unbroken(render(note, state.names, state.sides, _)), tuple(numbers))


def _times(event: str, count: int | None) -> str:
    return event if count is None else f"{event} × {count}"


def goal(rules: Variant) -> str:
    """What ends a game, as a heading says it."""
    if rules.target is not None:
        return _("to %(target)s") % {"target": number(rules.target)}
    if rules.hands is not None:
        return ngettext("%(count)s hand", "%(count)s hands", rules.hands) % {"count": number(rules.hands)}
    return ""


def endings() -> dict[str, str]:
    """How a game came to its end, in words."""
    return {
        "target": _("the target was reached"),
        "early_win": _("an early win"),
        "forfeit": _("a forfeit"),
        "time": _("time was called"),
        "hands": _("all hands were played"),
        "result": _("the result was given"),
    }


def legend() -> dict[str, str]:
    """What each kind of mark says."""
    return {
        "fish": _("fish: the hand was blocked"),
        "below": _("below the threshold, not written"),
        "eggs": _("eggs: a tie waits for the next hand"),
        "burned": _("burned to 0"),
        "early": _("early win"),
        "bonus": _("bonus"),
        "equal": _("equal: nothing is written"),
        "void": _("the game was over before the hand was"),
        "stopped": _("broken off"),
        "judge": _("a judge's entry"),
        "time": _("time was called"),
        "redeal": _("redeal"),
    }


def cell_words(state: TableState, result: Step) -> dict[int, str]:
    """A word for a side's cell: who went out or made the fish, whose hands were equal."""
    words: dict[int, str] = {}
    for note in result.notes:
        if note.code == "hand_taken":
            words |= dict.fromkeys(note.params["sides"], pgettext("on the sheet", "hand won"))
        elif note.code in ("won", "drawn"):
            words |= _result_words(state, note)
        elif note.code.startswith(("tie_", "lowest_tie_")):
            words |= {side: _("%(points)d each") % {"points": note.params["hand"]} for side in note.params["sides"]}
    by = getattr(result.hand, "by", None)
    if by is not None:
        # Translators: a word in the cell of the player who went out
        out = pgettext("on the sheet", "out")
        # Translators: a word in the cell of the player who made the fish (blocked hand)
        fish = pgettext("on the sheet", "fish")
        words.setdefault(state.ledger.side_of(by), out if result.kind == "out" else fish)
    return words


def _result_words(state: TableState, note: Note) -> dict[int, str]:
    """A result alone, at each side."""
    sides = range(state.ledger.sides)
    if note.code == "drawn":
        return dict.fromkeys(sides, pgettext("on the sheet", "draw"))
    won, lost = pgettext("on the sheet", "won"), pgettext("on the sheet", "lost")
    return {side: won if side == note.params["side"] else lost for side in sides}


def title(state: TableState, result: Step) -> str:
    """What a row is: who went out or made the fish, or which other entry it is."""
    by = getattr(result.hand, "by", None)
    if result.kind == "out":
        return _("Out: %(name)s") % {"name": state.names[by]}
    if result.kind == "fish":
        return _("Fish") if by is None else _("Fish: %(name)s") % {"name": state.names[by]}
    return {
        "stopped": _("The hand was broken off"),
        "judge": _("A judge's entry"),
        "redeal": _("Redeal"),
        "result": _("Result"),
    }.get(result.kind, "")


def object_name(result: Step, number: int) -> str:
    """What one calls an object of the record in a sentence; `number` counts the played hands."""
    if result.kind == "judge":
        return _("a judge's entry after hand %(number)d") % {"number": number}
    if result.kind == "redeal":
        return _("a redeal after hand %(number)d") % {"number": number}
    return _("hand %(number)d") % {"number": number}


def headline(result: Step, written: Sequence[tuple[str, int]]) -> str:
    """What a row comes to, in a line; `written` are the sides' names with what was written to them."""
    if any(note.code == "early_win" for note in result.notes):
        return _("Early win")
    changes = [f"{name} {signed(points)}" for name, points in written if points]
    for note in result.notes:
        if note.code == "hand_taken":
            winners = ", ".join(written[side][0] for side in note.params["sides"])
            changes.insert(0, _("Hand won: %(names)s") % {"names": winners})
    if changes:
        return ", ".join(changes)
    if result.kind == "result":
        side = result.hand.side
        return _("Draw") if side is None else _("Won: %(name)s") % {"name": written[side][0]}
    if result.kind == "redeal":
        return ""
    if any(note.code in LAID_EGGS for note in result.notes):
        return _("Eggs: %(eggs)d") % {"eggs": result.eggs}
    return _("Nothing is written")


def marks(result: Step) -> tuple[Mark, ...]:
    """What was out of the ordinary in a row."""
    found: dict[str, str] = {}
    if result.kind == "fish" and result.hand.by is None:
        found["fish"] = pgettext("on the sheet", "fish")
    if result.kind == "stopped":
        found["stopped"] = _("broken off")
    for note in result.notes:
        mark = _mark_of(note, result)
        if mark:
            found.setdefault(*mark)
    if result.kind in ("out", "fish") and any(note.code == "void_after" for note in result.notes):
        found["void"] = _("rest void")
    if result.kind == "redeal":
        found["redeal"] = _("redeal")
    return tuple(Mark(code, word) for code, word in found.items())


def _mark_of(note: Note, result: Step) -> tuple[str, str] | None:
    code = note.code
    if code.startswith(("threshold", "below")):
        return "below", _("below %(threshold)d") % {"threshold": note.params["threshold"]}
    if code in LAID_EGGS:
        return "eggs", _("eggs %(eggs)d") % {"eggs": result.eggs}
    plain = {
        "eggs_written": ("eggs", _("with eggs")),
        "burn": ("burned", _("burned")),
        "eggs_lost": ("eggs", _("eggs lost")),
        "early_win": ("early", _("early win")),
        "finish_bonus": ("bonus", _("bonus")),
        "opening_bonus": ("bonus", _("bonus")),
        "opening_bonus_eggs": ("bonus", _("bonus")),
        "judge_stop": ("time", _("time")),
        "how_time": ("time", _("on time")),
        "tie_void": ("equal", _("equal")),
        "lowest_tie_void": ("equal", _("equal")),
        "equal_columns": ("equal", _("equal")),
        "drawn": ("equal", _("draw")),
    }
    if code in plain:
        return plain[code]
    return ("judge", _("judge")) if code.startswith("judge") else None
