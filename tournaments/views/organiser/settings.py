"""A tournament's name, place, time, rules, and who sees it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring import variants
from tournaments import rules
from tournaments.access import actor_of
from tournaments.forms.tournament import TournamentForm
from tournaments.models import Tournament
from tournaments.queries.archive import archive_of, as_bytes
from tournaments.services.errors import ServiceError
from tournaments.services.recasting import why_settled
from tournaments.services.tournaments import rules_frozen, update_tournament
from tournaments.views.organiser.common import organiser_page, page


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
    context = {"frozen": frozen, "game": game, "rules": shown, "settled": why_settled(tournament)}
    return page(request, tournament, "settings", form=form, **context)


@organiser_page
def archive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything of the tournament as one file."""
    document = as_bytes(archive_of(tournament))
    named = {"Content-Disposition": f'attachment; filename="{tournament.slug}.json"', "Cache-Control": "no-store"}
    return HttpResponse(document, content_type="application/json", headers=named)
