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

    rank = tables.Column(verbose_name=_("Rank"), empty_values=(), attrs={"td": {"class": "strong ld-rank"}})
    player = tables.Column(
        verbose_name=_("Player"), order_by="player__name", attrs={"td": {"scope": "row", "class": "ld-name"}}
    )
    club = tables.Column(verbose_name=_("Club or city"), attrs={"th": {"class": "wide"}, "td": {"class": "wide dim"}})
    mu = tables.Column(verbose_name=_("Rating"), order_by="-mu", attrs={"th": {"class": "num"}, "td": {"class": "num strong"}})
    sigma = tables.Column(verbose_name="± 2σ", attrs={"th": {"class": "num"}, "td": {"class": "num dim"}})
    delta = tables.Column(verbose_name=_("Last game"), order_by="-delta", attrs=NUM_WIDE)
    ordinal = tables.Column(verbose_name=_("Ranked by"), order_by="-ordinal", attrs=NUM_WIDE)
    games = tables.Column(verbose_name=_("Games"), order_by="-games", attrs=NUM)
    played_at = tables.Column(verbose_name=_("Last played"), order_by="-played_at", attrs=NUM_WIDE)

    class Meta:
        attrs = {"class": "tbl ld"}
        orderable = True

    def order_rank(self, queryset: list[LadderRow], is_descending: bool) -> tuple[list[LadderRow], bool]:
        return sorted(queryset, key=lambda row: (row.rank is None, row.rank or 0), reverse=is_descending), True

    def render_rank(self, record: LadderRow) -> str:
        return "—" if record.rank is None else number(record.rank)

    def render_player(self, record: LadderRow) -> SafeString:
        return SafeString(render_to_string("parts/ranked_player.html", {"row": record}))

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
