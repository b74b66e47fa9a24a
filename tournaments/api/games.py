"""The games that can be played, with their options, and what is counted of all that was played."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any, Literal

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _, gettext_noop
from ninja import Schema

from scoring import variants
from scoring.errors import UnknownVariant
from scoring.options import Option
from scoring.variants.base import Variant
from tournaments.api.guards import for_results, unchanged
from tournaments.api.shapes import Asked, AskedPages, Paged, PersonOut, Slug, page_of
from tournaments.api.site import FREE, api, says
from tournaments.queries.records import records
from tournaments.queries.statistics import Scope, Statistics, statistics
from tournaments.queries.summing import KEPT

get = partial(api.get, tags=["games and statistics"], **FREE)


class VariantLine(Schema):
    """A game: from `least` to `most` play it, in pairs or each for himself."""

    code: str
    name: str
    least: int
    most: int
    pairs: bool
    result_alone: bool


class ChoiceOut(Schema):
    value: str
    label: str


class OptionOut(Schema):
    """An option of a game, as a tournament's `options` and a record's take it."""

    name: str
    kind: Literal["integer", "boolean", "choice"]
    default: int | bool | str | None
    label: str
    help: str
    low: int | None
    high: int | None
    nullable: bool
    choices: list[ChoiceOut]


class VariantOut(VariantLine):
    options: list[OptionOut]


class HolderOut(Schema):
    value: int
    game: int
    tournament: str
    players: list[PersonOut]
    finished_at: datetime | None


class RecordOut(Schema):
    code: str
    label: str
    holders: list[HolderOut]


class CountOut(Schema):
    name: str
    count: int


class StatisticsOut(Schema):
    """Hands in figures. `told`: hands whose tiles are known; `early`: early wins by their last tiles; `white`: of games
    with colours, how many white `won`, `lost`, and were `drawn`.
    """

    games: int
    hands: int
    fish: int
    burns: int
    told: int
    minutes: float | None
    early: list[CountOut]
    white: list[CountOut]
    tiles_left: list[CountOut]
    records: list[RecordOut]


@get(
    "/variants",
    response=says(Paged[VariantLine]),
    url_name="variants",
    summary=gettext_noop("The games that can be played"),
)
def list_variants(request: HttpRequest, asked: AskedPages) -> Any:
    unchanged(request, "variants")
    return page_of(list(variants.all()), asked, _line)


@get(
    "/variants/{code}", response=says(VariantOut, "not-found"), url_name="variant",
    summary=gettext_noop("A game with its options"),
)  # fmt: skip
def read_variant(request: HttpRequest, code: Slug) -> Any:
    unchanged(request, "variants")
    found = _variant(code)
    return {**_line(found), "options": [_option(option) for option in found.options]}


@get(
    "/statistics", response=says(StatisticsOut, "not-found"), url_name="statistics",
    summary=gettext_noop("All rated games in figures, or those of one variant, and the records"),
)  # fmt: skip
def read_statistics(request: HttpRequest, variant: Asked = "") -> Any:
    return _told(Scope(variant=_variant(variant).code if variant else ""), KEPT)


@get(
    "/tournaments/{slug}/statistics", response=says(StatisticsOut, "not-found", "hidden"),
    url_name="tournament-statistics", summary=gettext_noop("A tournament in figures, and its records"),
)  # fmt: skip
def read_tournament_statistics(request: HttpRequest, slug: Slug) -> Any:
    return _told(Scope(tournament=for_results(request, slug)), 1)


def _variant(code: str) -> type[Variant]:
    try:
        return variants.get(code)
    except UnknownVariant:
        raise Http404 from None


def _line(variant: type[Variant]) -> dict[str, Any]:
    least, most = variant.seats
    told = {name: getattr(variant, name) for name in ("code", "pairs", "result_alone")}
    return {**told, "name": _(variant.name), "least": least, "most": most}


def _option(option: Option) -> dict[str, Any]:
    bounded = option.kind == "integer"
    return {
        **{name: getattr(option, name) for name in ("name", "kind", "default", "nullable")},
        "label": _(option.label),
        "help": _(option.help),
        "low": option.low if bounded else None,
        "high": option.high if bounded else None,
        "choices": [{"value": choice.value, "label": _(choice.label)} for choice in option.choices],
    }


def _told(scope: Scope, count: int) -> dict[str, Any]:
    sums = scope.sums()
    made: Statistics = statistics(sums)
    names = ("games", "hands", "fish", "burns", "told", "minutes")
    return {
        **{name: getattr(made, name) for name in names},
        "early": [{"name": name, "count": number} for name, number in made.early],
        "white": [{"name": name, "count": number} for name, number in sums["white"]],
        "tiles_left": [{"name": tile.name, "count": tile.count} for row in made.triangle for tile in row],
        "records": [
            {
                "code": record.code,
                "label": str(record.label),
                "holders": [
                    {
                        "value": holder.value,
                        "game": holder.game.pk,
                        "tournament": holder.game.table.round.tournament.slug,
                        "players": holder.players,
                        "finished_at": holder.finished_at,
                    }
                    for holder in record.holders
                ],
            }
            for record in records(sums, count)
        ],
    }
