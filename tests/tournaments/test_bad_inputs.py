"""Whatever is sent to whatever address: never an error of the site's own.

The forms are those that the pages show to the people who may use them, with fields changed, doubled, left out and made
up; addresses and queries get what nobody means. `BAD_INPUTS=100000` asks so often (`make soak`).
"""

from __future__ import annotations

import json
import os
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, reverse
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st

from tests.tournaments.matrix import address, filled
from tests.tournaments.test_access import ROUTES, whole_world
from tests.tournaments.world import World

pytestmark = pytest.mark.django_db

ASKED = int(os.environ.get("BAD_INPUTS", "600"))
A_RUN = 5_000
"""So many at most are made up by one run of Hypothesis, which remembers all that it has tried."""
FILE = "(file)"
ASKING = ("anyone", "player", "keeper", "table", "referee", "organiser", "admin")
LEFT_OUT = {"sign-out", "account_logout", "admin:index"}
"""Signing out would leave nobody signed in; Django guards its own admin site."""


class Form(NamedTuple):
    who: str
    url: str
    fields: tuple[tuple[str, str], ...]


class Forms(HTMLParser):
    """The posted forms of a page, with what they would send as they stand."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str]]]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form" and told.get("method", "").lower() == "post":
            self.inside = True
            self.found.append((told.get("action", ""), []))
        elif self.inside and told.get("name") and tag in ("input", "button", "select", "textarea"):
            self.found[-1][1].append((told["name"], FILE if told.get("type") == "file" else told.get("value", "")))
        elif self.inside and tag == "option":
            fields = self.found[-1][1]
            if fields:
                fields[-1] = (fields[-1][0], told.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


NUMBERS = st.one_of(
    st.integers(-3, 12).map(str),
    st.sampled_from(["2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "9" * 40]),
    st.sampled_from(["1e309", "NaN", "-Infinity", "٣", "²", "½", "0x10", "1_000", " 7 ", "+1", "1.5", "007", "९"]),
)
WORDS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.sampled_from(
        [
            "",
            " ",
            "\0",
            "a\0b",
            "\u202e",
            "\u200b",
            "\r\n",
            "'\"<>&",
            "{{ 7 }}",
            "%s%d%%",
            "%(x)s",
            "../../etc",
            "x" * 9000,
        ]
    ),
    st.sampled_from(["on", "null", "None", "[]", "{}", '{"hands": [1]}', "6-6", "66 00", "Anna / Boris", "7-7", "🁡🀱"]),
    st.sampled_from(["0000-00-00", "9999-12-31T23:59", "0001-01-01T00:00", "2024-02-30", "2024-01-01", "24:61"]),
    st.just("7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10"),
)
JUNK = NUMBERS | WORDS
FILES = st.one_of(
    st.binary(max_size=200),
    st.sampled_from(
        [b"PK\x03\x04" + b"\0" * 60, b"\xff\xfea\0", b"\xef\xbb\xbfname;club\n", b"\xd0\xcf\x11\xe0" * 200]
    ),
    st.text(max_size=60).map(lambda text: text.encode("utf-16", "replace")),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | JUNK | st.sampled_from([10**30, -(10**30)]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(JUNK | st.sampled_from(["tiles", "end"]), inner, max_size=4)
    ),
    max_leaves=8,
)
PARTS = ["out", "fish", "stopped", "result", "judge", "redeal", "left", "last", "ends", "plays", "why"]
FACTS = st.dictionaries(st.sampled_from(PARTS), JSON, max_size=4)
ASKED_FOR = (
    "page round stage why q typing by with ladder next as filled size seconds show keep propose season who action"
)
ASKED_FOR += " table since until on club variant sort export format day"
QUERIES = st.dictionaries(st.sampled_from(ASKED_FOR.split()), JUNK, max_size=3)
BODIES = {"facts": FACTS | JSON, "uuid": JUNK, "version": st.integers() | JUNK, "actor": JUNK, "going": JSON}
BODIES["actor"] |= st.just("keeper:Kira")
ARGUMENTS = st.one_of(
    JUNK, st.integers(0, 10**25), st.sampled_from(["open", "played", "hidden", "season", "anna", "own"])
)


def forms_of(world: World) -> list[Form]:
    """Every form that is shown to somebody, each once."""
    found: dict[tuple[str, tuple[str, ...]], Form] = {}
    for who in ASKING:
        client = world.client(who)
        pages = [(name, case) for name in ROUTES if name not in LEFT_OUT for case in ROUTES[name]]
        for url in [address(world, name, case) for name, case in pages if case.method == "get"]:
            with transaction.atomic():
                response = client.get(url)
                transaction.set_rollback(True)
            page = Forms()
            if response.headers.get("Content-Type", "").startswith("text/html"):
                page.feed(response.content.decode())
            for action, fields in page.found:
                names = tuple(field for field, _value in fields)
                found.setdefault((action or url, names), Form(who, action or url, tuple(fields)))
    return [form for form in found.values() if form.url not in ("/sign-out/", "/language/", "/theme/")]


@pytest.fixture
def world() -> World:
    cache.clear()
    return whole_world()


@pytest.fixture
def browsers(world: World) -> dict[str, tuple[Client, str]]:
    """Everybody's browser, and the session that it goes by, whatever an answer has made of it since."""
    clients = {who: world.client(who) for who in ASKING}
    return {who: (client, client.session.session_key) for who, client in clients.items()}


