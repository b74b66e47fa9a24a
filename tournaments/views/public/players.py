"""Players."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.ratings.model import DEFAULT
from tournaments.access import actor_of, visible_player
from tournaments.graph import rating_graph, rating_points
from tournaments.queries import players, ratings
from tournaments.queries.careers import career
from tournaments.views.exporting import exported
from tournaments.views.parts import colours_part, games_part, opponents_part, partners_part, tiles_part

SHOWN = 20
A_PAGE = 50
FORM = 10


def player(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's rating on one ladder (`?ladder=`, else the one most played on), and all that made it.

    `?with=` shows only the games with one other player. A record that was merged leads to the one that stays.
    """
    found = visible_player(actor_of(request), slug)
    if found is None:
        raise Http404
    if found.merged_into is not None:
        return redirect(found.merged_into, permanent=False)
    standings = ratings.player_ratings(found)
    asked = request.GET.get("ladder")
    rating = next((row for row in standings if row.ladder.slug == asked), None)
    if rating is None and standings:
        rating = max(standings, key=lambda row: (bool(row.ladder.variant), not row.ladder.name, row.games))
    games = ratings.player_games(found, rating.ladder if rating else None)
    other = request.GET.get("with", "")
    shown = ratings.games_with(games, other) if other else games
    figures, achievements = career(found, rating.ladder.variant if rating else "")
    rated = games if rating else []
    model = rating.ladder.model if rating else DEFAULT
    file = games and exported(
        request, map(games_part, [shown[::-1]]), tournament=found.name, title=_("Games"),
        beside=lambda: {
            "opponents": opponents_part(ratings.opponents(rated, model)),
            "partners": partners_part(ratings.partners(rated)),
            "colours": colours_part(players.by_colour(games)),
            "tiles": tiles_part(figures.triangle if figures else []),
        },
    )  # fmt: skip
    return file or render(
        request,
        "public/player.html",
        {
            "player": found,
            "ratings": standings,
            "rating": rating,
            "page": Paginator(shown[::-1], A_PAGE).get_page(request.GET.get("page")),
            "other": ratings.person_met(shown, other) if other else None,
            "record": players.record_of(games),
            "form": games[: -FORM - 1 : -1],
            "colours": players.by_colour(games),
            "best_wins": players.best_wins(rated),
            "graphs": rating_graph(rated),
            "points": rating_points(rated),
            "opponents": ratings.opponents(rated, model, SHOWN),
            "partners": ratings.partners(rated, SHOWN),
            "figures": figures,
            "achievements": achievements,
            "tournaments": players.by_tournament(games),
        },
    )
