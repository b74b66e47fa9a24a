"""Words of the other language on a page: what is Latin where one reads Russian, Cyrillic where one reads English.

What people have typed (names of players, tournaments, accounts, …) is in whatever letters they like; `typed` collects
it from the database. Names of files and formats, of programs and of addresses are the same in every language.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model

from tournaments.models import ApiToken, AuditEntry, Confirmation, Entry, Invitation, Ladder, Player, Stage, Tournament

OTHER = {"ru": re.compile(r"[A-Za-z][A-Za-z'’-]*"), "en": re.compile(r"[Ѐ-ӿ][Ѐ-ӿ'’-]*")}
SILENT = {"script", "style", "svg", "code", "pre", "template", "textarea", "noscript"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SAID = {"aria-label", "placeholder", "title", "alt"}
EVERYWHERE = {
    "Atom",
    "ICS",
    "API",
    "CSV",
    "JSON",
    "Lines",
    "ODS",
    "PDF",
    "PIN",
    "QR",
    "XLSX",
    "OpenSkill",
    "Bradley",
    "Terry",
    "Part",
    "none",
}
"""Formats and models by the names that they have in every language; `none` is what a test sends for a choice."""

ADDRESS = re.compile(r"\S*(?:https?://|@|/\w+/)\S*|\b\w+\.(?:py|json|pdf|png)\b")


class Reader(HTMLParser):
    """Gathers what a visitor reads or hears; what says that it is in another language is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        silent = tag in SILENT or ("lang" in given and tag != "html") or any(self.silent)
        if not silent:
            self.texts += [value for name, value in attrs if name in SAID and value]
        if tag not in VOID:
            self.silent.append(silent)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.silent:
            self.silent.pop()

    def handle_data(self, text: str) -> None:
        if not any(self.silent):
            self.texts.append(text)


def typed() -> set[str]:
    """Every word that people have typed into the site."""
    texts: list[str] = []
    for model, fields in (
        (Player, ("name", "club", "slug")), (Tournament, ("name", "venue", "club", "slug")), (Ladder, ("name",)),
        (Stage, ("name",)), (Entry, ("team", "category")), (ApiToken, ("label", "hint")),
        (Invitation, ("label", "token")),
        (Confirmation, ("words",)), (get_user_model(), ("username",)), (AuditEntry, ("actor",)),
        (Authenticator, ("data__name",)),
    ):  # fmt: skip
        for row in model.objects.values_list(*fields):
            texts += [text for text in row if text]
    return words_of(" ".join(texts))


def words_of(text: str) -> set[str]:
    """The words of a text in the letters of either language, whole where a line may break them."""
    text = text.replace("\N{SOFT HYPHEN}", "")
    return {word.strip("-'’") for pattern in OTHER.values() for word in pattern.findall(text)}


def strangers(html: str, language: str, known: set[str]) -> set[str]:
    """The words of the page that are in the letters of the other language, and that nobody has typed."""
    reader = Reader()
    reader.feed(html)
    text = ADDRESS.sub(" ", " ".join(reader.texts))
    found = {word for word in words_of(text) if len(word) > 1 and OTHER[language].match(word)}
    return found - known - EVERYWHERE
