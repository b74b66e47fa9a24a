"""What goes wrong, as Problem Details (RFC 9457): what it is, and in the reader's language what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig, ValidationError as FieldsRefused
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext as _, gettext_lazy
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from pydantic import Field

from tournaments.misfits import in_words, way_to
from tournaments.services.errors import ServiceError
from tournaments.services.hands import HandRefused, StaleGame
from tournaments.services.mending import StaleDraft

MEDIA_TYPE = "application/problem+json"

KINDS: dict[str, tuple[int, Promise, Promise]] = {
    "malformed": (
        400,
        gettext_lazy("The request cannot be read"),
        gettext_lazy("Send one JSON object with the header “Content-Type: application/json”."),
    ),
    "unauthorized": (
        401,
        gettext_lazy("A token is needed"),
        gettext_lazy("Send the header “Authorization: Bearer …” with a token that has neither ended nor been revoked."),
    ),
    "forbidden": (
        403,
        gettext_lazy("Not allowed"),
        gettext_lazy("This token may not do that. Make one with a wider scope, or ask an organiser of the tournament."),
    ),
    "hidden": (
        403,
        gettext_lazy("The results are hidden"),
        gettext_lazy("The organiser shows the results later. Ask again then."),
    ),
    "not-found": (
        404,
        gettext_lazy("Not found"),
        gettext_lazy("There is nothing here that you may see. Look at the address."),
    ),
    "stale": (
        409,
        gettext_lazy("Changed meanwhile"),
        gettext_lazy("Nothing was stored. Read it again, compare, and send the change with its new version."),
    ),
    "not-as-seen": (
        412,
        gettext_lazy("Changed since it was read"),
        gettext_lazy("Nothing was stored: “If-Match” names another state. Read it again, and send the change anew."),
    ),
    "too-large": (
        413,
        gettext_lazy("Too much at once"),
        gettext_lazy("Nothing was stored. Send it in several parts."),
    ),
    "refused": (
        422,
        gettext_lazy("Refused"),
        gettext_lazy("Mend what “detail” and “errors” name, then send it again."),
    ),
    "invalid": (
        422,
        gettext_lazy("Not as described"),
        gettext_lazy("Mend the fields that “errors” names, then send it again."),
    ),
    "too-many": (
        429,
        gettext_lazy("Too many requests"),
        gettext_lazy("Wait as many seconds as the header “Retry-After” says, then go on more slowly."),
    ),
}
"""Each kind of problem: its status, its title, and what to do."""
BY_STATUS = {400: "malformed", 401: "unauthorized", 403: "forbidden", 404: "not-found", 429: "too-many"}


class Fault(Schema):
    """One thing that is wrong, and where: the way to a field of the request, empty where it is about all of it."""

    where: str
    what: str


class Problem(Schema):
    """`type` leads to what is known of this kind of problem; `code` is its name, for programs."""

    type: str
    code: str
    title: str
    status: int
    detail: str
    errors: list[Fault] = []
    fault: str = Field("", description="Of a refused hand: the name of the rule that it breaks.")
    seat: int | None = Field(None, description="Of a refused hand: the seat at fault.")
    version: int | None = Field(None, description="Of what was stale: its version now.")


class NotModified(Exception):
    """The asker has it already."""


class NotAsSeen(Exception):
    """What is to be changed is not any more what the asker has read."""


class Hidden(PermissionDenied):
    """The results of this tournament are hidden."""


def answer(code: str, detail: str = "", *, errors: Sequence[Fault] = (), **more: Any) -> HttpResponse:
    """A problem of one of `KINDS`; without a `detail` of its own it says what to do."""
    status, title, what_to_do = KINDS[code]
    problem = Problem(
        type=f"{reverse('api-1:reference')}#{code}",
        code=code,
        title=str(title),
        status=status,
        detail=detail or str(what_to_do),
        errors=list(errors),
        **more,
    )
    response = HttpResponse(orjson.dumps(problem.model_dump()), status=status, content_type=MEDIA_TYPE)
    response["Content-Language"] = get_language()
    response["Cache-Control"] = "no-store"
    if code == "unauthorized":
        response["WWW-Authenticate"] = 'Bearer realm="ryba"'
    return response


def handle(api: NinjaAPI) -> None:
    """Let the API answer every refusal so."""
    for error, handler in HANDLERS.items():
        api.add_exception_handler(error, handler)


def _not_modified(request: HttpRequest, error: NotModified) -> HttpResponse:
    return HttpResponse(status=304)


def _stale(request: HttpRequest, error: StaleGame) -> HttpResponse:
    return answer("stale", error.message, version=error.state.game.version)


def _stale_draft(request: HttpRequest, error: StaleDraft) -> HttpResponse:
    return answer("stale", error.message, version=error.version)


def _refused_hand(request: HttpRequest, error: HandRefused) -> HttpResponse:
    return answer("refused", error.message, fault=error.code, seat=error.seat)


def _refused(request: HttpRequest, error: ServiceError) -> HttpResponse:
    return answer("refused", error.message, errors=[Fault(where="", what=line) for line in error.details])


def _fields(request: HttpRequest, error: FieldsRefused) -> HttpResponse:
    by_field = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
    faults = [
        Fault(where="" if name == "__all__" else name, what=text) for name, texts in by_field.items() for text in texts
    ]
    return answer("invalid", errors=faults)


def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return answer("invalid", errors=[Fault(where=way_to(one["loc"]), what=in_words(one)[:300]) for one in error.errors])


def _http(request: HttpRequest, error: HttpError) -> HttpResponse:
    return answer(BY_STATUS[error.status_code])


def _throttled(request: HttpRequest, error: Throttled) -> HttpResponse:
    response = answer("too-many")
    response["Retry-After"] = str(error.wait)
    return response


HANDLERS: dict[type[Exception], Any] = {
    NotModified: _not_modified,
    StaleGame: _stale,
    StaleDraft: _stale_draft,
    HandRefused: _refused_hand,
    ServiceError: _refused,
    FieldsRefused: _fields,
    ValidationError: _invalid,
    Throttled: _throttled,
    HttpError: _http,
    AuthenticationError: lambda request, error: answer("unauthorized"),
    NotAsSeen: lambda request, error: answer("not-as-seen"),
    Hidden: lambda request, error: answer("hidden"),
    PermissionDenied: lambda request, error: answer("forbidden"),
    Http404: lambda request, error: answer("not-found"),
    RequestDataTooBig: lambda request, error: answer("too-large"),
    OverflowError: lambda request, error: answer("invalid", _("A number is too large.")),
}
