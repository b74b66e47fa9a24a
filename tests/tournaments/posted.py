"""The posted forms that the pages show, found by asking for every page as everybody; and what of them was not found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple
from unittest.mock import patch

from django import forms
from django.conf import settings
from django.db import transaction
from django.test.signals import template_rendered

from tests.tournaments.furnished import browser_of
from tests.tournaments.matrix import DONE, Browser, Case, address, body_of
from tests.tournaments.world import World
from tournaments import forms as own_forms

FILE = "(file)"
NOTHING = ("", "")
ASKING = ("anyone", "player", "keeper", "table", "referee", "organiser", "admin")
POSTED = re.compile(r"<form[^>]*method=\"post\"", re.IGNORECASE)


class Form(NamedTuple):
    """A form as somebody sees it: where it goes, and its fields with what they would send.

    `buttons`: those that send something too, of which one is pressed; or one that sends nothing.
    """

    who: str
    url: str
    fields: tuple[tuple[str, str], ...]
    buttons: tuple[tuple[str, str], ...]


@dataclass
class Read:
    """A posted form of a page, while the page is read. `actions`: where it and its buttons lead."""

    actions: list[str]
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """The posted forms of a page. What stands outside of a form names it by its id."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Read] = []
        self.named: dict[str, Read] = {}
        self.inside: Read | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form" and told.get("method", "").lower() == "post":
            self.inside = Read([told.get("action", "")])
            self.found.append(self.inside)
            self.named[told.get("id", "")] = self.inside
        of = self.named.get(told["form"]) if "form" in told else self.inside
        if of is None:
            return
        if tag == "button" and told.get("name"):
            of.buttons.append((told["name"], told.get("value", "")))
        elif tag in ("input", "select", "textarea") and told.get("name"):
            of.fields.append((told["name"], FILE if told.get("type") == "file" else told.get("value", "")))
        elif tag == "option" and of.fields:
            of.fields[-1] = (of.fields[-1][0], told.get("value", ""))
        of.actions += [told[name] for name in ("formaction", "data-preview") if name in told]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None


def forms_of(world: World, pages: list[tuple[str, Case]]) -> tuple[list[Form], set[str]]:
    """Every form that somebody is shown by one of these cases, each once; and the templates that were used."""
    found: dict[tuple[str, tuple[str, ...]], Form] = {}
    browsers = {who: Browser.of(browser_of(world, who)) for who in ASKING}
    with rendered_templates() as used:
        for name, case in pages:
            url = address(world, name, case)
            for who in shown_to(case):
                with transaction.atomic():
                    response = getattr(browsers[who].anew(), case.method)(url, case.data, **body_of(url, case))
                    transaction.set_rollback(True)
                page = Forms()
                if response.headers.get("Content-Type", "").startswith("text/html"):
                    page.feed(response.content.decode())
                for read in page.found:
                    for action in read.actions:
                        form = Form(who, action or url, tuple(read.fields), (NOTHING, *read.buttons))
                        names = tuple(name for name, _value in (*read.fields, *read.buttons))
                        found.setdefault((form.url, names), form)
    return list(found.values()), used


def shown_to(case: Case) -> list[str]:
    """Those who between them see all that the page can show: of several who may do the same, one."""
    let_in = [who for who in ASKING if case.answers[who] in (*DONE, "to")]
    return [who for who in let_in if who in ("anyone", "keeper", "organiser")] or let_in[:1]


@contextmanager
def rendered_templates() -> Iterator[set[str]]:
    """The names of the templates that are rendered meanwhile."""
    names: set[str] = set()

    def note(template: Any, **_more: Any) -> None:
        names.add(template.name)

    template_rendered.connect(note)
    try:
        yield names
    finally:
        template_rendered.disconnect(note)


def templates_with_forms() -> set[str]:
    """The templates in which a posted form stands."""
    folder = Path(settings.TEMPLATES[0]["DIRS"][0])
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.html")
        if POSTED.search(path.read_text(encoding="utf-8"))
    }


def own_form_classes() -> set[type[forms.Form]]:
    """The forms of the site itself from which none is derived."""
    for module in iter_modules(own_forms.__path__, f"{own_forms.__name__}."):
        import_module(module.name)
    known, more = set(), [forms.BaseForm]
    while more:
        of = more.pop()
        known.add(of)
        more += of.__subclasses__()
    return {of for of in known if of.__module__.startswith(own_forms.__name__) and not of.__subclasses__()}


@contextmanager
def filled_in() -> Iterator[set[type[forms.BaseForm]]]:
    """The classes of the forms that are read with something filled in meanwhile."""
    seen: set[type[forms.BaseForm]] = set()
    clean = forms.BaseForm.full_clean

    def noted(form: forms.BaseForm) -> None:
        if form.is_bound:
            seen.add(type(form))
        clean(form)

    with patch.object(forms.BaseForm, "full_clean", noted):
        yield seen
