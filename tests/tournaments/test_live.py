"""Pages that open browsers follow: 304 by one query while nothing has changed, a new page as soon as anything has."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.tournaments.room import out, seat_table, write
from tests.tournaments.world import build_world
from tournaments.access import Actor
from tournaments.models import Game, Player, Tournament
from tournaments.services import rounds
from tournaments.services.players import rename_player
from tournaments.views.public.live import MAKING

pytestmark = pytest.mark.django_db

HAND = out(0, {1: "66 65", 2: "64 63", 3: "62"})
STANDINGS = 1
LIVE = {"ryba-part": "main"}


def addresses(game: Game) -> list[str]:
    home = game.table.round.tournament.get_absolute_url()
    return [home, f"{home}standings/", game.table.round.get_absolute_url(), game.get_absolute_url()]


def again(client: Client, address: str, etag: str, **headers: str) -> int:
    return client.get(address, headers={"if-none-match": etag, **headers}).status_code


@pytest.mark.parametrize("page", range(4))
def test_an_open_page_costs_one_query_until_something_changes(client, django_assert_num_queries, page) -> None:
    game = seat_table()
    address = addresses(game)[page]
    first = client.get(address)
    assert first["Cache-Control"] == "private, no-cache"
    with django_assert_num_queries(1):
        same = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    write(game, HAND)
    if page == STANDINGS:
        assert again(client, address, first["ETag"]) == 304
        write(game, {"judge": [{"stop": "time"}]})
    changed = client.get(address, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_language_colours_and_address_are_part_of_the_page(client) -> None:
    address = addresses(seat_table())[1]
    etag = client.get(address)["ETag"]
    assert again(client, address, etag) == 304
    assert again(client, address, etag, **{"accept-language": "ru"}) == 200
    assert again(client, f"{address}?round=1", etag) == 200
    client.cookies["theme"] = "dark"
    assert again(client, address, etag) == 200


def test_an_organiser_sees_a_page_of_his_own() -> None:
    world = build_world()
    address = world.tournaments["open"].get_absolute_url()
    etag = world.client("anyone").get(address)["ETag"]
    assert again(world.client("anyone"), address, etag) == 304
    assert again(world.client("organiser"), address, etag) == 200


def test_a_page_that_was_taken_back_is_gone_for_those_who_show_it() -> None:
    world = build_world()
    played = world.tournaments["played"]
    address = played.rounds.get().get_absolute_url()
    etag = world.client("anyone").get(address)["ETag"]
    rounds.unpublish_round(tournament=played, number=1, actor=Actor(user=world.users["organiser"]))
    assert again(world.client("anyone"), address, etag) == 404


def test_a_notice_is_shown_once_and_not_kept(client) -> None:
    address = addresses(seat_table())[0]
    etag = client.get(address)["ETag"]
    client.cookies["messages"] = "anything"
    assert again(client, address, etag) == 200


def test_what_is_new_is_made_once_for_all_who_look_on(kept: None, django_assert_num_queries: Any) -> None:
    address = addresses(seat_table())[STANDINGS]
    first = Client().get(address)
    other = Client(enforce_csrf_checks=True)
    with django_assert_num_queries(1):
        second = other.get(address)
    tokens = [re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page.text) for page in (first, second)]
    assert len(tokens[0]) == len(tokens[1]) > 0
    assert not set(tokens[0]) & set(tokens[1])
    assert re.sub(r'value="\w{64}"', "", first.text) == re.sub(r'value="\w{64}"', "", second.text)
    posted = {"language": "ru", "csrfmiddlewaretoken": tokens[1][0]}
    assert other.post("/language/", posted).status_code == 302
    assert other.post("/language/", posted | {"csrfmiddlewaretoken": tokens[0][0]}).status_code == 403


def test_nobody_is_given_the_page_of_somebody_who_came_in(kept: None) -> None:
    world = build_world()
    address = world.tournaments["open"].get_absolute_url()
    for who in ("organiser", "anyone", "keeper", "anyone", "organiser"):
        page = world.client(who).get(address).text
        assert (reverse("sign-out") in page) == (who == "organiser")


def test_an_open_page_is_given_its_title_and_main_part_alone(client: Client) -> None:
    world = build_world()
    home = world.tournaments["open"].get_absolute_url()
    for address in (
        home,
        f"{home}standings/",
        f"{home}cross/",
        f"{home}screen/",
        f"/me/{world.personal['open'].token}/",
    ):
        page = client.get(address)
        live = client.get(address, headers=LIVE)
        assert live.text.startswith("<!doctype html><title>")
        assert live.text.endswith("</main>")
        shown = re.sub(r'value="\w{64}"', "", page.text)
        assert re.sub(r'value="\w{64}"', "", live.text).removeprefix("<!doctype html>") == "".join(
            re.findall("<title>.*?</title>|<main.*</main>", shown, re.DOTALL)
        )
        assert live["ETag"] != page["ETag"]
        assert f'data-live="{escape(live["ETag"])}"' in page.text
        assert "Ryba-Part" in page["Vary"]
        assert "Ryba-Part" in live["Vary"]
        assert again(client, address, live["ETag"], **LIVE) == 304
        assert again(client, address, page["ETag"], **LIVE) == again(client, address, live["ETag"]) == 200


def test_the_main_part_is_kept_as_it_is_sent(kept: None, django_assert_num_queries: Any) -> None:
    game = seat_table()
    for address in addresses(game):
        plain = Client().get(address, headers=LIVE)
        with django_assert_num_queries(1):
            packed = Client().get(address, headers={**LIVE, "accept-encoding": "br, gzip"})
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert packed["ETag"] == plain["ETag"]
        assert "Accept-Encoding" in packed["Vary"]
        assert "Content-Encoding" not in plain
        # It is the same for all, so it has no form that is posted.
        assert "csrfmiddlewaretoken" not in plain.text


def test_who_may_do_the_same_is_given_the_same_and_nobody_else(kept: None) -> None:
    world = build_world()
    played = world.tournaments["played"]
    Tournament.objects.filter(pk=played.pk).update(results_hidden=True)
    address = f"{played.get_absolute_url()}standings/"
    seen: dict[str, set[str]] = {}
    for who in ["organiser", "anyone", "player", "referee", "keeper", "table", "far"] * 2:
        for headers in ({}, LIVE):
            page = world.client(who).get(address, headers=headers)
            seen.setdefault(who, set()).add(page["ETag"])
            assert ("st-why" in page.text) == (who in ("organiser", "referee")), who
    assert seen["anyone"] == seen["player"]
    others = [seen[who] for who in ("anyone", "organiser", "referee", "keeper", "table", "far")]
    assert len(set.union(*others)) == sum(map(len, others)) == 12


def test_another_name_is_a_new_page(client) -> None:
    world = build_world()
    address = f"{world.tournaments['open'].get_absolute_url()}standings/"
    etag = client.get(address)["ETag"]
    player = Player.objects.get(slug="anna")
    rename_player(player=player, actor=Actor(keeper="x"), name="Annabel", club="")
    changed = client.get(address, headers={"if-none-match": etag})
    assert changed.status_code == 200
    assert "Annabel" in changed.text


def test_a_players_own_page_is_followed_too(django_assert_max_num_queries) -> None:
    world = build_world()
    client = world.client("anyone")
    address = f"/me/{world.personal['played'].token}/"
    client.get(address)
    etag = client.get(address)["ETag"]
    with django_assert_max_num_queries(3):
        assert again(client, address, etag) == 304
    rounds.unpublish_round(tournament=world.tournaments["played"], number=1, actor=Actor(user=world.users["organiser"]))
    assert again(client, address, etag) == 200


def test_while_a_new_page_is_made_the_one_before_is_given(kept: None) -> None:
    game = seat_table()
    address = addresses(game)[STANDINGS]
    first = Client().get(address)
    write(game, {"judge": [{"stop": "time"}]})
    with MAKING:
        meanwhile = Client().get(address)
        assert (meanwhile.status_code, meanwhile["ETag"]) == (200, first["ETag"])
        assert again(Client(), address, first["ETag"]) == 304
    after = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != first["ETag"]
