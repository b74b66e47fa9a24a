"""Games of an earlier season on their way into a ladder: looked at, brought in, taken back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.ratings.history import PlayedGame
from tournaments.access import actor_of, owns_ladder
from tournaments.forms.history import HistoryForm
from tournaments.models import Ladder
from tournaments.services import histories
from tournaments.services.errors import ServiceError
from tournaments.views.organiser.common import attempt
from tournaments.views.posting import post_only

MOST_LINES = 300
"""So many lines of a preview are shown."""


@login_required
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, its preview, and what was brought in before."""
    ladder = _owned(request, slug)
    form = HistoryForm(request.POST or None, request.FILES or None)
    preview, lines = None, []
    if form.is_valid():
        preview = histories.preview_history(ladder=ladder, games=form.games)
        if request.POST.get("do") == "add" and _added(request, ladder, form):
            return redirect("organiser:ladder-history", slug)
        pairs = zip(form.rows, preview.there, strict=True)
        lines = [(row, _sides(row.game), there) for row, there in pairs if row.game][:MOST_LINES]
        form = HistoryForm(initial={"text": form.cleaned_data["text"]})
    imports = ladder.imports.filter(undone_at=None).select_related("user")[:10]
    context = {"ladder": ladder, "form": form, "preview": preview, "lines": lines, "imports": imports}
    return render(request, "organiser/history.html", context)


@post_only("organiser:ladder-history", "slug")
@login_required
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    ladder = _owned(request, slug)
    record = get_object_or_404(ladder.imports, pk=pk)
    attempt(request, _("The games are taken back; the ladder is worked out anew."), histories.undo_history,
            record=record)  # fmt: skip
    return redirect("organiser:ladder-history", slug)


def _sides(game: PlayedGame) -> list[tuple[int, str]]:
    """Each side's place and names."""
    return [(place, " / ".join(side)) for place, side in zip(game.places, game.sides, strict=True)]


def _added(request: HttpRequest, ladder: Ladder, form: HistoryForm) -> bool:
    try:
        done = histories.import_history(ladder=ladder, games=form.games, actor=actor_of(request))
    except ServiceError as error:
        messages.error(request, " ".join([error.message, *error.details]))
        return False
    told = _("Games brought in: %(games)d; there already: %(passed_over)d; new players: %(new_players)d.")
    messages.success(request, told % done._asdict())
    return True


def _owned(request: HttpRequest, slug: str) -> Ladder:
    found = get_object_or_404(Ladder, slug=slug)
    if not owns_ladder(actor_of(request), found):
        raise PermissionDenied
    return found
