"""Addresses that take a POST alone: each is a step taken on some page, and whoever opens it is sent to that page.

One comes there by a reload, a tab that the browser opens again, or signing in after the session ran out under a button.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournaments.plain import whole

View = Callable[..., HttpResponse]


def post_only(page: str, *names: str) -> Callable[[View], View]:
    """The view takes POST alone. Its page is named `page`, with those of the view's arguments that `names` says."""

    def posted(view: View) -> View:
        stepping = require_POST(view)

        @wraps(view)
        def guarded(request: HttpRequest, **arguments: Any) -> HttpResponse:
            if request.method in ("GET", "HEAD"):
                return redirect(page, **{name: arguments[name] for name in names})
            return stepping(request, **arguments)

        return guarded

    return posted


def seen_version(request: HttpRequest) -> int:
    """The version of a game that its page showed; one that no game has where no number was sent."""
    version = whole(request.POST.get("version", ""))
    return -1 if version is None else version


def refuse_nul(get_response: View) -> View:
    """Middleware: the character NUL comes from no keyboard, and PostgreSQL stores none: who sends it is told so.

    The API looks at what it is sent by itself, and answers in its own way.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/"):
            return get_response(request)
        sent = (value for query in (request.GET, request.POST) for values in query.lists() for value in values[1])
        if "\0" in request.path or any("\0" in value for value in sent):
            raise BadRequest("NUL")
        return get_response(request)

    return respond


def say_what_is_not_allowed(get_response: View) -> View:
    """Middleware: an empty answer 405 gets a page."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and not response.content:
            said = render(request, "405.html", status=405)
            said.headers["Allow"] = response.headers["Allow"]
            return said
        return response

    return respond
