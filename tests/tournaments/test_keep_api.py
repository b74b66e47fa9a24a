"""What the script of a table's page asks for: the same services, the same refusals, in few queries."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.room import add_table, fish, out, seat_table, write
from tournaments.access import LINKS_KEY, NAME_KEY
from tournaments.models import Game, Hand, Invitation, Round

pytestmark = pytest.mark.django_db

FACTS = out(0, {1: "64", 2: "66 53", 3: "00 11"})
NINA = "keeper:Nina"
MODULES = sorted((Path(__file__).parents[2] / "static" / "js" / "keep").glob("*.js"))


def keeper(game: Game, name: str = "Nina") -> Client:
    tournament = game.table.round.tournament
    link, _made = Invitation.objects.get_or_create(tournament=tournament, defaults={"token": tournament.slug})
    client = Client()
    session = client.session
    session[LINKS_KEY], session[NAME_KEY] = [link.pk], name
    session.save()
    return client


def post(client: Client, name: str, game: Game, body: Any) -> Any:
    return client.post(reverse(f"keep:{name}", args=[game.pk]), json.dumps(body), content_type="application/json")


def save(client: Client, game: Game, facts: Any = FACTS, **more: Any) -> Any:
    body = {"facts": facts, "uuid": str(uuid4()), "version": 0, "actor": NINA} | more
    return post(client, "api-save", game, body)


def queries(run: Any) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured if re.match(r"(SELECT|INSERT|UPDATE|DELETE)", query["sql"])]


def test_a_hand_is_stored_once_however_often_it_is_sent() -> None:
    game = seat_table()
    client, uuid = keeper(game), str(uuid4())
    answers = [save(client, game, uuid=uuid).json() for _ in range(3)]
    assert [answer["repeated"] for answer in answers] == [False, True, True]
    assert {answer["saved"] for answer in answers} == {uuid}
    assert answers[0]["standing"]["version"] == 1
    assert answers[0]["standing"]["number"] == 2
    assert Hand.objects.count() == 1


def test_an_older_version_is_shown_both_hands_and_stores_nothing() -> None:
    game = seat_table()
    client = keeper(game)
    save(client, game)
    answer = save(client, game, out(1, {0: "64", 2: "66 53", 3: "00 11"}))
    assert answer.status_code == 409
    assert answer.json()["code"] == "stale"
    assert answer.json()["version"] == 1
    assert "Out: Anna" in answer.json()["html"]
    assert "Out: Boris" in answer.json()["html"]
    assert Hand.objects.count() == 1
    assert save(client, game, version=1).status_code == 200


def test_a_hand_is_never_stored_for_another_than_who_wrote_it_down() -> None:
    game = seat_table()
    answer = save(keeper(game, "Oleg"), game)
    assert (answer.status_code, answer.json()) == (403, {"code": "actor", "actor": "keeper:Oleg"})
    assert not Hand.objects.exists()


def test_a_refusal_says_why_and_of_whom() -> None:
    game = seat_table()
    answer = save(keeper(game), game, out(0, {1: "64"}))
    assert answer.status_code == 422
    assert answer.json()["message"] == "Vera: the hand is missing; this rule counts it."
    assert answer.json()["seat"] == 2
    Round.objects.update(status=Round.Status.CLOSED)
    assert "closed" in save(keeper(game), game).json()["message"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"facts": []},
        {"facts": FACTS},
        {"facts": FACTS, "uuid": "x", "version": 0},
        {"facts": FACTS, "uuid": 1},
        {"facts": FACTS, "uuid": str(uuid4()), "version": float("inf")},
    ],
)
def test_what_no_page_sends_is_malformed(body: Any) -> None:
    game = seat_table()
    assert post(keeper(game), "api-save", game, body).status_code == 400


def test_strangers_are_told_that_they_are_gone() -> None:
    game = seat_table()
    for name in ("api-save", "api-preview"):
        answer = post(Client(), name, game, {"facts": FACTS})
        assert (answer.status_code, answer.json()) == (403, {"code": "gone"})
    assert Client().get(reverse("keep:standing", args=[game.pk])).json() == {"code": "gone"}
    assert Client(enforce_csrf_checks=True).post(reverse("keep:api-save", args=[game.pk])).status_code == 403


def test_a_preview_stores_nothing_and_says_what_would_be_written() -> None:
    game = seat_table()
    answer = post(keeper(game), "api-preview", game, {"facts": FACTS}).json()
    assert answer["ok"]
    assert answer["version"] == 0
    assert answer["counted"] == [None, 10, 20, 2]
    assert "Vera +32" in answer["html"]
    assert "0 → 32" in answer["html"]
    assert not Hand.objects.exists()
    refused = post(keeper(game), "api-preview", game, {"facts": fish(0, {1: "64"})}).json()
    assert not refused["ok"]
    assert refused["fault"] == "hand_missing"


def test_a_preview_tells_the_end_of_the_game_and_the_places() -> None:
    game = seat_table()
    answer = post(keeper(game), "api-preview", game, {"facts": out(2, {}, last=["0-0"])}).json()
    assert answer["finished"]
    assert "1. Vera" in answer["html"]
    assert "2–4. Anna, Boris, Gleb" in answer["html"]


def test_plays_are_previewed_while_the_hand_goes_on() -> None:
    game = seat_table(variant="fives")
    facts = {"end": "stopped", "plays": [{"seat": 0, "ends": 15}, {"seat": 1, "ends": 4}]}
    going = post(keeper(game), "api-preview", game, {"facts": facts, "going": True}).json()
    assert "Anna +3" in going["html"]
    assert "broken off" not in going["html"]
    assert "broken off" in post(keeper(game), "api-preview", game, {"facts": facts}).json()["html"]


def test_few_queries_however_long_the_game() -> None:
    game = seat_table(options={"target": 10_000})
    client = keeper(game)
    for _ in range(3):
        write(game, *[FACTS] * 3)
        body = {"facts": FACTS}
        assert len(queries(lambda: post(client, "api-preview", game, body))) <= 6  # noqa: B023
        version = Game.objects.get().version
        assert len(queries(lambda: save(client, game, version=version))) <= 14  # noqa: B023


def test_an_organiser_asks_no_more_than_whether_he_is_one() -> None:
    game = seat_table()
    user = User.objects.create_user("olga")
    game.table.round.tournament.organisers.add(user)
    client = Client()
    client.force_login(user)
    assert len(queries(lambda: post(client, "api-preview", game, {"facts": FACTS}))) <= 6
    assert (
        len(queries(lambda: save(client, game, actor=f"user:{user.pk}"))) <= 16
    )  # the first of the log begins its chain
    assert Hand.objects.get().created_by == user


def test_the_end_of_a_game_has_its_screen_with_ratings_and_the_next_table() -> None:
    game = seat_table()
    other = add_table(game.table.round, ("Zoya", "Ivan"))
    client = keeper(game)
    standing = save(client, game, out(0, {}, last=["6-6"])).json()["standing"]
    assert standing["finished"]
    assert "The game is over" in standing["html"]["end"]
    assert reverse("keep:game", args=[other.pk]) in standing["html"]["end"]
    assert "Rating" in standing["html"]["end"]


def test_the_page_carries_what_its_variant_needs() -> None:
    for variant, pairs, options, wanted in (
        ("mandavoshka", False, {}, {"asks": ["last"], "wins": True, "plays": None, "most": 7, "reserve": False}),
        ("kozel", True, {}, {"asks": [], "wins": False, "most": 7}),
        ("morskoy_kozel", True, {"popular_doubles": True}, {"asks": ["first", "last"], "wins": False}),
        ("traditional", False, {}, {"reserve": True, "pips": True}),
        ("bergen", False, {}, {"pips": False, "counts": {"out": [[]] * 4, "fish": [0, 1, 2, 3]}}),
        ("ladder", False, {}, {"lastAny": True, "counts": {"out": [[]] * 4, "fish": []}}),
    ):
        game = seat_table(variant=variant, pairs=pairs, options=options, slug=variant)
        page = keeper(game).get(reverse("keep:game", args=[game.pk])).content.decode()
        shape = json.loads(re.search(r'id="pk-table"[^>]*>(.*?)</script>', page)[1])["shape"]
        assert shape.items() >= wanted.items(), variant


def test_the_worker_and_the_manifest_name_files_that_exist() -> None:
    worker = Client().get("/keep/sw.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assets = json.loads(re.search(r"ASSETS = (\[.*?\]);", worker.content.decode())[1])
    modules = {asset.rpartition("/")[2] for asset in assets if "/js/keep/" in asset}
    assert modules == {path.name for path in MODULES} - {"hand.js"}
    manifest = Client().get("/keep/app.webmanifest").json()
    for address in [*assets, *(icon["src"] for icon in manifest["icons"])]:
        assert finders.find(address.removeprefix("/static/")), address
