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
    if turmoil and count > 4 and random.random() < 0.5:
        ids = [entry.id for entry in state.entries]
        state = replace(state, forbidden=frozenset(frozenset(random.sample(ids, 2)) for _ in range(2)))
        quiet = False
    for number in range(rounds):
        if turmoil:
            state, stirred = stir(state, random)
            quiet = quiet and not stirred
        try:
            plan = plan_round(state, options, seed + number)
        except PairingError as error:
            if error.note.code not in ("nothing_left", "nobody_here"):
                raise
            return
        yield Step(state, options, plan, quiet)
        state = played(state, options, plan, random)


def stir(state: State, random: Random) -> tuple[State, bool]:
    """Somebody may come, go, stay away for a round, ask for a bye, or be put at a table by hand."""
    entries = [replace(entry, asked=None) for entry in state.entries]
    before = list(entries)
    if random.random() < 0.3:
        entries.append(Entry(max(entry.id for entry in entries) + 1, len(entries) + 1))
    for at, entry in enumerate(entries):
        if random.random() < 0.05:
            entries[at] = replace(entry, here=not entry.here)
        elif random.random() < 0.05:
            entries[at] = replace(entry, asked=random.choice([HALF, ZERO]))
    return replace(state, entries=tuple(entries)), entries != before


def played(state: State, options: Options, plan: Plan, random: Random) -> State:
    """The plan with results by chance, a forfeit now and then."""
    tables = []
    for table in plan.tables:
        met = random.random() > 0.05
        points = _points(table, options, random, draws="knockout" not in options.format)
        tables.append(PastTable(table.number, table.seats, points, met or len(table.seats) > 2))
    worth = {BYE: options.bye, HALF: options.draw}
    byes = tuple(PastBye(bye.entry, bye.kind, worth.get(bye.kind, Fraction(0))) for bye in plan.byes)
    entries = tuple(replace(entry, asked=None) for entry in state.entries)
    return replace(state, entries=entries, rounds=(*state.rounds, PastRound(tuple(tables), byes)))


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


def check_again(step: Step) -> None:
    """The same state and seed give the same plan, in whatever order the entries come."""
    mixed = replace(step.state, entries=tuple(reversed(step.state.entries)))
    assert plan_round(mixed, step.options, step.plan.seed) == step.plan


def check_byes(step: Step) -> None:
    """Byes that the draw gives differ by at most one between those who are here."""
    byes = Counter(bye.entry for past in step.state.rounds for bye in past.byes if bye.kind == BYE)
    byes.update(bye.entry for bye in step.plan.byes if bye.kind == BYE)
    counts = [byes[entry.id] for entry in step.state.entries if entry.here]
    assert max(counts) - min(counts) <= 1
