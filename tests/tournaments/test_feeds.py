"""Calendars, the feed of results, and what goes with a shared link."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from PIL import Image

from tests.once import once
from tests.tournaments.room import seat_table, write
from tests.tournaments.world import World, build_world
from tournaments.models import Game, Tournament
from tournaments.prints.pictures import card

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def dated_world() -> World:
    world = build_world()
    when = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
    Tournament.objects.exclude(slug="other").update(starts_at=when, venue="Park, 2; by the sea")
    return world


built = once(dated_world)


def events(path: str) -> list[dict[str, str]]:
    response = Client().get(path)
    assert response["Content-Type"].startswith("text/calendar")
    return [dict(event) for event in Calendar.from_ical(response.content).walk("VEVENT")]


def test_a_calendar_of_the_tournaments_that_have_a_day(world):
    found = events("/calendar.ics")
    assert {str(event["SUMMARY"]) for event in found} == {"open", "played"}
    assert str(found[0]["LOCATION"]) == "Park, 2; by the sea"
    assert found[0]["DTSTART"].dt == datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


def test_a_calendar_of_the_rounds_that_are_out(world):
    found = events("/t/open/calendar.ics")
    assert [str(event["SUMMARY"]) for event in found] == ["open", "Round 1 · open"]
    assert found[1]["DTEND"].dt >= found[1]["DTSTART"].dt
    assert len({str(event["UID"]) for event in found}) == 2


def test_results_as_a_feed(world):
    feed = ElementTree.fromstring(Client().get("/t/open/results.atom").content)
    (entry,) = feed.findall(f"{ATOM}entry")
    assert "Anna" in entry.findtext(f"{ATOM}title")
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Ryba"
    assert entry.find(f"{ATOM}link").get("href").endswith(f"/table/{world.games['open 1'].pk}/")
    Tournament.objects.filter(slug="open").update(results_hidden=True)
    assert Client().get("/t/open/results.atom").status_code == 404


def test_a_feed_writes_points_as_the_pages_do(world):
    tournament = seat_table(("Anna", "Boris"), "draughts").table.round.tournament
    write(Game.objects.get(table__round__tournament=tournament), {"result": None, "how": "agreed"})
    feed = ElementTree.fromstring(Client().get(f"{tournament.get_absolute_url()}results.atom").content)
    assert feed.findtext(f"{ATOM}entry/{ATOM}summary") == "Anna 0.5 · Boris 0.5"


def test_a_shared_link_has_a_title_and_a_picture(world):
    page = Client().get("/t/open/standings/").text
    assert '<meta property="og:title" content="open">' in page
    version = Tournament.objects.get(slug="open").version
    assert f'content="http://testserver/t/open/card.png?v={version}"' in page
    response = Client().get("/t/open/card.png")
    assert Image.open(BytesIO(response.content)).size == (1200, 630)
    with CaptureQueriesContext(connection) as queries:
        again = Client().get("/t/open/card.png", headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, len(queries)) == (304, 1)
    assert "og:title" not in Client().get("/").text


@pytest.mark.parametrize(("name", "written"), [("王小明", "Wang Xiao Ming"), ("Кубок 🐟", "Кубок *"), ("გ 1", "G 1")])
def test_a_picture_has_no_empty_boxes(name, written):
    assert card(name, [name], "ryba") == card(written, [written], "ryba") != card("", [], "ryba")


@pytest.mark.parametrize("name", ["Кубок двора", "W" * 300, "слово " * 60, "x", "👍 \u202f↑"])
def test_any_name_gives_a_small_picture(name):
    made = card(name, [name, "", name], "ryba")
    assert Image.open(BytesIO(made)).size == (1200, 630)
    assert len(made) < 60_000
