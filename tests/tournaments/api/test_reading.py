"""What the API says, held against the queries that the pages are made of; what it costs; when it says 304."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openapi_spec_validator import OpenAPIV31SpecValidator

from scoring.ledger import score_game
from tests.once import once
from tests.tournaments.world import World, build_world, call_time, draw
from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.queries.standings import standings
from tournaments.services import entries, hands, rounds, tournaments

pytestmark = pytest.mark.django_db
API = "/api/v1"
FISH = {"end": "fish", "by": 2, "left": {"0": ["1-2"], "1": ["5-4"], "2": ["3-3"], "3": ["6-6"]}}


built = once(build_world)


def read(path: str, client: Client | None = None, **headers: str) -> Any:
    response = (client or Client()).get(API + path, headers=headers)
    assert response.status_code == 200, response.content
    return response.json()


def test_the_document_is_openapi_3_1() -> None:
    OpenAPIV31SpecValidator(read("/openapi.json")).validate()


def test_a_tournament_with_its_rules_and_stages(world):
    told = read("/tournaments/open")
    assert (told["name"], told["variant"], told["status"]) == ("open", "mandavoshka", "published")
    assert told["rules"]["target"] > 0
    assert [stage["number"] for stage in told["stages"]] == [1]


def test_a_list_comes_in_pages(world):
    whole = read("/tournaments")
    assert [one["slug"] for one in whole["items"]] == ["other", "played", "open"]
    assert (whole["count"], whole["pages"]) == (3, 1)
    second = read("/tournaments?size=2&page=2")
    assert [one["slug"] for one in second["items"]] == ["open"]
    assert (second["count"], second["pages"]) == (3, 2)
    assert read("/tournaments?page=9")["items"] == []
    assert [one["slug"] for one in read("/tournaments?q=pla")["items"]] == ["played"]
    assert read("/tournaments?variant=kozel")["items"] == []


def test_a_round_says_who_sits_where(world):
    told = read("/tournaments/open/rounds/1")
    (table,) = told["seating"]
    assert sorted(seat["player"]["name"] for seat in table["seats"]) == ["Anna", "Boris", "Gleb", "Vera"]
    assert [seat["number"] for seat in table["seats"]] == [0, 1, 2, 3]
    assert table["games"][0]["state"] == "done"
    assert (told["tables"], told["done"], told["stage"]) == (1, 1, 1)
    assert [one["number"] for one in read("/tournaments/open/rounds")["items"]] == [1]


def test_a_game_is_a_record_that_scores_to_the_same(world):
    game = world.games["played 1"]
    uuid = "7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a10"
    hands.record_hand(game=game, facts=FISH, uuid=uuid, version=0, actor=Actor())
    told = read(f"/tournaments/played/games/{game.pk}")
    ledger = score_game(told["record"])
    assert told["score"]["totals"] == list(ledger.totals)
    assert told["version"] == 1
    assert told["hands"][0]["uuid"] == uuid


def test_standings_are_those_of_the_page(world):
    told = read("/tournaments/open/standings")
    made = standings(Tournament.objects.get(slug="open"))
    assert [row["name"] for row in told["rows"]] == [row.name for row in made.rows]
    assert [row["values"] for row in told["rows"]] == [[float(v) for v in row.values] for row in made.rows]
    assert [one["code"] for one in told["measures"]] == [one.code for one in made.order]
    number = told["rows"][0]["entry"]
    assert read(f"/tournaments/open/standings/{number}")["place"] == 1
    cross = read("/tournaments/open/cross?by=round")
    assert len(cross[0]["rows"]) == 4


def test_people_ladders_and_games_of_the_site(world):
    assert [one["name"] for one in read("/players?q=an")["items"]] == ["Anna"]
    slug = read("/players?q=an")["items"][0]["slug"]
    assert read(f"/players/{slug}")["same_as"] is None
    read(f"/players/{slug}/games")
    for ladder in read("/ladders")["items"]:
        assert read(f"/ladders/{ladder['ladder']['slug']}/ratings?since=2026-01-01")["count"] == ladder["players"]
    codes = [one["code"] for one in read("/variants")["items"]]
    assert len(codes) == 15
    assert {one["name"] for one in read(f"/variants/{codes[0]}")["options"]}
    assert read("/statistics")["games"] >= 0
    assert read("/tournaments/open/statistics")["games"] == 1


def test_hidden_results_stay_hidden(world):
    Tournament.objects.filter(slug="open").update(results_hidden=True)
    for path in ("standings", "cross", "statistics", f"games/{world.games['open 1'].pk}", "standings/1"):
        response = Client().get(f"{API}/tournaments/open/{path}")
        assert (response.status_code, response.json()["code"]) == (403, "hidden"), path
        assert world.client("organiser").get(f"{API}/tournaments/open/{path}").status_code == 200
    (table,) = read("/tournaments/open/rounds/1")["seating"]
    assert table["games"][0]["winners"] == []
    assert table["games"][0]["totals"] == [None] * 4


def test_an_unchanged_tournament_is_304_by_one_table(world):
    client = Client()
    for path in (
        "",
        "/standings",
        "/rounds/1",
        f"/games/{world.games['open 1'].pk}",
        "/cross",
        "/entries",
        "/statistics",
    ):
        address = f"{API}/tournaments/open{path}"
        etag = client.get(address)["ETag"]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            again = client.get(address, headers={"If-None-Match": etag})
        assert again.status_code == 304, path
        assert len(queries) == 1
        assert queries[0]["sql"].count("JOIN") == 0
        Tournament.objects.filter(slug="open").update(version=F("version") + 1)
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 200
    etag = client.get(f"{API}/players")["ETag"]
    assert client.get(f"{API}/players", headers={"If-None-Match": etag}).status_code == 304


def test_another_language_or_asker_is_another_answer(world):
    marks = {
        client.get(f"{API}/tournaments/open/standings", headers={"Accept-Language": language})["ETag"]
        for client in (Client(), world.client("organiser"))
        for language in ("en", "ru")
    }
    assert len(marks) == 4


@pytest.mark.parametrize(
    ("path", "most"),
    [("", 2), ("/entries", 5), ("/rounds", 3), ("/rounds/1", 11), ("/standings", 9), ("/cross", 9)],
)
def test_the_number_of_queries_stays_the_same(world, path, most):
    actor = Actor(user=world.users["organiser"])
    counts = []
    for _ in range(2):
        client = Client()
        client.get(f"{API}/tournaments/played{path}")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{API}/tournaments/played{path}").status_code == 200
        counts.append(len(queries))
        played = world.tournaments["played"]
        if not _:
            call_time(world.games["played 1"], actor)
            rounds.close_round(tournament=played, number=1, actor=actor)
            entries.add_entries(tournament=played, text="\n".join(f"New {n}" for n in range(8)), actor=actor)
            draw_more(world, played, actor)
    assert counts[0] <= counts[1] <= most


def draw_more(world: World, tournament: Tournament, actor: Actor) -> None:
    rounds.draw_round(tournament=tournament, number=2, actor=actor, seed=1)
    rounds.publish_round(tournament=tournament, number=2, actor=actor)


def test_a_season_has_its_table(world):
    actor = Actor(user=world.users["organiser"])
    season = tournaments.create_tournament(actor=actor, name="season", variant="mandavoshka", format="season")
    tournaments.publish_tournament(tournament=season, actor=actor)
    assert read("/tournaments/season/season") == {"items": [], "count": 0, "page": 1, "pages": 1}
    assert Client().get(f"{API}/tournaments/season/standings").status_code == 404
    assert Client().get(f"{API}/tournaments/open/season").status_code == 404
    draw(world, actor, "played", 1)


@pytest.mark.parametrize(
    "path", ["/tournaments?q=%00", "/players/%00", "/ladders?since=%00", "/players?q=%21", "/nothing%00"]
)
def test_what_comes_from_no_keyboard_is_refused_or_passed_over(path):
    response = Client().get(API + path)
    assert response.status_code in (200, 404, 422)
    assert response["Content-Type"].startswith("application/")
