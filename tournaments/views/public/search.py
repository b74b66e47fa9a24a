"""The search: a page, and what stands under the box while one types."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access import actor_of
from tournaments.queries.search import find

A_PAGE, TYPING = 60, 6
LONGEST = 80


def search(request: HttpRequest) -> HttpResponse:
    """What `?q=` finds. With `?typing=` only the options of the box, fewer of them."""
    asked = request.GET.get("q", "").strip()[:LONGEST]
    typing = "typing" in request.GET
    found = find(asked, actor_of(request), TYPING if typing else A_PAGE)
    template = "public/search_options.html" if typing else "public/search.html"
    return render(request, template, {"asked": asked, "found": found})
