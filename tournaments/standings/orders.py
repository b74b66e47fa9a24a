"""In which order the measures decide: presets by name, what a stage may choose from, what is usual in its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.standings import accounts, meetings, opponents, results
from tournaments.standings.measure import ACCOUNTS, DRAWN, KNOCKOUTS, MEASURES, Measure, gettext_noop

REGISTERED = (accounts, meetings, opponents, results)  # by being imported


class Order(NamedTuple):
    name: str  # a msgid
    measures: tuple[str, ...]
    formats: frozenset[str] | None = None  # those that it is for, None: any


ORDERS: dict[str, Order] = {
    "knockout": Order(gettext_noop("Bracket"), ("bracket",), KNOCKOUTS),
    "pairs": Order(gettext_noop("Domino pairs"), ("points", "wins", "difference", "direct", "for")),
    "mandavoshka": Order(gettext_noop("Mandavoshka"), ("points", "losses", "for", "direct")),
    "results": Order(gettext_noop("Results alone"), ("points", "wins", "direct")),
    "fide_swiss": Order(
        gettext_noop("FIDE Swiss"),
        ("points", "direct_sure", "buchholz_cut1", "buchholz", "games_won", "sonneborn"),
        DRAWN,
    ),
    "fide_round_robin": Order(
        gettext_noop("FIDE round robin"),
        ("points", "direct_sure", "games_won", "sonneborn", "koya"),
        frozenset({"round_robin"}),
    ),
    "draughts": Order(
        gettext_noop("Draughts"), ("points", "buchholz_cut1", "median", "buchholz", "wins", "direct"), DRAWN
    ),
}


class OrderError(ValueError):
    """An order that cannot be; `code` is the measure that is unknown or not for this stage."""

    def __init__(self, code: str) -> None:
        super().__init__(f"no such measure here: {code}")
        self.code = code


def measures_of(order: Sequence[str]) -> tuple[Measure, ...]:
    """The measures of these codes; `OrderError` on an unknown one."""
    for code in order:
        if code not in MEASURES:
            raise OrderError(code)
    return tuple(MEASURES[code] for code in order)


def offered(format_: str, has: Iterable[str]) -> list[Measure]:
    """The measures that a stage of this format may choose from; `has`: what its game has of what measures need.

    >>> [one.code for one in offered("round_robin", ()) if "buchholz" in one.code]
    []
    """
    there = set(has)
    return [one for one in MEASURES.values() if one.needs <= there and (one.formats is None or format_ in one.formats)]


def orders_for(format_: str, has: Iterable[str]) -> dict[str, Order]:
    """The presets of which a stage may have every measure."""
    codes = {one.code for one in offered(format_, has)}
    return {
        name: order
        for name, order in ORDERS.items()
        if set(order.measures) <= codes and (order.formats is None or format_ in order.formats)
    }


def check(order: Sequence[str], format_: str, has: Iterable[str]) -> None:
    """`OrderError` on an unknown measure, or one that this stage cannot have."""
    codes = {one.code for one in offered(format_, has)}
    for code in order:
        if code not in codes:
            raise OrderError(code)


def usual(format_: str, has: Iterable[str], *, penalty: bool, colours: bool) -> tuple[str, ...]:
    """The order of a stage that has none of its own.

    >>> usual("tables", {"accounts"}, penalty=True, colours=False)
    ('points', 'losses', 'for', 'direct')
    >>> usual("knockout", {"accounts"}, penalty=True, colours=False)
    ('bracket',)
    """
    if format_ in KNOCKOUTS:
        return ORDERS["knockout"].measures
    if colours and format_ in DRAWN:
        return ORDERS["draughts"].measures
    if ACCOUNTS not in set(has):
        return ORDERS["results"].measures
    return ORDERS["mandavoshka" if penalty else "pairs"].measures
