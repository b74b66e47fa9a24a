"""Players as an administrator keeps them: another name, two records of one person, and every merge's way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.access import actor_of, may
from tournaments.forms.people import PlayerForm
from tournaments.models import Merge, Player
from tournaments.queries.people import all_players, merges, namesakes, players_named
from tournaments.services import players as services
from tournaments.views.exporting import Part, exported
from tournaments.views.organiser.common import attempt
from tournaments.views.posting import post_only

View = Callable[..., HttpResponse]


def admin_page(view: View) -> View:
    """For a site admin alone."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, **more: Any) -> HttpResponse:
        if not may(actor_of(request), "administer"):
            raise PermissionDenied
        return view(request, **more)

    return guarded


@admin_page
def players(request: HttpRequest) -> HttpResponse:
    """Namesakes, a search (`?q=`), and the merges in force. Whoever is chosen by `?keep=` waits for a second one.

    As a file: everybody there is.
    """
    if file := exported(request, map(_part, [all_players()]), tournament=_("Ryba"), title=_("Players")):
        return file
    text = request.GET.get("q", "").strip()
    kept = Player.objects.filter(slug=request.GET.get("keep", ""), merged_into=None).first()
    return render(
        request,
        "organiser/players.html",
        {
            "q": text,
            "kept": kept,
            "found": players_named(text) if text else [],
            "namesakes": namesakes(),
            "merges": merges(),
        },
    )


def _part(people: Iterable[Player]) -> Part:
    heads = [_("Player"), _("Club"), _("Games"), _("Address")]
    return Part("", heads, [[one.name, one.club, one.seat_count, one.slug] for one in people])


@admin_page
def player(request: HttpRequest, slug: str) -> HttpResponse:
    """Another name or club."""
    found = get_object_or_404(Player, slug=slug)
    form = PlayerForm(request.POST or None, initial={"name": found.name, "club": found.club})
    if form.is_valid():
        attempt(request, _("Saved."), services.rename_player, player=found, **form.cleaned_data)
        return redirect("organiser:players")
    return render(request, "organiser/player.html", {"player": found, "form": form})


@admin_page
def merge(request: HttpRequest, kept: str, duplicate: str) -> HttpResponse:
    """What a merge would do; posted, it is done."""
    people = {
        "kept": get_object_or_404(Player, slug=kept),
        "duplicate": get_object_or_404(Player, slug=duplicate),
    }
    if request.method == "POST":
        done = _("%(duplicate)s is %(kept)s now.") % {name: player.name for name, player in people.items()}
        if attempt(request, done, services.merge_players, **people):
            return redirect("organiser:players")
    return render(request, "organiser/merge.html", {"preview": services.preview_merge(**people)})


@post_only("organiser:players")
@admin_page
def undo_merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Make two of one again."""
    found = get_object_or_404(Merge.objects.select_related("kept", "duplicate"), pk=pk)
    attempt(request, _("The merge is undone."), services.undo_merge, merge=found)
    return redirect("organiser:players")
