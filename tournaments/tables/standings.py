"""The standings as a table: sorted by place, by any other column where the reader asks; a place opens its line.

A phone shows place, name and the first measures; from 720 px on all, with the last rounds one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from typing import Any

import django_tables2 as tables
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _

from tournaments.display import number, place_range
from tournaments.queries.standings import Head, RoundCell, StandingRow, Standings
from tournaments.tables.drawing import DrawnTable
from tournaments.templatetags.ryba import names

ROUNDS_SHOWN = 6
ON_A_PHONE = 3
OPEN = ' class="st-open"'
NUM_WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}


class StandingsTable(DrawnTable):
    """One row an entry. The columns of rounds and measures are added by `standings_table`.

    `cut_after`: the entry after which the line to go on is drawn, None where there is none. `opened`: the entry whose
    line is open; `asked` is what the page's address asks for beside that.
    """

    place = tables.Column(
        # Translators: short for place, the head of a narrow column
        verbose_name=_("Pl."),
        attrs={"th": {"class": "st-place"}, "td": {"class": "st-place strong"}},
    )
    moved = tables.Column(
        verbose_name=_("Moved"), orderable=False, attrs={"th": {"class": "st-moved"}, "td": {"class": "st-moved"}}
    )
    name = tables.Column(
        verbose_name=_("Player"), order_by="in_order", attrs={"td": {"scope": "row", "class": "st-name"}}
    )
    games = tables.Column(verbose_name=_("Games"), attrs=NUM_WIDE)

    class Meta:
        attrs = {"class": "tbl st"}
        order_by = ("place",)
        empty_text = _("No entries yet.")

    cut_after: int | None = None
    opened: int | None = None
    asked: QueryDict = QueryDict()

    def runs(self) -> Iterator[tuple[SafeString, StandingRow]]:
        """The rows as they are drawn, up to each under which something else stands, and the last; its record beside."""
        run: list[str] = []
        for record, cells in self.drawn():
            is_open = record.entry_id == self.opened
            run.append(f'<tr id="e{record.entry_id}"{OPEN if is_open else ""}>\n{cells}</tr>\n')
            if is_open or record.entry_id == self.cut_after:
                yield SafeString("".join(run)), record
                run.clear()
        if run:
            yield SafeString("".join(run)), record

    @property
    def by_place(self) -> bool:
        return tuple(map(str, self.order_by)) == ("place",)

    def render_place(self, record: StandingRow) -> SafeString:
        is_open = record.entry_id == self.opened
        return format_html(
            '<a class="cell st-why" href="?{}#e{}" aria-expanded="{}">{}<span class="vh"> {}</span></a>',
            self.asked.urlencode() if is_open else f"{self.asked_before}why={record.entry_id}", record.entry_id,
            "true" if is_open else "false", self.value_place(record), gettext("why this place"),
        )  # fmt: skip

    @cached_property
    def asked_before(self) -> str:
        """What the page's address asks for, to be followed by the line to open."""
        asked = self.asked.copy()
        asked.pop("why", None)
        return f"{asked.urlencode()}&" if asked else ""

    def render_moved(self, value: int) -> SafeString:
        return SafeString(render_to_string("parts/moved.html", {"moved": value, "by": abs(value)}))

    def render_name(self, record: StandingRow) -> SafeString:
        return names(record.players, record.withdrawn)

    def value_place(self, record: StandingRow) -> str:
        return place_range(record.place, record.sharing)

    def value_moved(self, value: int) -> int:
        return value

    def value_name(self, record: StandingRow) -> str:
        return record.name


class RoundColumn(tables.Column):
    """What one round came to: tournament points, and what was written."""

    def __init__(self, round_number: int, **extra: Any) -> None:
        super().__init__(
            verbose_name=_("Round %(number)s") % {"number": round_number},
            accessor=f"rounds__{round_number}",
            orderable=False,
            default="",
            attrs={"th": {"class": "num st-round"}, "td": {"class": "num st-round"}},
            **extra,
        )

    def render(self, value: RoundCell) -> SafeString:
        written = _("bye") if value.bye else number(value.written)
        lost = " st-lost" if value.lost else ""
        return format_html(
            '<b class="st-got{}">{}</b> <span class="st-written">{}</span>', lost, number(value.points), written
        )

    def value(self, value: RoundCell) -> Decimal | None:
        """What a file takes away: the tournament points alone."""
        return value.points if value else None


class MeasureColumn(tables.Column):
    """The number of a measure. The points are strong; on a phone so many stand as fit, the others from 720 px on."""

    def __init__(self, at: int, head: Head, wide: bool, lower: bool, **extra: Any) -> None:
        classes = "num wide" if wide else "num strong st-points" if head.code == "points" else "num"
        super().__init__(
            verbose_name=format_html('<abbr title="{}">{}</abbr>', f"{head.name}. {head.formula}", head.short),
            accessor=f"values__{at}",
            default="",
            initial_sort_descending=not lower,
            attrs={"th": {"class": classes.replace(" strong st-points", "")}, "td": {"class": classes}},
            **extra,
        )

    def render(self, value: Decimal) -> str:
        return number(value)

    def value(self, value: Decimal) -> Decimal | None:
        return value if isinstance(value, Decimal) else None


def standings_table(
    standings: Standings, rows: list[StandingRow], *, asked: QueryDict, opened: int | None
) -> StandingsTable:
    """The table of these lines of the standings: of one group, or of all; `asked` is the page's address."""
    shown = range(max(1, standings.after - ROUNDS_SHOWN + 1), standings.after + 1)
    rounds = [(f"round_{n}", RoundColumn(n)) for n in shown if n in standings.source.field.rounds]
    measures = [
        (f"measure_{at}", MeasureColumn(at, head, at >= ON_A_PHONE or one.among_tied, one.is_lower(standings.penalty)))
        for at, (head, one) in enumerate(zip(standings.heads, standings.order, strict=True))
        if any(row.values[at] is not None for row in rows)
    ]
    table = StandingsTable(
        rows,
        extra_columns=[*rounds, *measures],
        sequence=("place", "moved", "name", *(name for name, _column in rounds), "games", "..."),
        exclude=() if any(row.moved is not None for row in rows) else ("moved",),
    )
    if any(len(row.players) > 1 for row in rows):
        table.columns["name"].column.verbose_name = _("Pair")
    going = [row.entry_id for row in rows if row.qualifies]
    table.cut_after = going[-1] if going and len(going) < len(rows) else None
    table.opened, table.asked = opened, asked.copy()
    table.asked.pop("why", None)
    return table
