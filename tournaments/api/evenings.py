"""The evenings of a season: who is there, and a game between those who sit down."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from ninja import Schema, Status
from pydantic import Field

from tournaments.api import shapes
from tournaments.api.entering import entry_changed
from tournaments.api.guards import actor, entries_numbered, permitted
from tournaments.api.reading import entry_shape, game_shape
from tournaments.api.shapes import SEED, Number, Numbered, Slug, Text
from tournaments.api.site import WRITES, WRONG, api, says
from tournaments.models import Game
from tournaments.queries.table import games_with_table, table_state
from tournaments.services import seasons

post = partial(api.post, tags=["seasons"], **WRITES)


class Sitting(Schema, extra="forbid"):
    """Who sits down, by number; the seats are drawn by lot."""

    entries: list[Numbered] = Field(min_length=1, max_length=12)
    seed: int | None = SEED


class Welcome(Schema, extra="forbid"):
    """New people, a name a line."""

    text: Text = Field(min_length=1, max_length=50_000)


class Welcomed(Schema):
    entries: list[shapes.EntryOut]


@post(
    "/tournaments/{slug}/sittings", response=says(shapes.GameOut, *WRONG), url_name="sittings",
    summary=gettext_noop("In a season: seat these at a new table"),
)  # fmt: skip
def start_game(request: HttpRequest, slug: Slug, sent: Sitting) -> Any:
    found = permitted(request, slug, "keep_all")
    chosen = [entry.pk for entry in entries_numbered(found, sent.entries)]
    made = seasons.start_game(tournament=found, entries=chosen, seed=sent.seed, actor=actor(request))
    return game_shape(table_state(games_with_table().get(pk=made.pk)))


@api.delete(
    "/tournaments/{slug}/games/{game}", response=says(None, *WRONG), url_name="game", tags=["seasons"],
    summary=gettext_noop("In a season: take back a game that nothing was written down of"), **WRITES,
)  # fmt: skip
def drop_game(request: HttpRequest, slug: Slug, game: Number) -> Any:
    found = permitted(request, slug, "keep_all")
    games = Game.objects.filter(table__round__tournament=found).select_related("table__round__tournament")
    seasons.drop_game(game=get_object_or_404(games, pk=game), actor=actor(request))
    return Status(204, None)


@post(
    "/tournaments/{slug}/welcome", response=says(Welcomed, *WRONG), url_name="welcome",
    summary=gettext_noop("In a season: new people, who are here at once"),
)  # fmt: skip
def welcome(request: HttpRequest, slug: Slug, sent: Welcome) -> Any:
    found = permitted(request, slug, "keep_all")
    made = seasons.welcome(tournament=found, text=sent.text, actor=actor(request))
    return {"entries": [entry_shape(entry) for entry in made]}


@post(
    "/tournaments/{slug}/entries/{number}/come", response=says(shapes.EntryOut, *WRONG), url_name="entry-come",
    summary=gettext_noop("In a season: somebody has come"),
)  # fmt: skip
def come_in(request: HttpRequest, slug: Slug, number: Number) -> Any:
    return entry_changed(request, slug, number, seasons.come_in, "keep_all")


@post(
    "/tournaments/{slug}/entries/{number}/go", response=says(shapes.EntryOut, *WRONG), url_name="entry-go",
    summary=gettext_noop("In a season: somebody has gone home"),
)  # fmt: skip
def go_home(request: HttpRequest, slug: Slug, number: Number) -> Any:
    return entry_changed(request, slug, number, seasons.go_home, "keep_all")
