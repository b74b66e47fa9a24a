"""The home page, and the switch between light and dark."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from tournaments import access
from tournaments.queries import public
from tournaments.queries.ladders import ladder_tops
from tournaments.queries.winners import winners_of
from tournaments.templatetags.ryba import THEMES
from tournaments.views.posting import post_only

YEAR = 365 * 24 * 3600


def home(request: HttpRequest) -> HttpResponse:
    """What is being played now, what comes next, the last results, the ladders."""
    actor = access.actor_of(request)
    now = public.happening_now(actor)
    winners = winners_of(now.past)
    past = [(tournament, winners.get(tournament.pk)) for tournament in now.past]
    return render(request, "public/home.html", {"now": now, "past": past, "ladders": ladder_tops()})


@post_only("public:home")
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember light, dark or the device's own in a cookie, and go back."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    if request.POST.get("theme") in THEMES:
        response.set_cookie(
            "theme", request.POST["theme"], max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    return response
