"""A ladder as a table: the ranked first, the provisional and the inactive below them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.display import number, signed
from tournaments.queries.ladders import LadderRow
from tournaments.tables.drawing import DrawnTable

NUM = {"th": {"class": "num"}, "td": {"class": "num"}}
NUM_WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}


class LadderTable(DrawnTable):
    """One row a player. `rank` sorts the unranked below all others, and gives them only their order.

    A record has its `position`, its `row`, and where one sorts by names its place `by_name`.
    """

    rank = tables.Column(
        verbose_name=_("Rank"), accessor="row", order_by="position", attrs={"td": {"class": "strong ld-rank"}}
    )
    player = tables.Column(
        verbose_name=_("Player"),
        accessor="row",
        order_by="by_name",
        attrs={"td": {"scope": "row", "class": "ld-name"}},
    )
    ordinal = tables.Column(
        # Translators: the number that a ladder ranks by: the rating less 3σ
        verbose_name=_("At least"),
        accessor="row__ordinal",
        initial_sort_descending=True,
        attrs={"th": {"class": "num"}, "td": {"class": "num strong"}},
    )
    mu = tables.Column(
        verbose_name=_("Rating ± 2σ"),
        accessor="row__mu",
        initial_sort_descending=True,
        attrs={"th": {"class": "num"}, "td": {"class": "num dim nb"}},
    )
    delta = tables.Column(
        verbose_name=_("Last game"), accessor="row__delta", initial_sort_descending=True, attrs=NUM_WIDE
    )
    moved = tables.Column(
        # Translators: by how many ranks a player went up or down
        verbose_name=_("Moved"),
        accessor="row__moved",
        initial_sort_descending=True,
        attrs=NUM,
        default="",
    )
    gained = tables.Column(
        verbose_name=_("Gained"), accessor="row__gained", initial_sort_descending=True, attrs=NUM_WIDE, default=""
    )
    games = tables.Column(verbose_name=_("Games"), accessor="row__games", initial_sort_descending=True, attrs=NUM_WIDE)
    played_at = tables.Column(
        verbose_name=_("Last played"), accessor="row__played_at", initial_sort_descending=True, attrs=NUM_WIDE
    )

    class Meta:
        attrs = {"class": "tbl ld"}

    def render_rank(self, value: LadderRow, record: dict[str, Any]) -> str | SafeString:
        if value.rank is None:
            return format_html('<span class="ld-order">{}</span>', number(record["position"] + 1))
        return number(value.rank)

    def render_player(self, value: LadderRow) -> SafeString:
        return SafeString(render_to_string("parts/ranked_player.html", {"row": value}))

    def value_rank(self, value: LadderRow) -> int | None:
        return value.rank

    def value_player(self, value: LadderRow) -> str:
        return value.player.name

    def value_moved(self, value: int | None) -> int | None:
        return value

    def value_ordinal(self, value: float) -> float:
        return round(value, 2)

    def render_mu(self, value: float, record: dict[str, Any]) -> str:
        return f"{number(value, 1)} ± {number(2 * record['row'].sigma, 1)}"

    def render_moved(self, value: int) -> SafeString:
        return SafeString(render_to_string("parts/moved.html", {"moved": value, "by": number(abs(value))}))

    def render_gained(self, value: float) -> str:
        return signed(value, 1)

    def render_delta(self, value: float) -> str:
        return signed(value, 1)

    def render_ordinal(self, value: float) -> str:
        return number(value, 1)

    def render_played_at(self, value: datetime) -> str:
        return date_format(value, "SHORT_DATE_FORMAT")
