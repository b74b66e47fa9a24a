"""The API put together, and what is none of its addresses, which is answered as a problem too."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.urls import URLPattern, URLResolver, path

from tournaments.api import games, organising, people, reading, writing
from tournaments.api.reference import reference
from tournaments.api.site import api

DECLARED = (reading, people, games, writing, organising)
"""What can be asked; each declares its operations when it is imported."""


@api.api_operation(
    ["GET", "POST", "PUT", "PATCH", "DELETE"], "/{path:rest}", auth=None, include_in_schema=False, url_name="nothing"
)
def nothing(request: HttpRequest, rest: str) -> None:
    """An address that the API does not have; it is declared last."""
    raise Http404


urlpatterns: list[URLPattern | URLResolver] = [
    path("", reference, name="reference"),
    *(one for one in api.urls[0] if one.name != "api-root"),
]
