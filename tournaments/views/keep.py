"""The scorekeeper's pages. Everything works as plain forms; a script may ask for the preview while one types."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import LINKS_KEY, NAME_KEY, Actor, actor_of, may, open_for
from tournaments.forms.entry import EntryForm, PreviewedForm
from tournaments.forms.hand import HandForm, next_form
from tournaments.forms.judge import JudgeForm, RedealForm
from tournaments.forms.keeper import KeeperForm
from tournaments.models import Invitation
from tournaments.queries.links import open_link
from tournaments.queries.opening import opening
from tournaments.queries.sheet import Row, build_row, build_sheet, is_played
from tournaments.queries.table import TableState, seasons_to_keep, tables_to_keep
from tournaments.services.errors import ServiceError
from tournaments.services.hands import HandRefused, Outcome, StaleGame, preview_hand, record_hand, undo_hand
from tournaments.services.links import use_link
from tournaments.services.tables import why_shut
from tournaments.views.changes import kept_game
from tournaments.views.keep_json import end_context, home_json, page_json, round_context
from tournaments.views.parts import taken_sheet
from tournaments.views.posting import post_only, seen_version
from tournaments.views.seated import state_or_404

BEGUN_KEY = "begun_hand"
"""In the session: a hand not saved, `of` a game at one version; it fills the form until the game changes.

