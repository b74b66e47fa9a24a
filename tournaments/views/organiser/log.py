"""The log: who changed what, when, from where, from what to what."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from tournaments.forms.log import LogFilter
from tournaments.models import Tournament
from tournaments.queries.log import actions_in_log, log_entries, people_in_log, tables_in
from tournaments.templatetags.audit import action_name
from tournaments.views.organiser.common import page, referee_page

ENTRIES_A_PAGE = 40


@referee_page
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    actions = sorted(((name, action_name(name)) for name in actions_in_log(tournament)), key=lambda named: named[1])
    form = LogFilter(request.GET, who=people_in_log(tournament), actions=actions)
    entries = Paginator(log_entries(tournament, **form.asked), ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    return page(request, tournament, "log", form=form, entries=entries, tables=tables_in(tournament, entries))
