"""The players' personal links: made for all, printed as cards, renewed one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.models import Player, Tournament
from tournaments.queries.people import by_name
from tournaments.services.confirming import make_player_links, renew_player_link
from tournaments.views.exporting import Part, exported
from tournaments.views.organiser.common import attempt, organiser_page, page
from tournaments.views.posting import post_only
from tournaments.views.qr import qr


@never_cache
@organiser_page
def personal(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method == "POST":
        attempt(request, _("Everybody has a personal link now."), make_player_links, tournament=tournament)
        return redirect("organiser:personal", tournament.slug)
    links = tournament.player_links.select_related("player").order_by(*by_name("player__"))
    shown = [
        {"link": link, "url": url, "qr": qr(url)}
        for link in links
        for url in [request.build_absolute_uri(reverse("me:home", args=[link.token]))]
    ]
    title = _("Personal links")
    if shown and (file := exported(request, map(_part, [shown]), tournament=tournament.name, title=title)):
        return file
    missing = Player.objects.filter(memberships__tournament=tournament).exclude(links__tournament=tournament).count()
    return page(request, tournament, "personal", links=shown, missing=missing)


def _part(shown: Iterable[dict[str, Any]]) -> Part:
    """For letters of one's own: who gets which address."""
    rows = [[row["link"].player.name, row["link"].player.club, row["url"]] for row in shown]
    return Part("", [_("Player"), _("Club"), _("Address")], rows)


@post_only("organiser:personal", "slug")
@organiser_page
def renew(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    link = get_object_or_404(tournament.player_links, pk=pk)
    attempt(request, _("The link is new; the old one opens nothing any more."), renew_player_link, link=link)
    return redirect("organiser:personal", tournament.slug)
