"""What a scored game looks like outside: the JSON form of `ryba-game/1`'s output, and a sheet to read."""

from collections.abc import Callable
from typing import Any

from scoring.ledger import Ledger
from scoring.notes import Note, gettext_noop, render
from scoring.steps import Step

type Translate = Callable[[str], str]


def as_json(ledger: Ledger, translate: Translate = gettext_noop) -> dict[str, Any]:
    """The output object of a game: an object for each of its hands, then the game as it stands."""
    seats, sides = ledger.names, ledger.side_names
    outcome = ledger.outcome()
    return {
        "variant": ledger.variant,
        "hands": [
            {
                "counted": [None] * len(seats) if step.counted is None else step.counted,
                "entries": [{"side": side, "points": points, "why": why} for side, points, why in step.entries],
                "totals": step.totals,
                **({"columns": step.columns} if step.columns else {}),
                "eggs": step.eggs,
                "notes": [render(note, seats, sides, translate) for note in step.notes],
                "doubts": [render(note, seats, sides, translate) for note in step.doubts],
            }
            for step in ledger.hands
        ],
        "totals": ledger.totals,
        **({"columns": ledger.columns} if ledger.rules.columns else {}),
        "eggs": ledger.eggs,
        "finished": ledger.finished,
        "ended_by": ledger.ended_by,
        "places": outcome.places,
        "winners": outcome.winners,
        "losers": outcome.losers,
        "next_opener": ledger.next_opener,
    }


KINDS = {
    "out": gettext_noop("out"),
    "fish": gettext_noop("fish"),
    "stopped": gettext_noop("stopped"),
    "judge": gettext_noop("judge"),
    "redeal": gettext_noop("redeal"),
    "result": gettext_noop("result"),
}

ENDS = {
    "forfeit": gettext_noop("Over by forfeit."),
    "early_win": gettext_noop("Over by an early win."),
    "target": gettext_noop("Over: the target is reached."),
    "result": gettext_noop("Over: the result is written down."),
    "hands": gettext_noop("Over: all hands are played."),
    "time": gettext_noop("Over: time was called."),
}


def as_sheet(ledger: Ledger, translate: Translate = gettext_noop) -> str:
    """A score sheet in plain text: hands down, sides across, what was written and the new total, then why."""
    names = ledger.side_names
    widths = [max(len(name), 11) for name in names]
    head = " " * 12 + "  ".join(name.rjust(width) for name, width in zip(names, widths, strict=True))
    lines = [translate(ledger.rules.name), head]
    for number, step in enumerate(ledger.hands, 1):
        lines += _row(ledger, number, step, widths, translate)
    if ledger.eggs:
        lines.append(translate(gettext_noop("Eggs waiting: %(eggs)d.")) % {"eggs": ledger.eggs})
    if ledger.ended_by is None:
        lines.append(translate(gettext_noop("Not finished.")))
    else:
        lines.append(translate(ENDS[ledger.ended_by]))
    for place, side in sorted(zip(ledger.places, range(ledger.sides), strict=True)):
        lines.append(f"{place:>3}. {names[side]}  {ledger.totals[side]}")
    return "\n".join(lines)


def _row(ledger: Ledger, number: int, step: Step, widths: list[int], translate: Translate) -> list[str]:
    written = [0] * ledger.sides
    for side, points, _ in step.entries:
        written[side] += points
    cells = [
        f"{f'{plus:+d} ' if plus else ''}{total:>4}".rjust(width)
        for plus, total, width in zip(written, step.totals, widths, strict=True)
    ]
    said = [(note, "") for note in step.notes] + [(note, "? ") for note in step.doubts]
    return [
        f"{number:>3} {translate(KINDS[step.kind]):<8}" + "  ".join(cells),
        *(" " * 12 + mark + say(ledger, note, translate) for note, mark in said),
    ]


def say(ledger: Ledger, note: Note, translate: Translate = gettext_noop) -> str:
    """A note of this game as a sentence."""
    return render(note, ledger.names, ledger.side_names, translate)
