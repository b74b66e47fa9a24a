"""Who is not drawn together."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.forms.entries import BanForm
from tournaments.models import Tournament
from tournaments.services import bans as services
from tournaments.views.organiser.common import attempt, organiser_page, page
from tournaments.views.posting import post_only


@organiser_page
def bans(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    entries = {str(entry.pk): entry for entry in tournament.entries.prefetch_related("members__player")}
    form = BanForm(request.POST or None, entries=[(key, str(entry)) for key, entry in entries.items()])
    if form.is_valid():
        two = (entries[form.cleaned_data["one"]], entries[form.cleaned_data["other"]])
        done = _("%(one)s and %(other)s are not drawn together.") % {"one": two[0], "other": two[1]}
        if attempt(request, done, services.forbid_pair, tournament=tournament, entries=two):
            return redirect("organiser:bans", tournament.slug)
    found = [(ban.pk, entries[str(ban.one_id)], entries[str(ban.other_id)]) for ban in tournament.bans.all()]
    return page(request, tournament, "bans", here="people", form=form, bans=found)


@post_only("organiser:bans", "slug")
@organiser_page
def allow(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    ban = get_object_or_404(tournament.bans.select_related("tournament"), pk=pk)
    attempt(request, _("They may be drawn together again."), services.allow_pair, ban=ban)
    return redirect("organiser:bans", tournament.slug)
