"""The API put together, and what is none of its addresses, which is answered as a problem too."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path, re_path
from django.views.decorators.csrf import csrf_exempt

from tournaments.api import games, organising, people, reading, writing
from tournaments.api.problems import answer
from tournaments.api.reference import reference
from tournaments.api.site import api

DECLARED = (reading, people, games, writing, organising)
"""What can be asked, in the order of the document; each declares its operations when it is imported."""


@csrf_exempt
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """An address that the API does not have."""
    return answer("not-found")


urlpatterns: list[URLPattern | URLResolver] = [
    path("", reference, name="reference"),
    *(one for one in api.urls[0] if one.name != "api-root"),
    re_path("^(?P<rest>.*)$", nothing, name="nothing"),
]
