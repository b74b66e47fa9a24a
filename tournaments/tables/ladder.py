"""A ladder as a table: the ranked first, the provisional and the inactive below them."""

from __future__ import annotations

from datetime import datetime

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.display import number, signed
from tournaments.queries.ratings import LadderRow

NUM = {"th": {"class": "num"}, "td": {"class": "num"}}
NUM_WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}


class LadderTable(tables.Table):
    """One row a player. `rank` sorts the unranked below all others."""

    rank = tables.Column(
        verbose_name=_("Rank"), accessor="row", order_by="position", attrs={"td": {"class": "strong ld-rank"}}
    )
    player = tables.Column(
        verbose_name=_("Player"),
        accessor="row",
        order_by="row__player__name",
        attrs={"td": {"scope": "row", "class": "ld-name"}},
    )
    mu = tables.Column(
        verbose_name=_("Rating"),
        accessor="row__mu",
        initial_sort_descending=True,
        attrs={"th": {"class": "num"}, "td": {"class": "num strong"}},
    )
    sigma = tables.Column(
        verbose_name="± 2σ", accessor="row__sigma", attrs={"th": {"class": "num"}, "td": {"class": "num dim"}}
    )
    delta = tables.Column(
        verbose_name=_("Last game"), accessor="row__delta", initial_sort_descending=True, attrs=NUM_WIDE
    )
    ordinal = tables.Column(
        verbose_name=_("Ranked by"), accessor="row__ordinal", initial_sort_descending=True, attrs=NUM_WIDE
    )
    games = tables.Column(verbose_name=_("Games"), accessor="row__games", initial_sort_descending=True, attrs=NUM)
    played_at = tables.Column(
        verbose_name=_("Last played"), accessor="row__played_at", initial_sort_descending=True, attrs=NUM_WIDE
    )

    class Meta:
        attrs = {"class": "tbl ld"}

    def render_rank(self, value: LadderRow) -> str:
        return "—" if value.rank is None else number(value.rank)

    def render_player(self, value: LadderRow) -> SafeString:
        return SafeString(render_to_string("parts/ranked_player.html", {"row": value}))

    def render_mu(self, value: float) -> str:
        return number(value, 1)

    def render_sigma(self, value: float) -> str:
        return number(2 * value, 1)

    def render_delta(self, value: float) -> str:
        return signed(value, 1)

    def render_ordinal(self, value: float) -> str:
        return number(value, 1)

    def render_played_at(self, value: datetime) -> str:
        return date_format(value, "SHORT_DATE_FORMAT")
