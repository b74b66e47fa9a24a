"""The log: who changed what, when, from where, from what to what."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, pgettext

from tournaments.forms.log import LogFilter
from tournaments.models import AuditEntry, Tournament
from tournaments.queries.log import actions_in_log, log_entries, people_in_log, tables_in
from tournaments.templatetags.audit import action_name, changes, target_name, who_did
from tournaments.views.exporting import Part, exported
from tournaments.views.organiser.common import page, referee_page

ENTRIES_A_PAGE = 40


@referee_page
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    actions = sorted(((name, action_name(name)) for name in actions_in_log(tournament)), key=lambda named: named[1])
    form = LogFilter(request.GET, who=people_in_log(tournament), actions=actions)
    found = log_entries(tournament, **form.asked)
    parts = (_part(tournament, list(entries)) for entries in [found])
    if file := exported(request, parts, tournament=tournament.name, title=_("Log")):
        return file
    entries = Paginator(found, ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    return page(request, tournament, "log", form=form, entries=entries, tables=tables_in(tournament, entries))


def _part(tournament: Tournament, entries: list[AuditEntry]) -> Part:
    """The entries for a file, a line each."""
    tables = tables_in(tournament, entries)
    heads = [
        _("When"), pgettext("log", "Who"), _("From where"), pgettext("log", "What"), _("About"), _("What changed"),
    ]  # fmt: skip
    rows = [
        [
            entry.at,
            who_did(entry),
            entry.origin,
            action_name(entry.action),
            target_name(entry.target),
            "; ".join(_in_a_line(*said) for said in changes(entry, tables)),
        ]
        for entry in entries
    ]
    return Part("", heads, rows)


def _in_a_line(key: str, before: str, after: str) -> str:
    return (f"{key}: " if key else "") + " → ".join(filter(None, (before, after)))
