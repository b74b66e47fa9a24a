"""Ladders: all of them, one of them, how it works, and how well it predicted."""

from __future__ import annotations

from datetime import datetime, time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig

from scoring.ratings.model import widened
from scoring.ratings.predict import chances
from tournaments.forms.ladder import LadderFilter
from tournaments.ladder_words import settings_in_words, tenths_in_words
from tournaments.models import Ladder
from tournaments.queries.calibration import calibration
from tournaments.queries.ladders import LadderRows, clubs_of, ladder_tops
from tournaments.tables.ladder import LadderTable, MovementTable
from tournaments.templatetags.ryba import ladder_name
from tournaments.views.exporting import exported, part_of
from tournaments.views.parts import chances_part, measures_part, settings_part

FILTERS = ("club", "active", "settled")


def ladders(request: HttpRequest) -> HttpResponse:
    """All ladders, each with its best."""
    return render(request, "public/ladders.html", {"ladders": ladder_tops()})


def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """One ladder: filtered by club, by who is active and settled; with the movement since a day where one is asked."""
    found = get_object_or_404(Ladder, slug=slug)
    form = LadderFilter(request.GET or None)
    chosen = form.cleaned_data if form.is_valid() else {}
    since = chosen.get("since")
    moment = timezone.make_aware(datetime.combine(since, time.min)) if since else None
    clubs = clubs_of(found)
    form.fields["club"].widget.choices = [("", form.ALL), *((club, club) for club in clubs if club)]
    rows = LadderRows(found, since=moment, **{name: chosen[name] for name in FILTERS if chosen.get(name)})
    table = MovementTable(rows) if since else LadderTable(rows)
    RequestConfig(request, paginate={"per_page": 200}).configure(table)
    file = exported(request, map(part_of, [table]), tournament=ladder_name(found), title=_("Ratings"))
    return file or render(
        request,
        "public/ladder.html",
        {"ladder": found, "everybody": sum(clubs.values()), "table": table, "form": form, "since": since},
    )


def how(request: HttpRequest, slug: str) -> HttpResponse:
    """How a ladder works, in plain words, with its numbers."""
    found = get_object_or_404(Ladder, slug=slug)
    model = found.model
    numbers = settings_in_words(model)
    title = _("The numbers of this ladder")
    file = exported(request, map(settings_part, [numbers]), tournament=ladder_name(found), title=title)
    return file or render(
        request,
        "public/ladder_how.html",
        {
            "ladder": found,
            "model": model,
            "numbers": numbers,
            "year_away": widened(2.6, 365, model),
            "equal_chance": chances([[(30.0, 2.0)], [(25.0, 2.0)]], model)[0],
        },
    )


def calibration_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether what a ladder said before its games came true."""
    found = get_object_or_404(Ladder, slug=slug)
    shown = calibration(found)
    bins = tenths_in_words(shown.bins) if shown else []
    file = shown and exported(
        request, map(chances_part, [bins]), tournament=ladder_name(found), title=_("Said and come true"),
        beside=lambda: {"measures": measures_part(shown)},
    )  # fmt: skip
    return file or render(
        request, "public/ladder_calibration.html", {"ladder": found, "calibration": shown, "bins": bins}
    )
