"""Why a table or a bye is as it is: a code with its facts, and the words for it.

`PHRASES` holds the English sentence of each code, which is also the msgid of its translation. In `params`, `entry`,
`other` and `entries` are ids of entries; `render` puts names in their place. Names stay in the nominative and verbs
carry no gender.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple


def gettext_noop(message: str) -> str:
    """Marks a text for translation, and leaves it as it is."""
    return message


class Note(NamedTuple):
    code: str
    params: Mapping[str, Any]


def note(code: str, **params: Any) -> Note:
    return Note(code, params)


PHRASES: dict[str, str] = {
    # a table
    "first_meeting": gettext_noop("They meet for the first time."),
    "met_before": gettext_noop("Met before: %(entry)s and %(other)s, times: %(times)d, last in round %(round)d."),
    "met_more": gettext_noop("Other pairs at this table that have met before: %(count)d."),
    "same_score": gettext_noop("Equal on points: %(points)s."),
    "scores": gettext_noop("Points at this table: from %(low)s to %(high)s."),
    "new_partners": gettext_noop("Partners for the first time."),
    "partners_before": gettext_noop("Partners before: %(entry)s and %(other)s, times: %(times)d."),
    "same_team": gettext_noop("Of one club: %(entry)s and %(other)s."),
    "short_table": gettext_noop("A short table. The most that anybody here has sat at one before: %(times)d."),
    "opens": gettext_noop("Opens: %(entry)s, times before: %(times)d."),
    "locked": gettext_noop("Set by the organiser."),
    "fixed": gettext_noop("%(entry)s always sits at table %(table)d."),
    "moved": gettext_noop("The table number differs from the printed list: %(entries)s."),
    "berger": gettext_noop("Round %(round)d of the Berger table for %(count)d."),
    "unmet": gettext_noop("Still to be played: they have met %(times)d of %(cycles)d times."),
    "match": gettext_noop("Match %(match)s: %(first)s, %(second)s."),
    "series": gettext_noop("A series up to %(games)d games; the score so far: %(low)s to %(high)s."),
    "stays": gettext_noop("The winner stays at the table: %(entry)s."),
    "from_queue": gettext_noop("Next in the queue: %(entries)s."),
    # a bye
    "bye_fewest": gettext_noop("Somebody has to sit out, and nobody here has had fewer byes: %(times)d so far."),
    "bye_lowest": gettext_noop(
        "Of those, the lowest in the standings sits out, unless others would meet again for it."
    ),
    "bye_asked": gettext_noop("A bye on request."),
    "bye_by_hand": gettext_noop("A bye set by the organiser, times before: %(times)d."),
    "bye_blocked": gettext_noop("Every opponent left is forbidden or at a table already."),
    "bye_too_few": gettext_noop("Too few for one table: %(low)d are needed."),
    "bye_table": gettext_noop("By the Berger table this round is free, or the opponent is away."),
    "bye_rules": gettext_noop("The rules of the system give the bye here."),
    "waits_turn": gettext_noop("Waits in the queue, place %(place)d."),
    "waits_match": gettext_noop("Waits for another match to end."),
    "waits_group": gettext_noop("Nobody is left to play in this group."),
    "is_out": gettext_noop("Out of the bracket."),
    "came_late": gettext_noop("Came when the bracket had been played too far for a place in it."),
    # the whole plan
    "dutch": gettext_noop("Paired by the FIDE Dutch rules of 2026."),
    "dutch_stopped": gettext_noop(
        "The FIDE Dutch rules give no pairing for this field, so the least bad one is taken, with colours balanced."
    ),
    "swiss": gettext_noop("Of all pairings the one with the fewest repeats, then the nearest scores."),
    "widened": gettext_noop("The neighbours in the standings did not suffice; all were considered."),
    "every_seating": gettext_noop("All seatings were compared; none is better."),
    "search": gettext_noop("The best seating of a search with %(steps)d steps."),
    "whist": gettext_noop("Round %(round)d of a Whist design for %(count)d: everybody partners everybody once."),
    "berger_mended": gettext_noop("Who is here has changed since; what is still to be played is paired anew."),
    "knockout": gettext_noop("The matches of the bracket whose sides are known."),
    "king": gettext_noop("Winners stay, the others go to the end of the queue."),
    # no plan
    "nothing_left": gettext_noop("Everything that this format has was played."),
    "only_forbidden": gettext_noop(
        "Only %(entry)s and %(other)s could play, and they are kept apart: lift that, or withdraw one of them."
    ),
    "nobody_here": gettext_noop("Nobody is here to be paired."),
    "unknown_format": gettext_noop("There is no such format: %(format)s."),
    "not_for_tables": gettext_noop("This format is for two sides, not for tables of %(high)d."),
    "not_for_partners": gettext_noop("Partners need tables of four, not of %(high)d."),
    "no_pairing": gettext_noop("The rules give no pairing: %(why)s."),
    "no_schedule": gettext_noop("This format cannot be laid out beforehand."),
    # where a match's side comes from
    "seed": gettext_noop("seed %(number)d"),
    "winner_of": gettext_noop("winner of %(match)s"),
    "loser_of": gettext_noop("loser of %(match)s"),
    # a plan mended by hand, looked at again
    "warn_forbidden": gettext_noop("Forbidden together: %(entry)s and %(other)s."),
    "warn_twice": gettext_noop("Placed more than once: %(entry)s."),
    "warn_missing": gettext_noop("Neither at a table nor with a bye: %(entry)s."),
    "warn_away": gettext_noop("Not here, but placed: %(entry)s."),
    "warn_size": gettext_noop("Table %(table)d has %(count)d seats taken; from %(low)d to %(high)d are allowed."),
    "warn_fixed": gettext_noop("%(entry)s always sits at table %(table)d, but was put elsewhere."),
    "warn_group": gettext_noop("%(entry)s plays in group %(own)d, but was put at a table of group %(group)d."),
    "warn_number": gettext_noop("Table number %(table)d is given twice."),
    "warn_bye_again": gettext_noop("A bye again, while others have had fewer: %(entry)s, times before: %(times)d."),
    "warn_short_again": gettext_noop("At a short table again, while others have not been: %(entry)s."),
}


def render(note: Note, names: Mapping[int, str], translate: Callable[[str], str] = lambda text: text) -> str:
    """The sentence of a note, with names for ids.

    >>> render(Note("stays", {"entry": 7}), {7: "Анна"})
    'The winner stays at the table: Анна.'
    """
    return translate(PHRASES[note.code]) % {
        key: _word(key, value, names, translate) for key, value in note.params.items()
    }


def as_json(said: Note) -> list[Any]:
    """A note as it is stored: its code, and its facts in what JSON has.

    >>> as_json(Note("scores", {"low": Fraction(1, 2), "high": Fraction(2)}))
    ['scores', {'low': '½', 'high': '2'}]
    """
    return [said.code, {key: _plain(value) for key, value in said.params.items()}]


def from_json(stored: Sequence[Any]) -> Note:
    """A stored note; it says the same as the one that was stored.

    >>> from_json(as_json(Note("match", {"match": 7, "first": Note("seed", {"number": 1}), "second": "?"}))).params
    {'match': 7, 'first': Note(code='seed', params={'number': 1}), 'second': '?'}
    """
    code, params = stored
    return Note(
        code, {key: from_json(value["note"]) if isinstance(value, dict) else value for key, value in params.items()}
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Note):
        return {"note": as_json(value)}
    return points_text(value) if isinstance(value, Fraction) else value


def _word(key: str, value: Any, names: Mapping[int, str], translate: Callable[[str], str]) -> Any:
    if key in ("entry", "other"):
        return names.get(value, str(value))
    if key == "entries":
        return ", ".join(names.get(item, str(item)) for item in value)
    if isinstance(value, Note):
        return render(value, names, translate)
    if isinstance(value, Fraction):
        return points_text(value)
    return value


def points_text(points: Fraction) -> str:
    """Points as people write them.

    >>> points_text(Fraction(5, 2)), points_text(Fraction(1, 2)), points_text(Fraction(4)), points_text(Fraction(7, 4))
    ('2½', '½', '4', '1.75')
    """
    if points.denominator == 1:
        return str(points.numerator)
    if points.denominator == 2:
        whole = abs(points.numerator) // 2
        return f"{'-' if points < 0 else ''}{whole or ''}½"
    return f"{float(points):.2f}"
