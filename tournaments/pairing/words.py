"""The reasons that every engine gives alike: what is to be said of a table and of a bye."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from tournaments.pairing.engine import Task
from tournaments.pairing.history import History, pair, partners_of
from tournaments.pairing.reasons import Note, note
from tournaments.pairing.values import BYE, Bye


def of_table(task: Task, seats: Sequence[int], *, partners: bool = False) -> list[Note]:
    history = task.history
    notes = [*met(history, seats)] or [note("first_meeting")]
    if partners:
        notes += [*_partnered(history, seats)] or [note("new_partners")]
    scores = [history.score[seat] for seat in seats]
    if task.options.by_score and task.state.rounds:
        low, high = min(scores), max(scores)
        notes.append(note("same_score", points=low) if low == high else note("scores", low=low, high=high))
    teams = {entry.id: entry.team for entry in task.state.entries}
    for one, other in combinations(seats, 2):
        if teams[one] and teams[one] == teams[other]:
            notes.append(note("same_team", entry=one, other=other))
    if 2 < len(seats) < task.options.high:
        notes.append(note("short_table", times=max(history.shorts[seat] for seat in seats)))
    notes.append(note("opens", entry=seats[0], times=history.opened[seats[0]]))
    return notes


def met(history: History, seats: Sequence[int]) -> Iterator[Note]:
    """Who at this table has met before: the two who met last, and how many others."""
    known = [two for two in combinations(seats, 2) if history.meetings[pair(*two)]]
    if known:
        one, other = max(known, key=lambda two: (history.last_met[pair(*two)], history.meetings[pair(*two)]))
        times, last = history.meetings[pair(one, other)], history.last_met[pair(one, other)]
        yield note("met_before", entry=one, other=other, times=times, round=last)
    if len(known) > 1:
        yield note("met_more", count=len(known) - 1)


def _partnered(history: History, seats: Sequence[int]) -> Iterator[Note]:
    for one, other in partners_of(seats):
        if times := history.partnered[pair(one, other)]:
            yield note("partners_before", entry=one, other=other, times=times)


def byes(task: Task, entries: Iterable[int], code: str = "bye_fewest", **params: object) -> list[Bye]:
    """Byes that the draw gives, with their reason."""
    if code != "bye_fewest":
        return [Bye(entry, BYE, (note(code, **params),)) for entry in entries]
    had = task.history.byes
    fewest = min((had[entry] for entry in task.ids), default=0)
    lowest = [note("bye_lowest")] if task.options.by_score and task.state.rounds else []
    return [
        Bye(entry, BYE, (note("bye_fewest", times=fewest), *lowest) if had[entry] == fewest else (note("bye_blocked"),))
        for entry in entries
    ]
