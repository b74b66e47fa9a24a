"""Statistics of a tournament, of a game, and of all that is rated, with the records."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring import variants
from scoring.errors import UnknownVariant
from tournaments.access import may
from tournaments.queries import public
from tournaments.queries.records import Overview, overview, records
from tournaments.queries.statistics import Scope, statistics, variants_played
from tournaments.rules import about
from tournaments.views.exporting import exported
from tournaments.views.parts import seats_part, statistics_parts
from tournaments.views.public.common import results_later, tournament_or_404
from tournaments.views.public.live import follows


@follows
def tournament_stats(request: HttpRequest, slug: str) -> HttpResponse:
    """The hands of one tournament in figures, and its records."""
    actor, found = tournament_or_404(request, slug)
    if not may(actor, "see_results", found):
        return results_later(request, actor, found, "stats")
    sums = Scope(tournament=found).sums()
    shown = Overview(statistics(sums), records(sums, 1), [])
    if file := _taken(request, shown, found.name):
        return file
    context = {
        "tournament": found,
        "rounds": public.rounds_of(actor, found),
        "stats": shown.stats,
        "records": shown.records,
    }
    return render(request, "public/tournament_stats.html", context)


def variant_stats(request: HttpRequest, code: str) -> HttpResponse:
    """One game in figures, over all its rated tournaments, and its records."""
    try:
        variants.get(code)
    except UnknownVariant:
        raise Http404 from None
    shown, game = overview(Scope(variant=code)), about(code)
    context = {"variant": game, "variants": variants_played(), **vars(shown)}
    return _taken(request, shown, game.name) or render(request, "public/records.html", context)


def record_list(request: HttpRequest) -> HttpResponse:
    """The records of the club, and all games in figures."""
    shown = overview(Scope())
    context = {"variants": variants_played(), **vars(shown)}
    return _taken(request, shown, _("All games")) or render(request, "public/records.html", context)


def _taken(request: HttpRequest, shown: Overview, name: str) -> HttpResponse | None:
    """One of the tables as a file, where that is asked for and there are games."""
    return exported(
        request, map(seats_part, [shown.stats]), tournament=name, title=_("Who goes out"),
        beside=lambda: statistics_parts(shown.stats, shown.records, shown.careers),
    ) if shown.stats.games else None  # fmt: skip
