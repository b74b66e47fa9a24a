"""Who takes part: the start list, and one entry of it with all that can be done about it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from tournaments.access import actor_of
from tournaments.forms.entries import AbsenceForm, EntryDetailsForm, ReplaceForm, RosterForm
from tournaments.models import Entry, Tournament
from tournaments.plain import whole
from tournaments.queries.known import ASKED, Known
from tournaments.queries.start_list import StartList, start_list
from tournaments.services import attendance, entries, pairs
from tournaments.services.drafting import long_anew
from tournaments.services.entries import Anew
from tournaments.services.errors import ServiceError
from tournaments.services.rosters import undoable_imports
from tournaments.views.exporting import Part, exported
from tournaments.views.organiser.common import attempt, organiser_page, page
from tournaments.views.organiser.drawing import anew_if_long
from tournaments.views.organiser.rosters import bring_in
from tournaments.views.posting import post_only

ENTRY_STEPS = {
    "withdraw": (entries.withdraw_entry, gettext_lazy("%(entry)s: withdrawn.")),
    "return": (entries.return_entry, gettext_lazy("%(entry)s: back, from the next draw on.")),
    "remove": (entries.remove_entry, gettext_lazy("%(entry)s: removed.")),
    "part": (pairs.part_pair, gettext_lazy("%(entry)s: two without a partner now.")),
}
MAY_REDRAW = {"withdraw"}


@organiser_page
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    listed = start_list(tournament)
    title = _("Start list")
    if listed.rows and (file := exported(request, map(_list_part, [listed]), tournament=tournament.name, title=title)):
        return file
    form = RosterForm(
        request.POST or None, request.FILES or None, kind=tournament.kind, late=listed.late, label_suffix=""
    )
    if form.is_valid():
        return bring_in(request, tournament, form)
    return page(
        request, tournament, "people", form=form, listed=listed, imports=undoable_imports(tournament)[:3],
        pairs=tournament.kind == Tournament.Kind.PAIRS,
    )  # fmt: skip


def _list_part(listed: StartList) -> Part:
    """The start list as plain values, under headings that a list brought in is read by."""
    most = max(len(row.entry.members.all()) for row in listed.rows)
    heads = [
        pgettext("short for number, head of a column", "No."),
        _("Player"),
        _("Club"),
        *([_("Partner"), _("Partner's club")] if most > 1 else []),
    ]
    rows = []
    for row in listed.rows:
        people = [[member.player.name, member.player.club] for member in row.entry.members.all()]
        names = [cell for who in (*people, *[["", ""]] * (most - len(people))) for cell in who]
        place = row.place
        rating = None if row.rating is None else round(row.rating, 1)
        state = _("withdrawn") if row.entry.withdrawn else ""
        rows.append(
            [row.entry.number, *names, row.entry.team, place and place.seed, place and place.group, rating, state]
        )
    return Part("", [*heads, _("Team"), _("Seed"), _("Group"), _("Rating"), _("State")], rows)


@organiser_page
def entry(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One entry, and the form of whom it plays for."""
    found = _entry(tournament, number)
    form = EntryDetailsForm(request.POST or None, initial=_details(found))
    if form.is_valid() and attempt(request, _("Saved."), entries.update_entry, entry=found, **form.cleaned_data):
        return redirect("organiser:entry", tournament.slug, number)
    return _entry_page(request, tournament, found, form=form)


@post_only("organiser:people", "slug")
@organiser_page
def entry_step(request: HttpRequest, tournament: Tournament, number: int, step: str) -> HttpResponseBase:
    if step not in ENTRY_STEPS:
        raise Http404
    found = _entry(tournament, number)
    service, done = ENTRY_STEPS[step]
    more = {"anew": _anew(request, tournament)} if step in MAY_REDRAW else {}
    if attempt(request, done % {"entry": found}, service, entry=found, **more):
        told = anew_if_long(request, tournament) if more.get("anew") is Anew.LATER else None
        return told or redirect("organiser:people", tournament.slug)
    return redirect("organiser:entry", tournament.slug, number)


