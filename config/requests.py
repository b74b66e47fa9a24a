"""Middleware around every request: its id, its line in the log, its measures, and headers that Django does not set."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from uuid import uuid4

from django.http import HttpRequest, HttpResponse

from config.logs import request_id
from config.metrics import observe

Answer = Callable[[HttpRequest], HttpResponse]

ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
LOG = logging.getLogger("ryba.requests")
DENIED = "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone"
DENIED += "midi", "payment", "usb"
PERMISSIONS = ", ".join(f"{feature}=()" for feature in DENIED)


def identified(get_response: Answer) -> Answer:
    """Give each request an id, the proxy's own where it sent one, and tell what became of it."""

    def respond(request: HttpRequest) -> HttpResponse:
        asked = request.headers.get("X-Request-ID", "")
        name = asked if ID.fullmatch(asked) else uuid4().hex
        token, request.id = request_id.set(name), name
        began = time.perf_counter()
        try:
            response = get_response(request)
            response.headers["X-Request-ID"] = name
            _tell(request, response, time.perf_counter() - began)
        finally:
            request_id.reset(token)
        return response

    return respond


def _tell(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    route = request.resolver_match.route if request.resolver_match else ""
    observe(request.method or "", route, response.status_code, seconds)
    told = {
        "method": request.method,
        "route": route,
        "status": response.status_code,
        "milliseconds": round(seconds * 1000, 1),
    }
    LOG.info("request", extra=told)


def guarded(get_response: Answer) -> Answer:
    """Headers that say what a page may not do, and that no other site may take it in.

    No search engine lists an address with a secret in it, wherever somebody has put the link.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if request.resolver_match and "token" in request.resolver_match.kwargs:
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return respond
