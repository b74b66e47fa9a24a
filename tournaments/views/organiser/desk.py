"""The desk: the rounds as steps, the tables of the round in hand, what is left to do; and each step, posted."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from tournaments.models import Tournament
from tournaments.queries.desk import desk as desk_of
from tournaments.services import rounds, seasons, tournaments
from tournaments.views.organiser.common import attempt, organiser_page, page, referee_page
from tournaments.views.organiser.steps import way_on
from tournaments.views.posting import post_only

TOURNAMENT_STEPS = {
    "publish": (tournaments.publish_tournament, gettext_lazy("The tournament is published.")),
    "unpublish": (tournaments.unpublish_tournament, gettext_lazy("The tournament is hidden again.")),
    "finish": (tournaments.finish_tournament, gettext_lazy("The tournament is finished.")),
    "resume": (tournaments.resume_tournament, gettext_lazy("The tournament goes on.")),
}
ROUND_STEPS = {
    "draw": (rounds.draw_round, gettext_lazy("Round %(number)d is drawn, as a draft.")),
    "discard": (rounds.discard_round, gettext_lazy("The draft of round %(number)d is discarded.")),
    "publish": (rounds.publish_round, gettext_lazy("Round %(number)d is published.")),
    "unpublish": (rounds.unpublish_round, gettext_lazy("Round %(number)d is a draft again.")),
    "close": (rounds.close_round, gettext_lazy("Round %(number)d is closed.")),
    "reopen": (rounds.reopen_round, gettext_lazy("Round %(number)d is open again.")),
}


@referee_page
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if tournament.format == Tournament.Format.SEASON:
        return redirect("keep:season", tournament.slug)
    state = desk_of(tournament)
    counts = {name: len(state.in_state(name)) for name in ("done", "playing", "waiting")}
    return page(request, tournament, "desk", desk=state, way=way_on(state), counts=counts)


@post_only("organiser:desk", "slug")
@organiser_page
def tournament_step(request: HttpRequest, tournament: Tournament, step: str) -> HttpResponse:
    if step not in TOURNAMENT_STEPS:
        raise Http404
    service, done = TOURNAMENT_STEPS[step]
    if step == "finish" and tournament.format == Tournament.Format.SEASON:
        service = seasons.finish_season
    attempt(request, str(done), service, tournament=tournament)
    return redirect("organiser:desk", tournament.slug)


@post_only("organiser:desk", "slug")
@organiser_page
def round_step(request: HttpRequest, tournament: Tournament, number: int, step: str) -> HttpResponse:
    if step not in ROUND_STEPS:
        raise Http404
    service, done = ROUND_STEPS[step]
    attempt(request, done % {"number": number}, service, tournament=tournament, number=number)
    return redirect("organiser:desk", tournament.slug)
