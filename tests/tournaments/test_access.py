"""Every address of the site, asked by everybody: one table of the answers, and no address may be missing from it.

A case is an address, a method, and the answer to each of `PEOPLE`: a status; `in` for the way to the sign-in page;
`to` for any other redirection, which is how a step that was taken answers. The keeper has opened the links of all
tournaments but `other`, which is the stranger's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments.setup_routes import SETUP_ROUTES
from tests.tournaments.world import PEOPLE, World, build_world
from tournaments.access import Actor
from tournaments.models import Player, Tournament
from tournaments.services.entries import add_entries
from tournaments.services.ladders import create_ladder
from tournaments.services.links import make_link
from tournaments.services.tournaments import create_tournament, publish_tournament

pytestmark = pytest.mark.django_db

SAME = {
    # who is asked:        anyone keeper organiser stranger admin
    "all see it": "200 200 200 200 200",
    "all are sent on": "to to to to to",
    "draft tournament": "404 200 200 404 200",
    "draft round": "404 404 200 404 200",
    "there is none": "404 404 404 404 404",
    "signed in": "in in 200 200 200",
    "its organisers": "in in 200 403 200",
    "its organisers, hidden": "in in 200 404 200",
    "a step": "in in to 403 to",
    "a step, hidden": "in in to 404 to",
    "its keepers": "403 200 200 403 200",
    "its keepers, posting": "403 422 422 403 422",
    "its keepers, undoing": "403 to to 403 to",
}


class Case(NamedTuple):
    """`args` may name what the world holds: a game as `game: open 1`, a link's token or id as `token: open`."""

    method: str
    args: tuple[Any, ...]
    answers: str
    data: dict[str, str] = {}


def get(answers: str, *args: Any) -> Case:
    return Case("get", args, SAME.get(answers, answers))


def post(answers: str, *args: Any, **data: str) -> Case:
    return Case("post", args, SAME.get(answers, answers), data)


DRAFT_ROUND_TO_KEEP = "403 404 200 403 200"
NO_SUCH_HAND = "403 404 404 403 404"
STOP = {
    "judge-uuid": "7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10",
    "judge-version": "1",
    "judge-what": "warning",
    "judge-whom": "seat-0",
}

