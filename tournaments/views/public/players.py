"""Players and ladders."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django_tables2 import RequestConfig

from tournaments.access import actor_of, visible_players
from tournaments.graph import rating_graph
from tournaments.models import Ladder
from tournaments.queries import players, ratings
from tournaments.tables.ladder import LadderTable

SHOWN = 20


def player(request: HttpRequest, slug: str) -> HttpResponse:
    """A player's rating on one ladder (`?ladder=`, else the one most played on), and all that made it."""
    found = get_object_or_404(visible_players(actor_of(request)), slug=slug)
    standings = ratings.player_ratings(found)
    asked = request.GET.get("ladder")
    rating = next((row for row in standings if row.ladder.slug == asked), None)
    if rating is None and standings:
        rating = max(standings, key=lambda row: (bool(row.ladder.variant), row.games))
    games = ratings.player_games(found, rating.ladder if rating else None)
    return render(
        request,
        "public/player.html",
        {
            "player": found,
            "ratings": standings,
            "rating": rating,
            "games": games[::-1],
            "shown": SHOWN,
            "record": players.record_of(games),
            "graphs": rating_graph(games) if rating else [],
            "opponents": ratings.opponents(games)[:SHOWN] if rating else [],
            "partners": ratings.partners(games)[:SHOWN] if rating else [],
            "tournaments": players.by_tournament(games),
        },
    )


def ladders(request: HttpRequest) -> HttpResponse:
    """All ladders, each with its best."""
    return render(request, "public/ladders.html", {"ladders": players.ladder_tops()})


def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """One ladder."""
    found = get_object_or_404(Ladder, slug=slug)
    rows = ratings.ladder_rows(found)
    table = LadderTable([{"position": position, "row": row} for position, row in enumerate(rows)])
    RequestConfig(request, paginate=False).configure(table)
    return render(request, "public/ladder.html", {"ladder": found, "rows": rows, "table": table})