Either its `facts`, where it was undone, or the fields as `typed` when something else was saved.
"""

KEPT, REFUSED, STALE = 200, 422, 409


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Come in by a secret link. The name is asked once, for the log."""
    link = open_link(token)
    if link is None or link.role != Invitation.Role.KEEPER:
        return render(request, "keep/no_link.html", status=404)
    known = request.session.get(NAME_KEY, "")
    form = KeeperForm(request.POST or None, initial={"name": known})
    if request.method == "POST" and form.is_valid():
        request.session[NAME_KEY] = known = form.cleaned_data["name"]
    elif request.method == "POST" or not known:
        return render(request, "keep/enter.html", {"form": form, "tournament": link.tournament, "link": link})
    use_link(link=link, name=known)
    opened = request.session.get(LINKS_KEY, [])
    if link.pk not in opened:
        open_for(request, LINKS_KEY, [*opened, link.pk])
    return redirect(_way_in(request))


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """My tables now. Posting here changes the keeper's name."""
    form = KeeperForm(request.POST or None, initial={"name": request.session.get(NAME_KEY, "")})
    if request.method == "POST" and form.is_valid():
        request.session[NAME_KEY] = form.cleaned_data["name"]
        return redirect("keep:home")
    actor = actor_of(request)
    tables = tables_to_keep(actor)
    context = {
        "tables": tables,
        "ruled": {t for t in {table.game.table.round.tournament for table in tables} if may(actor, "rule", t)},
        "seasons": seasons_to_keep(actor),
        "actor": actor,
        "form": form,
        "picker": home_json(actor),
    }
    return render(request, "keep/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """A table: the form for the next hand, what it would come to, the last hand, the sheet."""
    actor, found = kept_game(request, pk)
    state = state_or_404(found)
    if request.method != "POST":
        if file := taken_sheet(request, state, build_sheet(state)):
            return file
        begun = request.session.get(BEGUN_KEY, {})
        if begun.get("of") != [pk, found.version]:
            begun = {}
        form_class = next_form(state)
        typed = begun.get("typed") or form_class.as_typed(begun.get("facts", {}))
        picker = None if as_text(request) else page_json(request, actor, state, begun.get("facts", {}))
        return _page(request, state, form=form_class(state, typed=typed), picker=picker, begun=bool(begun))
    form = next_form(state)(state, request.POST)
    if request.POST.get("do") == "rows" and isinstance(form, HandForm):
        return _page(request, state, form=HandForm.with_more_rows(state, request.POST.dict()), begun=True)
    if not form.is_valid():
        return _page(request, state, form=form, status=REFUSED)
    if request.POST.get("do") == "save" and not form.changed_since_preview:
        return _store(request, actor, state, form, "form")
    try:
        outcome = preview_hand(game=found, facts=form.facts(), actor=actor)
    except ServiceError as error:
        _refuse(form, error)
        return _page(request, state, form=form, status=REFUSED)
    return _page(request, state, form=form, outcome=outcome)


@post_only("keep:game", "pk")
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """The dock alone: what the form as it stands would come to, or what is still missing."""
    actor, found = kept_game(request, pk)
    state = state_or_404(found)
    form = next_form(state)(state, request.POST)
    outcome = None
    if form.is_valid():
        try:
            outcome = preview_hand(game=found, facts=form.facts(), actor=actor)
        except ServiceError as error:
            _refuse(form, error)
    sheet = build_sheet(state)
    context = {"state": state, "sheet": sheet, "form": form, "number": sheet.played + 1}
    context |= _preview_context(form, outcome)
    return render(request, "keep/dock.html", context)


@post_only("keep:game", "pk")
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last object back; a hand comes back into the form, so that it can be corrected and saved again."""
    actor, found = kept_game(request, pk)
    version = seen_version(request)
    try:
        hand = undo_hand(game=found, version=version, actor=actor)
    except StaleGame:
        messages.error(request, _("The game has changed meanwhile. Nothing was undone: look at the last hand again."))
    except ServiceError as error:
        messages.error(request, error.message)
    else:
        request.session[BEGUN_KEY] = {"of": [pk, version + 1], "facts": hand.facts}
        messages.success(request, _("Undone. What it said stands in the form again, if it was a hand."))
    return _back(request, pk)


@post_only("keep:game", "pk")
def judge(request: HttpRequest, pk: int) -> HttpResponse:
    """A judge's entry."""
    return _store_second(request, pk, JudgeForm, "judge_form")


@post_only("keep:game", "pk")
def redeal(request: HttpRequest, pk: int) -> HttpResponse:
    """A redeal."""
    return _store_second(request, pk, RedealForm, "redeal_form")


def _way_in(request: HttpRequest) -> str:
    """Where a link leads: to the table that its code names, and to nothing that is not a scorekeeper's page."""
    there, home = request.GET.get("next", ""), reverse("keep:home")
    return there if re.fullmatch(re.escape(home) + r"\d{1,15}/", there, re.ASCII) else home


def as_text(request: HttpRequest) -> bool:
    """Whether the keeper has chosen to type a hand as text, though there is a script."""
    return request.GET.get("as") == "text"


def _back(request: HttpRequest, pk: int) -> HttpResponse:
    address = reverse("keep:game", args=[pk])
    return redirect(f"{address}?as=text" if as_text(request) else address)


def _store_second(request: HttpRequest, pk: int, form_class: type[JudgeForm | RedealForm], name: str) -> HttpResponse:
    actor, found = kept_game(request, pk)
    state = state_or_404(found)
    form = form_class(state, request.POST)
    if not form.is_valid():
        return _page(request, state, status=REFUSED, **{name: form})
    return _store(request, actor, state, form, name)


def _store(request: HttpRequest, actor: Actor, state: TableState, form: EntryForm, name: str) -> HttpResponse:
    """Store what a valid form says and show the table anew, or show the form again with why not."""
    data = form.cleaned_data
    try:
        outcome = record_hand(
            game=state.game, facts=form.facts(), uuid=data["uuid"], version=data["version"], actor=actor
        )
    except StaleGame as error:
        return _compare(request, error, form, name)
    except ServiceError as error:
        _refuse(form, error)
        return _page(request, state, status=REFUSED, **{name: form})
    typed = _typed(request, state)
    if name != "form" and typed:
        request.session[BEGUN_KEY] = {"of": [state.game.pk, outcome.state.game.version], "typed": typed}
    row = _row(outcome)
    what = _("hand %(number)d") % {"number": row.number} if row.number else row.title
    messages.success(request, _("Saved: %(what)s.") % {"what": what})
    return _back(request, state.game.pk)


def _typed(request: HttpRequest, state: TableState) -> dict[str, str]:
    """The fields of a hand that came with an entry of another kind; nothing where none was filled in."""
    form = next_form(state)(state, request.POST)
    typed = {name: request.POST[name] for name in form.fields if request.POST.get(name)}
    for name in ("uuid", "version", "seen"):
        typed.pop(name, None)
    return typed if typed.keys() - {"end"} else {}


def _compare(request: HttpRequest, error: StaleGame, form: EntryForm, name: str) -> HttpResponse:
    """Show what came in between beside one's own entry, which can be saved now upon the game as it stands."""
    data: QueryDict = request.POST.copy()
    data[form.add_prefix("version")] = str(error.state.game.version)
    data["seen"] = ""
    again = type(form)(error.state, data)
    again.is_valid()
    outcome = None
    if isinstance(again, PreviewedForm):
        try:
            outcome = preview_hand(game=error.state.game, facts=form.facts(), actor=actor_of(request))
        except ServiceError as refusal:
            _refuse(again, refusal)
    numbers = {hand.number for hand in error.hands}
    return _page(request, error.state, status=STALE, stale=error, since=numbers, outcome=outcome, **{name: again})


def _refuse(form: EntryForm, error: ServiceError) -> None:
    if isinstance(error, HandRefused):
        form.refuse(error)
    else:
        form.add_error(None, error.message)


def _row(outcome: Outcome) -> Row:
    steps = outcome.state.ledger.hands
    if outcome.hand is not None:
        steps = steps[: outcome.hand.number]
    number = sum(is_played(step) for step in steps)
    return build_row(outcome.state, outcome.result, outcome.before, number, outcome.hand)


def _preview_context(form: EntryForm | None, outcome: Outcome | None) -> dict[str, Any]:
    if outcome is None or not isinstance(form, PreviewedForm):
        return {"preview": None}
    return {"preview": _row(outcome), "mark": form.mark(), "ends": outcome.state.ledger.finished}


def _page(
    request: HttpRequest,
    state: TableState,
    *,
    form: PreviewedForm | None = None,
    judge_form: JudgeForm | None = None,
    redeal_form: RedealForm | None = None,
    outcome: Outcome | None = None,
    stale: StaleGame | None = None,
    since: set[int] | None = None,
    picker: dict[str, Any] | None = None,
    begun: bool = False,
    status: int = KEPT,
) -> HttpResponse:
    sheet = build_sheet(state)
    open_round = not why_shut(state, actor_of(request))
    context = {
        "state": state,
        "sheet": sheet,
        "may_rule": may(actor_of(request), "rule", state.tournament),
        "opening": opening(state),
        "number": sheet.played + 1,
        "form": form or next_form(state)(state, typed=_typed(request, state)),
        "unsaved": begun or bool(form and form.is_bound),
        "judge_form": judge_form or JudgeForm(state, posted=request.POST),
        "redeal_form": redeal_form or RedealForm(state, posted=request.POST),
        "stale": stale,
        "picker": picker,
        "as_text": as_text(request),
        **(end_context(actor_of(request), state) if sheet.finished else {}),
        "since": [row for row in sheet.rows if row.key in (since or ())],
        "open_round": open_round,
        "amend_game": state.game.pk if open_round else None,
        **_preview_context(form, outcome),
        **round_context(state),
    }
    return render(request, "keep/game.html", context, status=status)
