"""The log: who changed what, when, from what to what."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from tournaments.models import Tournament
from tournaments.queries.log import log_entries, tables_in
from tournaments.views.organiser.common import page, referee_page

ENTRIES_A_PAGE = 40


@referee_page
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    entries = Paginator(log_entries(tournament), ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    return page(request, tournament, "log", entries=entries, tables=tables_in(tournament, entries))
