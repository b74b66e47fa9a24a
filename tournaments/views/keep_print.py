"""A score sheet on paper: empty, to write by hand, or filled; with a code that opens the table's page."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from tournaments.access import LINKS_KEY, may
from tournaments.models import Invitation
from tournaments.queries.links import keeper_links, link_for_table
from tournaments.queries.sheet import Sheet, build_sheet
from tournaments.queries.table import TableState
from tournaments.views.changes import kept_game
from tournaments.views.qr import qr
from tournaments.views.seated import state_or_404

EMPTY_ROWS = 24


@dataclass(frozen=True)
class Printed:
    """One sheet of paper. `code` opens the table's page for its scorekeeper, where there is a link to give."""

    state: TableState
    sheet: Sheet
    code: SafeString | None
    empty_rows: list[int]


def printed(request: HttpRequest, state: TableState, link: Invitation | None, *, filled: bool) -> Printed:
    """The sheet of a table, empty or filled."""
    code = None
    if link is not None:
        there = reverse("keep:game", args=[state.game.pk])
        url = reverse("keep:enter", args=[link.token], query={"next": there})
        code = qr(request.build_absolute_uri(url))
    return Printed(state, build_sheet(state), code, [] if filled else list(range(1, EMPTY_ROWS + 1)))


@require_safe
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheet of one table, for whoever keeps it."""
    actor, found = kept_game(request, pk)
    links = keeper_links(found.table.round.tournament)
    if not may(actor, "rule", found.table.round.tournament):
        links = [link for link in links if link.pk in request.session.get(LINKS_KEY, [])]
    link = link_for_table(links, found.table.number)
    page = printed(request, state_or_404(found), link, filled="filled" in request.GET)
    return render(request, "keep/print.html", {"sheets": [page], "back": reverse("keep:game", args=[pk])})
