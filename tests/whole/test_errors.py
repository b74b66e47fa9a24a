"""The pages that say what went wrong: valid HTML, no variable that is missing, and no word of the other language."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from tests.whole.test_pages import JAVA, MISSING, check_html, missing_ones_show
from tests.whole.words import strangers

pytestmark = pytest.mark.django_db

SAID = ("400.html", "403.html", "403_csrf.html", "404.html", "405.html", "account/locked.html")
BOTH_AT_ONCE = ("500.html", "503.html")
"""They are written without the database, in both languages on one page."""
COOKIE = "cookie"
"""Browsers call it so in Russian too."""


def test_what_went_wrong_is_said_well(client: Client, tmp_path: Path, must_have: Callable[[object, str], None]) -> None:
    request, wrong = client.get("/").wsgi_request, []
    for language in ("ru", "en"):
        for name in (*SAID, *BOTH_AT_ONCE):
            with translation.override(language), missing_ones_show():
                text = render_to_string(name, request=request)
            (tmp_path / f"{name.removesuffix('.html').replace('/', '-')}-{language}.html").write_text(text, "utf-8")
            read_in = "ru" if name in BOTH_AT_ONCE else language
            wrong += [(name, language, word) for word in strangers(text, read_in, {COOKIE})]
            wrong += [(name, language, MISSING)] * (MISSING[0] in text)
    must_have(shutil.which("java"), JAVA)
    assert (wrong, check_html(tmp_path)) == ([], [])
