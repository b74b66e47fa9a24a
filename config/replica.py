"""A read replica, where `REPLICA_URL` names one: visitors without a session read there, all else from the one database.

Who changes something, or may have just changed something, carries a session cookie or posts, and never reads from a
copy that lags behind.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

REPLICA = "replica"

_reading: ContextVar[bool] = ContextVar("reading", default=False)


def chosen(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: whether this request reads from the replica."""

    def respond(request: HttpRequest) -> HttpResponse:
        looks = request.method in ("GET", "HEAD") and settings.SESSION_COOKIE_NAME not in request.COOKIES
        token = _reading.set(looks)
        try:
            return get_response(request)
        finally:
            _reading.reset(token)

    return respond


class Router:
    """Reads of visitors from the replica; every write, and migrations, to the one database."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        return REPLICA if _reading.get() else None

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return "default"

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == "default"
