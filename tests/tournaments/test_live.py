"""Pages that open browsers follow: 304 by one query while nothing has changed, a new page as soon as anything has."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.room import out, seat_table, write
from tests.tournaments.world import build_world
from tournaments.access import Actor
from tournaments.models import Game
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


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
    write(game, out(0, {1: "66 65", 2: "64 63", 3: "62"}))
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
