"""Writing through the API: what the services do, what they refuse, and that nothing is stored twice or unseen."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.once import once
from tests.tournaments.world import World, build_world
from tournaments.models import AuditEntry, Game, Hand, Tournament

pytestmark = pytest.mark.django_db
API = "/api/v1"
OUT = {"end": "out", "by": 0, "last": ["6-4"], "left": {"1": ["5-4"], "2": ["3-3"], "3": ["2-2"]}}
TIME = {"judge": [{"stop": "time"}]}


built = once(build_world)


def send(world: World, method: str, path: str, body: Any = None, who: str = "organiser", **headers: str) -> Any:
    client = Client(headers=world.token(who) | headers)
    return getattr(client, method)(API + path, body, content_type="application/json")


def test_a_hand_is_written_corrected_deleted_and_taken_back(world):
    path = f"/tournaments/played/games/{world.games['played 1'].pk}"
    body = {"uuid": str(uuid4()), "version": 0, "facts": OUT}
    made = send(world, "post", f"{path}/hands", body).json()
    assert (made["version"], made["record"]["hands"][0]["end"]) == (1, "out")
    assert send(world, "post", f"{path}/hands", body).json()["version"] == 1
    assert Hand.objects.filter(game__table__round__tournament__slug="played").count() == 1
    other = {"version": 1, "facts": OUT | {"by": 1, "left": {"0": ["5-4"], "2": ["3-3"], "3": ["2-2"]}}, "why": "slip"}
    assert send(world, "put", f"{path}/hands/1", other).json()["record"]["hands"][0]["by"] == 1
    inserted = {"uuid": str(uuid4()), "version": 2, "facts": {"judge": [{"seat": 0, "warning": True}]}, "before": 1}
    assert len(send(world, "post", f"{path}/hands", inserted).json()["hands"]) == 2
    assert len(send(world, "post", f"{path}/hands/1/delete", {"version": 3}).json()["hands"]) == 1
    undone = send(world, "post", f"{path}/hands/undo", {"version": 4}).json()
    assert (undone["hands"], undone["version"]) == ([], 5)
    assert AuditEntry.objects.filter(action="record_hand", actor="organiser").count() == 2


def test_a_stale_game_is_named_and_nothing_is_stored(world):
    path = f"/tournaments/played/games/{world.games['played 1'].pk}/hands"
    send(world, "post", path, {"uuid": str(uuid4()), "version": 0, "facts": OUT})
    late = send(world, "post", path, {"uuid": str(uuid4()), "version": 0, "facts": OUT})
    assert late.status_code == 409
    assert late["Content-Type"] == "application/problem+json"
    told = late.json()
    assert (told["code"], told["status"], told["version"]) == ("stale", 409, 1)
    assert Game.objects.get(pk=world.games["played 1"].pk).version == 1


def test_a_refused_hand_says_what_is_wrong_in_the_language_asked_for(world):
    path = f"/tournaments/played/games/{world.games['played 1'].pk}/hands"
    body = {"uuid": str(uuid4()), "version": 0, "facts": OUT | {"left": {"1": ["9-9"]}}}
    english = send(world, "post", path, body, **{"Accept-Language": "en"})
    russian = send(world, "post", path, body, **{"Accept-Language": "ru"})
    assert english.status_code == russian.status_code == 422
    assert english.json()["fault"] == russian.json()["fault"] != ""
    assert english.json()["detail"] != russian.json()["detail"]
    assert russian["Content-Language"] == "ru"


@pytest.mark.parametrize(
    ("body", "status", "where"),
    [
        (b"{", 400, None),
        (b'{"uuid": "\\u0000"}', 400, None),
        (b'{"uuid": "\\ud800"}', 400, None),
        (b"[]", 422, "body.sent"),
        (b'{"uuid": "x", "version": 0, "facts": {}}', 422, "body.sent.uuid"),
        (b'{"version": 99999999999999999999, "facts": {}}', 422, "body.sent.uuid"),
        (b'{"uuid": "7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10", "version": 0, "facts": {}, "x": 1}', 422, "body.sent.x"),
    ],
)
def test_a_body_that_is_not_as_described(world, body, status, where):
    path = f"{API}/tournaments/played/games/{world.games['played 1'].pk}/hands"
    told = Client(headers=world.token("organiser")).post(path, body, content_type="application/json")
    assert told.status_code == status
    if where:
        assert where in [fault["where"] for fault in told.json()["errors"]]


def test_a_whole_evening(world):
    body = {"name": "By a program", "variant": "mandavoshka", "venue": "Park"}
    made = send(world, "post", "/tournaments", body).json()
    assert (made["slug"], made["status"], made["version"]) == ("by-a-program", "draft", 1)
    path = f"/tournaments/{made['slug']}"
    added = send(world, "post", f"{path}/entries", {"text": "Anna\nBoris\nVera\nGleb\nZoya"}).json()
    assert [entry["number"] for entry in added["entries"]] == [1, 2, 3, 4, 5]
    assert send(world, "delete", f"{path}/entries/5").status_code == 204
    assert send(world, "post", f"{path}/publish").json()["status"] == "published"
    drawn = send(world, "post", f"{path}/rounds", {"number": 1, "seed": 7}).json()
    assert drawn["status"] == "draft"
    assert send(world, "post", f"{path}/rounds", {"number": 1, "seed": 7}).json()["seating"] == drawn["seating"]
    assert send(world, "delete", f"{path}/rounds/1").status_code == 204
    again = send(world, "post", f"{path}/rounds", {"number": 1, "seed": 7}).json()
    assert [seat["player"] for seat in again["seating"][0]["seats"]] == [
        seat["player"] for seat in drawn["seating"][0]["seats"]
    ]
    assert send(world, "post", f"{path}/rounds/1/publish").json()["status"] == "published"
    game = again["seating"][0]["games"][0]["id"]
    unfinished = send(world, "post", f"{path}/rounds/1/close")
    assert (unfinished.status_code, unfinished.json()["code"]) == (422, "refused")
    send(world, "post", f"{path}/games/{game}/hands", {"uuid": str(uuid4()), "version": 0, "facts": TIME})
    annulled = send(world, "post", f"{path}/games/{game}/annul", {"version": 1, "why": "noise"}).json()
    assert (annulled["ruling"], annulled["ruling_reason"]) == ("annulled", "noise")
    assert send(world, "post", f"{path}/games/{game}/readmit", {"version": 2}).json()["ruling"] == ""
    forfeit = {"version": 3, "why": "left", "sides": [2]}
    assert send(world, "post", f"{path}/games/{game}/forfeit", forfeit).json()["forfeited"] == [2]
    assert send(world, "post", f"{path}/rounds/1/close").json()["status"] == "closed"
    withdrawn = send(world, "post", f"{path}/entries/1/withdraw").json()
    assert withdrawn["withdrawn"]
    assert send(world, "post", f"{path}/finish").json()["status"] == "finished"
    assert Tournament.objects.get(slug="by-a-program").owner == world.users["organiser"]


def test_a_refused_list_names_its_lines(world):
    told = send(world, "post", "/tournaments/open/entries", {"text": "Anna\nZoya"}).json()
    assert (told["code"], len(told["errors"])) == ("refused", 1)


def test_a_session_alone_writes_nothing(world):
    client = Client()
    client.force_login(world.users["admin"])
    for method, path in (
        ("post", "/tournaments"),
        ("post", "/tournaments/open/publish"),
        ("delete", "/tournaments/open/rounds/2"),
    ):
        response = getattr(client, method)(API + path, {}, content_type="application/json")
        assert (response.status_code, response.json()["code"]) == (401, "unauthorized")
        assert response["WWW-Authenticate"].startswith("Bearer")
    assert client.get(f"{API}/tournaments/hidden").status_code == 404


def test_what_is_no_address_is_a_problem(world):
    for response in (Client().get(f"{API}/nothing"), Client().post(f"{API}/nothing/at/all")):
        assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
