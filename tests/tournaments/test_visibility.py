"""What is hidden shows nowhere: private tournaments in no list, hidden results on no page and in no rating."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.once import once
from tests.tournaments.world import World, add_tournament, build_world, call_time, draw
from tournaments.access import Actor, visible_games, visible_tournaments
from tournaments.models import RatedGame, Tournament
from tournaments.queries.public import happening_now
from tournaments.services import rounds
from tournaments.services.tournaments import update_tournament

pytestmark = pytest.mark.django_db

SEES = {
    "private": {"player", "keeper", "table", "far", "referee", "organiser", "admin"},
    "silent": {"referee", "organiser", "admin"},
}


def hidden_world() -> World:
    world = build_world()
    actor = Actor(user=world.users["organiser"])
    for name, more in (("private", {"private": True}), ("silent", {"results_hidden": True})):
        add_tournament(world, actor, name, published=True, **more)
        draw(world, actor, name, 1)
        rounds.publish_round(tournament=world.tournaments[name], number=1, actor=actor)
        call_time(world.games[f"{name} 1"], actor)
        rounds.close_round(tournament=world.tournaments[name], number=1, actor=actor)
        world.tournaments[name].refresh_from_db()
    return world


built = once(hidden_world)


@pytest.mark.parametrize("who", ["anyone", "nobody", "player", "keeper", "far", "referee", "organiser", "stranger"])
def test_a_private_tournament_stands_in_the_lists_of_those_whom_it_concerns(world: World, who: str):
    client = world.client(who)
    shown = {
        page: "/t/private/" in client.get(page).content.decode()
        for page in (reverse("public:tournaments"), reverse("public:home"), reverse("public:player", args=["anna"]))
    }
    listed = who in SEES["private"]
    assert shown == {"/t/": listed, "/": listed, "/p/anna/": False}
    assert client.get("/t/private/standings/").status_code == (200 if listed else 404)


@pytest.mark.parametrize("who", ["anyone", "keeper", "stranger", "referee", "organiser", "admin"])
def test_hidden_results_are_on_no_page(world: World, who: str):
    client = world.client(who)
    sees = who in SEES["silent"]
    assert client.get("/t/silent/").status_code == 200
    round_page = client.get("/t/silent/round/1/")
    [line] = round_page.context["tables"]
    assert any(side.total is not None or side.won or side.lost for side in line.sides) == sees
    standings = client.get("/t/silent/standings/")
    assert ("table" in standings.context) == sees
    sheet = client.get(world.games["silent 1"].get_absolute_url())
    assert ("sheet" in sheet.context) == sees


def test_nothing_leads_to_results_that_are_hidden(world: World):
    silent = world.tournaments["silent"].get_absolute_url()
    home = world.client("anyone").get("/").text
    assert (f'href="{silent}"' in home, f"{silent}standings/" in home) == (True, False)
    pages = {
        name: world.client("organiser").get(f"/t/{name}/").text for name in ("open", "silent", "private", "hidden")
    }
    follow = {name: ("calendar.ics" in page, "results.atom" in page) for name, page in with_links(pages).items()}
    assert follow == {"open": (True, True), "silent": (True, False), "private": (False,) * 2, "hidden": (False,) * 2}


def with_links(pages: dict[str, str]) -> dict[str, str]:
    """Of each page what stands in its body."""
    return {name: page.partition("<body")[2] for name, page in pages.items()}


def test_the_lists_of_games_ask_the_same(world: World):
    games = {name: world.games[f"{name} 1"] for name in ("open", "private", "silent")}
    assert set(visible_games(Actor())) & set(games.values()) == {games["open"]}
    assert [line.game for line in happening_now(Actor()).results] == [games["open"]]
    organiser = Actor(user=world.users["organiser"])
    assert set(games.values()) <= set(visible_games(organiser))
    assert world.tournaments["private"] not in visible_tournaments(Actor())


def test_ratings_move_when_it_is_shown(world: World):
    silent = world.tournaments["silent"]
    assert not RatedGame.objects.filter(game=world.games["silent 1"]).exists()
    update_tournament(
        tournament=silent, actor=Actor(user=world.users["organiser"]), name=silent.name, venue="", starts_at=None,
        rated=True, results_hidden=False,
    )  # fmt: skip
    assert RatedGame.objects.filter(game=world.games["silent 1"]).exists()
    assert not Tournament.objects.get(pk=silent.pk).results_hidden
