"""An evening of an open season, for whoever keeps its scores: who is here, and one tap begins a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.access import Actor, actor_of, may
from tournaments.forms.tournament import EntriesForm
from tournaments.models import Game, Tournament
from tournaments.plain import whole, wholes
from tournaments.queries.seasons import evening
from tournaments.services import seasons
from tournaments.services.errors import ServiceError
from tournaments.views.posting import post_only

View = Callable[..., HttpResponse]


def season_page(view: View) -> View:
    """Gives the view the actor and the season of the address, where the actor keeps all its scores."""

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, **more: Any) -> HttpResponse:
        actor = actor_of(request)
        found = get_object_or_404(Tournament, slug=slug, format=Tournament.Format.SEASON)
        if not may(actor, "keep_all", found):
            if may(actor, "see", found):
                raise PermissionDenied
            raise Http404
        return view(request, actor, found, **more)

    return guarded


@season_page
def season(request: HttpRequest, actor: Actor, tournament: Tournament) -> HttpResponse:
    """Who is here, the games going on, and how the season stands."""
    return render(
        request,
        "keep/season.html",
        {
            "tournament": tournament,
            "evening": evening(tournament),
            "organises": may(actor, "organise", tournament),
            "form": EntriesForm(kind=tournament.kind),
        },
    )


@post_only("keep:season", "slug")
@season_page
def start(request: HttpRequest, actor: Actor, tournament: Tournament) -> HttpResponse:
    """Begin a game between the chosen, and go to its table."""
    chosen = wholes(request.POST.getlist("entry"))
    try:
        game = seasons.start_game(tournament=tournament, entries=chosen, actor=actor)
    except ServiceError as error:
        return _refused(request, tournament, error)
    return redirect("keep:game", game.pk)


@post_only("keep:season", "slug")
@season_page
def welcome(request: HttpRequest, actor: Actor, tournament: Tournament) -> HttpResponse:
    """Enter new people, who are here at once."""
    try:
        seasons.welcome(tournament=tournament, text=request.POST.get("text", ""), actor=actor)
    except ServiceError as error:
        return _refused(request, tournament, error)
    return redirect("keep:season", tournament.slug)


@post_only("keep:season", "slug")
@season_page
def here(request: HttpRequest, actor: Actor, tournament: Tournament) -> HttpResponse:
    """Somebody, by his number, has come, or has gone home."""
    entry = get_object_or_404(tournament.entries, number=whole(request.POST.get("number", "")) or 0)
    (seasons.go_home if request.POST.get("gone") else seasons.come_in)(entry=entry, actor=actor)
    return redirect("keep:season", tournament.slug)


@post_only("keep:season", "slug")
@season_page
def drop(request: HttpRequest, actor: Actor, tournament: Tournament, pk: int) -> HttpResponse:
    """Take back a game begun by mistake."""
    games = Game.objects.filter(table__round__tournament=tournament).select_related("table__round__tournament")
    try:
        seasons.drop_game(game=get_object_or_404(games, pk=pk), actor=actor)
    except ServiceError as error:
        return _refused(request, tournament, error)
    messages.success(request, _("The game is taken back."))
    return redirect("keep:season", tournament.slug)


def _refused(request: HttpRequest, tournament: Tournament, error: ServiceError) -> HttpResponse:
    messages.error(request, " ".join([error.message, *error.details]))
    return redirect("keep:season", tournament.slug)
