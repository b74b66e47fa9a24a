"""How a tournament is played: its stages, one stage, and the step from one to the next."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.access import actor_of
from tournaments.formats import usual_format
from tournaments.forms.stage import TAKE, StageForm
from tournaments.models import Stage, Tournament
from tournaments.pairing.engine import ENGINES
from tournaments.plain import wholes
from tournaments.queries.field import order_of
from tournaments.queries.outlook import outlook
from tournaments.queries.passage import preview_passage
from tournaments.services import lots, passage, stages as services
from tournaments.services.errors import ServiceError
from tournaments.views.organiser.common import attempt, organiser_page, page
from tournaments.views.posting import post_only


@organiser_page
def stages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All stages, each with what it comes to."""
    lines, count = [], _expected(tournament)
    for found in tournament.stages.order_by("number").annotate(size=Count("members")):
        count = found.size or count
        name = _(ENGINES[found.format].name)
        begun = found.number > 1 and found.size > 0 and found.closed_at is None
        by_lot = lots.LOTS in order_of(found, tournament)
        lines.append({"stage": found, "look": outlook(found, count), "format": name, "begun": begun, "by_lot": by_lot})
        count = min(count, (found.qualify or count) * found.groups)
    setting_up = tournament.status == Tournament.Status.DRAFT and not tournament.rounds.exists()
    return page(request, tournament, "stages", here="settings", lines=lines, setting_up=setting_up)


@organiser_page
def stage(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    found = get_object_or_404(tournament.stages, number=number)
    return _edited(request, tournament, found)


@organiser_page
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if tournament.format == Tournament.Format.SEASON:
        return redirect("organiser:settings", tournament.slug)
    pairs = tournament.kind == Tournament.Kind.PAIRS
    fresh = Stage(tournament=tournament, format=usual_format(tournament.variant, pairs=pairs))
    return _edited(request, tournament, fresh)


@post_only("organiser:stages", "slug")
@organiser_page
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    found = get_object_or_404(tournament.stages, number=number)
    attempt(request, _("The stage is removed."), services.remove_stage, stage=found)
    return redirect("organiser:stages", tournament.slug)


@organiser_page
def following(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who goes on from a stage, and the step itself."""
    found = get_object_or_404(tournament.stages, number=number)
    chosen = wholes(request.POST.getlist("entry")) if request.method == "POST" else None
    if request.method == "POST" and "look" not in request.POST:
        try:
            begun = passage.start_next_stage(tournament=tournament, stage=found, chosen=chosen, actor=actor_of(request))
        except ServiceError as error:
            messages.error(request, " ".join([error.message, *error.details]))
        else:
            messages.success(request, _("%(stage)s has begun.") % {"stage": begun.name or begun.number})
            return redirect("organiser:desk", tournament.slug)
    preview = preview_passage(tournament=tournament, stage=found, chosen=chosen)
    return page(request, tournament, "passage", here="settings", passage=preview)


@post_only("organiser:stages", "slug")
@organiser_page
def take_back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    found = get_object_or_404(tournament.stages, number=number)
    attempt(request, _("The stage before is open again."), passage.take_back_stage, tournament=tournament, stage=found)
    return redirect("organiser:stages", tournament.slug)


@post_only("organiser:stages", "slug")
@organiser_page
def draw_lots(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    found = get_object_or_404(tournament.stages, number=number)
    attempt(request, _("The lots are drawn."), lots.draw_lots, stage=found)
    return redirect("organiser:stages", tournament.slug)


@post_only("organiser:stages", "slug")
@organiser_page
def take_back_lots(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    found = get_object_or_404(tournament.stages, number=number)
    attempt(request, _("The lots are taken back."), lots.take_back_lots, stage=found)
    return redirect("organiser:stages", tournament.slug)


def _edited(request: HttpRequest, tournament: Tournament, found: Stage) -> HttpResponse:
    taking = request.method == "POST" and TAKE in request.POST
    given = {"initial": _typed(request)} if taking else {"data": request.POST or None}
    form = StageForm(stage=found, **given)
    would: Stage | None = None
    if form.is_bound and form.is_valid():
        if "look" in request.POST:
            would = Stage(tournament=tournament, number=found.number or 0, **form.facts())
        elif (saved := _saved(request, tournament, found, form)) is not None:
            return saved
    count = found.members.count() if found.pk and found.members.exists() else _expected(tournament)
    return page(
        request, tournament, "stage", here="settings", form=form, stage=found, count=count,
        now=outlook(found, count) if found.pk else None, would=outlook(would, count) if would else None,
    )  # fmt: skip


def _saved(request: HttpRequest, tournament: Tournament, found: Stage, form: StageForm) -> HttpResponse | None:
    actor = actor_of(request)
    try:
        if found.pk:
            services.update_stage(stage=found, actor=actor, why=form.cleaned_data.get("why", ""), **form.facts())
        else:
            services.add_stage(tournament=tournament, actor=actor, **form.facts())
    except ServiceError as error:
        form.add_error(None, error.message)
        return None
    messages.success(request, _("Saved."))
    return redirect("organiser:stages", tournament.slug)


def _typed(request: HttpRequest) -> dict[str, Any]:
    """What was typed, where only another format's settings were asked for."""
    boxes = {"carry", "shown"}
    return {
        name: name in request.POST if name in boxes else request.POST.get(name, "")
        for name in StageForm.base_fields
        if name in request.POST or name in boxes
    }


def _expected(tournament: Tournament) -> int:
    """How many there would be in the first stage."""
    return tournament.entries.filter(withdrawn=False).count()
