"""King of the table: the winner stays, the others go to the end of the queue, the first of the queue sit down.

The queue begins in the order of the seeds; who comes later stands at its end. Everything follows from the past rounds.
"""

from __future__ import annotations

from tournaments.pairing.engine import EACH, Draft, Engine, Task, engine
from tournaments.pairing.reasons import Note, gettext_noop, note
from tournaments.pairing.values import WAITS, Bye, PastTable


@engine
class King(Engine):
    code = "king"
    name = gettext_noop("King of the table")
    sides = EACH

    def plan(self, task: Task) -> Draft:
        kings, queue = _replay(task)
        draft = Draft(reasons=[note("king")], numbers_matter=True)
        open_tables = max(task.options.tables - len(task.state.locked), 1)
        for number in range(open_tables):
            king = kings[number] if number < len(kings) else None
            seats = _seat(task, [king] if king is not None else [], queue)
            if len(seats) < task.options.low:
                queue[:0] = seats
                continue
            reasons: list[Note] = [note("stays", entry=king)] if king is not None else []
            reasons.append(note("from_queue", entries=tuple(seat for seat in seats if seat != king)))
            draft.tables.append((tuple(seats), reasons))
        queue = [*kings[open_tables:], *queue]
        draft.byes = [Bye(entry, WAITS, (note("waits_turn", place=at),)) for at, entry in enumerate(queue, 1)]
        return draft


def _replay(task: Task) -> tuple[list[int], list[int]]:
    """Those who stay, table by table, and the queue; only who may be seated now."""
    queue = [entry.id for entry in task.state.entries]
    kings: list[int] = []
    for past in task.state.rounds:
        tables = sorted(past.tables, key=lambda table: table.number)
        kings = [_winner(table) for table in tables]
        sat = [seat for table in tables for seat in _by_points(table) if seat not in kings]
        queue = [entry for entry in queue if entry not in sat and entry not in kings] + sat
    queue = [entry for entry in (*queue, *task.ids) if entry not in kings]
    pool = set(task.ids)
    return [king for king in kings if king in pool], [entry for entry in dict.fromkeys(queue) if entry in pool]


def _by_points(table: PastTable) -> list[int]:
    """From the first to the last; of equals, who sat there first."""
    order = sorted(range(len(table.seats)), key=lambda at: (-table.points[at], at))
    return [table.seats[at] for at in order]


def _winner(table: PastTable) -> int:
    return _by_points(table)[0]


def _seat(task: Task, seats: list[int], queue: list[int]) -> list[int]:
    """Fills the table from the queue with those who may sit with all who are there."""
    for entry in list(queue):
        if len(seats) == task.options.high:
            break
        if all(frozenset((entry, other)) not in task.state.forbidden for other in seats):
            seats.append(entry)
            queue.remove(entry)
    return seats
