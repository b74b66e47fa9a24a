"""Documents that anyone may print: pairings by table and by name, results of a round, the bracket; and its page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_noop

from tournaments.access import may, visible_rounds
from tournaments.models import Round
from tournaments.prints import documents
from tournaments.queries import prints
from tournaments.queries.bracket import brackets
from tournaments.queries.public import rounds_of
from tournaments.views.exporting import heading, makes_file, pdf
from tournaments.views.public.common import results_later, round_or_404, tournament_or_404
from tournaments.views.public.live import follows

TITLES = {
    "pairings": gettext_noop("Pairings, round %(number)d"),
    "names": gettext_noop("Who sits where, round %(number)d"),
    "results": gettext_noop("Results, round %(number)d"),
}


@follows
@makes_file
def round_document(request: HttpRequest, slug: str, number: int, document: str) -> HttpResponse:
    """Pairings by table or by name, or the results of a round."""
    actor, found = tournament_or_404(request, slug)
    round_ = round_or_404(actor, found, number)
    if document not in TITLES:
        raise Http404
    if document == "results" and not may(actor, "see_results", found):
        return results_later(request, actor, found, "round")
    head = heading(found.name, _(TITLES[document]) % {"number": number})
    sheets, byes = prints.table_sheets(round_), prints.resting(round_)
    if document == "names":
        content = documents.names(head, prints.places_to_sit(sheets, byes))
    else:
        content = (documents.pairings if document == "pairings" else documents.results)(head, sheets, byes)
    return pdf(content, f"{slugify(head.title, allow_unicode=True)}.pdf")


@follows
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The brackets of a tournament's knockout stages."""
    actor, found = tournament_or_404(request, slug)
    if not may(actor, "see_results", found):
        return results_later(request, actor, found, "round")
    shown = [(stage, made) for stage in found.stages.all() if (made := brackets(stage))]
    if not shown:
        raise Http404
    seen = visible_rounds(actor, found).exclude(status=Round.Status.DRAFT).exists()
    return render(
        request,
        "public/bracket.html",
        {"tournament": found, "stages": shown if seen else [], "rounds": rounds_of(actor, found)},
    )


@follows
@makes_file
def bracket_document(request: HttpRequest, slug: str) -> HttpResponse:
    """The brackets, a part a sheet."""
    actor, found = tournament_or_404(request, slug)
    if not may(actor, "see_results", found):
        return results_later(request, actor, found, "round")
    parts = [part for stage in found.stages.all() for part in prints.bracket_rounds(stage)]
    if not parts:
        raise Http404
    head = heading(found.name, _("Bracket"))
    return pdf(documents.bracket(head, parts), "bracket.pdf")
