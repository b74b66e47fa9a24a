"""Everybody against everybody, once or more often: Berger tables of the library.

The table holds as long as it wastes nobody's round: when somebody has come or gone since, what is still to be played
is paired by the same matching as a Swiss, among those pairs only that have not met often enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from caissify_pairings import generate_pairings

from tournaments.pairing import words
from tournaments.pairing.duels import pair_off
from tournaments.pairing.engine import TWO, Draft, Engine, Task, engine
from tournaments.pairing.history import History, pair
from tournaments.pairing.reasons import Note, gettext_noop, note
from tournaments.pairing.values import Options, PairingError, State

Two = tuple[int, int]


@engine
class RoundRobin(Engine):
    code = "round_robin"
    name = gettext_noop("Round robin")
    sides = TWO
    beforehand = True

    def plan(self, task: Task) -> Draft:
        cycles, had = task.options.cycles, _had(task.state)
        left = [two for two in _all_pairs(task) if had[two] < cycles and frozenset(two) not in task.state.forbidden]
        if not left and task.state.locked:
            return Draft(byes=words.byes(task, task.ids, "bye_table"), numbers_matter=True)
        if not left:
            raise PairingError("nothing_left")
        pairs = _berger(task, set(left))
        if pairs is None:
            return self._mended(task, set(left))
        count = len(task.state.entries)
        draft = Draft(numbers_matter=True)
        for seats in pairs:
            why = [note("berger", round=task.state.number, count=count), *words.of_table(task, seats)]
            draft.tables.append((seats, why))
        seated = {entry for seats in pairs for entry in seats}
        draft.byes = words.byes(task, [entry for entry in task.ids if entry not in seated], "bye_table")
        return draft

    def _mended(self, task: Task, left: set[Two]) -> Draft:
        """First whole turns: a pair meets again only when all that can have met as often."""
        had = _had(task.state)
        fewest = min(had[two] for two in left)
        turn = {two for two in left if had[two] == fewest}
        draft = pair_off(_without_scores(task), lambda one, other: pair(one, other) in turn)
        draft.reasons.append(note("berger_mended"))
        for seats, reasons in draft.tables:
            reasons.append(_unmet(task, seats))
        return draft

    def why(self, task: Task, seats: Sequence[int]) -> list[Note]:
        unmet = [_unmet(task, seats)] if len(seats) == 2 else []  # by hand it may be one alone
        return [*words.of_table(task, seats), *unmet]


def counting(state: State, options: Options, withdrawn: Collection[int]) -> frozenset[int]:
    """Whose results count: of those who withdrew, who has played at least half of his games. All stay visible.

    An opponent's points against somebody who does not count do not count either. A game decided by forfeit was not
    played. What is left of somebody who counts is won by his opponents.
    """
    history = History(state, options)
    ids = [entry.id for entry in state.entries]
    due = options.cycles * (len(ids) - 1)
    played = {one: sum(history.meetings[pair(one, other)] for other in ids if other != one) for one in ids}
    return frozenset(one for one in ids if one not in withdrawn or 2 * played[one] >= due)


def _unmet(task: Task, seats: Sequence[int]) -> Note:
    return note("unmet", times=_had(task.state)[pair(*seats)], cycles=task.options.cycles)


def _had(state: State) -> Counter[Two]:
    """How often two have had their game: played, or forfeited. One without points for anybody is still to come."""
    return Counter(
        pair(*table.seats)
        for past in state.rounds
        for table in past.tables
        if len(table.seats) == 2 and (table.met or table.nobody or any(table.points))
    )


def _without_scores(task: Task) -> Task:
    """Nearness in the standings means nothing here."""
    return replace(task, options=replace(task.options, by_score=False))


def _all_pairs(task: Task) -> list[Two]:
    ids = sorted(task.ids)
    return [(one, other) for at, one in enumerate(ids) for other in ids[at + 1 :]]


def _berger(task: Task, left: set[Two]) -> list[Two] | None:
    """This round of the table, or None where it no longer fits those who are here."""
    players = [{"id": entry.id, "starting_number": entry.number} for entry in task.state.entries]
    count = len(players)
    rounds = (count - 1 + count % 2) * task.options.cycles
    if count < 2 or not 1 <= task.state.number <= rounds or task.state.locked:
        return None
    found = generate_pairings("round_robin", players, set(), task.state.number, rounds, cycles=task.options.cycles)
    pool = set(task.ids)
    pairs = [
        (game["white_id"], game["black_id"])
        for game in found
        if game["black_id"] is not None and {game["white_id"], game["black_id"]} <= pool
    ]
    seated = {entry for two in pairs for entry in two}
    resting = pool - seated
    fewest = min(task.history.byes[entry] for entry in pool)
    fits = (
        all(pair(*two) in left for two in pairs)
        and len(resting) == len(pool) % 2
        and all(task.history.byes[entry] == fewest for entry in resting)
    )
    return pairs if fits else None
