"""What the organiser decides about one game, and the score sheets of a round to print."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from tournaments.forms.ruling import DecisionForm, ExchangeForm, ForfeitForm, ReasonForm, ReseatForm, RulingForm
from tournaments.models import Game, Tournament
from tournaments.queries.confirmations import agreements
from tournaments.queries.links import keeper_links, link_for_table
from tournaments.queries.outcome import outcome
from tournaments.queries.sheet import build_sheet
from tournaments.queries.table import TableState, fetched_state, games_with_hands, games_with_table
from tournaments.services import confirming, reseating, rulings
from tournaments.views.changes import Considered, consider
from tournaments.views.keep_print import printed
from tournaments.views.organiser.common import attempt, page, referee_page
from tournaments.views.posting import post_only, seen_version
from tournaments.views.seated import state_or_404, state_or_none

STEPS = {
    "annul": (rulings.annul_game, ReasonForm, gettext_lazy("The game is annulled: it counts for nothing.")),
    "forfeit": (rulings.forfeit_game, ForfeitForm, gettext_lazy("The game is forfeited.")),
    "decide": (rulings.decide_game, DecisionForm, gettext_lazy("The game is decided.")),
    "readmit": (rulings.readmit_game, RulingForm, gettext_lazy("The ruling is taken back: the game counts again.")),
    "reopen": (rulings.reopen_game, RulingForm, gettext_lazy("The game is open again for its table.")),
    "reseat": (reseating.reseat_table, ReseatForm, gettext_lazy("Everybody sits where they sat; results follow.")),
}


@referee_page
def game(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _page(request, tournament, state_or_404(_game(tournament, pk)))


@post_only("organiser:game", "slug", "pk")
@referee_page
def game_step(request: HttpRequest, tournament: Tournament, pk: int, step: str) -> HttpResponse:
    found = _game(tournament, pk)
    state = state_or_404(found)
    if step in ("settle", "shut"):
        service = confirming.settle_game if step == "settle" else rulings.shut_game
        done = gettext_lazy("The result is confirmed.") if step == "settle" else gettext_lazy("The game is shut again.")
        attempt(request, str(done), service, game=found, version=seen_version(request))
        return redirect("organiser:game", tournament.slug, pk)
    if step not in STEPS:
        raise Http404
    service, form_class, done = STEPS[step]
    form = form_class(state, request.POST, prefix=step)
    looked = Considered()
    if form.is_valid():
        looked = consider(request, found, service, **form.arguments())
        if looked.done:
            messages.success(request, done)
            return redirect("organiser:game", tournament.slug, pk)
        if looked.error is not None:
            form.add_error(None, looked.error.message)
    return _page(request, tournament, state, step=step, form=form, looked=looked)


@post_only("organiser:desk", "slug")
@referee_page
def exchange(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Two of a round sat each in the other's place."""
    form = ExchangeForm(request.POST)
    if form.is_valid():
        done = gettext_lazy("They sit where they sat; results follow.")
        attempt(
            request, str(done), reseating.exchange_people, tournament=tournament, number=number, **form.cleaned_data
        )
    else:
        messages.error(request, gettext("Choose two different ones who have a place in this round."))
    return redirect(f"{reverse('organiser:desk', args=[tournament.slug])}?round={number}")


@referee_page
def sheets(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The score sheets of a round, a page of paper each; none for a table of a draft that cannot play yet."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    links = keeper_links(tournament)
    games = games_with_hands().filter(table__round=round_).order_by("table__number", "number")
    states = [(found, state_or_none(found, fetched_state)) for found in games]
    pages = [
        printed(request, state, link_for_table(links, found.table.number), filled="filled" in request.GET)
        for found, state in states
        if state is not None
    ]
    return render(
        request, "keep/print.html", {"sheets": pages, "back": reverse("organiser:desk", args=[tournament.slug])}
    )


def _game(tournament: Tournament, pk: int) -> Game:
    return get_object_or_404(games_with_table(), pk=pk, table__round__tournament=tournament)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    state: TableState,
    *,
    step: str = "",
    form: RulingForm | None = None,
    looked: Considered | None = None,
) -> HttpResponse:
    forms = {name: form_class(state, prefix=name) for name, (_service, form_class, _done) in STEPS.items()}
    response = page(
        request,
        tournament,
        "game",
        state=state,
        sheet=build_sheet(state),
        outcome=outcome(state),
        agreement=agreements([state.game]).get(state.game.pk),
        forms=forms | ({step: form} if form else {}),
        step=step,
        looked=looked or Considered(),
    )
    response.status_code = 422 if form is not None and form.errors else 200
    return response
