"""From a stage as it stands to the tables of a round: the draw itself, group by group, and its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Entry, Game, Player, Round, Seat, Stage, Table
from tournaments.pairing.planning import plan_round
from tournaments.pairing.reasons import Note, as_json, render
from tournaments.pairing.values import OUT, Options, PairingError, Plan, State
from tournaments.queries.pairing import options_of, states_of
from tournaments.services.errors import ServiceError


def plan_stage(stage: Stage, number: int, seed: int, entries: Mapping[int, Entry]) -> dict[int, Plan]:
    """Round `number` of the stage, a plan a group; tables are numbered through. At least one table in all."""
    options = options_of(stage)
    states = states_of(stage, number, options)
    _check_enough(states.values(), options)
    plans: dict[int, Plan] = {}
    first = 0
    for group, state in states.items():
        plan = _numbered(_plan(state, options, seed, entries), first)
        first = max((first, *(table.number for table in plan.tables)))
        plans[group] = plan
    return plans


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


def lay_tables(round_: Round, plans: Mapping[int, Plan], entries: Mapping[int, Entry]) -> None:
    """Tables with their seats and one game each, and the byes. The database's constraints guard the rows."""
    planned = [(group, table) for group, plan in plans.items() for table in plan.tables]
    tables = Table.objects.bulk_create(
        Table(round=round_, number=table.number, group=group) for group, table in planned
    )
    seats = [
        Seat(round=round_, table=table, number=number, player=player, entry=entry)
        for table, (_group, plan) in zip(tables, planned, strict=True)
        for number, player, entry in seating([entries[key] for key in plan.seats])
    ]
    seats += [
        Seat(round=round_, player=member.player, entry=entries[bye.entry], bye=bye.kind)
        for plan in plans.values()
        for bye in plan.byes
        if bye.kind != OUT
        for member in entries[bye.entry].members.all()
    ]
    Seat.objects.bulk_create(seats)
    Game.objects.bulk_create(Game(table=table) for table in tables)


def seating(entries: list[Entry]) -> Iterator[tuple[int, Player, Entry]]:
    """Who sits where at a table; partners of a fixed pair sit opposite each other: seats 0 and 2 against 1 and 3."""
    for place, entry in enumerate(entries):
        for member in entry.members.all():
            yield place + member.position * len(entries), member.player, entry


def _check_enough(states: Iterable[State], options: Options) -> None:
    count = sum(entry.here for state in states for entry in state.entries)
    if count < options.low:
        raise ServiceError(
            _("Too few take part for one table: %(count)d of %(low)d. Add people first.")
            % {"count": count, "low": options.low}
        )


def _plan(state: State, options: Options, seed: int, entries: Mapping[int, Entry]) -> Plan:
    try:
        return plan_round(state, options, seed)
    except PairingError as refusal:
        raise ServiceError(
            _("No round can be drawn. %(why)s Look who takes part, then draw again.")
            % {"why": render(refusal.note, {key: str(entry) for key, entry in entries.items()}, _)}
        ) from refusal


def _numbered(plan: Plan, first: int) -> Plan:
    """The tables after those of the groups before; what a note says of a number moves along."""
    if not first:
        return plan
    return replace(plan, tables=tuple(replace(table, number=table.number + first) for table in plan.tables))
