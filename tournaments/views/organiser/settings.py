"""A tournament's name, place, time and rules, and the links of its scorekeepers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import variants
from tournaments import rules
from tournaments.access import actor_of
from tournaments.forms.tournament import TournamentForm
from tournaments.models import Tournament
from tournaments.services import links as link_services
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import rules_frozen, update_tournament
from tournaments.views.organiser.common import attempt, organiser_page, page
from tournaments.views.posting import post_only
from tournaments.views.qr import qr


@organiser_page
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    frozen = rules_frozen(tournament)
    form = TournamentForm.of_request(request, code=tournament.variant, tournament=tournament, frozen=frozen)
    if form.is_valid():
        try:
            update_tournament(
                tournament=tournament,
                actor=actor_of(request),
                options=None if frozen else form.given_options(),
                **form.facts(),
            )
        except ServiceError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("Saved."))
            return redirect("organiser:settings", tournament.slug)
    game = _(variants.get(tournament.variant).name)
    shown = rules.in_force(tournament.variant, tournament.options) if frozen else []
    return page(request, tournament, "settings", form=form, frozen=frozen, game=game, rules=shown)


@organiser_page
def links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    shown = [
        {"link": link, "url": url, "qr": qr(url)}
        for link in tournament.scorekeeper_links.filter(revoked_at=None)
        for url in [request.build_absolute_uri(reverse("keep:enter", args=[link.token]))]
    ]
    revoked = tournament.scorekeeper_links.exclude(revoked_at=None)
    return page(request, tournament, "links", links=shown, revoked=revoked)


@post_only("organiser:links", "slug")
@organiser_page
def make_link(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    attempt(request, _("A link is made. Show its code to whoever keeps the score."), link_services.make_link,
            tournament=tournament)  # fmt: skip
    return redirect("organiser:links", tournament.slug)


@post_only("organiser:links", "slug")
@organiser_page
def revoke_link(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    link = get_object_or_404(tournament.scorekeeper_links, pk=pk)
    attempt(request, _("The link is revoked: it opens nothing any more."), link_services.revoke_link, link=link)
    return redirect("organiser:links", tournament.slug)
