"""The rows of a score sheet."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.queries.sheet import Row

register = template.Library()


@register.simple_tag
def sheet_row(row: Row, accounts: bool, amend_game: int | None = None) -> str:
    """A row; `amend_game`: the game in which it may be corrected.

    What was rendered is kept: each hand of a game renders the whole sheet, and a row follows from nothing else.
    """
    return _rendered(row, accounts, amend_game, get_language())


@lru_cache(maxsize=2000)
def _rendered(row: Row, accounts: bool, amend_game: int | None, _language: str | None) -> str:
    context = {"row": row, "accounts": accounts, "amend_game": amend_game}
    return render_to_string("parts/sheet_row.html", context)
