"""Ladders of an organiser's own, and the settings that a ladder is worked out with."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.access import actor_of, owns_ladder
from tournaments.forms.ladder import LadderForm, SettingsForm
from tournaments.models import Ladder
from tournaments.services import ladder_fit, ladders as services
from tournaments.services.errors import ServiceError
from tournaments.views.organiser.common import attempt
from tournaments.views.posting import post_only


@login_required
def ladders(request: HttpRequest) -> HttpResponse:
    """All ladders, those of one's own as the way in for an earlier season, and a form for a new one."""
    actor = actor_of(request)
    form = LadderForm(request.POST or None)
    if form.is_valid():
        try:
            made = services.create_ladder(actor=actor, **form.cleaned_data)
        except ServiceError as error:
            form.add_error(None, error.message)
        else:
            return redirect(made)
    known = Ladder.objects.annotate(brought_in=Count("past_games")).order_by("name", "variant")
    shown = [(ladder, owns_ladder(actor, ladder)) for ladder in known]
    mine = [ladder for ladder, own in shown if own]
    return render(request, "organiser/ladders.html", {"ladders": shown, "mine": mine, "form": form})


@login_required
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """What a ladder counts, its settings, and what its own games propose instead."""
    found = _owned(request, slug)
    form = LadderForm(request.POST or None, ladder=found) if found.name else None
    if form is not None and form.is_valid():
        attempt(request, _("Saved."), services.update_ladder, ladder=found, **form.cleaned_data)
        return redirect("organiser:ladder", slug)
    return render(request, "organiser/ladder.html", _shown(found, form))


@post_only("organiser:ladder", "slug")
@login_required
def set_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Other settings: typed; or (`propose`) look for better ones, or (`fit`) take over what was found."""
    found = _owned(request, slug)
    if "propose" in request.POST:
        ladder_fit.ask_for_proposal(ladder=found, actor=actor_of(request))
        return redirect("organiser:ladder", slug)
    if "fit" in request.POST:
        attempt(request, _("Taken over: the ladder was worked out anew."), ladder_fit.apply_found, ladder=found)
        return redirect("organiser:ladder", slug)
    form = SettingsForm(request.POST, ladder=found)
    if not form.is_valid():
        context = _shown(found, LadderForm(ladder=found) if found.name else None, form)
        return render(request, "organiser/ladder.html", context, status=422)
    attempt(request, _("The ladder was worked out anew."), services.set_settings, ladder=found,
            settings=found.settings | form.cleaned_data)  # fmt: skip
    return redirect("organiser:ladder", slug)


@post_only("organiser:ladder", "slug")
@login_required
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove an organiser's ladder."""
    done = attempt(request, _("The ladder is removed."), services.delete_ladder, ladder=_owned(request, slug))
    return redirect("organiser:ladders") if done else redirect("organiser:ladder", slug)


def _shown(ladder: Ladder, form: LadderForm | None, settings: SettingsForm | None = None) -> dict[str, Any]:
    return {
        "ladder": ladder,
        "form": form,
        "settings_form": settings or SettingsForm(ladder=ladder),
        "proposal": ladder_fit.proposal_of(ladder),
    }


def _owned(request: HttpRequest, slug: str) -> Ladder:
    found = get_object_or_404(Ladder, slug=slug)
    if not owns_ladder(actor_of(request), found):
        raise PermissionDenied
    return found
