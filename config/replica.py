"""A read replica, where `REPLICA_URL` names one: visitors read the public pages there, all else from the one database.

A copy lags behind. So nobody reads there who has changed something, or is about to: not with a session, not for a
minute after a form was sent, not behind a secret link, not within a transaction or after a write. What the copy does
not know yet, or cannot answer, the database is asked before the visitor is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError, connection
from django.http import Http404, HttpRequest, HttpResponse

from config.spare import Spare

REPLICA = "replica"
PAGES = "public"
WROTE = "wrote"
"""The cookie of who has just sent a form: one who then signs out still sees what he did."""
FRESH_FOR = 60
"""Seconds in which a replica is taken to catch up."""
COPY = Spare(logging.getLogger("ryba.replica"), "The replica")

_reading: ContextVar[bool] = ContextVar("reading", default=False)


class FromReplica:
    """Middleware, the outermost: whether this request reads from the replica."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _reading.set(False)
        try:
            response = self.get_response(request)
        finally:
            _reading.reset(token)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            response.set_cookie(WROTE, "1", FRESH_FOR, secure=settings.HTTPS, httponly=True, samesite="Lax")
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        looks = request.method in ("GET", "HEAD") and request.resolver_match.app_name == PAGES
        known = {settings.SESSION_COOKIE_NAME, WROTE} & request.COOKIES.keys()
        _reading.set(looks and not known and COPY.may_be_asked())

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Ask the database what the replica could not tell."""
        if not _reading.get() or not isinstance(error, Http404 | PermissionDenied | DatabaseError | InterfaceError):
            return None
        if isinstance(error, DatabaseError | InterfaceError):
            COPY.does_not_answer(error)
        _reading.set(False)
        found = request.resolver_match
        answer: HttpResponse = found.func(request, *found.args, **found.kwargs)
        return answer


class Router:
    """Never undecided: Django would then ask the database that an object at hand came from."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return REPLICA if _reading.get() and not connection.in_atomic_block else "default"

    def db_for_write(self, model: Any, **hints: Any) -> str:
        _reading.set(False)
        return "default"

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == "default"
