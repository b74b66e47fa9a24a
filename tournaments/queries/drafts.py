"""A draft as it lies, and what speaks against it. Warnings say what the rules would say; they forbid nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext

from tournaments.models import Round
from tournaments.pairing.layout import Laid, Layout
from tournaments.pairing.reasons import render
from tournaments.pairing.review import review, strays
from tournaments.pairing.values import Bye, Table
from tournaments.queries.pairing import options_of, states_of, whole

ALWAYS = {"warn_twice", "warn_away", "warn_size", "warn_number", "warn_forbidden", "warn_fixed", "warn_group"}
"""What is said also of a draft that nobody has touched; the rest is what the draw could not avoid."""


@dataclass(frozen=True)
class Warnings:
    """Sentences: all of them, and those about each table by its number."""

    whole: list[str] = field(default_factory=list)
    tables: Mapping[int, list[str]] = field(default_factory=dict)


def layout_of_round(round_: Round) -> Layout:
    """Tables with their entries, and byes. Two queries."""
    tables = {table.pk: table for table in round_.tables.order_by("number")}
    seats: dict[int, dict[int, None]] = defaultdict(dict)
    byes = {}
    rows = round_.seats.order_by("number", "id").values_list("table_id", "entry_id", "bye")
    for table, entry, bye in rows:
        if table is None:
            byes[entry] = bye
        else:
            seats[table][entry] = None
    laid = (Laid(table.number, tuple(seats[pk]), table.group, table.locked) for pk, table in tables.items())
    return Layout(tuple(laid), byes)


def warnings_of(round_: Round, names: Mapping[int, str]) -> Warnings:
    """What speaks against a draft; of one that was not mended only what the draw would not do."""
    options = options_of(round_.stage)
    states = states_of(round_.stage, round_.number, options)
    layout = layout_of_round(round_)
    notes = (
        *strays({entry.id: group for group, state in states.items() for entry in state.entries}, layout.tables),
        *review(
            replace(whole(states), locked=()),
            options,
            [Table(table.number, table.seats) for table in layout.tables],
            [Bye(entry, kind) for entry, kind in layout.byes.items()],
        ),
    )
    said: list[str] = []
    tables: dict[int, list[str]] = defaultdict(list)
    for found in notes:
        if found.code == "warn_missing" or (found.code not in ALWAYS and not round_.version):
            continue
        sentence = render(found, names, gettext)
        said.append(sentence)
        table = layout.table_of(found.params["entry"]) if "entry" in found.params else None
        number = table.number if table else found.params.get("table")
        if number:
            tables[number].append(sentence)
    return Warnings(said, tables)
