"""A change of a game that is looked at before it is made: asked once it is shown, asked again as shown it is done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.access import Actor, actor_of, may
from tournaments.models import Game, Round
from tournaments.queries.table import games_with_table
from tournaments.services.errors import ServiceError
from tournaments.services.preview import Preview, preview_change


@dataclass(frozen=True)
class Considered:
    """What came of a request: the change is `done`, shown as `preview`, or refused with `error`."""

    done: bool = False
    preview: Preview | None = None
    error: ServiceError | None = None
    mark: str = ""

    @property
    def status(self) -> int:
        return 422 if self.error else 200


def consider(request: HttpRequest, game: Game, service: Callable[..., Any], **arguments: Any) -> Considered:
    """Run a service as the visitor, or show what it would do; it is run only with what was shown before."""
    actor = actor_of(request)
    mark = _mark(service.__name__, arguments)
    try:
        if request.POST.get("do") == "save" and request.POST.get("shown") == mark:
            service(game=game, actor=actor, **arguments)
            return Considered(done=True)
        preview = preview_change(game=game, change=lambda: service(game=game, actor=actor, **arguments))
    except ServiceError as error:
        return Considered(error=error)
    return Considered(preview=preview, mark=mark)


def kept_game(request: HttpRequest, pk: int) -> tuple[Actor, Game]:
    """The game, where this person may keep its score; a draft round is there for those alone who see drafts."""
    found = get_object_or_404(games_with_table(), pk=pk)
    actor = actor_of(request)
    round_ = found.table.round
    if not may(actor, "keep_score", round_.tournament, table=found.table.number):
        if may(actor, "see", round_.tournament):
            raise PermissionDenied
        raise Http404
    if round_.status == Round.Status.DRAFT and not may(actor, "see_draft_round", round_.tournament):
        raise Http404
    return actor, found


def _mark(name: str, arguments: dict[str, Any]) -> str:
    """A short mark of what is asked; the uuid of an entry and the words about why do not change what it does."""
    said = {key: value for key, value in arguments.items() if key not in ("uuid", "why")}
    return hashlib.sha256(json.dumps([name, said], sort_keys=True).encode()).hexdigest()[:16]
