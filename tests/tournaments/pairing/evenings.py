"""Evenings made up for tests: round after round with late entries, withdrawals, byes and forfeits."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random

from tournaments.pairing.planning import plan_round
from tournaments.pairing.values import (
    BYE,
    FULL,
    HALF,
    ZERO,
    Entry,
    Options,
    PairingError,
    PastBye,
    PastRound,
    PastTable,
    Plan,
    State,
    Table,
)

FORMATS = {
    "swiss": Options("swiss", effort=100),
    "dutch": Options("dutch", rounds=9, colours=True, seeded=True),
    "round_robin": Options("round_robin"),
    "double_round_robin": Options("round_robin", cycles=2),
    "tables": Options("tables", low=2, high=4, effort=100),
    "full_tables": Options("tables", low=4, high=4, effort=100),
    "threes": Options("tables", low=2, high=3, effort=100),
    "tables_of_two": Options("tables", low=2, high=2),
    "partners": Options("partners", low=4, high=4, effort=100),
    "partners_drawn": Options("partners", low=4, high=4, by_score=False, effort=100),
    "knockout": Options("knockout", places=8),
    "double_knockout": Options("double_knockout"),
    "king": Options("king", tables=2),
    "king_of_four": Options("king", low=3, high=4),
}


@dataclass(frozen=True)
class Step:
    """A round that was planned, before it is played; `quiet` says that nobody came, went or asked for anything yet."""

    state: State
    options: Options
    plan: Plan
    quiet: bool


def fresh(count: int, random: Random | None = None) -> State:
    teams = [random.choice("ABC ").strip() if random else "" for _ in range(count)]
    return State(tuple(Entry(100 + at, at + 1, team) for at, team in enumerate(teams)))


def evening(options: Options, count: int, rounds: int, seed: int, *, turmoil: bool) -> Iterator[Step]:
    """Round after round until the format has no more; `turmoil` lets people come and go."""
    random = Random(seed)
    state = fresh(count, random)
    quiet = True
    for number in range(rounds):
        if turmoil:
            state, stirred = stir(state, options, random)
            quiet = quiet and not stirred
        try:
            plan = plan_round(state, options, seed + number)
        except PairingError as error:
            if error.note.code == "nobody_here" and not any(entry.here for entry in state.entries):
                continue
            if error.note.code in ENDINGS.get(options.format, ()):
                return
            raise
        yield Step(state, options, plan, quiet)
        state = played(state, options, plan, random)


ENDINGS = {  # why a format may have no round, with people here
    "round_robin": {"nothing_left"},
    "knockout": {"nothing_left", "only_forbidden"},
    "double_knockout": {"nothing_left", "only_forbidden"},
}


def stir(state: State, options: Options, random: Random) -> tuple[State, bool]:
    """Somebody may come late, withdraw, come back, stay away for a round, ask for a bye, be kept apart or be seated."""
    before = replace(state, entries=tuple(replace(entry, asked=None) for entry in state.entries), locked=())
    entries = list(before.entries)
    if random.random() < 0.2 and len(entries) < 60:
        entries.append(Entry(max(entry.id for entry in entries) + 1, len(entries) + 1))
    for at, entry in enumerate(entries):
        if random.random() < (0.05 if entry.here else 0.4):
            entries[at] = replace(entry, here=not entry.here)
        elif random.random() < 0.05:
            entries[at] = replace(entry, asked=random.choice([HALF, ZERO, FULL]))
    after = replace(before, entries=tuple(entries))
    here = [entry.id for entry in entries if entry.here]
    if len(entries) > 4 and random.random() < 0.2:
        apart = frozenset(random.sample([entry.id for entry in entries], 2))
        after = replace(after, forbidden=after.forbidden | {apart})
    if options.format in ("swiss", "dutch", "tables") and len(here) > 5 and random.random() < 0.1:
        seats = tuple(random.sample(here, options.low))
        if not any(frozenset(two) in after.forbidden for two in combinations(seats, 2)):
            after = replace(after, locked=(Table(random.randint(1, 3), seats),))
    return after, after != before


def played(state: State, options: Options, plan: Plan, random: Random) -> State:
    """The plan with results by chance, a forfeit now and then."""
    tables = []
    for table in plan.tables:
        met = random.random() > 0.05
        points = _points(table, options, random, draws="knockout" not in options.format)
        tables.append(PastTable(table.number, table.seats, points, met or len(table.seats) > 2))
    worth = {BYE: options.bye, FULL: options.bye, HALF: options.draw}
    byes = tuple(PastBye(bye.entry, bye.kind, worth.get(bye.kind, Fraction(0))) for bye in plan.byes)
    entries = tuple(replace(entry, asked=None) for entry in state.entries)
    return replace(state, entries=entries, rounds=(*state.rounds, PastRound(tuple(tables), byes)), locked=())


def _points(table: Table, options: Options, random: Random, *, draws: bool) -> tuple[Fraction, ...]:
    if len(table.seats) > 2:
        return tuple(Fraction(points) for points in random.sample(range(4), len(table.seats)))
    results = [(options.win, options.loss), (options.loss, options.win)] + [(options.draw, options.draw)] * draws
    return random.choice(results)


def check_places(step: Step) -> None:
    """Everybody who is here is at exactly one table or has a bye, and nobody else is."""
    placed = [seat for table in step.plan.tables for seat in table.seats] + [bye.entry for bye in step.plan.byes]
    assert sorted(placed) == sorted(entry.id for entry in step.state.entries if entry.here)
    numbers = [table.number for table in step.plan.tables]
    assert len(set(numbers)) == len(numbers)
    for table in step.plan.tables:
        assert all(frozenset(two) not in step.state.forbidden for two in combinations(table.seats, 2))
        assert step.options.low <= len(table.seats) <= step.options.high


def check_again(step: Step, random: Random) -> None:
    """The same state and seed give the same plan, in whatever order the entries come."""
    entries = random.sample(step.state.entries, len(step.state.entries))
    assert plan_round(replace(step.state, entries=tuple(entries)), step.options, step.plan.seed) == step.plan


def check_byes(step: Step) -> None:
    """Byes that the draw gives differ by at most one between those who are here."""
    byes = Counter(bye.entry for past in step.state.rounds for bye in past.byes if bye.kind == BYE)
    byes.update(bye.entry for bye in step.plan.byes if bye.kind == BYE)
    counts = [byes[entry.id] for entry in step.state.entries if entry.here]
    assert max(counts) - min(counts) <= 1


def check_turns(step: Step) -> None:
    """Whoever has a bye by the draw has had no more than anybody at a table, where nobody is kept apart."""
    if step.state.forbidden or step.state.fixed:
        return
    byes = Counter(bye.entry for past in step.state.rounds for bye in past.byes if bye.kind in (BYE, FULL))
    drawn = [bye.entry for bye in step.plan.byes if bye.kind == BYE]
    locked = {seat for table in step.state.locked for seat in table.seats}
    seated = {seat for table in step.plan.tables for seat in table.seats} - locked
    assert len(drawn) < max(step.options.high, 2) or not seated
    if drawn and seated:
        assert max(byes[entry] for entry in drawn) <= min(byes[entry] for entry in seated)
