"""What the script of the scorekeeper's pages is told, with the parts of the page that follow from a change."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from tournaments.access import Actor
from tournaments.models import Round
from tournaments.queries.clock import clock_of
from tournaments.queries.desk_tables import series_at
from tournaments.queries.outcome import outcome as outcome_lines
from tournaments.queries.picker import standing_data, table_data, words
from tournaments.queries.sheet import Row, build_row, build_sheet, is_played
from tournaments.queries.table import TableState, next_to_keep
from tournaments.services.hands import Outcome
from tournaments.services.tables import why_shut


def page_json(request: HttpRequest, actor: Actor, state: TableState, facts: dict[str, Any] | None) -> dict[str, Any]:
    """All that the script must know when the page opens. `facts`: a hand to begin with."""
    pk = state.game.pk
    return {
        **table_data(state),
        "actor": actor.key,
        "who": actor.name,
        "words": words(),
        "urls": {
            "standing": reverse("keep:standing", args=[pk]),
            "preview": reverse("keep:api-preview", args=[pk]),
            "save": reverse("keep:api-save", args=[pk]),
            "worker": reverse("keep:worker"),
            "home": reverse("keep:home"),
        },
        "facts": facts or None,
        "standing": standing_json(request, actor, state),
    }


def standing_json(request: HttpRequest, actor: Actor, state: TableState) -> dict[str, Any]:
    """How the game stands, with the parts of the page that follow from it; `end` where nothing more is entered."""
    sheet = build_sheet(state)
    open_round = not why_shut(state, actor)
    context = {
        "state": state,
        "sheet": sheet,
        "open_round": open_round,
        "amend_game": state.game.pk if open_round else None,
        "last": sheet.rows[-1] if sheet.rows else None,
        **round_context(state),
    }
    if sheet.finished:
        context |= end_context(actor, state)
    parts = {part: f"keep/picker_{part}.html" for part in ("last", "sheet", "notice")}
    if sheet.finished or not open_round:
        parts["end"] = "keep/picker_end.html"
    html = {part: render_to_string(template, context, request) for part, template in parts.items()}
    return {**standing_data(state), "html": html}


def round_context(state: TableState) -> dict[str, Any]:
    """What the round lends to a table's page: its clock, and the series that the game is part of."""
    round_ = state.game.table.round
    return {
        "clock": clock_of(round_) if round_.status == Round.Status.PUBLISHED else None,
        "series": series_at(state.game, state.ledger.sides),
    }


def end_context(actor: Actor, state: TableState) -> dict[str, Any]:
    """What the screen of a finished game shows beside its sheet: the changes of rating, and the next table."""
    return {
        "changes": [member for line in outcome_lines(state) for member in line.members if member.change is not None],
        "next_game": next_to_keep(actor, state.game),
    }


def home_json(actor: Actor) -> dict[str, Any]:
    """What the script of the list of tables must know to send hands that wait."""
    names = {"standing": "keep:standing", "save": "keep:api-save"}
    urls = {name: reverse(view, args=[0]) for name, view in names.items()}
    return {"actor": actor.key, "words": words(), "urls": {**urls, "worker": reverse("keep:worker")}}


def row_of(outcome: Outcome) -> Row:
    """The sheet's row of an outcome, stored or not."""
    steps = outcome.state.ledger.hands
    if outcome.hand is not None:
        steps = steps[: outcome.hand.number]
    number = sum(is_played(step) for step in steps)
    return build_row(outcome.state, outcome.result, outcome.before, number, outcome.hand)
