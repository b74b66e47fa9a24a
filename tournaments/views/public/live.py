"""Pages of a tournament that an open browser follows: the same request again costs one query while nothing changed.

Every change of a tournament raises its version. The page's ETag is made of that version and of everything else that
the page is made of: the release, the address, the language and the colours, and who is looking. A browser that shows
the page asks every few seconds (static/js/live.js) and gets 304 until there is something new. What is new is made once
for all who look on without a session, and kept under its ETag; each gets a token of his own for the page's forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial, wraps
from hashlib import blake2b
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.release import release
from tournaments.views.public.common import tournament_or_404

type Page = Callable[..., HttpResponse]

KEPT_FOR = 300
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[A-Za-z0-9]{64}"')
MAKING = Lock()


def follows(page: Page, *, by: str = "version") -> Page:
    """A view of one tournament, by its `slug`, that answers 304 while the tournament's version `by` is the same."""

    @wraps(page)
    def followed(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        actor, tournament = tournament_or_404(request, slug)
        etag = etag_of(request, actor, tournament, by)
        place = etag_of(request, actor, tournament, "pk")
        make = partial(page, request, slug, *args, **kwargs)
        return unless_kept(request, etag, lambda: _made_once(request, etag, place, make))

    return followed


def unless_kept(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """304 where the browser has the page with this ETag; otherwise the page, to be asked for again before it is shown.

    Never 304 while a notice waits to be shown.
    """
    response = None if "messages" in request.COOKIES else get_conditional_response(request, etag=etag)
    if response is None:
        response = make()
    if response.status_code in (200, 304):
        response.headers.setdefault("ETag", etag)
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


follows_results = partial(follows, by="results_version")
"""For pages that hands alone leave as they are, until one of them ends a game."""


def _made_once(request: HttpRequest, etag: str, place: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page as it was made for another visitor without a session; one thread of a process makes it.

    Whoever asks meanwhile is given the one before, which the same `place` had, so that nobody waits and saves of hands
    find a thread; his next question finds the new one.
    """
    if "messages" in request.COOKIES or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return make()
    text = cache.get(etag)
    if text is None:
        before = cache.get(place)
        earlier = before and cache.get(before)
        if not MAKING.acquire(blocking=earlier is None):
            return _kept(request, before, earlier)
        try:
            text = cache.get(etag)
            if text is None:
                response = make()
                if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
                    return response
                text = response.text
                cache.set_many({etag: text, place: etag}, KEPT_FOR)
        finally:
            MAKING.release()
    return _kept(request, etag, text)


def _kept(request: HttpRequest, etag: str, text: str) -> HttpResponse:
    """A page that was kept, with a token of this visitor's own; 304 where that is what he shows."""
    response: HttpResponse | None = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(
            TOKEN.sub(lambda _found: f'name="csrfmiddlewaretoken" value="{get_token(request)}"', text)
        )
    response["ETag"] = etag
    return response


def etag_of(request: HttpRequest, actor: Actor, tournament: Tournament, by: str) -> str:
    """What the page is made of, as a validator."""
    who = (actor.key, actor.admin, *map(sorted, (actor.keeps, actor.tables, actor.guest_of, actor.plays)))
    parts = (
        release(), tournament.pk, by, getattr(tournament, by), request.get_full_path(), get_language(),
        request.COOKIES.get("theme"), who,
    )  # fmt: skip
    return quote_etag(blake2b(repr(parts).encode(), digest_size=12).hexdigest())
