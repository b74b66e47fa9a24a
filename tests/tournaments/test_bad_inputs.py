"""Whatever is sent to whatever address: never an error of the site's own.

The forms are those that the pages show to the people who may use them, with fields changed, doubled, left out and made
up. Addresses, queries, bodies, headers and cookies get what nobody means. `BAD_INPUTS=100000` asks so often, and tells
what was answered (`make soak`). A form that no page of the world here shows, or that was never filled in, fails.
"""

from __future__ import annotations

import itertools
import logging
import os
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.urls import NoReverseMatch, resolve, reverse
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st

from tests.tournaments import junk
from tests.tournaments.furnished import LEFT_OUT, ROUTES, browser_of, furnished_world, pages
from tests.tournaments.matrix import Browser, Case, address, filled
from tests.tournaments.posted import (
    ASKING,
    FILE,
    Form,
    filled_in,
    forms_of,
    own_form_classes,
    templates_with_forms,
)
from tests.tournaments.world import World, build_world

pytestmark = pytest.mark.django_db

ASKED = int(os.environ.get("BAD_INPUTS", "600"))
A_RUN = 5_000
"""So many at most are made up by one run of Hypothesis, which remembers all that it has tried."""
NOT_SENT = ("/sign-out/", "/language/", "/theme/")
BY_SCRIPT = {"keep:api-save", "keep:api-preview"}
"""Addresses that the pages' scripts send JSON to."""
OF_OTHERS = {"admin/base_site.html", "usersessions_list"}
"""A template of Django's admin site; an address of allauth whose form our page does not have."""
NASTY = ("²", "9" * 25, "\0") if ASKED > 1000 else ("²",)
"""The worst for whoever takes digits for numbers, numbers for small, and texts for storable."""


class Sender:
    """Sends to the site as anybody, and takes back what it did. An error of the site's own comes up here."""

    def __init__(self, world: World) -> None:
        self.browsers = {who: Browser.of(browser_of(world, who)) for who in ASKING}
        self.answers: Counter[int] = Counter()

    def ask(
        self, who: str, method: str, url: str, data: Any = b"", kind: str = "", headers: dict[str, str] | None = None
    ) -> None:
        """`data`: the fields of a form, or a body as it is, of a `kind` of content."""
        client, session = self.browsers[who].anew(), self.browsers[who].session
        sent = {name: value.encode().decode("latin-1") for name, value in (headers or {}).items()}
        if "Cookie" in sent:
            sent["Cookie"] = f"sessionid={session}; {sent['Cookie']}"
        with transaction.atomic():
            if isinstance(data, dict):
                response = client.post(url, data, headers=sent)
            else:
                response = client.generic(method, url, data, kind, headers=sent)
            assert response.status_code < 500, (method, url, data, sent)
            transaction.set_rollback(True)
        self.answers[response.status_code] += 1


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """What is refused is told to the log each time."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def world(settings: Any) -> World:
    cache.clear()
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    return furnished_world()


def test_nothing_that_is_sent_breaks_the_site(world: World) -> None:
    forms, templates = forms_of(world, pages(world))
    assert templates_with_forms() - templates - OF_OTHERS == set(), "forms that no page of this world shows"
    reached = {resolve(form.url.partition("?")[0]).view_name for form in forms}
    assert posted_routes() - reached - BY_SCRIPT - OF_OTHERS == set(), "addresses that no form here leads to"
    forms = [form for form in forms if form.url not in NOT_SENT]
    sender = Sender(world)
    print(
        f"{len(named_cases())} cases of {len(ROUTES) - len(LEFT_OUT)} addresses, {len(forms)} forms of {len(reached)}"
    )
    with filled_in() as read:
        send_the_worst(world, sender, forms)
        for run in range(0, ASKED, A_RUN):
            send_at_random(world, sender, forms, min(A_RUN, ASKED - run), run)
            print(f"{connection.vendor}: {sender.answers.total()} requests, {dict(sorted(sender.answers.items()))}")
    assert own_form_classes() - read == set(), "forms that were never filled in"


def posted_routes() -> set[str]:
    """The addresses, but for those of the API, that the table of permissions posts to."""
    return {
        name
        for name, cases in ROUTES.items()
        if any(case.method == "post" for case in cases) and not name.startswith("api-1:") and name not in LEFT_OUT
    }


def send_at_random(world: World, sender: Sender, forms: list[Form], asked: int, number: int) -> None:
    kinds = [sending_forms(forms), sending_addresses(world), sending_json(world), sending_raw(world)]

    @seed(number + int(os.environ.get("SEED", "0")))
    @settings(max_examples=asked, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None)
    @given(st.data())
    def send(data: st.DataObject) -> None:
        kind = data.draw(st.sampled_from([kinds[0], *kinds]))
        sender.ask(*kind(data.draw))

    send()


def sending_forms(forms: list[Form]) -> Callable[[st.DrawFn], tuple[Any, ...]]:
    known = sorted({name for form in forms for name, value in (*form.fields, *form.buttons) if value != FILE})

    def drawn(draw: st.DrawFn) -> tuple[Any, ...]:
        form = draw(st.sampled_from(forms))
        return draw(st.sampled_from([form.who, form.who, *ASKING])), "POST", form.url, changed(draw, form, known)

    return drawn


def sending_addresses(world: World) -> Callable[[st.DrawFn], tuple[Any, ...]]:
    def drawn(draw: st.DrawFn) -> tuple[Any, ...]:
        url = draw(made_up(world) | junk.ODD_PATHS)
        told = "&".join(f"{quote(name)}={quote(value)}" for name, value in draw(junk.QUERIES).items())
        query = draw(st.just(told) | junk.ODD_QUERIES)
        method = draw(st.sampled_from(["GET", "GET", "POST", "HEAD", "PUT", "OPTIONS"]))
        return draw(st.sampled_from(ASKING)), method, f"{url}?{query}", b"", "", draw(junk.SENT)

    return drawn


def sending_json(world: World) -> Callable[[st.DrawFn], tuple[Any, ...]]:
    """To what reads JSON: the queue of a scorekeeper's phone, and the API."""
    games = [world.games[name].pk for name in ("open 1", "played 1", "season")]
    keep = [("keeper", "post", reverse(name, args=[pk])) for name in BY_SCRIPT for pk in games]
    api = [
        ("organiser", case.method, address(world, name, case))
        for name, cases in ROUTES.items()
        for case in cases
        if name.startswith("api-1:") and case.method != "get"
    ]

    def drawn(draw: st.DrawFn) -> tuple[Any, ...]:
        who, method, url = draw(st.sampled_from(keep) | st.sampled_from(api))
        body = draw((junk.JSON | junk.OF_A_HAND).map(junk.in_bytes) | junk.RAW)
        return who, method.upper(), url, body, "application/json"

    return drawn


