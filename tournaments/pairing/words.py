"""The reasons that every engine gives alike: what is to be said of a table and of a bye."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from tournaments.pairing.engine import Task
from tournaments.pairing.history import pair, partners_of
from tournaments.pairing.reasons import Note, note
from tournaments.pairing.values import BYE, Bye


def of_table(task: Task, seats: Sequence[int], *, partners: bool = False) -> list[Note]:
    notes = [*_met(task, seats)] or [note("first_meeting")]
    if partners:
        notes += [*_partnered(task, seats)] or [note("new_partners")]
    scores = [task.history.score[seat] for seat in seats]
    if task.options.by_score and task.state.rounds:
        low, high = min(scores), max(scores)
        notes.append(note("same_score", points=low) if low == high else note("scores", low=low, high=high))
    teams = {entry.id: entry.team for entry in task.state.entries}
    for one, other in combinations(seats, 2):
        if teams[one] and teams[one] == teams[other]:
            notes.append(note("same_team", entry=one, other=other))
    if 2 < len(seats) < task.options.high:
        notes.append(note("short_table"))
    notes.append(note("opens", entry=seats[0], times=task.history.opened[seats[0]]))
    return notes


def _met(task: Task, seats: Sequence[int]) -> Iterator[Note]:
    history = task.history
    for one, other in combinations(seats, 2):
        if times := history.meetings[pair(one, other)]:
            yield note("met_before", entry=one, other=other, times=times, round=history.last_met[pair(one, other)])


def _partnered(task: Task, seats: Sequence[int]) -> Iterator[Note]:
    for one, other in partners_of(seats):
        if times := task.history.partnered[pair(one, other)]:
            yield note("partners_before", entry=one, other=other, times=times)


def byes(task: Task, entries: Iterable[int], code: str = "bye_fewest", **params: object) -> list[Bye]:
    """Byes that the draw gives, with their reason."""
    if code != "bye_fewest":
        return [Bye(entry, BYE, (note(code, **params),)) for entry in entries]
    lowest = [note("bye_lowest")] if task.options.by_score and task.state.rounds else []
    return [Bye(entry, BYE, (note("bye_fewest", times=task.history.byes[entry]), *lowest)) for entry in entries]
