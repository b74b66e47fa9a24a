"""What the script of a table's page asks for, in JSON: how the game stands, a preview, saving a hand.

The same services as for the plain forms, and the same refusals. Every answer that is not a hand's own says in `code`
what is wrong: `actor` (somebody else is signed in than the one who wrote it down), `gone` (nobody who may keep this
score), `stale` (the game has changed: `html` shows both hands side by side), `refused`, `malformed`.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import Actor
from tournaments.plain import read_json
from tournaments.queries.picker import places
from tournaments.queries.sheet import TOLD, build_sheet
from tournaments.services.errors import ServiceError
from tournaments.services.hands import HandRefused, Outcome, StaleGame, preview_hand, record_hand
from tournaments.services.tables import why_shut
from tournaments.views.changes import kept_game
from tournaments.views.keep_json import row_of, standing_json
from tournaments.views.seated import state_or_404

MODULES = ("app", "dock", "entry", "home", "keys", "model", "net", "page", "plays", "queue", "screens", "start", "wake")


class Malformed(Exception):
    """A request that no page of ours sends."""


@require_GET
@ensure_csrf_cookie
def standing(request: HttpRequest, pk: int) -> JsonResponse:
    """How the game stands now, and who is signed in."""
    try:
        actor, game = kept_game(request, pk)
    except (Http404, PermissionDenied):
        return _gone()
    return JsonResponse({"actor": actor.key, "standing": standing_json(request, actor, state_or_404(game))})


@require_POST
def preview(request: HttpRequest, pk: int) -> JsonResponse:
    """What a hand would come to, or why it cannot be."""
    try:
        actor, game = kept_game(request, pk)
        body = _body(request)
        outcome = preview_hand(game=game, facts=body["facts"], actor=actor)
    except (Http404, PermissionDenied):
        return _gone()
    except Malformed:
        return JsonResponse({"code": "malformed"}, status=400)
    except ServiceError as error:
        return JsonResponse({"ok": False, **_refusal(error)})
    ledger, codes = outcome.state.ledger, [note.code for note in outcome.result.doubts]
    return JsonResponse(
        {
            "ok": True,
            "version": outcome.state.game.version,
            "counted": outcome.result.counted,
            "doubts": codes,
            "finished": ledger.finished,
            "html": render_to_string("keep/picker_say.html", _said(outcome, bool(body.get("going"))), request),
        }
    )


@require_POST
def save(request: HttpRequest, pk: int) -> JsonResponse:
    """Store a hand. The same `uuid` again changes nothing and gives the same answer."""
    try:
        actor, game = kept_game(request, pk)
        body = _body(request)
        uuid, version = UUID(body["uuid"]), int(body["version"])
    except (Http404, PermissionDenied):
        return _gone()
    except (Malformed, KeyError, TypeError, ValueError, OverflowError, AttributeError):
        return JsonResponse({"code": "malformed"}, status=400)
    if body.get("actor") != actor.key:
        return JsonResponse({"code": "actor", "actor": actor.key}, status=403)
    try:
        outcome = record_hand(game=game, facts=body["facts"], uuid=uuid, version=version, actor=actor)
    except StaleGame as error:
        return JsonResponse(_compared(request, actor, error, body["facts"]), status=409)
    except ServiceError as error:
        return JsonResponse(_refusal(error), status=422)
    return JsonResponse(
        {
            "saved": str(uuid),
            "repeated": outcome.repeated,
            "standing": standing_json(request, actor, outcome.state),
        }
    )


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, with the list of its modules; a page that is kept names its other files itself."""
    assets = [static(f"js/keep/{name}.js") for name in MODULES] + [static("img/icon-192.png")]
    context = {"assets": json.dumps(assets), "home": reverse("keep:home")}
    response = render(request, "keep/sw.js", context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@require_GET
def manifest(request: HttpRequest) -> JsonResponse:
    """What a phone needs to install the scorekeeper's pages as an app."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    about = {
        "id": "/keep/",
        "name": _("Ryba: keep score"),
        "short_name": _("Ryba"),
        "lang": get_language(),
        "start_url": reverse("keep:home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f2ecdf",
        "theme_color": "#f2ecdf",
        "icons": icons,
    }
    return JsonResponse(about, content_type="application/manifest+json")


def _said(outcome: Outcome, going: bool) -> dict[str, Any]:
    """What the dock says of a preview. `going`: the hand is not over, its plays alone are looked at.

    The end of a game that has its result alone is told by that.
    """
    row, state = row_of(outcome), outcome.state
    reasons = [
        reason
        for note, reason in zip(outcome.result.notes, row.reasons, strict=True)
        if not (note.code in TOLD or (going and note.code.startswith("stopped")))
    ]
    moved = [cell for cell in row.cells if cell.changed]
    doubts = zip((note.code for note in outcome.result.doubts), row.doubts, strict=True)
    return {
        "preview": row,
        "reasons": reasons,
        "moved": moved if len(moved) == 1 else (),
        "doubts": list(doubts),
        "places": places(state) if state.ledger.finished and not state.ledger.rules.shape.result_alone else (),
    }


def _body(request: HttpRequest) -> dict[str, Any]:
    try:
        body = read_json(request.body)
    except (ValueError, RawPostDataException) as error:
        raise Malformed from error
    if not isinstance(body, dict) or not isinstance(body.get("facts"), dict):
        raise Malformed
    return body


def _gone() -> JsonResponse:
    return JsonResponse({"code": "gone"}, status=403)


def _refusal(error: ServiceError) -> dict[str, Any]:
    refused = isinstance(error, HandRefused)
    return {
        "code": "refused",
        "message": error.message,
        "fault": error.code if refused else "",
        "seat": error.seat if refused else None,
    }


def _compared(request: HttpRequest, actor: Actor, error: StaleGame, facts: dict[str, Any]) -> dict[str, Any]:
    """What came in between beside one's own hand, as it would come to now."""
    state = error.state
    numbers = {hand.number for hand in error.hands}
    context: dict[str, Any] = {
        "state": state,
        "stale": error,
        "since": [row for row in build_sheet(state).rows if row.key in numbers],
        "version": state.game.version,
    }
    if context["since"] and not why_shut(state, actor):
        context["amend_url"] = reverse("keep:amend", args=[state.game.pk, context["since"][-1].key])
    try:
        context["mine"] = row_of(preview_hand(game=state.game, facts=facts, actor=actor))
    except ServiceError as refusal:
        context["refusal"] = refusal.message
    return {
        "code": "stale",
        "version": state.game.version,
        "html": render_to_string("keep/picker_conflict.html", context, request),
    }
