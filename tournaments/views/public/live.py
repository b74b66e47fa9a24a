"""Pages of a tournament that an open browser follows: the same request again costs one query while nothing changed.

Every change of a tournament raises its version. The page's ETag is made of that version and of everything else that
the page is made of: the release, the address, the language and the colours, and who is looking. A browser that shows
the page asks every few seconds (static/js/live.js) and gets 304 until there is something new.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.views.public.common import tournament_or_404

type Page = Callable[..., HttpResponse]

MADE_OF = ("templates", "tournaments", "scoring", "locale", "static")


def follows(page: Page) -> Page:
    """A view of one tournament, by its `slug`, that answers 304 where nothing has changed since."""

    @wraps(page)
    def followed(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        actor, tournament = tournament_or_404(request, slug)
        etag = etag_of(request, actor, tournament)
        response = None if "messages" in request.COOKIES else get_conditional_response(request, etag=etag)
        if response is None:
            response = page(request, slug, *args, **kwargs)
        if response.status_code in (200, 304):
            response["ETag"] = etag
            response["Cache-Control"] = "private, no-cache"
            patch_vary_headers(response, ("Cookie", "Accept-Language"))
        return response

    return followed


def etag_of(request: HttpRequest, actor: Actor, tournament: Tournament) -> str:
    """What the page is made of, as a validator."""
    who = (actor.key, actor.admin, sorted(actor.keeps))
    parts = (
        _release(), tournament.pk, tournament.version, request.get_full_path(), get_language(),
        request.COOKIES.get("theme"), who,
    )  # fmt: skip
    return quote_etag(blake2b(repr(parts).encode(), digest_size=12).hexdigest())


@cache
def _release() -> str:
    """A mark of the program itself: the same on every machine that runs the same files."""
    mark = blake2b(digest_size=8)
    for folder in MADE_OF:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.is_file() and path.suffix in (".html", ".py", ".mo", ".css", ".js"):
                mark.update(path.relative_to(settings.BASE_DIR).as_posix().encode())
                mark.update(path.read_bytes())
    return mark.hexdigest()
