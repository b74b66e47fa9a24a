"""What is written to the console: with `LOG_JSON` each line an object with the request's id, and a line a request.

A request is told by its route, `me/<str:token>/`, never by its address: addresses carry the secrets of links. The
worker tells of each task, by its id.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered."""


class WithRequest(logging.Filter):
    """Gives every line the id of its request, and the route in the place of the address that Django writes."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        if request := record.__dict__.pop("request", None):
            record.request_id = getattr(request, "id", "")
            route = request.resolver_match.route if request.resolver_match else ""
            args = record.args if isinstance(record.args, tuple) else ()
            record.args = tuple(route if arg == request.path else arg for arg in args)
        return True


def logging_settings(*, as_json: bool) -> dict[str, Any]:
    """Errors with their tracebacks, also where DEBUG is off; pages not found are none."""
    formatter = {
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "{levelname}{name}{message}{request_id}",
            "style": "{",
            "timestamp": "time",
            "rename_fields": {"levelname": "level", "name": "logger"},
            "exc_info_as_array": True,
            "json_ensure_ascii": False,
        },
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    }
    level = "INFO" if as_json else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"said": formatter["json" if as_json else "line"]},
        "filters": {"with_request": {"()": WithRequest}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "said", "filters": ["with_request"]}
        },
        "loggers": {
            "django": {"handlers": ["console"], "level": "WARNING"},
            "django.request": {"level": "ERROR"},
            "django.tasks": {"level": level},
            "django_tasks_db": {"handlers": ["console"], "level": level},
            "gunicorn.error": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            "ryba": {"handlers": ["console"], "level": "WARNING"},
            "ryba.requests": {"level": level},
        },
    }  # fmt: skip
