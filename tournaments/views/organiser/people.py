"""Who takes part: the start list, a paste of names, and each entry's way out and back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournaments.access import actor_of
from tournaments.forms.tournament import EntriesForm
from tournaments.models import Tournament
from tournaments.queries.desk import entries_of
from tournaments.services import entries
from tournaments.services.entries import AddedEntries
from tournaments.services.errors import ServiceError
from tournaments.views.organiser.common import attempt, organiser_page, page
from tournaments.views.posting import post_only

ENTRY_STEPS = {
    "withdraw": (entries.withdraw_entry, gettext_lazy("%(entry)s: withdrawn.")),
    "return": (entries.return_entry, gettext_lazy("%(entry)s: back, from the next draw on.")),
    "remove": (entries.remove_entry, gettext_lazy("%(entry)s: removed.")),
}


@organiser_page
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = EntriesForm(request.POST or None, kind=tournament.kind)
    if form.is_valid():
        try:
            added = entries.add_entries(tournament=tournament, text=form.cleaned_data["text"], actor=actor_of(request))
        except ServiceError as error:
            form.add_error("text", [error.message, *error.details])
        else:
            messages.success(request, _told(added))
            return redirect("organiser:people", tournament.slug)
    return page(request, tournament, "people", form=form, entries=entries_of(tournament))


@post_only("organiser:people", "slug")
@organiser_page
def entry_step(request: HttpRequest, tournament: Tournament, number: int, step: str) -> HttpResponse:
    if step not in ENTRY_STEPS:
        raise Http404
    entry = get_object_or_404(tournament.entries, number=number)
    service, done = ENTRY_STEPS[step]
    attempt(request, done % {"entry": entry}, service, entry=entry)
    return redirect("organiser:people", tournament.slug)


def _told(added: AddedEntries) -> str:
    """What came of a list, in a sentence: how many, and which names were known already."""
    count = len(added.entries)
    sentence = ngettext("%(count)d added.", "%(count)d added.", count) % {"count": count}
    if added.matched:
        names = ", ".join(f"{player.name} ({player.club})" if player.club else player.name for player in added.matched)
        sentence += " " + _("Known from before: %(names)s.") % {"names": names}
    return sentence