ROUTES: dict[str, list[Case]] = {
    "public:home": [get("all see it")],
    "public:search": [get("all see it")],
    "public:theme": [post("all are sent on", theme="dark"), get("all are sent on")],
    "public:tournaments": [get("all see it")],
    "public:tournament": [get("all see it", "open"), get("draft tournament", "hidden"), get("there is none", "none")],
    "public:round": [
        get("all see it", "open", 1),
        get("draft round", "open", 2),
        get("draft round", "hidden", 1),
        get("there is none", "open", 3),
    ],
    "public:standings": [get("all see it", "open"), get("draft tournament", "hidden")],
    "public:standings-why": [
        get("all see it", "open", "entry: open"),
        get("draft tournament", "hidden", "entry: hidden"),
        get("there is none", "open", 0),
    ],
    "public:cross": [get("all see it", "open"), get("draft tournament", "hidden"), get("there is none", "none")],
    "public:screen": [get("all see it", "open"), get("draft tournament", "hidden")],
    "public:bracket": [get("there is none", "open"), get("there is none", "hidden")],
    "public:print-bracket": [get("there is none", "open")],
    "public:print-round": [
        get("all see it", "open", 1, "pairings"),
        get("draft round", "open", 2, "names"),
        get("draft round", "hidden", 1, "results"),
        get("there is none", "open", 1, "nothing"),
    ],
    "public:game": [
        get("all see it", "open", "game: open 1"),
        get("draft round", "open", "game: open 2"),
        get("draft round", "hidden", "game: hidden 1"),
        get("there is none", "open", "game: played 1"),
    ],
    "public:player": [get("all see it", "anna"), get("there is none", "nobody")],
    "public:ladders": [get("all see it")],
    "public:ladder": [get("all see it", "own"), get("there is none", "none")],
    "public:ladder-how": [get("all see it", "own"), get("there is none", "none")],
    "public:ladder-calibration": [get("all see it", "own"), get("there is none", "none")],
    "public:tournament-stats": [
        get("all see it", "open"),
        get("draft tournament", "hidden"),
        get("there is none", "none"),
    ],
    "public:records": [get("all see it")],
    "public:variant-stats": [get("all see it", "mandavoshka"), get("there is none", "chess")],
    "public:variants": [get("all see it")],
    "public:variant": [get("all see it", "mandavoshka"), get("there is none", "chess")],
    "public:redeal": [get("all see it", "mandavoshka"), get("there is none", "chess")],
    "keep:enter": [
        post("all are sent on", "token: played", name="Kira"),
        post("all are sent on", "token: hidden", name="Kira"),
        get("200 to 200 200 200", "token: open"),
        get("there is none", "nonsense"),
    ],
    "keep:home": [get("all see it")],
    "keep:season": [get("its keepers", "season"), get("there is none", "open")],
    "keep:season-start": [post("its keepers, undoing", "season"), get("all are sent on", "season")],
    "keep:season-welcome": [post("its keepers, undoing", "season", text="Dina"), get("all are sent on", "season")],
    "keep:season-here": [
        post("its keepers, undoing", "season", 1),
        post(NO_SUCH_HAND, "season", 9),
        get("all are sent on", "season", 1),
    ],
    "keep:season-drop": [post(NO_SUCH_HAND, "season", "game: open 1"), get("all are sent on", "season", 1)],
    "keep:game": [
        get("its keepers", "game: played 1"),
        get("its keepers", "game: open 1"),
        get(DRAFT_ROUND_TO_KEEP, "game: open 2"),
        get("404 404 200 404 200", "game: hidden 1"),
        post("its keepers, posting", "game: played 1"),
        get("there is none", 0),
    ],
    "keep:worker": [get("all see it")],
    "keep:manifest": [get("all see it")],
    "keep:standing": [get("its keepers", "game: played 1"), get("403 403 200 403 200", "game: open 2")],
    "keep:api-preview": [post("403 400 400 403 400", "game: played 1")],
    "keep:api-save": [post("403 400 400 403 400", "game: played 1")],
    "keep:preview": [post("its keepers", "game: played 1"), get("all are sent on", "game: played 1")],
    "keep:undo": [
        post("its keepers, undoing", "game: played 1", version="0"),
        get("all are sent on", "game: played 1"),
    ],
    "keep:judge": [post("its keepers, posting", "game: played 1"), get("all are sent on", "game: played 1")],
    "keep:redeal": [post("its keepers, posting", "game: played 1"), get("all are sent on", "game: played 1")],
    "keep:time": [
        post("its keepers, undoing", "game: played 1", stop="hand"),
        get("all are sent on", "game: played 1"),
    ],
    "keep:amend": [
        get("its keepers", "game: open 1", 1),
        get("there is none", "game: hidden 1", 1),
        get(NO_SUCH_HAND, "game: played 1", 1),
        post("403 422 200 403 200", "game: open 1", 1, **STOP, do="preview"),
    ],
    "keep:delete": [
        post("403 422 200 403 200", "game: open 1", 1, version="1", do="preview"),
        post(NO_SUCH_HAND, "game: played 1", 1, version="0"),
        get("all are sent on", "game: open 1", 1),
    ],
    "keep:insert": [
        get("its keepers", "game: open 1", 1, "judge"),
        get("its keepers", "game: open 1", 1, "hand"),
        get(NO_SUCH_HAND, "game: open 1", 1, "song"),
        post("its keepers, posting", "game: open 1", 1, "hand"),
    ],
    "keep:history": [
        get("its keepers", "game: played 1"),
        get("its keepers", "game: open 1"),
        get(DRAFT_ROUND_TO_KEEP, "game: open 2"),
        get("404 404 200 404 200", "game: hidden 1"),
    ],
    "keep:restore": [
        post("403 422 422 403 422", "game: open 1", 1, version="1"),
        post(NO_SUCH_HAND, "game: open 1", 7, version="1"),
        get("all are sent on", "game: open 1", 1),
    ],
    "keep:print": [
        get("its keepers", "game: open 1"),
        get(DRAFT_ROUND_TO_KEEP, "game: open 2"),
        get("404 404 200 404 200", "game: hidden 1"),
    ],
    "me:home": [get("all see it", "me: open"), get("all see it", "me: hidden"), get("there is none", "nonsense")],
    "me:say": [
        post("all are sent on", "me: open", "game: open 1", "confirm", version="1"),
        post("422 422 422 422 422", "me: open", "game: open 1", "dispute", version="1"),
        post("there is none", "me: open", "game: open 2", "confirm", version="0"),
        post("there is none", "me: open", "game: played 1", "confirm", version="0"),
        post("there is none", "nonsense", "game: open 1", "confirm", version="1"),
        post("there is none", "me: open", "game: open 1", "burn", version="1"),
        get("all are sent on", "me: open", "game: open 1", "confirm"),
    ],
    "organiser:home": [get("signed in")],
    "organiser:create": [get("signed in")],
    "organiser:ladders": [get("signed in"), post("in in to to to", name="Ours")],
    "organiser:ladder": [get("in in 200 403 200", "own"), get("in in 404 404 404", "none")],
    "organiser:ladder-settings": [
        post("in in 422 403 422", "own", sigma="much"),
        post("in in 422 403 422", "own", fit="1"),
        get("all are sent on", "own"),
    ],
    "organiser:ladder-delete": [post("a step", "own"), get("all are sent on", "own")],
    "organiser:players": [get("in in 403 403 200")],
    "organiser:player": [get("in in 403 403 200", "anna"), get("in in 403 403 404", "nobody")],
    "organiser:merge": [
        get("in in 403 403 200", "anna", "boris"),
        post("in in 403 403 200", "anna", "boris"),
        post("in in 403 403 to", "dora", "dora-2"),
    ],
    "organiser:undo-merge": [post("in in 403 403 404", 0), get("all are sent on", 0)],
    "organiser:create-variant": [
        get("signed in", "mandavoshka"),
        get("in in 404 404 404", "chess"),
        post("in in 200 200 200", "mandavoshka", name=""),
    ],
    "organiser:desk": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        get("in in 404 404 404", "none"),
    ],
    "organiser:tournament-step": [
        post("a step", "played", "unpublish"),
        post("a step, hidden", "hidden", "publish"),
        post("in in 404 403 404", "open", "burn"),
        get("all are sent on", "open", "publish"),
    ],
    "organiser:round-step": [
        post("a step", "open", 2, "publish"),
        post("a step, hidden", "hidden", 1, "discard"),
        post("in in 404 403 404", "open", 2, "burn"),
        get("all are sent on", "open", 2, "publish"),
    ],
    "organiser:people": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("a step", "open", text="Dina"),
        post("a step, hidden", "hidden", text="Dina"),
    ],
    "organiser:entry-step": [
        post("a step", "played", 1, "withdraw"),
        post("in in 404 403 404", "played", 9, "withdraw"),
        get("all are sent on", "played", 1, "withdraw"),
    ],
    "organiser:settings": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("its organisers", "open", name=""),
    ],
    "organiser:rules": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("its organisers", "open"),
    ],
    "organiser:links": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:make-link": [
        post("a step", "open"),
        post("a step, hidden", "hidden"),
        get("all are sent on", "open"),
    ],
    "organiser:revoke-link": [
        post("a step", "open", "link: open"),
        post("in in 404 403 404", "open", "link: played"),
        get("all are sent on", "open", "link: open"),
    ],
    "organiser:personal": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("a step", "open"),
        post("a step, hidden", "hidden"),
    ],
    "organiser:renew-personal": [
        post("a step", "open", "renew: open"),
        post("in in 404 403 404", "open", "renew: played"),
        get("all are sent on", "open", "renew: open"),
    ],
    "organiser:game": [
        get("its organisers", "open", "game: open 1"),
        get("its organisers", "open", "game: open 2"),
        get("its organisers, hidden", "hidden", "game: hidden 1"),
        get("in in 404 403 404", "open", "game: played 1"),
    ],
    "organiser:game-step": [
        post("a step", "open", "game: open 1", "settle", version="1"),
        post("a step", "open", "game: open 1", "shut", version="1"),
        post("in in 200 403 200", "open", "game: open 1", "annul", **{"annul-version": "1", "annul-why": "noise"}),
        post("in in 422 403 422", "open", "game: open 1", "annul", **{"annul-version": "1"}),
        post("in in 404 403 404", "open", "game: open 1", "burn"),
        post("in in 404 403 404", "open", "game: played 1", "annul"),
        get("all are sent on", "open", "game: open 1", "annul"),
    ],
    "organiser:prints": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:cards": [get("its organisers", "open", 1), get("its organisers, hidden", "hidden", 1)],
    "organiser:diplomas": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:sheets": [
        get("its organisers", "open", 1),
        get("its organisers, hidden", "hidden", 1),
        get("in in 404 403 404", "open", 9),
    ],
    "organiser:log": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "sign-in": [get("200 200 to to to")],
    "sign-out": [post("all are sent on"), get("all are sent on")],
    "set_language": [post("all are sent on", language="ru")],
    "health-live": [get("all see it")],
    "health-ready": [get("all see it")],
    "metrics": [get("there is none")],
    "admin:index": [get("to to to to 200")],
}


