"""Correcting, deleting, inserting and bringing back hands; the history of a game; calling time. Plain forms all."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.forms.entry import EntryForm
from tournaments.forms.hand import HandForm, next_form
from tournaments.forms.judge import JudgeForm
from tournaments.forms.ruling import WhyForm, entry_form
from tournaments.models import Game
from tournaments.queries.history import history as history_of
from tournaments.queries.opening import opening
from tournaments.queries.sheet import Row, build_sheet
from tournaments.queries.table import TableState
from tournaments.services.amending import amend_hand, delete_hand, insert_hand, restore_revision
from tournaments.services.errors import ServiceError
from tournaments.services.hands import HandRefused, record_hand
from tournaments.services.rulings import call_time
from tournaments.services.tables import why_shut
from tournaments.views.changes import Considered, consider, kept_game
from tournaments.views.posting import post_only, seen_version
from tournaments.views.seated import state_or_404


@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One object of the record in its form: what a correction would change, and the correction."""
    found, state, row = _open_row(request, pk, number)
    before = state.before(number)
    facts = state.hands[number - 1].facts
    form = entry_form(before, facts, request.POST if request.method == "POST" else None)
    why = WhyForm(request.POST or None)
    looked = Considered()
    if form is not None and request.method == "POST":
        if request.POST.get("do") == "rows" and isinstance(form, HandForm):
            form = HandForm.with_more_rows(before, request.POST.dict())
        elif form.is_valid() and why.is_valid():
            looked = consider(
                request, found, amend_hand, number=number, facts=form.facts(),
                version=form.cleaned_data["version"], why=why.cleaned_data["why"],
            )  # fmt: skip
            if looked.done:
                messages.success(request, _("Corrected. Everything after it is worked out anew."))
                return redirect("keep:game", pk=pk)
            _refuse(form, looked)
    return _page(request, state, row, "amend", looked, form=form, why=why, before=before)


@post_only("keep:amend", "pk", "number")
def delete(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take one object away."""
    found, state, row = _open_row(request, pk, number)
    why = WhyForm(request.POST)
    looked = Considered()
    if why.is_valid():
        looked = consider(
            request, found, delete_hand, number=number, version=seen_version(request), why=why.cleaned_data["why"]
        )
        if looked.done:
            messages.success(request, _("Deleted. The history keeps it, and can bring it back."))
            return redirect("keep:game", pk=pk)
    return _page(request, state, row, "delete", looked, why=why)


@require_http_methods(["GET", "HEAD", "POST"])
def insert(request: HttpRequest, pk: int, number: int, kind: str) -> HttpResponse:
    """One more object before this one: a late ruling of a judge, or a hand that was forgotten."""
    found, state, row = _open_row(request, pk, number)
    before = state.before(number)
    forms = {"judge": JudgeForm, "hand": next_form(before)}
    if kind not in forms:
        raise Http404
    form = forms[kind](before, request.POST if request.method == "POST" else None)
    why = WhyForm(request.POST or None)
    looked = Considered()
    if request.POST.get("do") == "rows" and isinstance(form, HandForm):
        form = HandForm.with_more_rows(before, request.POST.dict())
    elif request.method == "POST" and form.is_valid() and why.is_valid():
        data = form.cleaned_data
        looked = consider(
            request, found, insert_hand, number=number, facts=form.facts(), uuid=data["uuid"],
            version=data["version"], why=why.cleaned_data["why"],
        )  # fmt: skip
        if looked.done:
            messages.success(request, _("Inserted. Everything after it is worked out anew."))
            return redirect("keep:game", pk=pk)
        _refuse(form, looked)
    return _page(request, state, row, "insert", looked, form=form, why=why, before=before, kind=kind)


@require_safe
def history(request: HttpRequest, pk: int) -> HttpResponse:
    """All changes of a game, the latest first."""
    actor, found = kept_game(request, pk)
    state = state_or_404(found)
    context = {"state": state, "lines": history_of(state), "shut": why_shut(state, actor)}
    return render(request, "keep/history.html", context)


@post_only("keep:history", "pk")
def restore(request: HttpRequest, pk: int, version: int) -> HttpResponse:
    """Bring the hands back to what they were after an earlier change."""
    _actor, found = kept_game(request, pk)
    state = state_or_404(found)
    line = next((line for line in history_of(state) if line.revision.version == version), None)
    if line is None:
        raise Http404
    why = WhyForm(request.POST)
    looked = Considered()
    if why.is_valid():
        looked = consider(
            request, found, restore_revision, restored=version, version=seen_version(request),
            why=why.cleaned_data["why"],
        )  # fmt: skip
        if looked.done:
            messages.success(request, _("Brought back. The history keeps what stood here before."))
            return redirect("keep:game", pk=pk)
    return _page(request, state, None, "restore", looked, why=why, line=line)


@post_only("keep:game", "pk")
def call(request: HttpRequest, pk: int) -> HttpResponse:
    """Time is called: the game ends as it stands, after this hand, or after one more."""
    actor, found = kept_game(request, pk)
    stop, version = request.POST.get("stop", ""), seen_version(request)
    try:
        if stop == "now":
            facts = {"judge": [{"stop": "time"}]}
            record_hand(game=found, facts=facts, uuid=uuid4(), version=version, actor=actor)
        else:
            call_time(game=found, stop=stop, version=version, actor=actor)
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("keep:game", pk=pk)


def _open_row(request: HttpRequest, pk: int, number: int) -> tuple[Game, TableState, Row]:
    _actor, found = kept_game(request, pk)
    state = state_or_404(found)
    if not 1 <= number <= len(state.hands):
        raise Http404
    return found, state, build_sheet(state).rows[number - 1]


def _refuse(form: EntryForm, looked: Considered) -> None:
    if isinstance(looked.error, HandRefused):
        form.refuse(looked.error)
    elif looked.error is not None:
        form.add_error(None, looked.error.message)


def _page(
    request: HttpRequest, state: TableState, row: Row | None, way: str, looked: Considered, **more: Any
) -> HttpResponse:
    form, before = more.get("form"), more.get("before", state)
    sheet = build_sheet(before)
    context = {
        "state": state,
        "row": row,
        "way": way,
        "looked": looked,
        "sheet": sheet,
        "number": sheet.played + 1,
        "opening": opening(before),
        "is_hand": form is not None and not form.prefix,
        **more,
    }
    refused = bool(looked.error or (form is not None and form.is_bound and form.errors))
    return render(request, "keep/change.html", context, status=422 if refused else 200)
