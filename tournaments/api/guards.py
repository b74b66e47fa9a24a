"""Who asks, how often, and whether he has the answer already."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle

from tournaments import access
from tournaments.access import Action, Actor, origin_of
from tournaments.api.problems import Hidden, NotAsSeen, NotModified
from tournaments.models import Entry, Tournament
from tournaments.release import release
from tournaments.services.tokens import note_use


class Token(HttpBearer):
    """A token made on the page “API tokens”, as `Authorization: Bearer ryba_…`."""

    def authenticate(self, request: HttpRequest, token: str) -> Actor:
        found = access.token_of(token)
        if found is None:
            raise AuthenticationError
        note_use(token=found)
        request.asker = f"token:{found.pk}"
        return access.actor_with(found, origin_of(request))


def anyone(request: HttpRequest) -> Actor | None:
    """Reading needs no token; a wrong one is refused all the same."""
    if "Authorization" in request.headers:
        raise AuthenticationError
    return Actor(origin=origin_of(request))


class Rate(BaseThrottle):
    """So many requests a minute of one asker, a token or else an address: `settings.API_RATES`."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def allow_request(self, request: HttpRequest) -> bool:
        asker = getattr(request, "asker", "") or access.network_of(request)
        return access.within_rate(self.kind, asker, settings.API_RATES[self.kind])

    def wait(self) -> float:
        return access.seconds_left()


def actor(request: HttpRequest) -> Actor:
    """Who asks."""
    return request.auth


def seen(request: HttpRequest, slug: str) -> Tournament:
    """The tournament of this address, where the asker may see it. Asked again while it is the same: 304."""
    found = get_object_or_404(access.visible_tournaments(actor(request)), slug=slug)
    unchanged(request, "tournament", found.pk, found.version)
    return found


def for_results(request: HttpRequest, slug: str) -> Tournament:
    """The same, where the asker may see its results too."""
    found = seen(request, slug)
    if not access.may(actor(request), "see_results", found):
        raise Hidden
    return found


def permitted(request: HttpRequest, slug: str, action: Action) -> Tournament:
    """The tournament of this address, where the asker may do this in it."""
    found = get_object_or_404(Tournament, slug=slug)
    permit(request, action, found)
    return found


def organised(request: HttpRequest, slug: str) -> Tournament:
    """The tournament of this address, where the asker organises it."""
    return permitted(request, slug, "organise")


def may_create(request: HttpRequest) -> None:
    """Refuse who may make nothing of his own."""
    if not access.may(actor(request), "create_tournament"):
        raise PermissionDenied


def permit(request: HttpRequest, action: Action, tournament: Tournament, *, table: int | None = None) -> None:
    """Refuse what the asker may not do; what he may not even see is not there."""
    if not access.may(actor(request), action, tournament, table=table):
        raise PermissionDenied if access.may(actor(request), "see", tournament) else Http404


def entries_numbered(tournament: Tournament, numbers: Sequence[int]) -> list[Entry]:
    """The entries of these numbers, with their players; one that is not there is an address that is not."""
    found = {
        entry.number: entry
        for entry in tournament.entries.filter(number__in=numbers).prefetch_related("members__player")
    }
    if missing := set(numbers) - found.keys():
        raise Http404(f"no entries {sorted(missing)[:10]}")
    return [found[number] for number in numbers]


def unchanged(request: HttpRequest, *parts: object) -> None:
    """Say what the answer is made of; where the asker has that already, it ends here."""
    if request.method != "GET":
        return
    request.etag = _mark(request, *parts)
    if get_conditional_response(request, etag=request.etag) is not None:
        raise NotModified


def as_seen(request: HttpRequest, *parts: object) -> None:
    """Refuse a change whose `If-Match` names another state than reading the same address would give now."""
    if "If-Match" in request.headers and get_conditional_response(request, etag=_mark(request, *parts)) is not None:
        raise NotAsSeen


def _mark(request: HttpRequest, *parts: object) -> str:
    """The mark of an answer that is made of these parts, for this asker."""
    who = actor(request)
    mark = (release(), *parts, request.get_full_path(), get_language(), who.key if who.user else "", who.reach)
    return quote_etag(blake2b(repr(mark).encode(), digest_size=12).hexdigest())


def finished(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with its headers. One without a mark of what it is made of gets a mark of what it says."""
    if request.method == "GET" and response.status_code in (200, 304):
        etag = getattr(request, "etag", "") or quote_etag(blake2b(response.content, digest_size=12).hexdigest())
        if response.status_code == 200 and get_conditional_response(request, etag=etag) is not None:
            response = HttpResponse(status=304)
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization, Accept-Language, Cookie"
    response["Content-Language"] = get_language()
    if response.status_code == 304:
        del response["Content-Type"]
    return response
