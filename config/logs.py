"""What is written to the console: with `LOG_JSON` each line an object with the request's id, and a line a request.

A request is told by its route, `me/<str:token>/`, never by its address: addresses carry the secrets of links.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered."""


class WithRequest(logging.Filter):
    """Gives every line the id of its request."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


def logging_settings(*, as_json: bool) -> dict[str, Any]:
    """Errors with their tracebacks, also where DEBUG is off; pages not found are none."""
    formatter = {
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "{asctime}{levelname}{name}{message}{request_id}",
            "style": "{",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
            "exc_info_as_array": True,
            "json_ensure_ascii": False,
        },
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    }
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
            "ryba": {"handlers": ["console"], "level": "WARNING"},
            "ryba.requests": {"level": "INFO" if as_json else "WARNING"},
        },
    }  # fmt: skip
