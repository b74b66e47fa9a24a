"""Every address of the site, asked by everybody: one table of the answers, and no address may be missing from it.

How the table is written: matrix.py. What it says, for people to read: docs/access.md, which is checked against it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import get_resolver

from tests.once import once
from tests.tournaments.matrix import Browser, Case, address, answers, get, post, routes, with_tables
from tests.tournaments.matrix_accounts import ACCOUNT_ROUTES
from tests.tournaments.matrix_api import API_ROUTES
from tests.tournaments.matrix_setup import SETUP_ROUTES
from tests.tournaments.world import PEOPLE, World, add_tournament, build_world, draw
from tournaments.access import Actor
from tournaments.models import Player
from tournaments.services import rounds
from tournaments.services.entries import add_entries
from tournaments.services.ladders import create_ladder
from tournaments.services.links import make_link, use_link
from tournaments.services.tournaments import create_tournament, publish_tournament

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "access.md"

pytestmark = pytest.mark.django_db

STOP = {
    "judge-uuid": "7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10",
    "judge-version": "1",
    "judge-what": "warning",
    "judge-whom": "seat-0",
}


def room_of(name: str) -> str:
    return name.partition(":")[0] if ":" in name else "account"


ROUTES: dict[str, list[Case]] = {
    "public:home": [get("all see it")],
    "public:search": [get("all see it")],
    "public:theme": [post("all are sent on", theme="dark"), get("all are sent on")],
    "public:tournaments": [get("all see it")],
    "public:tournament": [
        get("all see it", "open"),
        get("draft tournament", "hidden"),
        get("private tournament", "private"),
        get("there is none", "none"),
    ],
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
        get("200; to: keeper table far foreign", "token: open"),
        get("there is none", "nonsense"),
    ],
    "keep:home": [get("all see it")],
    "keep:season": [get("keepers of all", "season"), get("there is none", "open")],
    "keep:season-start": [post("keepers of all, a step", "season"), get("all are sent on", "season")],
    "keep:season-welcome": [post("keepers of all, a step", "season", text="Dina"), get("all are sent on", "season")],
    "keep:season-here": [
        post("keepers of all, a step", "season", number=1),
        post("nothing to keep", "season", number=9),
        get("all are sent on", "season"),
    ],
    "keep:season-drop": [post("nothing to keep", "season", "game: open 1"), get("all are sent on", "season", 1)],
    "keep:game": [
        get("its keepers", "game: played 1"),
        get("its keepers", "game: open 1"),
        get("its keepers, draft round", "game: open 2"),
        get("its keepers, hidden", "game: hidden 1"),
        post("its keepers, posting", "game: played 1"),
        get("there is none", 0),
    ],
    "keep:worker": [get("all see it")],
    "keep:manifest": [get("all see it")],
    "keep:standing": [get("its keepers", "game: played 1"), get("403; 200: staff", "game: open 2")],
    "keep:api-preview": [post("403; 400: keepers staff", "game: played 1")],
    "keep:api-save": [post("403; 400: keepers staff", "game: played 1")],
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
        get("404; 403: far", "game: hidden 1", 1),
        get("no such hand", "game: played 1", 1),
        post("403; 422: keepers; 200: staff", "game: open 1", 1, **STOP, do="preview"),
    ],
    "keep:delete": [
        post("403; 422: keepers; 200: staff", "game: open 1", 1, version="1", do="preview"),
        post("no such hand", "game: played 1", 1, version="0"),
        get("all are sent on", "game: open 1", 1),
    ],
    "keep:insert": [
        get("its keepers", "game: open 1", 1, "judge"),
        get("its keepers", "game: open 1", 1, "hand"),
        get("no such hand", "game: open 1", 1, "song"),
        post("its keepers, posting", "game: open 1", 1, "hand"),
    ],
    "keep:history": [
        get("its keepers", "game: played 1"),
        get("its keepers", "game: open 1"),
        get("its keepers, draft round", "game: open 2"),
        get("its keepers, hidden", "game: hidden 1"),
    ],
    "keep:restore": [
        post("its keepers, posting", "game: open 1", 1, version="1"),
        post("no such hand", "game: open 1", 7, version="1"),
        get("all are sent on", "game: open 1", 1),
    ],
    "keep:print": [
        get("its keepers", "game: open 1"),
        get("its keepers, draft round", "game: open 2"),
        get("its keepers, hidden", "game: hidden 1"),
    ],
    "me:home": [get("all see it", "me: open"), get("all see it", "me: hidden"), get("there is none", "nonsense")],
    "me:say": [
        post("all are sent on", "me: open", "game: open 1", "confirm", version="1"),
        post("422", "me: open", "game: open 1", "dispute", version="1"),
        post("there is none", "me: open", "game: open 2", "confirm", version="0"),
        post("there is none", "me: open", "game: played 1", "confirm", version="0"),
        post("there is none", "nonsense", "game: open 1", "confirm", version="1"),
        post("there is none", "me: open", "game: open 1", "burn", version="1"),
        get("all are sent on", "me: open", "game: open 1", "confirm"),
    ],
    "organiser:home": [get("signed in")],
    "organiser:create": [get("signed in")],
    "organiser:ladders": [get("signed in"), post("to; in: unsigned", name="Ours")],
    "organiser:ladder": [get("its organisers", "own"), get("404; in: unsigned", "none")],
    "organiser:ladder-settings": [
        post("403; in: unsigned; 422: organisers", "own", sigma="much"),
        post("a step", "own", fit="1"),
        post("a step", "own", propose="1"),
        get("all are sent on", "own"),
    ],
    "organiser:ladder-delete": [post("a step", "own"), get("all are sent on", "own")],
    "organiser:players": [get("site admins")],
    "organiser:player": [get("site admins", "anna"), get("403; in: unsigned; 404: admin", "nobody")],
    "organiser:merge": [
        get("site admins", "anna", "boris"),
        post("site admins", "anna", "boris"),
        post("403; in: unsigned; to: admin", "dora", "dora-2"),
    ],
    "organiser:undo-merge": [post("403; in: unsigned; 404: admin", 0), get("all are sent on", 0)],
    "organiser:bring-in": [get("signed in"), post("422; in: unsigned")],
    "organiser:create-variant": [
        get("signed in", "mandavoshka"),
        get("404; in: unsigned", "chess"),
        post("signed in", "mandavoshka", name=""),
    ],
    "organiser:desk": [
        get("its referees", "open"),
        get("its referees, hidden", "hidden"),
        get("404; in: unsigned", "none"),
    ],
    "organiser:tournament-step": [
        post("a step", "played", "unpublish"),
        post("a step, hidden", "hidden", "publish"),
        post("no such step", "open", "burn"),
        get("all are sent on", "open", "publish"),
    ],
    "organiser:round-step": [
        post("a step", "open", 2, "publish"),
        post("a step, hidden", "hidden", 1, "discard"),
        post("no such step", "open", 2, "burn"),
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
        post("no such step", "played", 9, "withdraw"),
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
    "organiser:remove-helper": [
        post("a step", "open", "referee", "user: referee"),
        post("no such step", "open", "referee", "user: nobody"),
        post("no such step", "open", "keeper", "user: referee"),
        post("a step", "open", "organiser", "user: organiser"),
        get("all are sent on", "open", "referee", "user: referee"),
    ],
    "organiser:hand-over": [
        get("403; in: unsigned; 404: organisers", "open", "user: organiser"),
        post("403; in: unsigned; 404: organisers", "open", "user: nobody"),
        get("403; in: unsigned; 200: organisers", "shared", "user: stranger"),
        post("403; in: unsigned; to: organisers", "shared", "user: stranger"),
    ],
    "join:invitation": [
        get("all are sent on", "token: open"),
        get("all are sent on", "token: guest"),
        get("all see it", "token: referee"),
        get("all see it", "token: organiser"),
        post("to; 422: unsigned", "token: referee"),
        get("there is none", "token: spent"),
        get("there is none", "nonsense"),
    ],
    "organiser:links": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:make-link": [
        post("a step", "open"),
        post("a step, hidden", "hidden"),
        get("all are sent on", "open"),
    ],
    "organiser:revoke-link": [
        post("a step", "open", "link: open"),
        post("no such step", "open", "link: played"),
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
        post("no such step", "open", "renew: played"),
        get("all are sent on", "open", "renew: open"),
    ],
    "organiser:game": [
        get("its referees", "open", "game: open 1"),
        get("its referees", "open", "game: open 2"),
        get("its referees, hidden", "hidden", "game: hidden 1"),
        get("no such ruling", "open", "game: played 1"),
    ],
    "organiser:game-step": [
        post("a ruling", "open", "game: open 1", "settle", version="1"),
        post("a ruling", "open", "game: open 1", "shut", version="1"),
        post("its referees", "open", "game: open 1", "annul", **{"annul-version": "1", "annul-why": "noise"}),
        post("403; in: unsigned; 422: staff", "open", "game: open 1", "annul", **{"annul-version": "1"}),
        post("no such ruling", "open", "game: open 1", "burn"),
        post("no such ruling", "open", "game: played 1", "annul"),
        get("all are sent on", "open", "game: open 1", "annul"),
    ],
    "organiser:prints": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:cards": [get("its organisers", "open", 1), get("its organisers, hidden", "hidden", 1)],
    "organiser:diplomas": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:sheets": [
        get("its referees", "open", 1),
        get("its referees, hidden", "hidden", 1),
        get("no such ruling", "open", 9),
    ],
    "organiser:log": [get("its referees", "open"), get("its referees, hidden", "hidden")],
    **ACCOUNT_ROUTES,
    **SETUP_ROUTES,
    **API_ROUTES,
    "set_language": [post("all are sent on", language="ru")],
    "health-live": [get("all see it")],
    "health-ready": [get("all see it")],
    "metrics": [get("there is none")],
    "admin:index": [get("in; 200: admin")],
}


def whole_world() -> World:
    """The world, with a season, a private tournament, invitations of every kind, a ladder, and a player twice."""
    world = build_world()
    actor = Actor(user=world.users["organiser"])
    season = create_tournament(actor=actor, name="season", variant="mandavoshka", format="season")
    add_entries(tournament=season, text="Anna\nBoris", actor=actor)
    publish_tournament(tournament=season, actor=actor)
    season.referees.add(world.users["referee"])
    world.links["season"] = make_link(tournament=season, actor=actor)
    add_tournament(world, actor, "private", published=True, private=True)
    draw(world, actor, "private", 1)
    rounds.publish_round(tournament=world.tournaments["private"], number=1, actor=actor)
    for role in ("referee", "organiser", "guest"):
        world.links[role] = make_link(tournament=world.tournaments["played"], actor=actor, role=role)
    world.links["spent"] = make_link(tournament=world.tournaments["played"], actor=actor, role="referee")
    use_link(link=world.links["spent"], name="Rita")
    add_tournament(world, actor, "shared", published=True)
    world.tournaments["shared"].organisers.add(world.users["stranger"])
    create_ladder(actor=actor, name="own")
    for slug in ("dora", "dora-2"):
        Player.objects.create(name="Dora", slug=slug)
    return world


built = once(whole_world)


def test_every_address_is_in_the_table():
    assert set(routes(get_resolver().url_patterns)) == set(ROUTES)


def test_the_document_says_the_same():
    document = DOCUMENT.read_text(encoding="utf-8")
    assert document == with_tables(document, ROUTES), "write it anew: python tools/access_table.py"
    assert all(f"**{who}**: {what}" in document for who, what in PEOPLE.items())


@pytest.mark.parametrize("rooms", sorted({room_of(name) for name in ROUTES}))
def test_answers(world: World, rooms: str):
    wrong, browsers = {}, {who: Browser.of(world.client(who)) for who in PEOPLE}
    for name, case in cases(rooms):
        found = answers(browsers, address(world, name, case), case)
        for who in found:
            if found[who] != case.answers[who]:
                wrong[f"{who}: {case.method} {name} {case.args} {case.data}"] = f"{found[who]}, not {case.answers[who]}"
    assert wrong == {}


def test_nothing_is_posted_from_another_site(world: World):
    client = world.client("admin", enforce_csrf_checks=True)
    posted = {
        name: case
        for name, case in cases()
        if case.method == "post" and not name.startswith(("public:theme", "api-1:"))
    }
    codes = {name: client.post(address(world, name, case), case.data).status_code for name, case in posted.items()}
    assert {name for name, code in codes.items() if code != 403} == set()


def cases(rooms: str = "") -> list[tuple[str, Case]]:
    return [(name, case) for name in ROUTES for case in ROUTES[name] if rooms in ("", room_of(name))]
