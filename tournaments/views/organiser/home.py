"""My tournaments, and a new one: first its game, then everything else."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring import variants
from scoring.errors import UnknownVariant
from tournaments import rules
from tournaments.access import actor_of, run_tournaments
from tournaments.forms.tournament import TournamentForm
from tournaments.models import Tournament
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import create_tournament


@login_required
def home(request: HttpRequest) -> HttpResponse:
    tournaments = run_tournaments(actor_of(request))
    return render(request, "organiser/home.html", {"tournaments": tournaments})


@login_required
def choose(request: HttpRequest) -> HttpResponse:
    season = "season" in request.GET
    return render(request, "organiser/choose.html", {"families": rules.families(), "season": season})


@login_required
def create(request: HttpRequest, code: str) -> HttpResponse:
    try:
        variant = variants.get(code)
    except UnknownVariant:
        raise Http404 from None
    season = "season" in request.GET
    form = TournamentForm.of_request(request, code=code, season=season)
    if form.is_valid():
        try:
            tournament = create_tournament(
                actor=actor_of(request),
                variant=code,
                options=form.given_options(),
                format=Tournament.Format.SEASON if season else Tournament.Format.ROUNDS,
                **form.facts(),
            )
        except ServiceError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("The tournament is made. Only you see it until it is published."))
            return redirect("organiser:desk", tournament.slug)
    return render(request, "organiser/create.html", {"form": form, "game": _(variant.name), "season": season})
