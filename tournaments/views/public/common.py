"""What the public views share: finding what the visitor may see, and nothing else."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments import access
from tournaments.access import Actor
from tournaments.models import Round, Tournament
from tournaments.queries.public import rounds_of


def tournament_or_404(request: HttpRequest, slug: str) -> tuple[Actor, Tournament]:
    """The tournament, where the visitor may see it; a draft is no page to others.

    Asked once a request.
    """
    found: tuple[Actor, Tournament] | None = getattr(request, "found", None)
    if found is None or found[1].slug != slug:
        found = access.actor_of(request), get_object_or_404(Tournament, slug=slug)
        if not access.may(found[0], "see", found[1]):
            raise Http404
        request.found = found  # type: ignore[attr-defined]
    return found


def round_or_404(actor: Actor, tournament: Tournament, number: int) -> Round:
    """A round of the tournament, where the visitor may see it."""
    round_ = access.visible_rounds(actor, tournament).filter(number=number).first()
    if round_ is None:
        raise Http404
    round_.tournament = tournament
    return round_


def results_later(request: HttpRequest, actor: Actor, tournament: Tournament, here: str) -> HttpResponse:
    """The page in the place of results that this visitor does not see yet; `here` is its tab."""
    context = {"tournament": tournament, "rounds": rounds_of(actor, tournament), "here": here}
    return render(request, "public/hidden.html", context)
