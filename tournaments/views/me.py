"""A player's own page, behind a personal link: no account, no password, nothing else than his own word."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import PLAYER_KEY, Actor, open_for, origin_of
from tournaments.forms.ruling import DisputeForm
from tournaments.models import Game, PlayerLink, Round, Tournament
from tournaments.queries.me import link_of, my_rounds
from tournaments.services.confirming import confirm_game, dispute_game
from tournaments.services.errors import ServiceError
from tournaments.views.posting import post_only, seen_version
from tournaments.views.public.live import mark_of, unless_kept


@require_safe
def home(request: HttpRequest, token: str) -> HttpResponse:
    """Where do I sit, my results, confirm."""
    link = link_of(token)
    if link is None:
        return render(request, "me/no_link.html", status=404)
    opened = request.session.get(PLAYER_KEY, {})
    if opened.get(str(link.pk)) != link.token:
        open_for(request, PLAYER_KEY, {**opened, str(link.pk): link.token})
    mark = mark_of(request, Actor(), link.tournament, "version")
    return unless_kept(request, mark, lambda: _page(request, link))


@post_only("me:home", "token")
def say(request: HttpRequest, token: str, pk: int, step: str) -> HttpResponse:
    """Confirm or dispute the result of a game at one's own table."""
    link = link_of(token)
    if link is None or step not in ("confirm", "dispute"):
        raise Http404
    game = get_object_or_404(
        Game.objects.exclude(table__round__status=Round.Status.DRAFT),
        pk=pk,
        table__round__tournament=link.tournament,
        table__seats__player=link.player,
    )
    actor = Actor(keeper=link.player.name, origin=origin_of(request))
    said = {"game": game, "player": link.player, "actor": actor, "version": seen_version(request)}
    form = DisputeForm(request.POST)
    try:
        if step == "confirm":
            confirm_game(**said)
            messages.success(request, _("Thank you: the result is confirmed."))
        elif form.is_valid():
            dispute_game(**said, words=form.cleaned_data["words"])
            messages.success(request, _("The organiser sees what you said."))
        else:
            return _page(request, link, disputed=pk, form=form, status=422)
    except ServiceError as error:
        messages.error(request, error.message)
        if step == "dispute":
            return _page(request, link, disputed=pk, form=form, status=422)
    return redirect("me:home", token)


def _page(
    request: HttpRequest, link: PlayerLink, *, disputed: int = 0, form: DisputeForm | None = None, status: int = 200
) -> HttpResponse:
    rounds = my_rounds(link.tournament, link.player)
    context = {
        "link": link,
        "tournament": link.tournament,
        "hidden": link.tournament.status == Tournament.Status.DRAFT,
        "rounds": rounds,
        "now": rounds[0] if rounds and rounds[0].round.status == Round.Status.PUBLISHED else None,
        "disputed": disputed,
        "form": form or DisputeForm(),
    }
    return render(request, "me/home.html", context, status=status)
