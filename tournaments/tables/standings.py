"""The standings as a table: sorted by place, by any other column where the reader asks.

A phone shows place, name, games and points; from 720 px on all, with the last rounds one by one.
"""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.display import number, place_range
from tournaments.queries.standings import RoundCell, StandingRow, Standings

ROUNDS_SHOWN = 6
NUM = {"th": {"class": "num"}, "td": {"class": "num"}}
NUM_WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}


class StandingsTable(tables.Table):
    """One row an entry. The columns of single rounds are added by `standings_table`."""

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
    wins = tables.Column(verbose_name=_("Wins"), attrs=NUM, initial_sort_descending=True)
    points_for = tables.Column(verbose_name=_("For"), attrs=NUM_WIDE)
    points_against = tables.Column(verbose_name=_("Against"), attrs=NUM_WIDE)
    points = tables.Column(
        verbose_name=_("Points"),
        initial_sort_descending=True,
        attrs={"th": {"class": "num"}, "td": {"class": "num strong st-points"}},
    )

    class Meta:
        attrs = {"class": "tbl st"}
        order_by = ("place",)
        empty_text = _("No entries yet.")

    def render_place(self, record: StandingRow) -> str:
        return place_range(record.place, record.sharing)

    def render_moved(self, record: StandingRow) -> SafeString:
        return SafeString(render_to_string("parts/moved.html", {"moved": record.moved, "by": abs(record.moved or 0)}))

    def render_name(self, record: StandingRow) -> SafeString:
        return SafeString(
            render_to_string("parts/players.html", {"players": record.players, "withdrawn": record.withdrawn})
        )

    def render_points(self, value: Any) -> str:
        return number(value)

    def render_points_for(self, value: int) -> str:
        return number(value)

    def render_points_against(self, value: int) -> str:
        return number(value)


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


def standings_table(standings: Standings) -> StandingsTable:
    """The table of these standings. In a penalty game what is written is named so."""
    shown = range(max(1, standings.after - ROUNDS_SHOWN + 1), standings.after + 1)
    columns = [(f"round_{n}", RoundColumn(n)) for n in shown]
    hidden = (() if standings.after > 1 else ("moved",)) + (
        () if standings.accounts else ("points_for", "points_against")
    )
    table = StandingsTable(
        standings.rows,
        extra_columns=columns,
        sequence=("place", "moved", "name", *(name for name, _column in columns), "..."),
        exclude=hidden,
    )
    if standings.penalty:
        table.columns["points_for"].column.verbose_name = _("Written")
        table.columns["points_against"].column.verbose_name = _("To others")
    return table
