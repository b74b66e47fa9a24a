"""A round for 100 and for 500 entries in every format, each beside the bare call of the library it rests on.

The seconds are of this machine's processor, whatever else it does meanwhile; the ratio is not of the machine: how many
times the library's own work a plan takes. Tables of four, brackets and the queue have no library. The Dutch rules take
longest in the first rounds, when score brackets are large: they are measured in round 2, in round 3, and in a round 3
before which no game was drawn, with the largest brackets of all.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import rustworkx
from caissify_pairings import generate_pairings
from gacrux.pairingdutch import pairing_dutch

from tournaments.pairing import dutch
from tournaments.pairing.planning import plan_round
from tournaments.pairing.values import Entry, Options, PastBye, PastRound, PastTable, State

LIMITS = {100: 1.0, 500: 5.0}
FORMATS = {
    "swiss": Options("swiss"),
    "round_robin": Options("round_robin"),
    "tables": Options("tables", low=2, high=4),
    "partners": Options("partners", low=4, high=4),
    "dutch": Options("dutch", rounds=9, colours=True, seeded=True, first_colour="w"),
    "knockout": Options("knockout"),
    "double_knockout": Options("double_knockout"),
    "king": Options("king", low=2, high=4, tables=20),
}
CASES = [(name, options, 2, True) for name, options in FORMATS.items()]
CASES += [("dutch", FORMATS["dutch"], 1, True), ("dutch", FORMATS["dutch"], 2, False)]


def main() -> None:
    for count, limit in LIMITS.items():
        for name, options, past, drawn in CASES:
            state = _after(past, count, options, drawn)
            mine, plan = _timed(lambda state=state, options=options: plan_round(state, options, 1))
            late = "" if mine < limit else f" — over {limit:.0f} s"
            where = f"{name:15} {count:4d} entries, round {past + 1}, {len(plan.tables):3d} tables"
            where += "" if drawn else ", no game drawn"
            print(f"{where}: {mine:6.2f} s{late}", end="")
            call = _bare(name, state, options)
            bare = _timed(call)[0] if call else None
            print(f", {mine / bare:.1f} times the bare call ({bare:.4f} s)" if bare else "")


def _after(past: int, count: int, options: Options, drawn: bool) -> State:
    """Some rounds drawn and played at random, a fifth of the games drawn, or none."""
    random = Random(count)
    state = State(tuple(Entry(number, number) for number in range(1, count + 1)))
    for _ in range(past):
        light = replace(options, format="swiss" if options.format == "dutch" else options.format, effort=50)
        plan = plan_round(state, light, 1)
        tables = tuple(PastTable(one.number, one.seats, _points(len(one.seats), random, drawn)) for one in plan.tables)
        byes = tuple(PastBye(bye.entry, bye.kind, Fraction(1)) for bye in plan.byes)
        state = replace(state, rounds=(*state.rounds, PastRound(tables, byes)))
    return state


def _points(seats: int, random: Random, drawn: bool) -> tuple[Fraction, ...]:
    if seats == 2:
        first = random.choice([Fraction(0)] * 2 + [Fraction(1)] * 2 + [Fraction(1, 2)] * drawn)
        return first, 1 - first
    return tuple(Fraction(points) for points in random.sample(range(seats), seats))


def _bare(name: str, state: State, options: Options) -> Callable[[], Any] | None:
    ids = [entry.id for entry in state.entries]
    if name == "dutch":
        return lambda: dutch.pair(state, options, set(ids), pairing_dutch)
    if name == "round_robin":
        players = [{"id": one, "starting_number": one} for one in ids]
        return lambda: generate_pairings("round_robin", players, set(), 3, len(ids) - 1)
    if name == "swiss":
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(ids)
        near = 60 if len(ids) > 300 else len(ids)
        edges = [(at, to) for at in range(len(ids)) for to in range(at + 1, min(at + near + 1, len(ids)))]
        random = Random(1)
        graph.add_edges_from([(at, to, random.getrandbits(100)) for at, to in edges])
        return lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return None


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result
