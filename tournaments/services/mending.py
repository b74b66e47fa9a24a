"""A draft mended by hand: people swapped and moved, tables locked and numbered, pairs forbidden, the rest drawn again.

Whoever changes a draft says which version of it he saw: another one raises `StaleDraft`, and nothing is changed. What
stood there before each change is kept in `Round.earlier`, so that the last change can be taken back, and the one before
it. Nothing is forbidden but what cannot be; what speaks against a draft is said by `queries.drafts`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.access import Actor
from tournaments.models import Absence, AuditEntry, Ban, Entry, Round, Tournament
from tournaments.pairing.layout import Laid, Layout, LayoutError
from tournaments.pairing.planning import explain
from tournaments.pairing.reasons import as_json
from tournaments.pairing.values import BYE, Bye, Options, State, Table
from tournaments.queries.drafts import layout_of_round
from tournaments.queries.pairing import options_of, states_of, whole
from tournaments.queries.stages import entries_in
from tournaments.services.audit import record_change
from tournaments.services.bans import forbid_pair
from tournaments.services.drafting import Draw, Schedule, drawn_anew, plan_draw, still
from tournaments.services.draws import joined, lay, layout_of, reasons_of
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock

KEPT = 40
"""So many changes can be taken back."""
FAULTS = {
    "same": gettext_lazy("Choose two different ones."),
    "both_rest": gettext_lazy("Neither of the two sits at a table: there is nothing to swap."),
    "there": gettext_lazy("Already at table %(table)d."),
    "full": gettext_lazy("Table %(table)d is full: choose whom to swap with."),
    "rests": gettext_lazy("Has a bye already."),
    "no_table": gettext_lazy("There is no table %(table)d in this draft."),
}


class StaleDraft(ServiceError):
    """Somebody has changed the draft since it was looked at; `version` is its own now."""

    def __init__(self, tournament: Tournament, version: int) -> None:
        self.version = version
        last = AuditEntry.objects.filter(tournament=tournament).first()
        super().__init__(
            _("The draft has changed meanwhile (last: %(name)s). Nothing was done: look at it, then do it again.")
            % {"name": last.actor if last else "—"}
        )


@dataclass
class Draft:
    """A draft in hand, its tournament locked. `before` is what is kept to take the change back."""

    round: Round
    layout: Layout
    entries: Mapping[int, Entry]
    before: dict[str, Any]

    def name(self, entry: int) -> str:
        return str(self.entry(entry))

    def entry(self, entry: int) -> Entry:
        if entry not in self.entries:
            raise ServiceError(_("Choose somebody who takes part in this stage."))
        return self.entries[entry]


@transaction.atomic
def swap(*, tournament: Tournament, number: int, version: int, one: int, other: int, actor: Actor) -> Round:
    """Two change places: seats at tables, or a seat with a bye."""
    draft = _open(tournament, number, version)
    names = [draft.name(one), draft.name(other)]
    layout = _tried(lambda: draft.layout.swap(one, other))
    return _keep(draft, layout, actor, "swap_places", {"swapped": names})


@transaction.atomic
def move(*, tournament: Tournament, number: int, version: int, entry: int, table: int, actor: Actor) -> Round:
    """To another table; a number that no table has makes a new one; 0 is a bye."""
    draft = _open(tournament, number, version)
    who = draft.entry(entry)
    if not table:
        layout = _tried(lambda: draft.layout.rest(entry, _kind_of_bye(who, number)))
    elif 0 < table < 10_000:
        most = options_of(draft.round.stage).high
        layout = _tried(lambda: draft.layout.move(entry, table, most, getattr(who, "group", 1)))
    else:
        raise ServiceError(_("A table has a number from 1 to 9999."))
    return _keep(draft, layout, actor, "move_entry", {"moved": str(who), "to": table or _("bye")})


@transaction.atomic
def set_lock(*, tournament: Tournament, number: int, version: int, table: int, locked: bool, actor: Actor) -> Round:
    """A locked table stays as it is when the rest is drawn again."""
    draft = _open(tournament, number, version)
    layout = _tried(lambda: draft.layout.lock(table, locked=locked))
    return _keep(draft, layout, actor, "lock_table", {"table": table, "locked": locked})


@transaction.atomic
def renumber(*, tournament: Tournament, number: int, version: int, table: int, to: int, actor: Actor) -> Round:
    """Another number for a table; the two exchange them where it is taken."""
    draft = _open(tournament, number, version)
    if not 0 < to < 10_000:
        raise ServiceError(_("A table has a number from 1 to 9999."))
    layout = _tried(lambda: draft.layout.renumber(table, to))
    return _keep(draft, layout, actor, "number_table", {"table": table, "to": to})


@transaction.atomic
def forbid(*, tournament: Tournament, number: int, version: int, one: int, other: int, actor: Actor) -> Round:
    """These two are never drawn together, now and later. The draft stays as it is until the rest is drawn again."""
    draft = _open(tournament, number, version)
    two = draft.entry(one), draft.entry(other)
    draft.before["ban"] = forbid_pair(tournament=tournament, entries=two, actor=actor).pk
    return _keep_unlogged(draft, draft.layout, "forbid_pair", {"forbidden": [str(entry) for entry in two]})


@transaction.atomic
def fix_table(*, tournament: Tournament, number: int, version: int, entry: int, table: int, actor: Actor) -> Round:
    """From now on this entry always sits at this table; 0 lets it go. The draft stays until the rest is drawn again."""
    draft = _open(tournament, number, version)
    who = draft.entry(entry)
    if not 0 <= table < 10_000:
        raise ServiceError(_("A table has a number from 1 to 9999."))
    draft.before["fixed"] = [who.pk, who.fixed_table]
    Entry.objects.filter(pk=who.pk).update(fixed_table=table or None)
    return _keep(draft, draft.layout, actor, "fix_table", {"fixed": str(who), "table": table or None})


@transaction.atomic
def redraw(*, tournament: Tournament, number: int, version: int, actor: Actor, seed: int | None = None) -> Round:
    """Draw the round anew by another chance, locked tables apart."""
    draw = begin_redraw(tournament=lock(tournament), number=number, version=version, seed=seed)
    return finish_redraw(draw=draw, schedule=plan_draw(draw), actor=actor, version=version)[0]


def begin_redraw(*, tournament: Tournament, number: int, version: int, seed: int | None = None) -> Draw:
    """Read what the draft is made of; refuse where another version of it was looked at."""
    return drawn_anew(_draft(tournament, number, version), seed)


@transaction.atomic
def finish_redraw(*, draw: Draw, schedule: Schedule, actor: Actor, version: int) -> list[Round]:
    """Store what was planned in the place of that version of the draft."""
    draft = _open(still(draw), draw.number, version)
    plan = joined(schedule[0])
    round_ = draft.round
    round_.seed, round_.engine, round_.engine_version = plan.seed, plan.engine, plan.version
    round_.reasons, round_.drawn_at = reasons_of(plan), timezone.now()
    layout = layout_of(schedule[0], draw.asked.states)
    return [_keep(draft, layout, actor, "redraw_round", {"seed": plan.seed}, drawn=True)]


@transaction.atomic
def undo(*, tournament: Tournament, number: int, version: int, actor: Actor) -> Round:
    """Take the last change of the draft back."""
    draft = _open(tournament, number, version)
    round_ = draft.round
    if not round_.earlier:
        raise ServiceError(_("Nothing has been changed by hand in this draft."))
    before = round_.earlier.pop()
    if before.get("ban"):
        Ban.objects.filter(pk=before["ban"]).delete()
    if before.get("fixed"):
        entry, table = before["fixed"]
        Entry.objects.filter(pk=entry).update(fixed_table=table)
    round_.reasons, round_.seed = before["reasons"], before["seed"]
    round_.engine, round_.engine_version = before["engine"], before["engine_version"]
    _lay_anew(draft, _stored_layout(before))
    _save(round_)
    record_change(
        actor=actor, action="undo_mending", target=f"round {number}", tournament=tournament,
        before=before["said"] | {"action": before["action"]},
    )  # fmt: skip
    return round_


def _draft(tournament: Tournament, number: int, version: int) -> Round:
    round_: Round | None = tournament.rounds.select_related("stage__tournament").filter(number=number).first()
    if round_ is None:
        raise ServiceError(_("There is no round %(number)d any more. Look at the desk again.") % {"number": number})
    if round_.status != Round.Status.DRAFT:
        raise ServiceError(_("Round %(number)d is no draft any more. Take it back first.") % {"number": number})
    if round_.version != version:
        raise StaleDraft(tournament, round_.version)
    return round_


def _open(tournament: Tournament, number: int, version: int) -> Draft:
    round_ = _draft(lock(tournament), number, version)
    layout = layout_of_round(round_)
    before = {
        "tables": [[table.number, table.group, table.locked, list(table.seats)] for table in layout.tables],
        "byes": [list(item) for item in layout.byes.items()],
        "reasons": round_.reasons,
        "seed": round_.seed,
        "engine": round_.engine,
        "engine_version": round_.engine_version,
    }
    return Draft(round_, layout, {entry.pk: entry for entry in entries_in(round_.stage)}, before)


def _stored_layout(before: Mapping[str, Any]) -> Layout:
    return Layout(
        tuple(Laid(number, tuple(seats), group, locked) for number, group, locked, seats in before["tables"]),
        dict(before["byes"]),
    )


def _keep(
    draft: Draft, layout: Layout, actor: Actor, action: str, said: dict[str, Any], *, drawn: bool = False
) -> Round:
    """Store the change and log it."""
    round_ = _keep_unlogged(draft, layout, action, said, drawn=drawn)
    record_change(actor=actor, action=action, target=f"round {round_.number}", tournament=round_.tournament, after=said)
    return round_


def _keep_unlogged(draft: Draft, layout: Layout, action: str, said: dict[str, Any], *, drawn: bool = False) -> Round:
    """Store the change, with what stood there before, and reasons that are true of it."""
    round_ = draft.round
    if layout != draft.layout:
        if not drawn:
            round_.reasons = _reasons(draft, layout)
        _lay_anew(draft, layout)
    round_.earlier = [*round_.earlier, draft.before | {"action": action, "said": said}][-KEPT:]
    _save(round_)
    return round_


def _save(round_: Round) -> None:
    round_.version += 1
    round_.full_clean()
    round_.save(update_fields=["version", "earlier", "reasons", "seed", "engine", "engine_version", "drawn_at"])


def _lay_anew(draft: Draft, layout: Layout) -> None:
    draft.round.seats.all().delete()
    draft.round.tables.all().delete()
    lay(draft.round, layout, draft.entries)


def _reasons(draft: Draft, layout: Layout) -> dict[str, Any]:
    """The reasons of the draw where it still stands, fresh ones where it was changed."""
    stage = draft.round.stage
    options = options_of(stage)
    states = states_of(stage, draft.round.number, options)
    kept = {frozenset(table.seats): str(table.number) for table in draft.layout.tables}
    old = draft.round.reasons or {"whole": [], "tables": {}, "byes": {}}
    tables, byes = _explained(
        states,
        options,
        [Table(table.number, table.seats) for table in layout.tables if frozenset(table.seats) not in kept],
        [Bye(entry, kind) for entry, kind in layout.byes.items() if entry not in draft.layout.byes],
    )
    said = {
        str(table.number): old["tables"].get(kept[frozenset(table.seats)], [])
        for table in layout.tables
        if frozenset(table.seats) in kept
    }
    said |= {str(table.number): [as_json(one) for one in table.reasons] for table in tables}
    rest = {entry: notes for entry, notes in old["byes"].items() if layout.table_of(int(entry)) is None}
    rest |= {str(bye.entry): [as_json(one) for one in bye.reasons] for bye in byes}
    return {"whole": old["whole"], "tables": said, "byes": rest}


def _explained(
    states: Mapping[int, State], options: Options, tables: Sequence[Table], byes: Sequence[Bye]
) -> tuple[list[Table], list[Bye]]:
    """The reasons of each as its group gives them; of a table with people of several groups, as if they were one."""
    group = {entry.id: number for number, state in states.items() for entry in state.entries}
    sorted_: dict[int | None, tuple[list[Table], list[Bye]]] = defaultdict(lambda: ([], []))
    for table in tables:
        groups = {group.get(seat) for seat in table.seats}
        sorted_[groups.pop() if len(groups) == 1 else None][0].append(table)
    for bye in byes:
        sorted_[group.get(bye.entry)][1].append(bye)
    told_tables: list[Table] = []
    told_byes: list[Bye] = []
    for number, (of_tables, of_byes) in sorted_.items():
        state = states[number] if number is not None else whole(states)
        some_tables, some_byes = explain(replace(state, locked=()), options, of_tables, of_byes)
        told_tables += some_tables
        told_byes += some_byes
    return told_tables, told_byes


def _tried(change: Callable[[], Layout]) -> Layout:
    try:
        return change()
    except LayoutError as fault:
        raise ServiceError(str(FAULTS[fault.code]) % {"table": fault.table}) from fault


def _kind_of_bye(entry: Entry, number: int) -> str:
    """What was asked for, where a bye was; otherwise the one that the draw gives."""
    asked = Absence.objects.filter(entry=entry, number=number).values_list("kind", flat=True).first()
    return asked or BYE
