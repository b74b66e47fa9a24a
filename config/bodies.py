"""Bodies of requests that break off: an error, and not the shorter form that would be read from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.wsgi import LimitedStream

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class WholeBody(LimitedStream):
    """A body of `limit` bytes as it is read: where it ends before, `ConnectionError`, and Django answers 400.

    To a web server (PEP 3333) a line that was closed is the end of the body, like any other.
    """

    def read(self, size: int | None = -1, /) -> bytes:
        part = super().read(size)
        if self._pos < self.limit and (size is None or size < 0 or len(part) < size):
            raise ConnectionError("the body of the request breaks off")
        return part


def whole_bodies(application: Application) -> Application:
    """The application, which hears of a body that breaks off."""

    def respond(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        length = environ.get("CONTENT_LENGTH") or ""
        if length.isdecimal():
            environ["wsgi.input"] = WholeBody(environ["wsgi.input"], int(length))
        return application(environ, start_response)

    return respond
