"""From a stage as it stands to the tables of a round: the draw itself, group by group, and its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Entry, Game, Player, Round, Seat, Stage, Table
from tournaments.pairing.layout import Laid, Layout
from tournaments.pairing.planning import plan_groups
from tournaments.pairing.reasons import Note, as_json, render
from tournaments.pairing.values import (
    OUT,
    Options,
    PairingError,
    Plan,
    State,
    Table as PlannedTable,
    Watch,
    unwatched,
)
from tournaments.queries.pairing import options_of, states_of
from tournaments.services.errors import ServiceError


@dataclass(frozen=True)
class Asked:
    """All that the draw of a round is made of, read at one moment: a state a group, how to pair, the chance."""

    states: Mapping[int, State]
    options: Options
    seed: int
    entries: Mapping[int, Entry]

    @property
    def size(self) -> int:
        return sum(entry.here for state in self.states.values() for entry in state.entries)


def ask(stage: Stage, number: int, seed: int, entries: Mapping[int, Entry]) -> Asked:
    """What round `number` of the stage is drawn from. Enough for one table in all."""
    options = options_of(stage)
    asked = Asked(states_of(stage, number, options), options, seed, entries)
    if asked.size < options.low:
        raise ServiceError(
            _("Too few take part for one table: %(count)d of %(low)d. Add people first.")
            % {"count": asked.size, "low": options.low}
        )
    return asked


def plan(asked: Asked, watch: Watch = unwatched) -> dict[int, Plan]:
    """A plan a group; tables are numbered through. Asks the database nothing."""
    with refusing(asked.entries):
        plans = plan_groups(asked.states, asked.options, asked.seed, watch)
    return numbered(plans, asked.states)


def numbered(plans: Mapping[int, Plan], states: Mapping[int, State]) -> dict[int, Plan]:
    """Tables of all groups under numbers of their own: locked and fixed ones keep theirs, the others follow on."""
    locked = {table.number for state in states.values() for table in state.locked}
    taken: set[int] = set()
    done: dict[int, Plan] = {}
    for group, found in plans.items():
        own = {table.number for table in states[group].locked}
        fixed = {table.number for table in found.tables if _is_fixed(table, states[group])} - taken - locked
        elsewhere = {number for other, state in states.items() if other != group for number in state.fixed.values()}
        first, numbers = max(taken, default=0), {}
        for table in found.tables:
            if table.number in own | fixed or (not taken and table.number not in locked | elsewhere):
                numbers[table.number] = table.number
        free = (n for n in count(first + 1) if n not in taken | locked | elsewhere | set(numbers.values()))
        for table in found.tables:
            if table.number not in numbers:
                numbers[table.number] = next(free)
        done[group] = replace(found, tables=tuple(replace(t, number=numbers[t.number]) for t in found.tables))
        taken |= set(numbers.values())
    return done


def _is_fixed(table: PlannedTable, state: State) -> bool:
    return any(state.fixed.get(seat) == table.number for seat in table.seats)


@contextmanager
def refusing(entries: Mapping[int, Entry]) -> Iterator[None]:
    """What the pairing room refuses, said as a service does."""
    try:
        yield
    except PairingError as refusal:
        raise ServiceError(
            _("No round can be drawn. %(why)s Look who takes part, then draw again.")
            % {"why": render(refusal.note, {key: str(entry) for key, entry in entries.items()}, _)}
        ) from refusal


def joined(plans: Mapping[int, Plan]) -> Plan:
    """The plans of all groups as one."""
    reasons: list[Note] = []
    for plan in plans.values():
        reasons += [reason for reason in plan.reasons if reason not in reasons]
    return replace(
        next(iter(plans.values())),
        tables=tuple(table for plan in plans.values() for table in plan.tables),
        byes=tuple(bye for plan in plans.values() for bye in plan.byes),
        reasons=tuple(reasons),
    )


def reasons_of(plan: Plan) -> dict[str, Any]:
    """Why the round is as it is, as `Round.reasons` keeps it."""

    def stored(notes: Iterable[Note]) -> list[Any]:
        return [as_json(note) for note in notes]

    return {
        "whole": stored(plan.reasons),
        "tables": {str(table.number): stored(table.reasons) for table in plan.tables},
        "byes": {str(bye.entry): stored(bye.reasons) for bye in plan.byes},
    }


def layout_of(plans: Mapping[int, Plan], states: Mapping[int, State]) -> Layout:
    """The plans as they are laid out; who is out of the stage has no place."""
    locked = {(group, table.number) for group, state in states.items() for table in state.locked}
    return Layout(
        tuple(
            Laid(table.number, table.seats, group, (group, table.number) in locked)
            for group, found in plans.items()
            for table in found.tables
        ),
        {bye.entry: bye.kind for found in plans.values() for bye in found.byes if bye.kind != OUT},
    )


def lay(round_: Round, layout: Layout, entries: Mapping[int, Entry]) -> None:
    """Tables with their seats and a first game each, and the byes. The database's constraints guard the rows."""
    tables = Table.objects.bulk_create(
        Table(round=round_, number=laid.number, group=laid.group, locked=laid.locked) for laid in layout.tables
    )
    seats = [
        Seat(round=round_, table=table, number=number, player=player, entry=entry)
        for table, laid in zip(tables, layout.tables, strict=True)
        for number, player, entry in seating([entries[key] for key in laid.seats])
    ]
    seats += [
        Seat(round=round_, player=member.player, entry=entries[entry], bye=kind)
        for entry, kind in layout.byes.items()
        for member in entries[entry].members.all()
    ]
    Seat.objects.bulk_create(seats)
    stop_after = round_.stage.games_count if round_.stage.games == Stage.Games.HANDS else None
    Game.objects.bulk_create(Game(table=table, stop_after=stop_after) for table in tables)


def seating(entries: list[Entry]) -> Iterator[tuple[int, Player, Entry]]:
    """Who sits where at a table; partners of a fixed pair sit opposite each other: seats 0 and 2 against 1 and 3."""
    for place, entry in enumerate(entries):
        for member in entry.members.all():
            yield place + member.position * len(entries), member.player, entry
