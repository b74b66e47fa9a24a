"""My tournaments, and a new one: first its game, then everything else."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring import variants
from scoring.errors import UnknownVariant
from tournaments import rules
from tournaments.access import actor_of, run_tournaments
from tournaments.forms.tournament import ArchiveForm, CopyForm, NewTournamentForm
from tournaments.models import Tournament
from tournaments.services.archives import document_in, import_tournament
from tournaments.services.errors import ServiceError
from tournaments.services.setup import copy_tournament, create_by_preset
from tournaments.views.organiser.common import organiser_page, page

A_PAGE = 50


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """What is still to be done first, and of that what has no date yet; then what is over."""
    over = Q(status=Tournament.Status.FINISHED)
    mine = run_tournaments(actor_of(request)).alias(over=over)
    tournaments = Paginator(mine.order_by("over", F("starts_at").desc(nulls_first=True), "-id"), A_PAGE)
    return render(request, "organiser/home.html", {"page": tournaments.get_page(request.GET.get("page"))})


@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """The first step: which game."""
    return render(request, "organiser/choose.html", {"families": rules.families()})


@login_required
def bring_in(request: HttpRequest) -> HttpResponse:
    """A tournament made of its archive, from here or from another site."""
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    faults: Sequence[str] = ()
    if form.is_valid():
        try:
            made = import_tournament(
                document=document_in(form.cleaned_data["file"]),
                actor=actor_of(request),
                slug=form.cleaned_data["address"],
            )
        except ServiceError as error:
            form.add_error("file", error.message)
            faults = error.details
        else:
            messages.success(request, _("The tournament is brought in, with everything that was played in it."))
            return redirect("organiser:desk", made.slug)
    return render(
        request, "organiser/bring_in.html", {"form": form, "faults": faults}, status=422 if form.errors else 200
    )


@login_required
def create(request: HttpRequest, code: str) -> HttpResponse:
    """The second step: a name and a way to hold it. Then it is made, and everything else can be changed."""
    try:
        variant = variants.get(code)
    except UnknownVariant:
        raise Http404 from None
    form = NewTournamentForm.of_request(request, code=code)
    if form.is_valid():
        try:
            tournament = create_by_preset(
                actor=actor_of(request),
                preset=form.chosen,
                variant=code,
                options=form.given_options(),
                **form.facts(),
            )
        except ServiceError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("The tournament is made. Only you see it until it is published."))
            return redirect("organiser:settings" if form.chosen.season else "organiser:stages", tournament.slug)
    return render(request, "organiser/create.html", {"form": form, "game": _(variant.name)})


@organiser_page
def copy(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A new one like this."""
    form = CopyForm(request.POST or None, initial={"name": tournament.name})
    if form.is_valid():
        try:
            made = copy_tournament(source=tournament, actor=actor_of(request), **form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("The copy is made. Only you see it until it is published."))
            return redirect("organiser:settings", made.slug)
    return page(request, tournament, "copy", here="settings", form=form)
