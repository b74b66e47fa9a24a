"""What would have been drawn had everything been known: a round planned once more, by its own seed, from the present.

Results of rounds before it may have been corrected since. What was played stays as it was played: nothing here
changes anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Max
from django.utils.translation import gettext

from tournaments.models import Entry, Revision, Round
from tournaments.pairing import values
from tournaments.pairing.engine import ENGINES
from tournaments.pairing.layout import Layout
from tournaments.pairing.planning import plan_groups
from tournaments.pairing.reasons import render
from tournaments.queries.drafts import layout_of_round
from tournaments.queries.pairing import options_of, states_of

QUIET = [Revision.Kind.REOPEN, Revision.Kind.SHUT, Revision.Kind.TIME]
"""Changes of a game that change no result."""


@dataclass(frozen=True)
class Group:
    """People at a table, or without one: by name, and whether exactly these sat together as it was played."""

    names: list[str]
    played: bool


@dataclass(frozen=True)
class Hindsight:
    """`tables` as they would be drawn now; `same` where that is how it was played. `other_engine`: made by another."""

    tables: list[Group]
    byes: Group
    other_engine: bool
    by_hand: bool

    @property
    def same(self) -> bool:
        return self.byes.played and all(table.played for table in self.tables)


def corrected_before(round_: Round) -> list[int]:
    """The rounds of the same stage that were corrected after this one was drawn, by number. One query."""
    if round_.drawn_at is None or round_.stage_id is None:
        return []
    changes = (
        Revision.objects.filter(game__table__round__stage=round_.stage_id, game__table__round__number__lt=round_.number)
        .exclude(kind__in=QUIET)
        .order_by()
        .values("game__table__round__number")
        .annotate(last=Max("at"))
        .filter(last__gt=round_.drawn_at)
    )
    return sorted(change["game__table__round__number"] for change in changes)


def hindsight_or_why(round_: Round) -> tuple[Hindsight | None, str]:
    """How the round would be drawn now, among those who were in it; or why it could not be."""
    try:
        return _hindsight(round_), ""
    except values.PairingError as refusal:
        return None, render(refusal.note, {}, gettext)


def _hindsight(round_: Round) -> Hindsight:
    options = options_of(round_.stage)
    entries = Entry.objects.filter(tournament=round_.tournament_id).prefetch_related("members__player")
    names = {entry.pk: str(entry) for entry in entries}
    layout = layout_of_round(round_)
    tables: list[tuple[int, ...]] = []
    byes: set[int] = set()
    other = False
    states = states_of(round_.stage, round_.number, options)
    as_then = {group: _as_then(state, layout) for group, state in states.items()}
    for plan in plan_groups(as_then, options, round_.seed).values():
        tables += [table.seats for table in plan.tables]
        byes |= {bye.entry for bye in plan.byes if bye.kind != values.OUT}
        other = other or plan.version != round_.engine_version
    sat = {frozenset(table.seats) for table in layout.tables}
    return Hindsight(
        tables=[_group(seats, names, frozenset(seats) in sat) for seats in tables],
        byes=_group(sorted(byes), names, byes == set(layout.byes)),
        other_engine=other or round_.engine not in ENGINES,
        by_hand=round_.version > 0,
    )


def _group(seats: tuple[int, ...] | list[int], names: Mapping[int, str], played: bool) -> Group:
    return Group([names[seat] for seat in seats], played)


def _as_then(state: values.State, layout: Layout) -> values.State:
    """Who was in the round is here, and has the bye that was asked for; who was not is not."""
    placed = {seat for table in layout.tables for seat in table.seats} | set(layout.byes)
    asked = {entry: kind for entry, kind in layout.byes.items() if kind not in (values.BYE, values.WAITS)}
    entries = tuple(replace(entry, here=entry.id in placed, asked=asked.get(entry.id)) for entry in state.entries)
    return replace(state, entries=entries, locked=())
