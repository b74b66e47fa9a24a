"""Makes tests/data/seatings.json: 20 states with up to 16 players and what the best round costs in each.

Run by hand, with the solver OR-Tools installed beside the rest: `PYTHONPATH=. python tools/make_optima.py`.
Every possible table is a column; the rungs are minimised one after the other, each with those before it held.
"""

import json
import random
from itertools import combinations
from pathlib import Path
from typing import Any

from ortools.sat.python import cp_model

from tests.tournaments.pairing.measure import RUNGS, Case

TARGET = Path(__file__).resolve().parents[1] / "tests" / "data" / "seatings.json"


def make_case(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    partners = seed % 2 == 1
    count = chance.randint(8, 16)
    low = 4 if partners else 2
    rounds = []
    for _ in range(chance.randint(2, 5)):
        order = chance.sample(range(1, count + 1), count)
        sizes = table_sizes(count, low)
        byes = order[sum(sizes) :]
        tables, at = [], 0
        for size in sizes:
            tables.append([order[at : at + size], chance.sample(range(size), size)])
            at += size
        rounds.append({"tables": tables, "byes": byes})
    return {
        "partners": partners,
        "low": low,
        "teams": {str(one): chance.choice(["", "", "A", "B", "C"]) for one in range(1, count + 1)},
        "forbidden": [sorted(chance.sample(range(1, count + 1), 2)) for _ in range(chance.randint(0, 2))],
        "rounds": rounds,
    }


def table_sizes(count: int, low: int) -> list[int]:
    short = -count % 4
    tables = (count + short) // 4
    return [4] * (tables - short) + [3] * short if low < 4 and short <= tables else [4] * (count // 4)


def optimum(case: Case) -> list[int]:
    sizes = table_sizes(len(case.ids), case.low)
    columns: list[tuple[tuple[int, ...], dict[str, int]]] = []
    for size in set(sizes):
        for four in combinations(case.ids, size):
            a, b, c, *rest = four
            halves = [four, (a, b, *rest, c), (a, c, b, *rest)] if case.partners else [four]
            columns += [(seats, case.table(seats)) for seats in halves]
    if sum(sizes) < len(case.ids):
        columns += [((one,), case.bye(one)) for one in case.ids]
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(str(at)) for at in range(len(columns))]
    for one in case.ids:
        model.add_exactly_one(chosen[at] for at, (seats, _) in enumerate(columns) if one in seats)
    for size in set(sizes):
        model.add(sum(chosen[at] for at, (seats, _) in enumerate(columns) if len(seats) == size) == sizes.count(size))
    found = []
    for rung in RUNGS:
        total = sum(cost[rung] * chosen[at] for at, (_, cost) in enumerate(columns) if cost[rung])
        if isinstance(total, int):
            found.append(0)
            continue
        model.minimize(total)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(model) == cp_model.OPTIMAL
        found.append(round(solver.objective_value))
        model.add(total == found[-1])
    return found


def main() -> None:
    cases = []
    for seed in range(1, 21):
        case = make_case(seed)
        case["optimum"] = optimum(Case(case))
        print(seed, len(case["teams"]), case["partners"], case["optimum"], flush=True)
        cases.append(case)
    TARGET.write_text("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]\n")


if __name__ == "__main__":
    main()
