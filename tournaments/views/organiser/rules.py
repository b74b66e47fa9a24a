"""The rules of a tournament: while hands are written down under them, what a change would do, and then the change."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments import rules as words
from tournaments.access import actor_of
from tournaments.forms.options import TAKE
from tournaments.forms.tournament import RulesForm
from tournaments.models import Tournament
from tournaments.plain import whole
from tournaments.services.errors import ServiceError
from tournaments.services.rules import change_rules, preview_rules
from tournaments.views.organiser.common import organiser_page, page

CONFIRM = "version"
"""What the confirming form carries: the tournament's version when its organiser saw what would change."""

NOT_SENT_ON = {CONFIRM, TAKE, "csrfmiddlewaretoken"}


@organiser_page
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = RulesForm.of_request(request, tournament=tournament)
    change = None
    if form.is_valid():
        options = form.given_options()
        version = whole(request.POST.get(CONFIRM, ""))
        if version is not None:
            try:
                change_rules(
                    tournament=tournament,
                    options=options,
                    version=version,
                    actor=actor_of(request),
                )
            except ServiceError as error:
                messages.error(request, error.message)
            else:
                messages.success(request, _("The rules are changed, and everything is scored by them."))
                return redirect("organiser:rules", tournament.slug)
        change = preview_rules(tournament=tournament, options=options)
    return page(
        request,
        tournament,
        "rules",
        form=form,
        game=words.variant_name(tournament.variant),
        change=change,
        differences=words.differences(tournament.variant, tournament.options, change.options) if change else [],
        sent=[(name, value) for name, value in request.POST.items() if name not in NOT_SENT_ON],
    )
