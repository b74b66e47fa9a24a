"""The check-in of an evening: who is there."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import actor_of
from tournaments.models import Tournament
from tournaments.plain import wholes
from tournaments.queries.start_list import start_list
from tournaments.services import attendance
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import set_check_in
from tournaments.views.organiser.common import attempt, organiser_page, page


@organiser_page
def here(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method == "POST":
        _change(request, tournament)
        return redirect("organiser:check-in", tournament.slug)
    return page(request, tournament, "here", here="people", listed=start_list(tournament))


def _change(request: HttpRequest, tournament: Tournament) -> None:
    do = request.POST.get("do", "")
    if do in ("on", "off"):
        done = _("From the next draw on only those who are here are drawn.") if do == "on" else _("Everybody is drawn.")
        attempt(request, done, set_check_in, tournament=tournament, check_in=do == "on")
        return
    for word, is_here in (("came", True), ("gone", False)):
        numbers = wholes(name.removeprefix(f"{word}-") for name in request.POST if name.startswith(f"{word}-"))
        if numbers:
            _check_in(request, tournament, numbers, is_here)
    if do in ("all", "none"):
        _check_in(request, tournament, None, do == "all")


def _check_in(request: HttpRequest, tournament: Tournament, numbers: list[int] | None, is_here: bool) -> None:
    """Say only what was refused: the list itself shows who is here."""
    try:
        attendance.check_in(tournament=tournament, numbers=numbers, here=is_here, actor=actor_of(request))
    except ServiceError as error:
        messages.error(request, error.message)
