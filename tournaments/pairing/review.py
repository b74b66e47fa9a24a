"""A plan that was mended by hand, looked at by the rules the engines keep: warnings, never a refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tournaments.pairing import words
from tournaments.pairing.engine import ENGINES, PARTNERS, PERSON, TWO
from tournaments.pairing.history import History, pair, partners_of
from tournaments.pairing.layout import Laid
from tournaments.pairing.reasons import Note, note
from tournaments.pairing.values import BYE, Bye, Options, State, Table


def review(state: State, options: Options, tables: Sequence[Table], byes: Sequence[Bye]) -> tuple[Note, ...]:
    """What speaks against these tables and byes, the gravest first."""
    chosen = ENGINES[options.format]
    history = History(state, options, partners=chosen.sides == PARTNERS)
    return (
        *_places(state, tables, byes),
        *_sizes(options, tables),
        *_company(state, history, tables, partners=chosen.sides == PARTNERS),
        *_turns(state, options, history, tables, byes, short_tables=chosen.sides != TWO and PERSON in chosen.kinds),
    )


def strays(own: Mapping[int, int], tables: Sequence[Laid]) -> Iterator[Note]:
    """Who sits at a table of another group than the one he plays in."""
    for table in tables:
        for entry in table.seats:
            if own.get(entry, table.group) != table.group:
                yield note("warn_group", entry=entry, own=own[entry], group=table.group)


def _places(state: State, tables: Sequence[Table], byes: Sequence[Bye]) -> Iterator[Note]:
    placed = Counter([seat for table in tables for seat in table.seats] + [bye.entry for bye in byes])
    here = {entry.id for entry in state.entries if entry.here}
    yield from (note("warn_twice", entry=entry) for entry, times in sorted(placed.items()) if times > 1)
    yield from (note("warn_missing", entry=entry) for entry in sorted(here - placed.keys()))
    yield from (note("warn_away", entry=entry) for entry in sorted(placed.keys() - here))


def _sizes(options: Options, tables: Sequence[Table]) -> Iterator[Note]:
    for number, times in Counter(table.number for table in tables).items():
        if times > 1:
            yield note("warn_number", table=number)
    for table in tables:
        if not options.low <= len(table.seats) <= options.high:
            count = len(table.seats)
            yield note("warn_size", table=table.number, count=count, low=options.low, high=options.high)


def _company(state: State, history: History, tables: Sequence[Table], *, partners: bool) -> Iterator[Note]:
    teams = {entry.id: entry.team for entry in state.entries}
    for table in tables:
        yield from words.met(history, table.seats)
        for one, other in combinations(table.seats, 2):
            key = pair(one, other)
            if frozenset(key) in state.forbidden:
                yield note("warn_forbidden", entry=one, other=other)
            if teams.get(one) and teams.get(one) == teams.get(other):
                yield note("same_team", entry=one, other=other)
        for one, other in partners_of(table.seats) if partners else ():
            if times := history.partnered[pair(one, other)]:
                yield note("partners_before", entry=one, other=other, times=times)
        for seat in table.seats:
            if state.fixed.get(seat, table.number) != table.number:
                yield note("warn_fixed", entry=seat, table=state.fixed[seat])


def _turns(
    state: State,
    options: Options,
    history: History,
    tables: Sequence[Table],
    byes: Sequence[Bye],
    *,
    short_tables: bool,
) -> Iterator[Note]:
    here = [entry.id for entry in state.entries if entry.here]
    fewest = min((history.byes[entry] for entry in here), default=0)
    for bye in byes:
        if bye.kind == BYE and history.byes[bye.entry] > fewest:
            yield note("warn_bye_again", entry=bye.entry, times=history.byes[bye.entry])
    seldom = min((history.shorts[entry] for entry in here), default=0)
    for table in tables:
        for seat in table.seats if short_tables and len(table.seats) < options.high else ():
            if history.shorts[seat] > seldom:
                yield note("warn_short_again", entry=seat)
