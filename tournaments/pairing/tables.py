"""Rounds at tables of three and four: each for himself, or two against two with partners that change.

In strict order: nobody forbidden; those bound to one table together; byes to those with the fewest; nobody at a short
table twice before all were once; no rematch; the bye to the lowest in the standings; the nearest scores; no partner
again; no recent opponent; not the same club; then the balance of who opens, and the tables' numbers. Up to 16 players
every seating is compared, above that a search of a fixed number of steps decides.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from tournaments.pairing import words
from tournaments.pairing.anneal import search
from tournaments.pairing.duels import Swiss
from tournaments.pairing.engine import EACH, PARTNERS, PERSON, Draft, Engine, Task, engine
from tournaments.pairing.exact import MOST, best_seating
from tournaments.pairing.history import pair
from tournaments.pairing.reasons import Note, gettext_noop, note
from tournaments.pairing.schedule import FORBIDDEN, Calendar, lay_out, repeats
from tournaments.pairing.seating import Group, Problem
from tournaments.pairing.sizes import table_sizes
from tournaments.pairing.strict import Ladder
from tournaments.pairing.values import BYE, Bye
from tournaments.pairing.whist import rounds_of

RUNGS = {
    "forbidden": 1,
    "bound": 1,
    "bye": 7,
    "short": 7,
    "rematch": 7,
    "lowest": 63,
    "distance": 63 * 63,
    "partner": 7,
    "recent": 2,
    "club": 1,
}
SOFT = {  # the same for the walk of the search: heavier than what lies below, but not beyond all bounds
    "forbidden": 3_000,
    "bound": 1_000,
    "bye": 800,
    "short": 400,
    "rematch": 60,
    "lowest": 5,
    "distance": 1,
    "partner": 0.4,
    "recent": 0.1,
    "club": 0.05,
}
MOST_STEPS = 200_000
MOST_SCHEDULE_STEPS = 3_000_000


class AtTables(Engine):
    """What both formats share."""

    kinds = frozenset({PERSON})
    beforehand = True

    def plan(self, task: Task) -> Draft:
        if task.options.high == 2:
            return Swiss().plan(task)
        draft = Draft()
        pool, blocked = list(task.pool), []
        while True:
            seats = _Seats(task, [entry.id for entry in pool], partners=self.sides == PARTNERS)
            groups, rest, how = seats.solve()
            worst = seats.most_forbidden(groups)
            if worst is None:
                break
            blocked.append(worst)
            pool = [entry for entry in pool if entry.id != worst]
        for group in groups:
            order = seats.in_order(group)
            draft.tables.append((order, words.of_table(task, order, partners=self.sides == PARTNERS)))
        draft.byes = words.byes(task, blocked, "bye_blocked")
        few = not groups
        draft.byes += words.byes(task, rest, "bye_too_few", low=task.options.low) if few else words.byes(task, rest)
        draft.reasons = [how]
        return draft

    def schedule(self, task: Task, rounds: int) -> list[Draft] | None:
        """A Whist design, where the number has one and the search finds none with fewer repeats.

        None where tables so full would seat somebody with whom he may not sit.
        """
        partners = self.sides == PARTNERS
        ids = task.ids
        task.random.shuffle(ids)
        fresh = not task.state.rounds and not task.state.forbidden
        design = rounds_of(len(ids)) if partners and fresh else ()
        laid = [list(tables) for tables in design[:rounds]]
        whist = 0 < rounds <= len(design)
        if not whist or rounds < len(design):
            calendar = calendar_of(task, ids, rounds, partners=partners)
            steps = min(task.options.effort * sum(calendar.sizes) * rounds, MOST_SCHEDULE_STEPS)
            found = [groups for groups, _ in lay_out(calendar, steps, task.random, task.watch)]
            whist = whist and repeats(laid) <= repeats(found)
            laid = laid if whist else found
            if not whist and any(calendar.barred(group) for groups in laid for group in groups):
                return None
        drafts = []
        for number, tables in enumerate(laid, 1):
            how = note("whist", round=number, count=len(ids)) if whist else note("search", steps=steps)
            groups = [tuple(ids[one] for one in group) for group in tables]
            seated = {one for group in groups for one in group}
            byes = [Bye(one, BYE) for one in ids if one not in seated]
            drafts.append(Draft([(group, []) for group in groups], byes, [how]))
        return drafts


@engine
class Tables(AtTables):
    code = "tables"
    name = gettext_noop("Tables, each for himself")
    sides = EACH


@engine
class Rotation(AtTables):
    code = "partners"
    name = gettext_noop("Changing partners, two against two")
    sides = PARTNERS


class _Seats:
    """One round as a problem in numbers, and its answer as entries."""

    def __init__(self, task: Task, ids: list[int], *, partners: bool) -> None:
        self.task, self.partners = task, partners
        self.ids = [entry for entry in task.history.standing(task.state.entries) if entry in set(ids)]
        task.random.shuffle(self.ids)  # chance decides among equals
        if task.options.by_score:
            self.ids.sort(key=task.history.score.__getitem__, reverse=True)
        low = task.options.high if partners else task.options.low
        self.sizes = table_sizes(len(self.ids), low, task.options.high)
        pairs = sum(size * (size - 1) // 2 for size in self.sizes)
        self.ladder = Ladder(RUNGS, items=max(pairs, len(self.ids), 1))
        self.problem = self._problem(self.ladder.weight)

    def solve(self) -> tuple[list[Group], Group, Note]:
        problem, task = self.problem, self.task
        if problem.count <= MOST:
            groups, rest = best_seating(problem, task.watch)
            how = note("every_seating")
        else:
            steps = min(task.options.effort * problem.count, MOST_STEPS)
            by_score = task.options.by_score and bool(task.state.rounds)
            soft = self._problem(SOFT.__getitem__)
            groups, rest = search(problem, soft, steps, task.random, task.watch, by_score=by_score)
            how = note("search", steps=steps)
        entries = [tuple(self.ids[one] for one in group) for group in groups]
        return entries, tuple(self.ids[one] for one in rest), how

    def most_forbidden(self, groups: list[Group]) -> int | None:
        """Whoever sits with most that are forbidden to him; None where nobody does."""
        clashes = {
            one: sum(frozenset((one, other)) in self.task.state.forbidden for other in group if other != one)
            for group in groups
            for one in group
        }
        if not any(clashes.values()):
            return None
        return max(clashes, key=lambda one: (clashes[one], -self.task.history.byes[one], self.ids.index(one)))

    def in_order(self, group: Group) -> Group:
        """Who has opened least takes the first seat; partners stay opposite each other."""
        opened, random = self.task.history.opened, self.task.random
        if not self.partners:
            others = sorted(group, key=lambda one: (opened[one], random.random()))
            first = others.pop(0)
            random.shuffle(others)
            return (first, *others)
        turns = [group[at:] + group[:at] for at in range(len(group))]
        return min(turns, key=lambda turn: (opened[turn[0]], random.random()))

    def _problem(self, weight: Callable[[str], int]) -> Problem:
        count, history = len(self.ids), self.task.history
        together = [[0] * count for _ in range(count)]
        partner = [[0] * count for _ in range(count)] if self.partners else None
        level = history.levels(self.task.pool) if self.task.options.by_score else dict.fromkeys(self.ids, 0)
        teams = {entry.id: entry.team for entry in self.task.pool}
        for at, one in enumerate(self.ids):
            for to in range(at):
                other = self.ids[to]
                apart = level[one] - level[other]
                cost = apart * apart * weight("distance") + self._barred(one, other, weight)
                if teams[one] and teams[one] == teams[other]:
                    cost += weight("club")
                recent = 0
                if met := history.meetings[pair(one, other)]:
                    recent = max(0, 3 - self.task.state.number + history.last_met[pair(one, other)]) * weight("recent")
                    cost += min(met, 7) * weight("rematch") + recent
                together[at][to] = together[to][at] = cost
                if partner is not None:
                    again = min(history.partnered[pair(one, other)], 7) * weight("partner")
                    partner[at][to] = partner[to][at] = again - recent
        return Problem(
            sizes=self.sizes,
            full=self.task.options.high,
            resting=count - sum(self.sizes),
            together=together,
            short=[times * weight("short") for times in self._beyond(history.shorts)],
            rest=[
                times * weight("bye") + level[one] * weight("lowest")
                for one, times in zip(self.ids, self._beyond(history.byes), strict=True)
            ],
            partner=partner,
        )

    def _beyond(self, counts: dict[int, int]) -> list[int]:
        """How often more than whoever has had it least, up to 7."""
        fewest = min((counts[one] for one in self.ids), default=0)
        return [min(counts[one] - fewest, 7) for one in self.ids]

    def _barred(self, one: int, other: int, weight: Callable[[str], int]) -> int:
        fixed, cost = self.task.state.fixed, 0
        if frozenset((one, other)) in self.task.state.forbidden:
            cost += weight("forbidden")
        if one in fixed and other in fixed:
            if fixed[one] == fixed[other]:
                return cost
            cost += weight("forbidden")
        return cost + weight("bound") * bool(fixed)


def calendar_of(task: Task, ids: list[int], rounds: int, *, partners: bool) -> Calendar:
    """What the past and the organiser's bans mean for a whole schedule."""
    history, place = task.history, {entry: at for at, entry in enumerate(ids)}
    met, partnered, club = ([[0] * len(ids) for _ in ids] for _ in range(3))
    teams = {entry.id: entry.team for entry in task.pool}
    for one, other in combinations(ids, 2):
        at, to, key = place[one], place[other], pair(one, other)
        barred = frozenset(key) in task.state.forbidden
        met[at][to] = met[to][at] = history.meetings[key] + FORBIDDEN * barred
        partnered[at][to] = partnered[to][at] = history.partnered[key]
        club[at][to] = club[to][at] = int(bool(teams[one]) and teams[one] == teams[other])
    return Calendar(
        sizes=table_sizes(len(ids), task.options.high if partners else task.options.low, task.options.high),
        rounds=rounds,
        met=met,
        partnered=partnered if partners else None,
        club=club,
        byes=[history.byes[one] for one in ids],
        shorts=[history.shorts[one] for one in ids],
    )
