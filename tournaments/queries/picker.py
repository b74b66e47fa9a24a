"""What the script of a table's page must know, as plain data: who sits there, what the variant asks for, how it stands.

Nothing here decides a rule: the data says which hands a rule counts and which facts it looks at, and the ledger says
what they come to. `table_data` never changes while the page is open; `standing_data` changes with every hand.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _, ngettext

from scoring.facts import End, Played
from scoring.notes import EVENTS, PHRASES
from scoring.record import DRAWN_BY, POSSIBLE_ENDS, WON_BY
from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX, Tile
from scoring.variants.base import Variant
from tournaments.display import initials, place_range
from tournaments.queries.sheet import is_played, short_names
from tournaments.queries.table import TableState

ASKED = (DOUBLE_SIX, DOUBLE_BLANK)
"""The tiles that a last move, or an opening, is asked about."""


def table_data(state: TableState) -> dict[str, Any]:
    """The seats, the sides and the shape of a hand at this table."""
    letters, short = initials(state.names), short_names(state.names)
    return {
        "game": state.game.pk,
        "seats": [
            {"name": name, "short": short[seat], "letters": letters[seat], "side": state.ledger.side_of(seat)}
            for seat, name in enumerate(state.names)
        ],
        "sides": list(state.sides),
        "shape": shape_data(state.ledger.rules),
    }


def standing_data(state: TableState) -> dict[str, Any]:
    """How the game stands: the number of the next hand, the accounts, who opens."""
    ledger = state.ledger
    return {
        "version": state.game.version,
        "number": sum(is_played(step) for step in ledger.hands) + 1,
        "totals": ledger.totals,
        "opener": ledger.next_opener,
        "finished": ledger.finished,
    }


def places(state: TableState) -> list[tuple[str, str]]:
    """The places as the game stands, shared ones once, each with the short names of who is there."""
    found, short = state.ledger.places, short_names(state.names)
    return [
        (
            place_range(place, found.count(place)),
            ", ".join(short[seat] for seat in range(len(short)) if found[state.ledger.side_of(seat)] == place),
        )
        for place in sorted(set(found))
    ]


def shape_data(rules: Variant) -> dict[str, Any]:
    """What can be written down of a hand under these rules.

    `counts`: by end, whose hands must be given; for an out, by who went out. `asks`: of `last` and `first`, what
    decides something; `asked`: the tiles in question. `wins`: such a last move ends the game, no hands are needed.
    """
    shape = rules.shape
    seats = range(shape.seats)
    return {
        "result": {"won": hows(WON_BY), "drawn": hows(DRAWN_BY)} if shape.result_alone else None,
        "counts": {"out": [_counted(rules, "out", by) for by in seats], "fish": _counted(rules, "fish", None)},
        "most": 7 if shape.all_dealt else 28,
        "reserve": rules.layout is not None and not shape.all_dealt,
        "emptyMaker": shape.maker_may_be_empty,
        "pips": rules.pips_enough,
        "asks": sorted(rules.looks_at),
        "asked": [str(tile) for tile in ASKED],
        "wins": "last" in rules.looks_at and not _counted(rules, "out", 0, ASKED[:1]),
        "lastAny": shape.last_any,
        "plays": _plays(rules),
    }


def words() -> dict[str, Any]:
    """The words that the script says, in the reader's language; `%(name)s` stands for what it fills in."""
    return {
        "tiles": [ngettext("%(count)d tile", "%(count)d tiles", n) % {"count": n} for n in range(29)],
        "none": _("no tiles"),
        "save": _("Save hand %(number)s"),
        "saveResult": _("Save the result"),
        "saveAnyway": _("Save anyway"),
        "saveEnd": _("Save: the game is over"),
        "next": _("Next: %(name)s"),
        "hand": _("Hand %(number)s"),
        "whoOut": _("Who went out?"),
        "whoFish": _("Who made the fish?"),
        "whoHelp": _("Press a name above. Then the tiles left in the hands."),
        "whoHelpShort": _("Press a name above."),
        "fishHelp": _("Press a name above; if nobody knows, begin with the tiles."),
        "whoPlays": _("Who scored?"),
        "playsHelp": _("Press a name above, then what was scored. At the end: out or fish."),
        "playsNow": _("%(name)s: what was scored?"),
        "out": _("out"),
        "outOther": _("another tile"),
        "outWhich": _("last tile?"),
        "outLast": _("last %(tiles)s"),
        "madeFish": _("fish"),
        "emptied": _("no tile left"),
        "pips": _("pips only"),
        "optional": _("not asked"),
        "lastQuestion": _("%(name)s is out. With which last tile?"),
        "lastHelp": _("6-6 or 0-0 as the last move decides."),
        "firstQuestion": _("Which tile opened the hand?"),
        "other": _("another"),
        "both": _("both"),
        "outHolds": _("%(name)s went out, but holds %(tiles)s."),
        "outHoldsHelp": _("Whose tiles are these?"),
        "takeOff": _("Take them off"),
        "missing": _("Still without tiles: %(names)s"),
        "missingHelp": _("Choose the hand beside the tiles, then press what is left in it."),
        "makerEmpty": _("%(name)s: no tile left"),
        "taken": _("%(tile)s is in the hand of %(name)s. Press once more to move it."),
        "tooMany": _("%(name)s: no more than %(most)s tiles."),
        "chooseHand": _("Whose tile is it? Choose a hand first."),
        "tileOf": _("%(tile)s, %(name)s"),
        "tileLast": _("%(tile)s, last move"),
        "reserve": _("reserve"),
        "all": _("in all %(tiles)s"),
        "looking": _("Working it out…"),
        "offlineDock": _("No network. What it comes to is said when the hand is sent."),
        "staleDock": _("No network: this is what it came to before the last change."),
        "changed": _("Somebody has written in this game meanwhile. Saving compares both."),
        "whoWon": _("Who won?"),
        "white": _("white"),
        "black": _("black"),
        "draw": _("Draw"),
        "undoPlay": _("Take back %(what)s"),
        "noPlays": _("Nothing scored yet in this hand."),
        "saved": _("Saved"),
        "sending": _("Sending: %(count)s"),
        "unsaved": _("Not saved yet"),
        "notSent": _("Not sent: %(count)s"),
        "offline": _("No network"),
        "offlineWaits": _("No network, not sent: %(count)s"),
        "otherActor": _("Not sent: %(count)s. Written down by %(name)s; sent when %(name)s is signed in here again."),
        "signedOut": _("You are no longer signed in here. Nothing is lost: open the scorekeeper's link again."),
        "refused": _("Hand %(number)s was not taken: %(reason)s"),
        "correct": _("Correct it"),
        "drop": _("Drop it"),
        "endOut": _("Out"),
        "endFish": _("Fish"),
        "endStopped": _("Broken off"),
        "endPlay": _("In play"),
        "grid": _("Tiles left in the hands"),
        "howEnded": _("How did the hand end?"),
        "opens": _("opens the hand"),
        "pipsOf": _("%(name)s: only pips"),
        "backToTiles": _("Back to the tiles"),
        "scored": _("What was scored"),
        "cannotKeep": _("This browser cannot keep the hand on the phone. Use the text form of the menu."),
        "menu": _("More"),
        "menuUndo": _("Take the last hand back"),
        "menuPips": _("Enter pips only"),
        "menuStopped": _("The hand was broken off"),
        "menuClear": _("Begin this hand anew"),
        "menuMore": _("Judge, redeal, stop the game"),
        "menuSheet": _("Score sheet"),
        "menuText": _("Type the hand as text"),
        "typed": _("%(digit)s…"),
    }


def _counted(rules: Variant, end: End, by: int | None, last: tuple[Tile, ...] = ()) -> list[int]:
    seats = range(rules.shape.seats)
    hand = Played(end, by, [None] * len(seats), [None] * len(seats), last=last)
    return [seat for seat in seats if rules.counts(hand, seat)]


def hows(codes: tuple[str, ...]) -> list[tuple[str, str]]:
    """Ways to win or to draw, each with its words as a choice: the sheet has them as a sentence."""
    return [(code, _(PHRASES[f"how_{code}"]).removesuffix(".")) for code in codes]


def _plays(rules: Variant) -> list[dict[str, Any]] | None:
    """What can be scored during a hand, each with what it gives where that is one number."""
    if rules.shape.ends:
        points = {ends: rules.points_of("ends", ends) for ends in sorted(POSSIBLE_ENDS)}
        return [{"ends": ends, "label": str(ends), "points": given} for ends, given in points.items()]
    return [{"event": event, "label": _(EVENTS[event])} for event in rules.shape.events] or None
