"""One door to all formats: `plan_round` for the next round, `plan_schedule` for all rounds beforehand.

Groups are planned side by side: in one that has played all its games, or where nobody is, those who are here wait
while the others play on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from tournaments.pairing import duels, dutch, king, knockout, roundrobin, tables, words
from tournaments.pairing.engine import ENGINES, PARTNERS, TWO, Draft, Engine, Task
from tournaments.pairing.history import History
from tournaments.pairing.numbering import number_tables, why_number
from tournaments.pairing.reasons import Note, note
from tournaments.pairing.values import (
    OUT,
    WAITS,
    ZERO,
    Bye,
    Cancelled,
    Options,
    PairingError,
    PastBye,
    PastRound,
    PastTable,
    Plan,
    State,
    Table,
    Watch,
    unwatched,
)

IDLE = ("nothing_left", "nobody_here")
"""Why a group may have no round while others have one."""
REGISTERED = (duels, dutch, king, knockout, roundrobin, tables)  # by being imported


def plan_round(state: State, options: Options, seed: int, watch: Watch = unwatched) -> Plan:
    """The next round as a draft: everybody who is here is at one table or has a bye. `PairingError` where none is."""
    chosen = _engine(options)
    task = _task(chosen, state, options, seed, watch)
    task.watch(0.0)
    if not state.locked and not any(entry.here for entry in state.entries):
        raise PairingError("nobody_here")
    return _plan(chosen, task, chosen.plan(task) if task.pool else Draft(), seed)


def plan_schedule(state: State, options: Options, rounds: int, seed: int, watch: Watch = unwatched) -> tuple[Plan, ...]:
    """The next `rounds` rounds together, or as many as the format has; those past are taken into account.

    Byes asked for and locked tables hold for the first of them, and then one is planned after the other. When somebody
    comes or goes, the rounds to come are planned anew; what was played stays.
    """
    chosen = _engine(options)
    if not chosen.beforehand:
        raise PairingError("no_schedule")
    if (
        rounds > 0
        and any(entry.here for entry in state.entries)
        and not (state.locked or state.fixed or any(entry.asked for entry in state.entries))
    ):
        task = _task(chosen, state, options, seed, watch)
        together = chosen.schedule(task, rounds)
        if together is not None:
            return tuple(_laid(chosen, task, together, seed))
    return tuple(_one_by_one(state, options, rounds, seed, watch))


def plan_groups(states: Mapping[int, State], options: Options, seed: int, watch: Watch = unwatched) -> dict[int, Plan]:
    """The next round of every group. `PairingError` where none has one."""
    return _schedules(states, lambda state, share: (plan_round(state, options, seed, share),), options, seed, watch)[0]


def plan_schedules(
    states: Mapping[int, State], options: Options, rounds: int, seed: int, watch: Watch = unwatched
) -> list[dict[int, Plan]]:
    """The next rounds of every group, as many as the longest has."""
    return _schedules(
        states, lambda state, share: plan_schedule(state, options, rounds, seed, share), options, seed, watch
    )


def _schedules(
    states: Mapping[int, State],
    planned: Callable[[State, Watch], tuple[Plan, ...]],
    options: Options,
    seed: int,
    watch: Watch,
) -> list[dict[int, Plan]]:
    states = _apart(states)
    plans: dict[int, tuple[Plan, ...]] = {}
    idle: list[PairingError] = []
    for at, (group, state) in enumerate(states.items()):
        try:
            plans[group] = planned(state, lambda done, at=at: watch((at + done) / len(states)))
        except PairingError as refusal:
            if refusal.note.code not in IDLE:
                raise
            plans[group] = ()
            idle.append(refusal)
    if len(idle) == len(states) and idle:
        raise idle[0]
    longest = max(map(len, plans.values()))
    return [
        {
            group: plans[group][at] if at < len(plans[group]) else _waiting(state, options, seed)
            for group, state in states.items()
        }
        for at in range(longest)
    ]


def _apart(states: Mapping[int, State]) -> dict[int, State]:
    """Whoever was put at a locked table of another group is not drawn in his own."""
    at = {seat: group for group, state in states.items() for table in state.locked for seat in table.seats}
    return {
        group: replace(
            state,
            entries=tuple(
                replace(entry, here=False) if at.get(entry.id, group) != group else entry for entry in state.entries
            ),
        )
        for group, state in states.items()
    }


def _waiting(state: State, options: Options, seed: int) -> Plan:
    """A round in which nobody of these plays."""
    chosen = _engine(options)
    task = _task(chosen, state, options, seed, unwatched)
    return _plan(chosen, task, Draft(byes=[Bye(one, WAITS, (note("waits_group"),)) for one in task.ids]), seed)


def _laid(chosen: Engine, task: Task, together: Sequence[Draft], seed: int) -> Iterator[Plan]:
    """Rounds laid out together, each with the reasons that are true of it once those before it are played so."""
    state, partners = task.state, chosen.sides == PARTNERS
    for draft in together:
        now = _task(chosen, state, task.options, seed, unwatched)
        draft.tables = [(seats, words.of_table(now, seats, partners=partners)) for seats, _ in draft.tables]
        draft.byes = words.byes(now, [bye.entry for bye in draft.byes])
        plan = _plan(chosen, now, draft, seed)
        yield plan
        state = after(state, plan)


def _one_by_one(state: State, options: Options, rounds: int, seed: int, watch: Watch) -> Iterator[Plan]:
    for number in range(rounds):
        try:
            plan = plan_round(state, options, seed, lambda done, at=number: watch((at + done) / rounds))
        except PairingError as error:
            if number and error.note.code == "nothing_left":
                return
            raise
        yield plan
        state = after(state, plan)


def explain(
    state: State, options: Options, tables: Sequence[Table], byes: Sequence[Bye]
) -> tuple[tuple[Table, ...], tuple[Bye, ...]]:
    """The same tables and byes with reasons that are true of them as they are, after a draft was mended by hand."""
    chosen = _engine(options)
    task = _task(chosen, state, options, 0, unwatched)
    known = task.history.order.keys()
    asked = {entry.id for entry in state.entries if entry.asked}
    explained = []
    for table in tables:
        why: list[Note] = []
        if known >= set(table.seats):
            partners = chosen.sides == PARTNERS
            why = chosen.why(task, table.seats) or words.of_table(task, table.seats, partners=partners)
        explained.append(replace(table, reasons=(*why, *why_number(table.seats, table.number, state))))
    rested = []
    for bye in byes:
        because = bye.reasons
        if bye.entry in asked:
            because = (note("bye_asked"),)
        elif bye.kind not in (WAITS, OUT):
            because = (note("bye_by_hand", times=task.history.byes[bye.entry]),)
        rested.append(replace(bye, reasons=because))
    return tuple(explained), tuple(rested)


def after(state: State, plan: Plan) -> State:
    """The state once a plan has been played without points."""
    played = tuple(PastTable(table.number, table.seats, (Fraction(0),) * len(table.seats)) for table in plan.tables)
    byes = tuple(PastBye(bye.entry, bye.kind) for bye in plan.byes)
    entries = tuple(replace(entry, asked=None) for entry in state.entries)
    return replace(state, entries=entries, rounds=(*state.rounds, PastRound(played, byes)), locked=())


def _task(chosen: Engine, state: State, options: Options, seed: int, watch: Watch) -> Task:
    state = replace(state, entries=tuple(sorted(state.entries, key=lambda entry: (entry.number, entry.id))))
    locked = {seat for table in state.locked for seat in table.seats}
    return Task(
        state=state,
        options=options,
        history=History(state, options, partners=chosen.sides == PARTNERS),
        pool=tuple(entry for entry in state.entries if entry.here and entry.id not in locked and entry.asked is None),
        random=Random(seed),
        watch=_stopping(watch),
    )


def _plan(chosen: Engine, task: Task, draft: Draft, seed: int) -> Plan:
    locked = {seat for table in task.state.locked for seat in table.seats}
    asked = [entry for entry in task.state.entries if entry.here and entry.asked and entry.id not in locked]
    return Plan(
        tables=number_tables(draft, task.history, task.state),
        byes=(*draft.byes, *(Bye(entry.id, entry.asked or ZERO, (note("bye_asked"),)) for entry in asked)),
        reasons=tuple(draft.reasons),
        engine=chosen.code,
        version=chosen.version,
        seed=seed,
    )


def _engine(options: Options) -> Engine:
    chosen = ENGINES.get(options.format)
    if chosen is None:
        raise PairingError("unknown_format", format=options.format)
    if chosen.sides == TWO and options.high != 2:
        raise PairingError("not_for_tables", high=options.high)
    if chosen.sides == PARTNERS and options.high != 4:
        raise PairingError("not_for_partners", high=options.high)
    return chosen


def _stopping(watch: Watch) -> Callable[[float], None]:
    def tell(done: float) -> None:
        if watch(done):
            raise Cancelled

    return tell
