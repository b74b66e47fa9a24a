"""Statistics of a tournament, of a game, and of all that is rated, with the records."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import variants
from scoring.errors import UnknownVariant
from tournaments.access import may
from tournaments.queries import public
from tournaments.queries.statistics import Scope, overview, records, statistics, variants_played
from tournaments.rules import about
from tournaments.views.public.common import results_later, tournament_or_404
from tournaments.views.public.live import follows


@follows
def tournament_stats(request: HttpRequest, slug: str) -> HttpResponse:
    """The hands of one tournament in figures, and its records."""
    actor, found = tournament_or_404(request, slug)
    if not may(actor, "see_results", found):
        return results_later(request, actor, found, "stats")
    sums = Scope(tournament=found).sums()
    context = {
        "tournament": found,
        "rounds": public.rounds_of(actor, found),
        "stats": statistics(sums),
        "records": records(sums, 1),
    }
    return render(request, "public/tournament_stats.html", context)


def variant_stats(request: HttpRequest, code: str) -> HttpResponse:
    """One game in figures, over all its rated tournaments, and its records."""
    try:
        variants.get(code)
    except UnknownVariant:
        raise Http404 from None
    scope = Scope(variant=code)
    context = {
        "variant": about(code),
        "variants": variants_played(),
        **vars(overview(scope)),
    }
    return render(request, "public/records.html", context)


def record_list(request: HttpRequest) -> HttpResponse:
    """The records of the club, and all games in figures."""
    context = {
        "variants": variants_played(),
        **vars(overview(Scope())),
    }
    return render(request, "public/records.html", context)
