"""Pages of a tournament that an open browser follows: the same request again costs one query while nothing changed.

Every change of a tournament raises its version. The page's ETag is made of that version and of everything else that
the page is made of: the release, the address, the language and the colours, and what the visitor may do. A browser that
shows the page asks every few seconds (static/js/live.js) and gets 304 until there is something new; then it gets the
title and the main part alone. What is new is made once for all without an account who may do the same, and kept under
its ETag, the main part as it goes over the line; each gets a token of his own for the page's forms. So are files, as
they are, but for very long ones.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import partial, wraps
from hashlib import blake2b
from threading import Lock
from typing import Any, Literal, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from tournaments.access import LINKS_KEY, Actor, powers, visible_rounds
from tournaments.models import Tournament
from tournaments.release import release
from tournaments.views.public.common import tournament_or_404

type Page = Callable[..., HttpResponse]

KEPT_FOR = 300
PART = "Ryba-Part"
"""The header by which live.js asks for the `main` part alone."""
TOKEN = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}(?=")')
TITLE, MAIN = re.compile(rb"<title>.*?</title>", re.DOTALL), re.compile(rb"<main\b.*</main>", re.DOTALL)
MAKING = Lock()
LONGEST_KEPT = 200_000
"""Bytes of a file: one of 400 lines has a quarter of it."""


class Mark(NamedTuple):
    """The validators of a page and of its main part, which is the same in any colours, compressed or not."""

    page: str
    main: str


def follows(page: Page, *, by: str = "version") -> Page:
    """A view of one tournament, by its `slug`, that answers 304 while the tournament's version `by` is the same."""

    @wraps(page)
    def followed(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        actor, tournament = tournament_or_404(request, slug)
        mark = mark_of(request, actor, tournament, by)

        def make() -> HttpResponse:
            made = partial(page, request, slug, *args, **kwargs)
            if actor.user is not None or "messages" in request.COOKIES or "_messages" in request.session:
                return made()
            place = mark_of(request, actor, tournament, "pk")
            return _made_once(request, mark, place, tournament, made)

        return unless_kept(request, mark, make)

    return followed


def unless_kept(request: HttpRequest, mark: Mark, make: Callable[[], HttpResponse]) -> HttpResponse:
    """304 where the browser has the page with this mark; otherwise the page, to be asked for again before it is shown.

    Never 304 while a notice waits to be shown. Who asks for the main part is given that of the page.
    """
    request.live = mark  # type: ignore[attr-defined]  # the page tells its script
    part = _asked(request)
    etag = getattr(mark, part)
    response = None if "messages" in request.COOKIES else get_conditional_response(request, etag=etag)
    if response is None:
        response = make()
        if part == "main" and "ETag" not in response and _is_page(response):
            response.content = _main_of(response.content)
    if response.status_code in (200, 304):
        response.headers.setdefault("ETag", etag)
        response["Cache-Control"] = "private, no-cache"
        patch_vary_headers(response, ("Cookie", "Accept-Language", PART))
    return response


follows_results = partial(follows, by="results_version")
"""For pages that hands alone leave as they are, until one of them ends a game."""


def _made_once(
    request: HttpRequest, mark: Mark, place: Mark, tournament: Tournament, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """The page as it was made for another visitor who may do the same; one thread of a process makes it.

    Whoever asks meanwhile is given the one before, which the same `place` had, so that nobody waits and saves of hands
    find a thread; his next question finds the new one. But not where that one could tell of a round which has been
    taken back: there were more rounds published then than are now.
    """
    part = _asked(request)
    etag, before = getattr(mark, part), None
    kept = cache.get(etag)
    if kept is None:
        published = visible_rounds(Actor(), tournament).count()
        before, known = cache.get(getattr(place, part), (None, 0))
        earlier = before and known <= published and cache.get(before)
        if not MAKING.acquire(blocking=not earlier):
            return _kept(request, before, earlier)
        try:
            kept = cache.get(etag)
            if kept is None:
                response = make()
                if not _is_page(response):
                    if response.status_code == 200 and len(response.content) <= LONGEST_KEPT:
                        cache.set(etag, response, KEPT_FOR)
                    return response
                made = Mark(TOKEN.split(response.content), gzip.compress(_main_of(response.content), 6, mtime=0))
                last = ((etag, published) for etag in mark)
                cache.set_many({**dict(zip(mark, made, strict=True)), **dict(zip(place, last, strict=True))}, KEPT_FOR)
                kept = getattr(made, part)
        finally:
            MAKING.release()
    return _kept(request, etag, kept)


def _kept(request: HttpRequest, etag: str, kept: HttpResponse | list[bytes] | bytes) -> HttpResponse:
    """What was kept: a file, a page with a token of this visitor's own, or a main part; 304 where he shows that."""
    response: HttpResponse | None = get_conditional_response(request, etag=etag)
    if response is None and isinstance(kept, HttpResponse):
        response = kept
    elif response is None and isinstance(kept, list):
        response = HttpResponse(get_token(request).encode().join(kept))
    elif response is None:
        packed = "gzip" in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(kept if packed else gzip.decompress(kept))
        if packed:
            response["Content-Encoding"] = "gzip"
        patch_vary_headers(response, ("Accept-Encoding",))
    response["ETag"] = etag
    return response


def _asked(request: HttpRequest) -> Literal["page", "main"]:
    return "main" if request.headers.get(PART) == "main" else "page"


def _is_page(response: HttpResponse) -> bool:
    return response.status_code == 200 and response["Content-Type"].startswith("text/html")


def _main_of(page: bytes) -> bytes:
    """What live.js takes from a page: its title and main part, which is the page's last."""
    return b"<!doctype html>" + b"".join(part[0] for part in (TITLE.search(page), MAIN.search(page)) if part)


def mark_of(request: HttpRequest, actor: Actor, tournament: Tournament, by: str) -> Mark:
    """What the page is made of, as validators. Who has an account has pages of his own."""
    main = (
        release(), tournament.pk, by, getattr(tournament, by), request.build_absolute_uri(), get_language(),
        (actor.user and actor.user.pk, actor.admin, powers(actor, tournament)), bool(request.session.get(LINKS_KEY)),
    )  # fmt: skip
    return Mark(f'"{_digest(*main, request.COOKIES.get("theme"))}"', f'W/"{_digest(*main)}"')


def _digest(*parts: object) -> str:
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()
