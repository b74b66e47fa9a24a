"""The desk: the rounds as steps, one round with its tables, what is left to do; and each step, posted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.forms.mending import MendForm
from tournaments.models import Tournament
from tournaments.plain import whole
from tournaments.queries.desk import desk as desk_of
from tournaments.queries.hindsight import corrected_before, hindsight_or_why
from tournaments.services import clock, drafting, mending, rounds, seasons, stages, tournaments
from tournaments.views.organiser.common import attempt, organiser_page, page, referee_page
from tournaments.views.organiser.drawing import anew_if_long, told_if_long
from tournaments.views.organiser.steps import way_on
from tournaments.views.posting import post_only

TOURNAMENT_STEPS = {
    "publish": (tournaments.publish_tournament, gettext_lazy("The tournament is published.")),
    "unpublish": (tournaments.unpublish_tournament, gettext_lazy("The tournament is hidden again.")),
    "finish": (tournaments.finish_tournament, gettext_lazy("The tournament is finished.")),
    "resume": (tournaments.resume_tournament, gettext_lazy("The tournament goes on.")),
    "show": (drafting.show_schedule, gettext_lazy("Everybody sees the schedule now.")),
    "hide": (drafting.hide_schedule, gettext_lazy("Only organisers see the schedule now.")),
    "more": (stages.add_round, gettext_lazy("The stage has one round more.")),
    "replan": (drafting.replan_rounds, gettext_lazy("The rounds to come are planned anew.")),
}
ROUND_STEPS = {
    "draw": (rounds.draw_round, gettext_lazy("Round %(number)d is drawn, as a draft.")),
    "discard": (rounds.discard_round, gettext_lazy("The draft of round %(number)d is discarded.")),
    "publish": (rounds.publish_round, gettext_lazy("Round %(number)d is published.")),
    "unpublish": (rounds.unpublish_round, gettext_lazy("Round %(number)d is a draft again.")),
    "close": (rounds.close_round, gettext_lazy("Round %(number)d is closed.")),
    "reopen": (rounds.reopen_round, gettext_lazy("Round %(number)d is open again.")),
    "start": (clock.start_clock, gettext_lazy("The clock of round %(number)d runs.")),
    "pause": (clock.pause_clock, gettext_lazy("The clock of round %(number)d stands.")),
    "more": (clock.add_minutes, gettext_lazy("The clock of round %(number)d has other minutes now.")),
    "reset": (clock.reset_clock, gettext_lazy("Round %(number)d has no clock now.")),
    "time": (clock.call_round_time, gettext_lazy("Time is called at all tables of round %(number)d.")),
    "untime": (clock.take_time_back, gettext_lazy("The tables of round %(number)d play on.")),
}


@referee_page
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if tournament.format == Tournament.Format.SEASON:
        return redirect("keep:season", tournament.slug)
    state = desk_of(tournament, whole(request.GET.get("round", "")))
    counts = {name: len(state.in_state(name)) for name in ("done", "playing", "waiting")}
    return page(request, tournament, "desk", desk=state, way=way_on(state), counts=counts)


@post_only("organiser:desk", "slug")
@organiser_page
def tournament_step(request: HttpRequest, tournament: Tournament, step: str) -> HttpResponseBase:
    if step not in TOURNAMENT_STEPS:
        raise Http404
    service, done = TOURNAMENT_STEPS[step]
    if step == "replan" and (told := anew_if_long(request, tournament)):
        return told
    if step == "finish" and tournament.format == Tournament.Format.SEASON:
        service = seasons.finish_season
    attempt(request, str(done), service, tournament=tournament)
    return redirect("organiser:desk", tournament.slug)


@post_only("organiser:desk", "slug")
@organiser_page
def round_step(request: HttpRequest, tournament: Tournament, number: int, step: str) -> HttpResponseBase:
    if step not in ROUND_STEPS:
        raise Http404
    service: Callable[..., Any]
    service, done = ROUND_STEPS[step]
    if step == "draw" and (told := _told(request, tournament, number, 1)):
        return told
    more = {"minutes": _minutes(request)} if step == "more" else {}
    attempt(request, done % {"number": number}, service, tournament=tournament, number=number, **more)
    return redirect("organiser:desk", tournament.slug)


@post_only("organiser:desk", "slug")
@organiser_page
def lay_out(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Draw several rounds beforehand."""
    number, count = _whole(request, "number"), _whole(request, "count")
    if told := _told(request, tournament, number, count):
        return told
    done = _("The rounds are laid out, as drafts side by side.")
    attempt(request, done, drafting.lay_out_rounds, tournament=tournament, number=number, count=count)
    return redirect("organiser:desk", tournament.slug)


@post_only("organiser:desk", "slug")
@organiser_page
def mend(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Change a draft by hand."""
    form = MendForm(request.POST)
    if form.is_valid():
        service, arguments = form.change()
        if service is mending.redraw:
            seen = {"version": arguments["version"]}
            begin = partial(mending.begin_redraw, tournament=tournament, number=number, **seen)
            if told := told_if_long(request, tournament, begin, partial(mending.finish_redraw, **seen)):
                return told
        attempt(request, "", service, tournament=tournament, number=number, **arguments)
    else:
        messages.error(request, " ".join(text for errors in form.errors.values() for text in errors))
    return redirect(f"{reverse('organiser:desk', args=[tournament.slug])}?round={number}")


@organiser_page
def hindsight(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """How a round would be drawn now."""
    round_ = get_object_or_404(tournament.rounds.select_related("stage__tournament"), number=number)
    if round_.stage is None:
        raise Http404
    seen, refusal = hindsight_or_why(round_)
    corrected = corrected_before(round_)
    return page(request, tournament, "hindsight", round=round_, corrected=corrected, seen=seen, refusal=refusal)


def _told(request: HttpRequest, tournament: Tournament, number: int, count: int) -> HttpResponseBase | None:
    """The page of a draw that takes long; a short one, or one that is refused, is done at once."""
    if tournament.rounds.filter(number=number).exists():
        return None
    begin = partial(drafting.begin_draw, tournament=tournament, number=number, count=count)
    return told_if_long(request, tournament, begin, drafting.finish_draw)


def _minutes(request: HttpRequest) -> int:
    return -5 if request.POST.get("minutes") == "-5" else 5


def _whole(request: HttpRequest, name: str) -> int:
    return whole(request.POST.get(name, "")) or 0
