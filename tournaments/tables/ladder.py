"""A ladder as a table: the ranked first, the provisional and the inactive below them."""

from __future__ import annotations

from datetime import date, datetime

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext_lazy as _

from tournaments.display import number, signed
from tournaments.queries.ladders import LadderRow, Person
from tournaments.tables.drawing import DrawnTable

NUM = {"th": {"class": "num"}, "td": {"class": "num"}}
NUM_WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}
NUM_WIDE_DIM = {"th": {"class": "num wide"}, "td": {"class": "num wide dim nb"}}


class LadderTable(DrawnTable):
    """One row a player, from `LadderRows`, which sort themselves. The unranked have only their order for a rank."""

    rank = tables.Column(verbose_name=_("Rank"), empty_values=(), attrs={"td": {"class": "strong ld-rank"}})
    player = tables.Column(verbose_name=_("Player"), attrs={"td": {"scope": "row", "class": "ld-name"}})
    ordinal = tables.Column(
        # Translators: the number that a ladder ranks by: the rating less 3σ
        verbose_name=_("At least"),
        initial_sort_descending=True,
        attrs={"th": {"class": "num"}, "td": {"class": "num strong"}},
    )
    mu = tables.Column(
        verbose_name=_("Rating ± 2σ"),
        initial_sort_descending=True,
        attrs={"th": {"class": "num"}, "td": {"class": "num dim nb"}},
    )
    delta = tables.Column(verbose_name=_("Last game"), initial_sort_descending=True, attrs=NUM_WIDE)
    games = tables.Column(verbose_name=_("Games"), initial_sort_descending=True, attrs=NUM_WIDE)
    played_at = tables.Column(verbose_name=_("Last played"), initial_sort_descending=True, attrs=NUM_WIDE)

    class Meta:
        attrs = {"class": "tbl ld"}
        order_by = ()  # as the rows come

    def render_rank(self, value: int | None, record: LadderRow) -> str | SafeString:
        if value is None:
            return format_html('<span class="ld-order">{}</span>', number(record.place))
        return number(value)

    def render_player(self, record: LadderRow) -> SafeString:
        return SafeString(render_to_string("parts/ranked_player.html", {"row": record}))

    def value_rank(self, value: int | None) -> int | None:
        return value

    def value_player(self, value: Person) -> str:
        return value.name

    def value_ordinal(self, value: float) -> float:
        return round(value, 2)

    def value_delta(self, value: float) -> float:
        return round(value, 2)

    def value_played_at(self, value: datetime) -> date:
        return localdate(value)

    def render_mu(self, value: float, record: LadderRow) -> str:
        return f"{number(value, 1)} ± {number(2 * record.sigma, 1)}"

    def render_delta(self, value: float) -> str:
        return signed(value, 1)

    def render_ordinal(self, value: float) -> str:
        return number(value, 1)

    def render_played_at(self, value: datetime) -> str:
        return date_format(localtime(value), "SHORT_DATE_FORMAT")


class MovementTable(LadderTable):
    """The same with how far everybody has come since a day."""

    moved = tables.Column(
        # Translators: by how many ranks a player went up or down
        verbose_name=_("Moved"),
        initial_sort_descending=True,
        attrs=NUM,
        default="",
    )
    mu = tables.Column(verbose_name=_("Rating ± 2σ"), initial_sort_descending=True, attrs=NUM_WIDE_DIM)
    gained = tables.Column(verbose_name=_("Gained"), initial_sort_descending=True, attrs=NUM_WIDE, default="")

    class Meta(LadderTable.Meta):
        exclude = ("delta",)
        sequence = ("rank", "moved", "player", "ordinal", "mu", "gained", "...")

    def value_moved(self, value: int | None) -> int | None:
        return value

    def value_gained(self, value: float) -> float:
        return round(value, 2)

    def render_moved(self, value: int) -> SafeString:
        return SafeString(render_to_string("parts/moved.html", {"moved": value, "by": number(abs(value))}))

    def render_gained(self, value: float) -> str:
        return signed(value, 1)
