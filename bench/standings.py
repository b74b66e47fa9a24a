"""The places of 500 entries after 11 rounds by five tie-breaks: the arithmetic alone, no database.

Seconds of the processor, not of the clock, so that what else runs does not count; beside them stands the same work of
an independent library.
"""

import time
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from tiebreak_core import GameRecord, PlayerTiebreakData, rank_standings_strict

from tournaments.standings.orders import ORDERS
from tournaments.standings.ranking import Ranking, rank
from tournaments.standings.values import Bye, Contest, Entry, Field, Seat

ENTRIES, ROUNDS, LIMIT, TIMES = 500, 11, 0.3, 5
ORDER = ("points", "direct_sure", "buchholz_cut1", "buchholz", "sonneborn", "games_won")
THEIRS = ("direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger", "won")


def main() -> None:
    field = _field(ENTRIES, ROUNDS)
    mine, ranking = _best_of(lambda: rank(field, ORDER))
    players = _theirs(ranking)
    theirs, _ = _best_of(lambda: rank_standings_strict(players, THEIRS, total_rounds=ROUNDS, ruleset="fide-2026"), 1)
    late = "" if mine < LIMIT else f" — over {LIMIT} s"
    print(f"{ENTRIES} entries, {ROUNDS} rounds, {len(ORDER) - 1} tie-breaks: {mine:.3f} s{late}", end="")
    print(f", {theirs / mine:.1f} times as fast as the library ({theirs:.3f} s)")
    tables = _field(ENTRIES, ROUNDS, sides=4)
    for name in ("pairs", "mandavoshka"):
        order = ORDERS[name].measures
        print(f"{name}, at tables of four: {_best_of(lambda order=order: rank(tables, order))[0]:.3f} s")


def _field(count: int, rounds: int, sides: int = 2) -> Field:
    """Neighbours by score meet; a game in fifty is forfeited, one entry in fifty rests on request."""
    random = Random(count)
    scores = dict.fromkeys(range(1, count + 1), Fraction(0))
    contests, byes = [], []
    for number in range(1, rounds + 1):
        order = sorted(scores, key=lambda entry: (-scores[entry], random.random()))
        resting = {entry for entry in order if random.random() < 0.02}
        order = [entry for entry in order if entry not in resting]
        while len(order) % sides:
            resting.add(order.pop())
        byes += [Bye(entry, number, "half", Fraction(1, 2)) for entry in sorted(resting)]
        for at in range(0, len(order), sides):
            contests.append(_contest(number, at // sides + 1, order[at : at + sides], random))
            for seat in contests[-1].seats:
                scores[seat.entry] += seat.points
    entries = tuple(Entry(entry, rating=2400 - entry) for entry in scores)
    return Field(entries, tuple(contests), tuple(byes), tuple(range(1, rounds + 1)), target=101)


def _contest(number: int, table: int, sitting: list[int], random: Random) -> Contest:
    written = [random.randint(0, 130) for _ in sitting]
    absent = random.randrange(len(sitting)) if random.random() < 0.02 else None
    order = sorted(range(len(sitting)), key=lambda side: (side == absent, -written[side], side))
    places = {side: at + 1 for at, side in enumerate(order)}
    best = len(sitting) - 1
    seats = tuple(
        Seat(
            entry, side, places[side], Fraction(best + 1 - places[side]), places[side] == 1, places[side] == best + 1,
            written[side], absent=side == absent,
        )
        for side, entry in enumerate(sitting)
    )  # fmt: skip
    return Contest(number, table, seats)


def _theirs(ranking: Ranking) -> dict[int, PlayerTiebreakData]:
    players = {}
    for entry, turns in ranking.tally.turns.items():
        games = [
            GameRecord(
                turn.rivals[0] if turn.rivals else -1, 0, float(turn.points), "white", turn.round,
                {"played": "played", "won": "forfeit_win", "lost": "forfeit_loss"}.get(turn.kind, "requested_bye"),
            )
            for turn in turns
        ]  # fmt: skip
        players[entry] = PlayerTiebreakData(entry, 2000, float(ranking.tally.scores[entry]), games)
    return players


def _best_of(work: Callable[[], Any], times: int = TIMES) -> tuple[float, Any]:
    taken = []
    for _ in range(times):
        start = time.process_time()
        result = work()
        taken.append(time.process_time() - start)
    return min(taken), result