ROUTES |= {
    name: [Case(method, args, SAME.get(answers, answers), data) for method, answers, args, data in cases]
    for name, cases in SETUP_ROUTES.items()
}


@pytest.fixture
def world() -> World:
    world = build_world()
    actor = Actor(user=world.users["organiser"])
    season = create_tournament(actor=actor, name="season", variant="mandavoshka", format="season")
    add_entries(tournament=season, text="Anna\nBoris", actor=actor)
    publish_tournament(tournament=season, actor=actor)
    world.links["season"] = make_link(tournament=season, actor=actor)
    create_ladder(actor=actor, name="own")
    for slug in ("dora", "dora-2"):
        Player.objects.create(name="Dora", slug=slug)
    return world


def routes(patterns: list[URLPattern | URLResolver], namespace: str = "") -> Iterator[str]:
    """Every named address; of the admin site, whose pages Django guards alike, the first page stands for all."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from ["admin:index"] if inner == "admin:" else routes(pattern.url_patterns, inner)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            yield namespace + pattern.name


def test_every_address_is_in_the_table():
    assert set(routes(get_resolver().url_patterns)) == set(ROUTES)


@pytest.mark.parametrize(
    ("name", "case"),
    [pytest.param(name, case, id=f"{case.method} {name} {case.args}") for name in ROUTES for case in ROUTES[name]],
)
def test_answers(world: World, name: str, case: Case):
    url = reverse(name, args=[filled(world, argument) for argument in case.args])
    assert dict(zip(PEOPLE, answers(world, url, case), strict=True)) == dict(
        zip(PEOPLE, case.answers.split(), strict=True)
    )


@pytest.mark.parametrize(
    ("name", "case"),
    [(name, case) for name in ROUTES for case in ROUTES[name] if case.method == "post" and name != "public:theme"],
)
def test_nothing_is_posted_from_another_site(world: World, name: str, case: Case):
    url = reverse(name, args=[filled(world, argument) for argument in case.args])
    assert world.client("admin", enforce_csrf_checks=True).post(url, case.data).status_code == 403


def filled(world: World, argument: Any) -> Any:
    """The id or token that stands for an argument of a case."""
    kind, _colon, key = str(argument).partition(": ")
    if kind == "game":
        return world.games[key].pk
    if kind == "token":
        return world.links[key].token
    if kind in ("me", "renew"):
        return world.personal[key].token if kind == "me" else world.personal[key].pk
    if kind == "entry":
        return Tournament.objects.get(slug=key).entries.earliest("number").pk
    return world.links[key].pk if kind == "link" else argument


def answers(world: World, url: str, case: Case) -> Iterator[str]:
    """What each of the people gets; what a step changed is taken back before the next one asks."""
    for who in PEOPLE:
        client = world.client(who)
        with transaction.atomic():
            response = getattr(client, case.method)(url, case.data)
            transaction.set_rollback(True)
        target = response.headers.get("Location", "")
        yield "in" if target.startswith(reverse("sign-in")) else "to" if target else str(response.status_code)
