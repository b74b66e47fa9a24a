"""What stands beside running a tournament: archives, links, ladders of one's own; and what holds for every address."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.once import once
from tests.tournaments.api.test_organising import Program
from tests.tournaments.api.test_writing import API
from tests.tournaments.world import World, build_world
from tournaments.models import Ladder, Tournament

pytestmark = pytest.mark.django_db


built = once(build_world)


@pytest.fixture
def program(world: World) -> Program:
    return Program(world)


def sent_in(program: Program, document: bytes, at: str = "") -> Any:
    file = BytesIO(document)
    file.name = "cup.json"
    return Client(headers=program.headers).post(f"{API}/archives?at={at}", {"file": file})


def test_an_archive_goes_out_and_comes_in_elsewhere(program: Program) -> None:
    document = json.dumps(program("get", "/tournaments/open/archive")).encode()
    taken = sent_in(program, document)
    assert (taken.status_code, "open" in taken.json()["detail"]) == (422, True)
    made = sent_in(program, document, "again")
    assert (made.status_code, made.json()["slug"], made.json()["name"]) == (200, "again", "open")
    assert Tournament.objects.get(slug="again").owner.username == "organiser"
    damaged = sent_in(program, document.replace(b'"club"', b'"klub"'), "damaged")
    assert {"tournament.klub: there is no such field; look at its spelling, or leave it out"} <= {
        fault["what"] for fault in damaged.json()["errors"]
    }


def test_the_page_takes_an_archive_too(world: World, program: Program) -> None:
    document = json.dumps(program("get", "/tournaments/open/archive")).encode()
    desk = world.client("organiser")
    page = reverse("organiser:bring-in")
    assert "There is a tournament at the address" in desk.post(page, {"file": BytesIO(document)}).text
    assert desk.post(page, {"file": BytesIO(document), "address": "again"}).status_code == 302
    broken = desk.post(page, {"file": BytesIO(document[:-20]), "address": "more"}, headers={"accept-language": "ru"})
    assert (broken.status_code, "файл повреждён" in broken.text) == (422, True)


def test_links_are_made_shown_and_revoked(program: Program) -> None:
    own = Program.__new__(Program)
    own.headers, own.path = program.headers, "/tournaments/open"
    made = own("post", "/links", role="keeper", tables=[1], label="Table 1")
    assert Client().get(made["url"], follow=True).status_code == 200
    assert made in own("get", "/links")["items"]
    assert own("post", f"/links/{made['id']}/revoke")["url"] is None
    assert own("post", "/links", 422, role="organiser")["code"] == "invalid"
    own("post", "/links", 422, role="guest", tables=[1])
    personal = own("post", "/personal-links")
    assert {link["player"]["slug"] for link in personal} == {"anna", "boris", "vera", "gleb"}
    renewed = own("post", "/personal-links/anna/renew")
    assert Client().get(renewed["url"]).status_code == 200
    assert Client().get(next(link["url"] for link in personal if link["player"]["slug"] == "anna")).status_code == 404


def test_a_ladder_of_ones_own(program: Program, world: World) -> None:
    made = program("post", "/ladders", name="Harbour", variant="mandavoshka", since="2026-01-01")
    path = f"/ladders/{made['slug']}"
    assert program("patch", path, club="Harbour")["since"] == "2026-01-01"
    program("patch", f"{path}/settings", tau=0.5)
    assert Ladder.objects.get(slug=made["slug"]).settings == {"tau": 0.5}
    program("patch", path, 422, since="2027-01-01", until="2026-01-01")
    program("post", "/ladders", 422, name="Chess", variant="chess")
    Program(world, "referee")("patch", path, 403, name="Mine")
    program("delete", path, 204)
    program("get", path, 404)


def test_what_is_not_as_described_is_told_in_the_reader_s_language(program: Program) -> None:
    program.headers |= {"Accept-Language": "ru"}
    told = program("post", "/tournaments", 422, variant=5, venue="x" * 200, colour="red")["errors"]
    assert {fault["where"]: fault["what"] for fault in told} == {
        "body.sent.name": "этого не хватает, пропустить это поле нельзя",
        "body.sent.variant": "здесь нужен текст",
        "body.sent.venue": "не больше 120 знаков",
        "body.sent.colour": "такого поля нет: проверьте, как оно написано, или уберите его",
    }


def test_settings_are_changed_as_they_were_seen(program: Program) -> None:
    path = API + "/tournaments/open"
    client = Client(headers=program.headers)
    seen = client.get(path)["ETag"]
    sent: Any = {"data": {"venue": "Park"}, "content_type": "application/json"}
    assert client.patch(path, **sent, headers={"If-Match": seen}).status_code == 200
    stale = client.patch(path, {"venue": "Hall"}, content_type="application/json", headers={"If-Match": seen})
    assert (stale.status_code, stale.json()["code"]) == (412, "not-as-seen")
    assert Tournament.objects.get(slug="open").venue == "Park"


@pytest.mark.parametrize("path", ["/tournaments/", "/tournaments/open/", "/nothing/", "//example.org/"])
def test_a_slash_at_the_end_leads_to_the_address_without(path: str) -> None:
    for method in ("get", "post"):
        answer = getattr(Client(), method)(API + path + "?q=1")
        assert (answer.status_code, answer["Location"]) == (308, API + path.rstrip("/") + "?q=1")
