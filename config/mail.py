"""Where letters go out, from one address: `smtp://user:password@host:587`, or `smtps://…:465` with TLS from the start.

`smtp` asks for STARTTLS; `?tls=off` is for a mail server on the same machine alone. Without an address the site sends
nothing, and says so where somebody looks for a letter.
"""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PATIENCE = 10
"""Seconds after which the mail server is given up."""
WRONG = "EMAIL_URL is no address of a mail server: say smtp://user:password@host:587 or smtps://user:password@host:465."


def mailers_of(url: str) -> dict[str, Any]:
    """Django's MAILERS."""
    if not url:
        return {}
    try:
        told = urlsplit(url)
        port = told.port
    except ValueError as error:
        raise ImproperlyConfigured(WRONG) from error
    if told.scheme not in ("smtp", "smtps") or not told.hostname:
        raise ImproperlyConfigured(WRONG)
    whole = told.scheme == "smtps"
    options = {
        "host": told.hostname,
        "port": port or (465 if whole else 587),
        "username": unquote(told.username or ""),
        "password": unquote(told.password or ""),
        "use_ssl": whole,
        "use_tls": not whole and parse_qs(told.query).get("tls") != ["off"],
        "timeout": PATIENCE,
    }
    return {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}}
