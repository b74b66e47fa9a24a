"""The pages on which a game is corrected, ruled about, confirmed and printed; all of them plain forms."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.room import seat_table, write
from tests.tournaments.test_amending import BIG, BIG_TOO, HUGE, RULING, SMALL, fresh, organiser
from tests.tournaments.test_keep import come_in, hidden, text
from tournaments.models import Confirmation, Game, Hand, Invitation, Player, PlayerLink, Result, Revision, Round

pytestmark = pytest.mark.django_db

BETTER = {"end": "out", "by": "0", "left_1": "66 55 54", "left_2": "21", "left_3": "31", "why": "misread"}


@pytest.fixture
def over() -> Game:
    game = seat_table()
    write(game, SMALL, BIG, HUGE)
    return game


@pytest.fixture
def keeper(over: Game, client: Client) -> Client:
    return come_in(client, over)


@pytest.fixture
def desk(over: Game) -> Client:
    client = Client()
    client.force_login(organiser(over).user)
    return client


def twice(client: Client, url: str, data: dict[str, Any]) -> tuple[Any, Any]:
    """The page with what would change, and the answer to saving it."""
    shown = client.post(url, data | {"do": "preview"})
    return shown, client.post(url, data | {"do": "save", "shown": hidden(shown, "shown")}, follow=True)


def entry(page: Any, prefix: str = "") -> dict[str, str]:
    return {prefix + name: hidden(page, prefix + name) for name in ("uuid", "version")}


def test_a_hand_is_corrected_from_its_row(over, keeper):
    table = keeper.get(f"/keep/{over.pk}/")
    url = f"/keep/{over.pk}/hand/2/"
    assert f'href="{url}"' in table.content.decode()
    page = keeper.get(url)
    assert 'value="6-6 5-5 6-5"' in page.content.decode()
    shown, saved = twice(keeper, url, BETTER | entry(page))
    assert shown.status_code == 200
    assert "The game stays finished" in text(shown)
    assert "40 38" in text(shown)
    assert "Corrected" in text(saved)
    assert Hand.objects.get(number=2).facts == BIG_TOO
    assert "corrected at" in text(saved)


def test_nothing_is_saved_that_was_not_shown(over, keeper):
    url = f"/keep/{over.pk}/hand/2/"
    data = BETTER | entry(keeper.get(url))
    shown = keeper.post(url, data | {"do": "preview"})
    other = keeper.post(url, data | {"do": "save", "shown": hidden(shown, "shown"), "left_2": "22"})
    assert "What changes" in text(other)
    assert Hand.objects.get(number=2).facts == BIG
    assert Revision.objects.count() == 3


def test_a_correction_that_ends_the_game_earlier_names_the_hands_after_it(over, keeper):
    url = f"/keep/{over.pk}/hand/1/"
    data = {"end": "out", "by": "1", "left_0": "53 52 51", "left_2": "66 65 64 55 54 63 62", "left_3": "44 43"}
    page = keeper.post(url, data | entry(keeper.get(url)) | {"do": "preview"})
    assert page.status_code == 422
    assert "but these follow: hand 2, hand 3" in text(page)
    assert Hand.objects.get(number=1).facts == SMALL


def test_a_hand_is_deleted_and_brought_back(over, keeper):
    shown, saved = twice(keeper, f"/keep/{over.pk}/hand/3/delete/", {"version": "3", "why": "twice"})
    assert "not finished any more" in text(shown)
    assert "Deleted" in text(saved)
    assert Hand.objects.count() == 2
    history = keeper.get(f"/keep/{over.pk}/history/")
    assert "twice" in text(history)
    assert "Anna 2-1" in text(history)
    shown, saved = twice(keeper, f"/keep/{over.pk}/history/3/", {"version": "4"})
    assert "finished by this" in text(shown)
    assert Hand.objects.count() == 3
    assert Result.objects.count() == 4


def test_a_late_ruling_is_inserted(over, keeper):
    url = f"/keep/{over.pk}/hand/3/insert/judge/"
    data = {"judge-what": "points", "judge-whom": "seat-3", "judge-points": "7", "judge-reason": "late"}
    shown, saved = twice(keeper, url, data | entry(keeper.get(url), "judge-"))
    assert "new" in text(shown)
    assert "Inserted" in text(saved)
    assert fresh(over).totals == [0, 40, 106, 7]
    page = keeper.get(f"/keep/{over.pk}/hand/3/")
    assert 'value="late"' in page.content.decode()


def test_a_forgotten_hand_is_inserted(over, keeper):
    url = f"/keep/{over.pk}/hand/1/insert/hand/"
    _shown, saved = twice(keeper, url, BETTER | entry(keeper.get(url)))
    assert "Inserted" in text(saved)
    assert Hand.objects.get(number=1).facts == BIG_TOO


def test_an_entry_of_several_rulings_can_only_be_deleted(over, keeper):
    hand = Hand.objects.get(number=1)
    hand.facts = {"judge": [*RULING["judge"], {"seat": 1, "warning": True}]}
    hand.save()
    assert "several rulings" in text(keeper.get(f"/keep/{over.pk}/hand/1/"))


def test_two_corrections_at_once_make_one_stale(over, keeper):
    url = f"/keep/{over.pk}/hand/2/"
    data = BETTER | entry(keeper.get(url))
    shown = keeper.post(url, data | {"do": "preview"})
    save = data | {"do": "save", "shown": hidden(shown, "shown")}
    assert keeper.post(url, save).status_code == 302
    again = keeper.post(url, save)
    assert again.status_code == 422
    assert "changed meanwhile" in text(again)


def test_time_is_called_from_the_table(client):
    game = seat_table()
    come_in(client, game)
    write(game, SMALL)
    page = client.post(f"/keep/{game.pk}/time/", {"stop": "hand", "version": "1"}, follow=True)
    assert "stops after hand 2" in text(page)
    assert "stops after hand 2" in text(Client().get(game.get_absolute_url()))
    client.post(f"/keep/{game.pk}/time/", {"stop": "now", "version": "2"})
    assert fresh(game).ended_by == "time"


def test_a_code_leads_to_its_table_and_nowhere_else(over, client):
    link = Invitation.objects.create(tournament=over.table.round.tournament, token="secret")
    there = f"/keep/{over.pk}/"
    assert client.post(f"/k/{link.token}/?next={there}", {"name": "Nina"}).url == there
    for bad in ("https://example.org/", "//example.org/keep/1/", f"{there}undo/", "/keep/1/../../run/", "/run/"):
        assert client.get(f"/k/{link.token}/", {"next": bad}).url == "/keep/"


def test_sheets_are_printed_empty_and_filled(over, keeper, desk):
    empty = keeper.get(f"/keep/{over.pk}/print/")
    assert empty.content.decode().count('<th scope="row">') == 24
    assert "run-qr" in empty.content.decode()
    assert "102" not in text(empty)
    assert "106" in text(keeper.get(f"/keep/{over.pk}/print/?filled"))
    tournament = over.table.round.tournament
    assert "Table 1 · round 1" in text(desk.get(reverse("organiser:sheets", args=[tournament.slug, 1])))


def test_the_organiser_annuls_and_readmits(over, desk):
    tournament = over.table.round.tournament
    url = reverse("organiser:game-step", args=[tournament.slug, over.pk, "annul"])
    refused = desk.post(url, {"annul-version": "3", "annul-why": "", "do": "preview"})
    assert refused.status_code == 422
    shown, saved = twice(desk, url, {"annul-version": "3", "annul-why": "marked tiles"})
    assert "Ratings" in text(shown)
    assert "annulled" in text(saved)
    public = text(Client().get(over.get_absolute_url()))
    assert "counts for nothing. marked tiles" in public
    assert "Annulled" in text(Client().get(over.table.round.get_absolute_url()))
    url = reverse("organiser:game-step", args=[tournament.slug, over.pk, "readmit"])
    twice(desk, url, {"readmit-version": "4"})
    assert Result.objects.count() == 4


def test_the_organiser_moves_people(over, desk):
    tournament = over.table.round.tournament
    url = reverse("organiser:game-step", args=[tournament.slug, over.pk, "reseat"])
    seats = {f"reseat-seat_{at}": str(who) for at, who in enumerate([2, 1, 0, 3])}
    shown, _saved = twice(desk, url, seats | {"reseat-version": "3", "reseat-why": "sat wrong"})
    assert "What changes" in text(shown)
    assert Result.objects.get(lost=True).entry.players.get().name == "Anna"
    wrong = desk.post(url, seats | {"reseat-seat_0": "1", "reseat-version": "4"})
    assert "choose each person once" in text(wrong)


def test_a_closed_round_is_corrected_by_the_organiser_at_the_table(over, keeper, desk):
    Round.objects.update(status=Round.Status.CLOSED)
    url = f"/keep/{over.pk}/hand/2/"
    data = BETTER | entry(keeper.get(url))
    assert keeper.post(url, data | {"do": "preview"}).status_code == 422
    _shown, saved = twice(desk, url, data)
    assert "Corrected" in text(saved)


def test_a_player_confirms_or_disputes_by_the_personal_link(over, client, desk):
    tournament = over.table.round.tournament
    desk.post(reverse("organiser:personal", args=[tournament.slug]))
    assert "/me/" in text(desk.get(reverse("organiser:personal", args=[tournament.slug])))
    link = PlayerLink.objects.get(player__name="Vera")
    page = client.get(f"/me/{link.token}/")
    assert "Table 1" in text(page)
    assert "With Anna, Boris, Gleb" in text(page)
    url = f"/me/{link.token}/{over.pk}/dispute/"
    assert client.post(url, {"version": "3", "words": ""}).status_code == 422
    late = client.post(url, {"version": "1", "words": "hand <2>"})
    assert late.status_code == 422
    assert "The game has changed meanwhile" in text(late)
    assert "hand &lt;2&gt;</textarea>" in late.text
    assert "You dispute" in text(client.post(url, {"version": "3", "words": "hand 2"}, follow=True))
    assert "Vera: hand 2" in text(desk.get(reverse("organiser:desk", args=[tournament.slug])))
    assert "disputed" in text(client.get(over.get_absolute_url()))
    client.post(f"/me/{link.token}/{over.pk}/confirm/", {"version": "3"})
    assert Confirmation.objects.get(player=Player.objects.get(name="Vera")).says == "confirmed"
    desk.post(reverse("organiser:game-step", args=[tournament.slug, over.pk, "settle"]), {"version": "3"})
    assert "Confirmed by the organiser" in text(client.get(over.get_absolute_url()))


def test_the_pages_ask_the_same_for_more_rounds(over, keeper, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):
        keeper.get(f"/keep/{over.pk}/history/")
    PlayerLink.objects.create(
        tournament=over.table.round.tournament, player=Player.objects.get(name="Vera"), token="vera"
    )
    phone = Client()
    phone.get("/me/vera/")  # the first time it is noted who has opened the link
    with django_assert_max_num_queries(9):
        phone.get("/me/vera/")
