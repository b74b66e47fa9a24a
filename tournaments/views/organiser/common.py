"""What every page of the organiser does: let in who may, run a service, say how it went."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.access import Action, actor_of, may
from tournaments.models import Tournament
from tournaments.services.errors import ServiceError

View = Callable[..., HttpResponse]


def organiser_page(view: View) -> View:
    """Gives the view the tournament of the address, where the visitor organises it."""
    return _page_for("organise", view)


def referee_page(view: View) -> View:
    """Gives the view the tournament of the address, where the visitor organises or referees it."""
    return _page_for("rule", view)


def _page_for(action: Action, view: View) -> View:
    """Strangers are asked to sign in, whatever the address says. Who organises may do all that a referee may."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, slug: str, **more: Any) -> HttpResponse:
        tournament = get_object_or_404(Tournament, slug=slug)
        actor = actor_of(request)
        request.organises = may(actor, "organise", tournament)
        if not request.organises and (action == "organise" or not may(actor, action, tournament)):
            if may(actor, "see", tournament):
                raise PermissionDenied
            raise Http404
        return view(request, tournament, **more)

    return guarded


def attempt(request: HttpRequest, done: str, service: Callable[..., Any], **arguments: Any) -> bool:
    """Run a service as the visitor; say `done`, where there is anything to say, or why it was refused."""
    try:
        service(actor=actor_of(request), **arguments)
    except ServiceError as error:
        messages.error(request, " ".join([error.message, *error.details]))
        return False
    if done:
        messages.success(request, done)
    return True


def page(request: HttpRequest, tournament: Tournament, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """A page of a tournament's desk."""
    context = {"tournament": tournament, "here": name, "organises": request.organises} | context
    return render(request, f"organiser/{name}.html", context, status=status)
