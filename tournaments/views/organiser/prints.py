"""What an organiser prints: one page with every document a click away, cards for the tables, diplomas."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.prints import documents
from tournaments.queries import prints
from tournaments.queries.bracket import has_bracket
from tournaments.queries.links import keeper_links, link_for_table
from tournaments.queries.public import TableLine
from tournaments.queries.standings import standings
from tournaments.views.exporting import heading, makes_file, pdf
from tournaments.views.organiser.common import organiser_page, page

HONOURED = 3


@organiser_page
def prints_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every document, for each round."""
    knockout = any(has_bracket(stage) for stage in tournament.stages.all())
    return page(request, tournament, "prints", rounds=tournament.rounds.order_by("-number"), knockout=knockout)


@organiser_page
@makes_file
def cards(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A card for each table of a round: the code opens the table for its scorekeeper, or else for everybody to see."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    links = keeper_links(tournament)

    def address(line: TableLine) -> str:
        link = link_for_table(links, line.table.number)
        if link is None:
            return request.build_absolute_uri(line.game.get_absolute_url())
        there = reverse("keep:game", args=[line.game.pk])
        return request.build_absolute_uri(reverse("keep:enter", args=[link.token], query={"next": there}))

    invitation = _("Keep the score of this table") if links else _("Follow this table")
    head = heading(tournament.name, _("Cards for the tables, round %(number)d") % {"number": number})
    return pdf(documents.cards(head, prints.table_sheets(round_, address), invitation), f"cards-{number}.pdf")


@organiser_page
@makes_file
def diplomas(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Diplomas for the first three places, as the standings are."""
    when = date_format(timezone.localtime(tournament.starts_at or timezone.now()), "j E Y")
    where = ", ".join(filter(None, (tournament.venue, when)))
    head = heading(tournament.name, _("Diplomas"))
    return pdf(documents.diplomas(head, prints.honoured(standings(tournament), HONOURED), where), "diplomas.pdf")
