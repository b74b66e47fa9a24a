"""The games that can be played here, and their rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import variants
from scoring.errors import UnknownVariant
from tournaments import rules


def variant_list(request: HttpRequest) -> HttpResponse:
    """All games."""
    return render(request, "public/variants.html", {"variants": [rules.about(v.code) for v in variants.all()]})


def variant(request: HttpRequest, code: str) -> HttpResponse:
    """One game: for whom, and what a tournament may choose."""
    try:
        about = rules.about(code)
    except UnknownVariant:
        raise Http404 from None
    return render(request, "public/variant.html", {"variant": about, "rules": rules.in_force(code, {})})
