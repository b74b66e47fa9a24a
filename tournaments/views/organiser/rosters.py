"""A list of people on its way in: looked at line by line, brought in, taken back; and pairs made of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _, ngettext

from tournaments.access import actor_of
from tournaments.forms.entries import RosterForm, choices_in
from tournaments.models import Tournament
from tournaments.plain import wholes
from tournaments.queries.known import ASKED, REFUSED
from tournaments.queries.start_list import start_list
from tournaments.services import pairs as pair_services, rosters
from tournaments.services.entries import AddedEntries
from tournaments.services.errors import ServiceError
from tournaments.views.organiser.common import attempt, organiser_page, page
from tournaments.views.posting import post_only

LOOK, ADD = "look", "add"


def bring_in(request: HttpRequest, tournament: Tournament, form: RosterForm) -> HttpResponse:
    """The people page's form: at once where nothing is in doubt, otherwise by way of the preview."""
    text = form.cleaned_data["text"]
    roster = rosters.preview_roster(tournament=tournament, text=text)
    doubtful = roster.count(ASKED) or roster.count(REFUSED)
    if request.POST.get("do") == LOOK or doubtful:
        return _preview(request, tournament, form, roster)
    return _brought(request, tournament, form)


@post_only("organiser:people", "slug")
@organiser_page
def roster(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The preview's own form: look again, or bring in what can be."""
    listed = start_list(tournament)
    form = RosterForm(request.POST, kind=tournament.kind, late=listed.late, label_suffix="")
    if form.is_valid() and request.POST.get("do") == ADD:
        return _brought(request, tournament, form)
    return _preview(request, tournament, form)


@post_only("organiser:people", "slug")
@organiser_page
def undo(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    record = get_object_or_404(tournament.imports, pk=pk)
    attempt(request, _("The list is taken back."), rosters.undo_import, record=record)
    return redirect("organiser:people", tournament.slug)


@post_only("organiser:people", "slug")
@organiser_page
def draw_pairs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Partners for all who have none, or for two of them."""
    chosen = wholes(request.POST.getlist("entry"))
    if request.POST.get("by") == "hand":
        found = list(tournament.entries.filter(number__in=chosen))
        if len(found) != 2:
            messages.error(request, _("Choose two who have no partner yet."))
        else:
            one, other = found
            attempt(request, _("They are a pair."), pair_services.join_pair, one=one, other=other)
    else:
        by = pair_services.BY_RATING if request.POST.get("by") == "rating" else pair_services.BY_LOT
        attempt(request, _("The pairs are drawn."), pair_services.draw_pairs, tournament=tournament, by=by)
    return redirect("organiser:people", tournament.slug)


def _preview(
    request: HttpRequest, tournament: Tournament, form: RosterForm, roster: rosters.Roster | None = None
) -> HttpResponse:
    text = form.cleaned_data.get("text") or ""
    roster = roster or rosters.preview_roster(tournament=tournament, text=text, choices=choices_in(request.POST))
    given = RosterForm(
        initial={"text": text, "missed": request.POST.get("missed")}, kind=tournament.kind, late=bool(roster.late),
        label_suffix="",
    )  # fmt: skip
    return page(
        request, tournament, "roster", here="people", form=given, faults=form.errors, roster=roster,
        counts=roster.counts(),
    )  # fmt: skip


def _brought(request: HttpRequest, tournament: Tournament, form: RosterForm) -> HttpResponse:
    try:
        done = rosters.import_roster(
            tournament=tournament,
            text=form.cleaned_data["text"],
            choices=choices_in(request.POST),
            actor=actor_of(request),
            missed=form.missed_kind,
        )
    except ServiceError as error:
        messages.error(request, error.message)
        return _preview(request, tournament, form)
    messages.success(request, _told(done.added))
    if done.left:  # what was refused stays to be mended
        form.cleaned_data["text"] = done.left
        left = rosters.preview_roster(tournament=tournament, text=done.left)
        return _preview(request, tournament, form, left)
    return redirect("organiser:people", tournament.slug)


def _told(added: AddedEntries) -> str:
    """What came of a list, in a sentence: how many, and which names were known already."""
    count = len(added.entries)
    sentence = ngettext("%(count)d added.", "%(count)d added.", count) % {"count": count}
    if added.matched:
        names = ", ".join(f"{player.name} ({player.club})" if player.club else player.name for player in added.matched)
        sentence += " " + _("Known from before: %(names)s.") % {"names": names}
    return sentence