def _anew(request: HttpRequest, tournament: Tournament) -> Anew:
    """What the form says of a draft; one that takes long is drawn anew after the change, with its progress told."""
    if not request.POST.get("redraw"):
        return Anew.NO
    return Anew.LATER if long_anew(tournament) else Anew.NOW


@post_only("organiser:entry", "slug", "number")
@organiser_page
def absence(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Away for a round, or there after all."""
    found = _entry(tournament, number)
    form = AbsenceForm(request.POST)
    back = whole(request.POST.get("back", ""))
    if back is not None:
        round_, kind, done = back, "", _("%(entry)s: there in round %(number)d.")
    elif form.is_valid():
        round_, kind = form.cleaned_data["number"], form.cleaned_data["kind"]
        done = _("%(entry)s: away in round %(number)d.")
    else:
        return _entry_page(request, tournament, found, absence=form)
    anew = _anew(request, tournament)
    done = done % {"entry": found, "number": round_}
    change = {"entry": found, "number": round_, "kind": kind, "anew": anew}
    if attempt(request, done, attendance.set_absence, **change) and anew is Anew.LATER:
        told = anew_if_long(request, tournament)
        return told or redirect("organiser:desk", tournament.slug)
    return redirect("organiser:entry", tournament.slug, number)


@post_only("organiser:entry", "slug", "number")
@organiser_page
def replace(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One player in the place of another; asks who is meant where that is in doubt."""
    found = _entry(tournament, number)
    form = ReplaceForm(request.POST, entry=found, candidates=_who(tournament, request.POST.get("name", "")))
    if not form.is_valid():
        return _entry_page(request, tournament, found, replace=form)
    if "who" in form.fields and not form.cleaned_data["who"]:
        form.add_error("who", _("There are players of nearly this name. Is it one of them?"))
        return _entry_page(request, tournament, found, replace=form)
    members = {str(member.player_id): member.player for member in found.members.all()}
    try:
        pairs.replace_player(
            entry=found,
            leaves=members[form.cleaned_data["player"]],
            name=form.cleaned_data["name"],
            choice=form.cleaned_data.get("who", ""),
            actor=actor_of(request),
        )
    except ServiceError as error:
        form.add_error("name", error.message)
        return _entry_page(request, tournament, found, replace=form)
    messages.success(request, _("Replaced. Who played when stays as it was."))
    return redirect("organiser:entry", tournament.slug, number)


def _who(tournament: Tournament, name: str) -> list[tuple[str, str]]:
    """Who may be meant by the name, where that has to be asked."""
    meant = Known(tournament).meant_by(name, "")
    if meant.state != ASKED:
        return []
    known = [
        (str(one.player.pk), ", ".join(filter(None, (one.player.name, one.player.club)))) for one in meant.candidates
    ]
    return [("", "—"), *known, ("new", _("a new player"))]


def _entry(tournament: Tournament, number: int) -> Entry:
    return get_object_or_404(tournament.entries.prefetch_related("members__player"), number=number)


def _details(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in EntryDetailsForm.base_fields}


def _entry_page(request: HttpRequest, tournament: Tournament, found: Entry, **forms: Any) -> HttpResponse:
    listed = start_list(tournament)
    row = next(row for row in listed.rows if row.entry.pk == found.pk)
    context = {
        "form": EntryDetailsForm(initial=_details(found)),
        "absence": AbsenceForm(initial={"number": listed.next_round}),
        "replace": ReplaceForm(entry=found),
    } | forms
    status = 422 if forms and any(form.is_bound for form in forms.values()) else 200
    return page(
        request, tournament, "entry", status=status, here="people", row=row, drafts=entries.drafts_with(found),
        pairs=tournament.kind == Tournament.Kind.PAIRS, rounds=listed.stage is not None, **context,
    )  # fmt: skip
