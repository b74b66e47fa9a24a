"""What parted two lines, in notes: a code with its facts, and the words for it.

`PHRASES` holds the English sentence of each code, which is also the msgid of its translation. `entry`, `other` and
`entries` are ids of entries, `measure` the code of a measure, numbers are exact. Names stay in the nominative and
verbs carry no gender.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tournaments.standings.measure import MEASURES, Number, Part, gettext_noop
from tournaments.standings.ranking import DECIDES, EQUAL, NOT_APPLIED, Comparison, Step


class Note(NamedTuple):
    code: str
    params: Mapping[str, Any]


PHRASES: dict[str, str] = {
    "decides": gettext_noop("%(measure)s: %(entry)s %(upper)s, %(other)s %(lower)s. This decides."),
    "equal": gettext_noop("%(measure)s: both %(value)s."),
    "not_applied": gettext_noop("%(measure)s: not all who are tied have met, so it does not decide."),
    "all_equal": gettext_noop("%(entry)s and %(other)s are equal in everything and share the place."),
    "none": gettext_noop("nothing"),
    # where a number came from
    "part_game": gettext_noop("Round %(round)d, table %(table)d: %(amount)s"),
    "part_forfeit": gettext_noop("Round %(round)d, table %(table)d, forfeit: %(amount)s"),
    "part_bye": gettext_noop("Round %(round)d, bye: %(amount)s"),
    "part_full": gettext_noop("Round %(round)d, bye on request: %(amount)s"),
    "part_half": gettext_noop("Round %(round)d, half-point bye: %(amount)s"),
    "part_zero": gettext_noop("Round %(round)d, zero-point bye: %(amount)s"),
    "part_waits": gettext_noop("Round %(round)d, waiting: %(amount)s"),
    "part_asked": gettext_noop("Round %(round)d, not played: %(amount)s"),
    "part_score": gettext_noop("After round %(round)d: %(amount)s"),
    "part_bracket": gettext_noop("Reached in the bracket: %(amount)s"),
    "part_carried": gettext_noop("Carried from the stage before: %(amount)s"),
    "part_cut": gettext_noop("%(part)s, does not count"),
}


def notes_of(comparison: Comparison) -> Iterator[Note]:
    """Each measure up to the one that decides, in order, in a note."""
    for step in comparison.steps:
        if step.did in (EQUAL, NOT_APPLIED, DECIDES):
            yield note_of(step, comparison)
    if comparison.decided is None:
        yield Note("all_equal", {"entry": comparison.upper, "other": comparison.lower})


def note_of(step: Step, comparison: Comparison) -> Note:
    facts: dict[str, Any] = {"measure": step.measure.code}
    if step.did == DECIDES:
        facts |= {"entry": comparison.upper, "other": comparison.lower, "upper": step.upper, "lower": step.lower}
    elif step.did == EQUAL:
        facts["value"] = step.upper
    return Note(step.did, facts)


def note_of_part(part: Part) -> Note:
    facts = {"round": part.round, "table": part.table, "amount": part.amount}
    note = Note(f"part_{part.kind}", {name: value for name, value in facts.items() if value is not None})
    return note if part.counted else Note("part_cut", {"part": note})


def render(
    note: Note,
    names: Mapping[int, str],
    figure: Callable[[Number], str] = str,
    translate: Callable[[str], str] = lambda text: text,
    penalty: bool = False,
) -> str:
    """The sentence of a note, with names for ids and words for measures; `figure` writes a number.

    >>> render(Note("equal", {"measure": "wins", "value": 3}), {})
    'Wins: both 3.'
    """

    def word(key: str, value: Any) -> Any:
        if isinstance(value, Note):
            return render(value, names, figure, translate, penalty)
        if key == "measure":
            return translate(MEASURES[value].name_in(penalty))
        if key in ("entry", "other"):
            return names.get(value, str(value))
        if key in ("upper", "lower", "value", "amount"):
            return translate(PHRASES["none"]) if value is None else figure(value)
        return value

    return translate(PHRASES[note.code]) % {key: word(key, value) for key, value in note.params.items()}
