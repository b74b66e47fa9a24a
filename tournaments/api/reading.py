"""Tournaments as anyone reads them: stages, entries, rounds, games, standings."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _, gettext_noop

from scoring import variants
from scoring.output import as_json
from tournaments import access
from tournaments.api import placings, shapes
from tournaments.api.guards import actor, for_results, seen
from tournaments.api.shapes import Asked, AskedPages, Number, Paged, Slug, Whole, page_of
from tournaments.api.site import FREE, api, says
from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.queries import public
from tournaments.queries.cross import BY_OPPONENT, BY_ROUND, CrossGroup, cross, usual_side
from tournaments.queries.people import named
from tournaments.queries.reasons import Reasons, reasons_of
from tournaments.queries.seasons import season_table
from tournaments.queries.standings import Standings, standings
from tournaments.queries.table import TableState, games_with_table, table_state
from tournaments.queries.why import why

get = partial(api.get, tags=["tournaments"], **FREE)
SETTINGS = ("best_of", "minimum_games", "teams", "team_best", "check_in")


@get(
    "/tournaments", response=says(Paged[shapes.TournamentLine]), url_name="tournaments",
    summary=gettext_noop("Tournaments, the latest first"),
)  # fmt: skip
def list_tournaments(
    request: HttpRequest, asked: AskedPages, q: Asked = "", variant: Asked = "", status: Asked = ""
) -> Any:
    found = access.visible_tournaments(actor(request)).order_by("-starts_at", "-id")
    if q:
        found = named(found, q)
    if variant:
        found = found.filter(variant=variant)
    if status:
        found = found.filter(status=status)
    return page_of(found, asked)


@get(
    "/tournaments/{slug}", response=says(shapes.TournamentOut, "not-found"), url_name="tournament",
    summary=gettext_noop("One tournament, with its rules and stages"),
)  # fmt: skip
def read_tournament(request: HttpRequest, slug: Slug) -> Any:
    return tournament_shape(seen(request, slug))


def tournament_shape(found: Tournament) -> dict[str, Any]:
    """A tournament whole."""
    return {
        **{name: getattr(found, name) for name in (*shapes.TournamentLine.model_fields, *SETTINGS)},
        "options": found.options,
        "rules": variants.get(found.variant).resolve(found.options),
        "stages": list(found.stages.all()),
    }


@get(
    "/tournaments/{slug}/entries", response=says(Paged[shapes.EntryOut], "not-found"), url_name="entries",
    summary=gettext_noop("Who takes part"),
)  # fmt: skip
def list_entries(request: HttpRequest, slug: Slug, asked: AskedPages) -> Any:
    found = seen(request, slug).entries.order_by("number").prefetch_related("members__player")
    return page_of(found, asked, entry_shape)


def tournament_now(found: Tournament) -> dict[str, Any]:
    """A tournament whole, as it stands after a change."""
    return tournament_shape(Tournament.objects.get(pk=found.pk))


def entry_now(entry: Entry) -> dict[str, Any]:
    """An entry as it stands after a change."""
    return entry_shape(Entry.objects.prefetch_related("members__player").get(pk=entry.pk))


def entry_shape(entry: Entry) -> dict[str, Any]:
    """An entry with its players, which have been fetched."""
    players = [member.player for member in entry.members.all()]
    told = {name: getattr(entry, name) for name in ("number", "team", "category", "withdrawn", "fixed_table")}
    return {**told, "name": str(entry), "players": players}


@get(
    "/tournaments/{slug}/rounds", response=says(Paged[shapes.RoundLine], "not-found"), url_name="rounds",
    summary=gettext_noop("The rounds, each with how many of its games are done"),
)  # fmt: skip
def list_rounds(request: HttpRequest, slug: Slug, asked: AskedPages) -> Any:
    found = seen(request, slug)
    stages = dict(found.stages.values_list("pk", "number"))
    return page_of(
        public.rounds_of(actor(request), found),
        asked,
        lambda one: round_shape(one, stages) | {"tables": one.tables_count, "done": one.done_count},
    )


def round_shape(round_: Round, stages: dict[int, int]) -> dict[str, Any]:
    """What a round says of itself."""
    names = ("number", "status", "sitting", "published_at", "closed_at", "clock_started_at", "clock_left")
    return {**{name: getattr(round_, name) for name in names}, "stage": stages.get(round_.stage_id or 0)}


@get(
    "/tournaments/{slug}/rounds/{number}", response=says(shapes.RoundOut, "not-found"), url_name="round",
    summary=gettext_noop("A round: tables, seats, byes, and why it was drawn so"),
)  # fmt: skip
def read_round(request: HttpRequest, slug: Slug, number: Number) -> Any:
    found = seen(request, slug)
    round_ = access.visible_rounds(actor(request), found).filter(number=number).first()
    if round_ is None:
        raise Http404
    return whole_round(found, round_, results=access.may(actor(request), "see_results", found))


def whole_round(found: Tournament, round_: Round, *, results: bool) -> dict[str, Any]:
    """A round with its tables; without `results` neither accounts nor the reasons of the draw."""
    round_.tournament = found
    entries = {entry.pk: entry for entry in found.entries.prefetch_related("members__player")}
    reasons = reasons_of(round_, entries.values()) if results else Reasons()
    lines = public.tables_of(round_, reasons.tables, results=results)
    tables: dict[int, dict[str, Any]] = {}
    for line in lines:
        seats = sorted((seat for side in line.sides for seat in side.seats), key=lambda seat: seat.number)
        told = {name: getattr(line.table, name) for name in ("number", "group", "locked")}
        told |= {"reasons": list(line.reasons), "games": []}
        told["seats"] = [_seat(seat, entries[seat.entry_id].number) for seat in seats]
        tables.setdefault(line.table.pk, told)["games"].append(_game_line(line))
    return {
        **round_shape(round_, dict(found.stages.values_list("pk", "number"))),
        "version": round_.version,
        "tables": len(tables),
        "done": sum(line.state in ("done", "annulled") for line in lines),
        "seating": list(tables.values()),
        "byes": [
            {"entry": entries[seat.entry_id].number, "player": seat.player, "kind": seat.bye}
            for seat in public.byes_of(round_)
        ],
        "reasons": reasons.whole,
    }


def _seat(seat: Any, entry: int) -> dict[str, Any]:
    return {"number": seat.number, "entry": entry, "player": seat.player}


def _game_line(line: public.TableLine) -> dict[str, Any]:
    return {
        **{name: getattr(line.game, name) for name in ("id", "number", "version", "finished_at")},
        "state": line.state,
        "totals": [side.total for side in line.sides],
        "winners": [side.side for side in line.sides if side.won],
        "losers": [side.side for side in line.sides if side.lost],
    }


@get(
    "/tournaments/{slug}/games/{game}", response=says(shapes.GameOut, "not-found", "hidden"), url_name="game",
    summary=gettext_noop("A game whole: its record, its hands, what they come to"),
)  # fmt: skip
def read_game(request: HttpRequest, slug: Slug, game: Number) -> Any:
    found = for_results(request, slug)
    played = games_with_table().filter(pk=game, table__round__tournament=found).first()
    if played is None:
        raise Http404
    if played.table.round.status == Round.Status.DRAFT and not access.may(actor(request), "see_draft_round", found):
        raise Http404
    return game_shape(table_state(played))


def game_shape(state: TableState) -> dict[str, Any]:
    """A game with all that is written down, and what it comes to."""
    game, round_ = state.game, state.game.table.round
    entries = dict(Entry.objects.filter(pk__in={seat.entry_id for seat in state.seats}).values_list("pk", "number"))
    names = ("id", "number", "version", "finished_at", "ruling", "ruling_reason", "forfeited", "stop_after")
    return {
        **{name: getattr(game, name) for name in names},
        "tournament": state.tournament.slug,
        "round": round_.number,
        "table": game.table.number,
        "seats": [_seat(seat, entries[seat.entry_id]) for seat in state.seats],
        "record": state.record,
        "hands": [
            {**{name: getattr(hand, name) for name in shapes.HandOut.model_fields}, "uuid": str(hand.uuid)}
            for hand in state.hands
        ],
        "score": as_json(state.ledger, _),
        "results": [
            {
                **{name: getattr(row, name) for name in shapes.ResultOut.model_fields if name != "entry"},
                "entry": entries[row.entry_id],
            }
            for row in game.results.order_by("place", "side")
        ],
    }


@get(
    "/tournaments/{slug}/standings", response=says(placings.StandingsOut, "not-found", "hidden"), url_name="standings",
    summary=gettext_noop("The standings with the numbers of their measures, after any round"),
)  # fmt: skip
def read_standings(request: HttpRequest, slug: Slug, after: Whole = None, stage: Whole = None) -> Any:
    _found, made = _ranked(request, slug, after, stage)
    rows = [
        {
            **{name: getattr(row, name) for name in placings.StandingOut.model_fields if name != "entry"},
            "entry": row.number,
        }
        for row in made.rows
    ]
    return {"after": made.after, "stage": made.stage and made.stage.number, "measures": made.heads, "rows": rows}


@get(
    "/tournaments/{slug}/standings/{entry}", response=says(placings.WhyOut, "not-found", "hidden"),
    url_name="standings-why", summary=gettext_noop("Why an entry stands where it stands"),
)  # fmt: skip
def explain_standing(request: HttpRequest, slug: Slug, entry: Number, after: Whole = None, stage: Whole = None) -> Any:
    _found, made = _ranked(request, slug, after, stage)
    row = next((row for row in made.rows if row.number == entry), None)
    told = why(made, row.entry_id) if row else None
    if told is None:
        raise Http404
    return {**told.as_json(), "entry": entry}


@get(
    "/tournaments/{slug}/cross", response=says(list[placings.CrossOut], "not-found", "hidden"), url_name="cross",
    summary=gettext_noop("The cross table: who against whom, by round or by opponent"),
)  # fmt: skip
def read_cross(request: HttpRequest, slug: Slug, by: Asked = "", after: Whole = None, stage: Whole = None) -> Any:
    found, made = _ranked(request, slug, after, stage)
    side = by if by in (BY_ROUND, BY_OPPONENT) else usual_side(made)
    return [_cross_group(group) for group in cross(made, found, side)]


def _cross_group(group: CrossGroup) -> dict[str, Any]:
    rows = [
        {"number": line.number, "entry": line.row.number, "name": line.row.name, "cells": line.cells}
        for line in group.rows
    ]
    return {"group": group.group, "heads": list(group.heads), "rows": rows}


@get(
    "/tournaments/{slug}/season", response=says(Paged[placings.SeasonRowOut], "not-found", "hidden"), url_name="season",
    summary=gettext_noop("The table of an open season"),
)  # fmt: skip
def read_season(request: HttpRequest, slug: Slug, asked: AskedPages) -> Any:
    found = for_results(request, slug)
    if found.format != Tournament.Format.SEASON:
        raise Http404
    return page_of(season_table(found), asked)


def _ranked(request: HttpRequest, slug: str, after: int | None, stage: int | None) -> tuple[Tournament, Standings]:
    found = for_results(request, slug)
    if found.format == Tournament.Format.SEASON:
        raise Http404
    chosen: Stage | None = None
    if stage is not None:
        chosen = found.stages.filter(number=stage).first()
        if chosen is None:
            raise Http404
    return found, standings(found, after, stage=chosen)