def sending_raw(world: World) -> Callable[[st.DrawFn], tuple[Any, ...]]:
    """Bodies that are none, of kinds that they are not."""

    def drawn(draw: st.DrawFn) -> tuple[Any, ...]:
        who, method = draw(st.sampled_from(ASKING)), draw(st.sampled_from(["POST", "POST", "PUT", "PATCH", "DELETE"]))
        return who, method, draw(made_up(world)), draw(junk.RAW), draw(junk.KINDS), draw(junk.SENT)

    return drawn


def changed(draw: st.DrawFn, form: Form, known: list[str]) -> dict[str, list[Any]]:
    """What the form would send, some of it changed."""
    data: dict[str, list[Any]] = {}
    for name, value in form.fields:
        what = draw(st.sampled_from(["as it is", "as it is", "junk", "left out", "twice"]))
        if value == FILE:
            file = BytesIO(draw(junk.FILES))
            file.name = draw(junk.WORDS)
            data[name] = [] if what == "left out" else [file]
            continue
        if what != "left out":
            data.setdefault(name, []).append(draw(junk.JUNK) if what == "junk" else value)
        if what == "twice":
            data[name].append(draw(junk.JUNK))
    pressed, value = draw(st.sampled_from(form.buttons))
    if pressed:
        data.setdefault(pressed, []).append(value)
    for name in draw(st.lists(st.sampled_from(known), max_size=2)):
        data.setdefault(name, []).append(draw(junk.JUNK))
    return data


@st.composite
def made_up(draw: st.DrawFn, world: World) -> str:
    """An address of the site with arguments of a case, or with any that it takes."""
    name, case = draw(st.sampled_from(named_cases()))
    arguments = [filled(world, argument) for argument in case.args]
    for at in range(len(arguments)):
        if draw(st.booleans()):
            arguments[at] = draw(junk.ARGUMENTS)
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return address(world, name, case)


def named_cases() -> list[tuple[str, Case]]:
    return [(name, case) for name, cases in ROUTES.items() if name not in LEFT_OUT for case in cases]


def send_the_worst(world: World, sender: Sender, forms: list[Form]) -> None:
    """To each field of each form, and to each part of each address."""
    for form in forms:
        whole = {name: value for name, value in form.fields if value != FILE}
        buttons = itertools.cycle(form.buttons)
        for name in [*whole, *dict(form.buttons)]:
            for value in NASTY:
                sender.ask(form.who, "POST", form.url, whole | dict([next(buttons)]) | {name: value})
    for name, case in dict(reversed(named_cases())).items():
        arguments = [filled(world, argument) for argument in case.args]
        for value in NASTY:
            query = "&".join(f"{key}={quote(value)}" for key in junk.ASKED_FOR)
            sender.ask("organiser", "GET", f"{address(world, name, case)}?{query}")
            for at in range(len(arguments)):
                try:
                    url = reverse(name, args=[*arguments[:at], value, *arguments[at + 1 :]])
                except NoReverseMatch:
                    continue
                sender.ask("organiser", case.method.upper(), url)


def test_nul_is_refused_wherever_it_is_sent(world: World) -> None:
    client = world.client("organiser")
    assert client.get("/k/a%00b/").status_code == 400
    assert client.get("/search/?q=%00").status_code == 400
    assert client.post("/keep/season/season/welcome/", {"text": "Di\0na"}).status_code == 400
    game = world.games["played 1"].pk
    facts = '{"facts": {"judge": [{"why": "\\u0000"}]}, "uuid": "", "version": 0}'
    assert client.post(f"/keep/{game}/api/save/", facts, content_type="application/json").status_code == 400


@pytest.mark.parametrize("sent", [*junk.DEEP, junk.HALF, junk.NUL_IN_UTF_16], ids=range(len(junk.DEEP) + 2))
def test_json_that_cannot_be_kept_is_refused_and_stored_nowhere(db: None, sent: bytes) -> None:
    small = build_world()
    game = small.games["played 1"]
    for step in ("save", "preview"):
        answer = small.client("keeper").post(f"/keep/{game.pk}/api/{step}/", sent, content_type="application/json")
        assert answer.json()["code"] in ("malformed", "refused")
    assert not game.hands.exists()
