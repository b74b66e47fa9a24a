"""Players, their ratings and games, and the ladders."""

from __future__ import annotations

from datetime import date, datetime, time
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_noop
from ninja import Schema

from tournaments import access
from tournaments.api.guards import actor, unchanged
from tournaments.api.shapes import Asked, AskedPages, Paged, PersonOut, PlayerOut, Slug, page_of
from tournaments.api.site import FREE, api, says
from tournaments.models import Ladder, Player
from tournaments.queries import ratings
from tournaments.queries.ladders import LadderRow, LadderRows, ladder_tops
from tournaments.queries.people import by_name, named

get = partial(api.get, tags=["players and ladders"], **FREE)


class LadderLine(Schema):
    """A ladder; blank `name`: one of the site's own, over the games of a variant or (blank) all."""

    slug: str
    name: str
    variant: str
    club: str
    since: date | None
    until: date | None
    version: int


class LadderRowOut(Schema):
    """A line of a ladder. `moved`, `gained`: since the day that was asked for."""

    rank: int | None
    player: PersonOut
    club: str
    mu: float
    sigma: float
    ordinal: float
    games: int
    provisional: bool
    active: bool
    played_at: datetime
    delta: float
    moved: int | None
    gained: float | None


class LadderTopOut(Schema):
    ladder: LadderLine
    players: int
    rows: list[LadderRowOut]


class PlayerRatingOut(Schema):
    ladder: str
    rank: int | None
    ranked: int
    mu: float
    sigma: float
    ordinal: float
    games: int
    provisional: bool
    active: bool


class PlayerWhole(PlayerOut):
    """A player with his ratings. `same_as`: the record turned out to be of the same person as this one."""

    same_as: str | None
    ratings: list[PlayerRatingOut]


class PlayedOut(Schema):
    """A game of a player: `score` is 1 for a win, ½ where all share the first place, else 0."""

    game: int | None
    tournament: str
    round: int
    table: int
    variant: str
    finished_at: datetime
    place: int
    score: float
    expected: float | None
    change: float | None
    partners: list[PersonOut]
    opponents: list[PersonOut]


@get("/players", response=says(Paged[PlayerOut]), url_name="players", summary=gettext_noop("Players by name"))
def list_players(request: HttpRequest, asked: AskedPages, q: Asked = "") -> Any:
    found = access.visible_players(actor(request))
    return page_of((named(found, q) if q else found).order_by(*by_name(), "id"), asked)


@get(
    "/players/{slug}", response=says(PlayerWhole, "not-found"), url_name="player",
    summary=gettext_noop("A player and his ratings"),
)  # fmt: skip
def read_player(request: HttpRequest, slug: Slug) -> Any:
    found = _player(request, slug)
    same = found.merged_into
    told = [
        {**{name: getattr(row, name) for name in PlayerRatingOut.model_fields}, "ladder": row.ladder.slug}
        for row in ratings.player_ratings(found)
    ]
    return {
        "name": found.name, "slug": found.slug, "club": found.club, "same_as": same and same.slug, "ratings": told,
    }  # fmt: skip


@get(
    "/players/{slug}/games", response=says(Paged[PlayedOut], "not-found"), url_name="player-games",
    summary=gettext_noop("A player's games, the latest first; what they did to his rating, on a ladder"),
)  # fmt: skip
def list_games(request: HttpRequest, slug: Slug, asked: AskedPages, ladder: Asked = "") -> Any:
    found = _player(request, slug)
    rated = get_object_or_404(Ladder, slug=ladder) if ladder else None
    return page_of(ratings.player_games(found, rated)[::-1], asked, _played)


@get(
    "/ladders",
    response=says(Paged[LadderTopOut]),
    url_name="ladders",
    summary=gettext_noop("All ladders, each with its best"),
)
def list_ladders(request: HttpRequest, asked: AskedPages) -> Any:
    return page_of(
        ladder_tops(), asked, lambda top: {"ladder": top.ladder, "players": top.players, "rows": _rows(top.rows)}
    )


@get("/ladders/{slug}", response=says(LadderLine, "not-found"), url_name="ladder", summary=gettext_noop("One ladder"))
def read_ladder(request: HttpRequest, slug: Slug) -> Any:
    found = get_object_or_404(Ladder, slug=slug)
    unchanged(request, "ladder", found.pk, found.version)
    return found


@get(
    "/ladders/{slug}/ratings", response=says(Paged[LadderRowOut], "not-found"), url_name="ladder-ratings",
    summary=gettext_noop("The lines of a ladder, the ranked first; with the movement since a day where one is asked"),
)  # fmt: skip
def list_ratings(request: HttpRequest, slug: Slug, asked: AskedPages, since: date | None = None) -> Any:
    found = get_object_or_404(Ladder, slug=slug)
    unchanged(request, "ladder", found.pk, found.version, timezone.localdate())
    moment = timezone.make_aware(datetime.combine(since, time.min)) if since else None
    page = page_of(LadderRows(found, since=moment), asked)
    return {**page, "items": _rows(page["items"])}


def _player(request: HttpRequest, slug: str) -> Player:
    found = access.visible_player(actor(request), slug)
    if found is None:
        raise Http404
    return found


def _rows(rows: list[LadderRow]) -> list[dict[str, Any]]:
    """With persons as they are shown: a `Person` is a tuple, which is no object to a shape."""
    return [
        {**{name: getattr(row, name) for name in LadderRowOut.model_fields}, "player": _person(row.player)}
        for row in rows
    ]


def _played(game: ratings.PlayerGame) -> dict[str, Any]:
    names = ("round", "table", "variant", "finished_at", "place", "score", "expected")
    return {
        **{name: getattr(game, name) for name in names},
        "game": game.game_id,
        "tournament": game.tournament_slug,
        "change": game.step and game.step.delta,
        "partners": [_person(one.player) for one in game.partners],
        "opponents": [_person(one.player) for one in game.opponents],
    }


def _person(person: Any) -> dict[str, str]:
    return {"name": person.name, "slug": person.slug}