def ask(browser: tuple[Client, str], method: str, url: str, data: Any = "", kind: str = "") -> None:
    """Ask, and take back what it did. An error of the site's own comes up here."""
    client, session = browser
    client.cookies.clear()
    client.cookies["sessionid"] = session
    with transaction.atomic():
        if isinstance(data, dict):
            response = client.post(url, data)
        else:
            response = client.generic(method, url, data, kind or "application/octet-stream")
        assert response.status_code < 500, (method, url, data)
        transaction.set_rollback(True)


def changed(draw: st.DrawFn, form: Form, known: list[str]) -> dict[str, list[Any]]:
    """What the form would send, some of it changed."""
    data: dict[str, list[Any]] = {}
    for name, value in form.fields:
        what = draw(st.sampled_from(["as it is", "as it is", "junk", "left out", "twice"]))
        if value == FILE:
            data[name] = [] if what == "left out" else [SimpleUploadedFile(draw(WORDS) or "x", draw(FILES))]
            continue
        if what != "left out":
            data.setdefault(name, []).append(draw(JUNK) if what == "junk" else value)
        if what == "twice":
            data[name].append(draw(JUNK))
    for name in draw(st.lists(st.sampled_from(known), max_size=2)):
        data.setdefault(name, []).append(draw(JUNK))
    return data


def test_nothing_that_is_sent_breaks_the_site(world: World, browsers: dict[str, tuple[Client, str]]):
    forms = forms_of(world)
    assert {"/run/open/settings/", "/run/open/people/", f"/keep/{world.games['played 1'].pk}/"} <= {
        form.url for form in forms
    }
    send_the_worst(world, browsers, forms)
    for run in range(0, ASKED, A_RUN):
        send_at_random(world, browsers, forms, min(A_RUN, ASKED - run), run)


def send_at_random(
    world: World, browsers: dict[str, tuple[Client, str]], forms: list[Form], asked: int, number: int
) -> None:
    known = sorted({name for form in forms for name, value in form.fields if value != FILE})
    names = [name for name in ROUTES if name not in LEFT_OUT]
    games = st.sampled_from([world.games[name].pk for name in ("open 1", "played 1")])

    @seed(number + int(os.environ.get("SEED", "0")))
    @settings(max_examples=asked, phases=[Phase.generate], suppress_health_check=list(HealthCheck), database=None)
    @given(st.data())
    def send(data: st.DataObject) -> None:
        draw = data.draw
        kind = draw(st.sampled_from(["form", "form", "address", "json"]))
        if kind == "form":
            form = draw(st.sampled_from(forms))
            who = draw(st.sampled_from([form.who, form.who, *ASKING]))
            ask(browsers[who], "POST", form.url, data=changed(draw, form, known))
        elif kind == "address":
            url = draw(made_up(world, names))
            query = "&".join(f"{quote(name)}={quote(value)}" for name, value in draw(QUERIES).items())
            who, method = draw(st.sampled_from(ASKING)), draw(st.sampled_from(["GET", "POST", "HEAD", "PUT"]))
            ask(browsers[who], method, f"{url}?{query}")
        else:
            body = draw(JSON | st.fixed_dictionaries({}, optional=BODIES))
            url = reverse(f"keep:{draw(st.sampled_from(['api-save', 'api-preview']))}", args=[draw(games)])
            ask(browsers["keeper"], "POST", url, as_json(body), "application/json")

    send()


def as_json(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


@st.composite
def made_up(draw: st.DrawFn, world: World, names: list[str]) -> str:
    """An address of the site with arguments of a case, or with any that it takes."""
    name = draw(st.sampled_from(names))
    case = draw(st.sampled_from(ROUTES[name]))
    arguments = [filled(world, argument) for argument in case.args]
    for at in range(len(arguments)):
        if draw(st.booleans()):
            arguments[at] = draw(ARGUMENTS)
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return address(world, name, case)


NASTY = ("²", "9" * 25, "\0") if ASKED > 1000 else ("²",)
"""The worst for whoever takes digits for numbers, numbers for small, and texts for storable."""


def send_the_worst(world: World, browsers: dict[str, tuple[Client, str]], forms: list[Form]) -> None:
    """To each field of each form, and to each part of each address."""
    for form in forms:
        whole = {name: value for name, value in form.fields if value != FILE}
        for name in whole:
            for value in NASTY:
                ask(browsers[form.who], "POST", form.url, whole | {name: value})
    for name, case in [(of, ROUTES[of][0]) for of in ROUTES if of not in LEFT_OUT]:
        arguments = [filled(world, argument) for argument in case.args]
        for value in NASTY:
            query = "&".join(f"{key}={quote(value)}" for key in ASKED_FOR.split())
            ask(browsers["organiser"], "GET", f"{address(world, name, case)}?{query}")
            for at in range(len(arguments)):
                try:
                    url = reverse(name, args=[*arguments[:at], value, *arguments[at + 1 :]])
                except NoReverseMatch:
                    continue
                ask(browsers["organiser"], case.method.upper(), url)


def test_nul_is_refused_wherever_it_is_sent(world: World):
    client = world.client("organiser")
    assert client.get("/k/a%00b/").status_code == 400
    assert client.get("/search/?q=%00").status_code == 400
    assert client.post("/keep/season/season/welcome/", {"text": "Di\0na"}).status_code == 400
    game = world.games["played 1"].pk
    facts = '{"facts": {"judge": [{"why": "\\u0000"}]}, "uuid": "", "version": 0}'
    assert client.post(f"/keep/{game}/api/save/", facts, content_type="application/json").status_code == 400
