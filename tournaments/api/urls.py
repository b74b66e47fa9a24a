"""The API put together, and what is none of its addresses, which is answered as a problem too."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import URLPattern, URLResolver, path

from tournaments.api import (
    drawing,
    entering,
    evenings,
    games,
    helping,
    laddering,
    listing,
    people,
    reading,
    stages,
    tournaments,
    writing,
)
from tournaments.api.reference import reference
from tournaments.api.site import api

DECLARED = (
    *(drawing, entering, evenings, games, helping, laddering, listing, people, reading, stages),
    *(tournaments, writing),
)
"""What can be asked; each declares its operations when imported, `tournaments` after those that its steps hide."""


@api.api_operation(
    ["GET", "POST", "PUT", "PATCH", "DELETE"], "/{path:rest}", auth=None, include_in_schema=False, url_name="nothing"
)
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """An address that the API does not have; it is declared last. One with a slash at its end leads to the one without.

    The redirect keeps method and body (308), so that it is safe for changes too.
    """
    if rest.endswith("/"):
        kept = request.META["QUERY_STRING"]
        return HttpResponsePermanentRedirect(
            request.path.rstrip("/") + (f"?{kept}" if kept else ""), preserve_request=True
        )
    raise Http404


urlpatterns: list[URLPattern | URLResolver] = [
    path("", reference, name="reference"),
    *(one for one in api.urls[0] if one.name != "api-root"),
]
