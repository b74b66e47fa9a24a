"""The scorekeeper's pages without a script: coming in, the table, preview, save, undo, faults, a stale entry."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.room import add_table, out, seat_table, write
from tournaments.access import LINKS_KEY, NAME_KEY
from tournaments.models import Game, Hand, Invitation, Round

pytestmark = pytest.mark.django_db

OUT = {"end": "out", "by": "0", "left_1": "64", "left_2": "6653", "left_3": "00 1-1"}


@pytest.fixture
def game() -> Game:
    return seat_table()


@pytest.fixture
def keeper(game: Game, client: Client) -> Client:
    return come_in(client, game)


def come_in(client: Client, game: Game, name: str = "Nina") -> Client:
    link = Invitation.objects.create(tournament=game.table.round.tournament, token=f"token-{uuid4()}")
    assert client.post(f"/k/{link.token}/", {"name": name}).status_code == 302
    return client


def text(response: Any) -> str:
    """What a reader sees of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def hidden(response: Any, name: str) -> str:
    return re.search(rf'name="{name}" value="([^"]*)"', response.content.decode())[1]


def post(client: Client, game: Game, fields: dict[str, Any], do: str, **more: Any) -> Any:
    page = client.get(f"/keep/{game.pk}/")
    data = {"uuid": hidden(page, "uuid"), "version": hidden(page, "version")} | fields | more | {"do": do}
    return client.post(f"/keep/{game.pk}/", data)


def test_the_link_asks_the_name_once(game, client):
    link = Invitation.objects.create(tournament=game.table.round.tournament, token="secret")
    page = client.get("/k/secret/")
    assert "Your name" in text(page)
    assert LINKS_KEY not in client.session
    assert "required" in text(client.post("/k/secret/", {"name": " "}))
    assert "required" in text(client.post("/k/secret/", {"name": "\u2066\u200b"}))
    response = client.post("/k/secret/", {"name": "Nina"})
    assert response.headers["Location"] == "/keep/"
    assert client.session[NAME_KEY] == "Nina"
    assert client.session[LINKS_KEY] == [link.pk]
    assert client.get("/k/secret/").status_code == 302
    assert client.session[LINKS_KEY] == [link.pk]
    link.refresh_from_db()
    assert link.last_used_at is not None


def test_an_unknown_or_withdrawn_link_opens_nothing(game, keeper, client):
    assert client.get("/k/nothing/").status_code == 404
    Invitation.objects.update(revoked_at="2026-01-01T00:00Z")
    assert client.get(f"/k/{Invitation.objects.get().token}/").status_code == 404
    assert client.get(f"/keep/{game.pk}/").status_code == 403
    assert "No table" in text(client.get("/keep/"))


def test_my_tables(game, keeper):
    other = add_table(game.table.round, ["Dora", "Egor"])
    seat_table(slug="elsewhere")
    write(game, out(0, {1: "64", 2: "66 53", 3: "00 11"}))
    page = text(keeper.get("/keep/"))
    assert "Nina" in page
    assert "Vera 32" in page
    assert "1 hand" in page
    assert "Dora 0" in page
    assert f"/keep/{other.pk}/" in keeper.get("/keep/").content.decode()
    assert "Elsewhere" not in page
    Round.objects.update(status=Round.Status.DRAFT)
    assert "No table" in text(keeper.get("/keep/"))


def test_another_scorekeeper_takes_over(keeper):
    keeper.post("/keep/", {"name": "Oleg"})
    assert "Oleg" in text(keeper.get("/keep/"))


def test_an_organiser_keeps_score_without_a_link(game, client):
    user = User.objects.create_user("olga")
    client.force_login(user)
    assert client.get(f"/keep/{game.pk}/").status_code == 403
    game.table.round.tournament.organisers.add(user)
    assert "Anna 0" in text(client.get("/keep/"))
    assert post(client, game, OUT, "save").status_code == 302
    assert Hand.objects.get().created_by == user


@pytest.mark.parametrize("path", ["", "preview/", "undo/", "judge/", "redeal/"])
def test_strangers_are_kept_out(game, client, path):
    assert client.post(f"/keep/{game.pk}/{path}").status_code == 403
    assert client.post(f"/keep/{game.pk + 1}/{path}").status_code == 404
    other = seat_table(slug="other")
    come_in(client, other)
    assert client.post(f"/keep/{game.pk}/{path}").status_code == 403


def test_a_draft_round_is_not_there_for_a_keeper(game, keeper):
    Round.objects.update(status=Round.Status.DRAFT)
    assert keeper.get(f"/keep/{game.pk}/").status_code == 404


def test_preview_then_save(game, keeper):
    preview = post(keeper, game, OUT, "preview")
    assert "Vera +32" in text(preview)
    assert "0 → 32" in text(preview)
    assert "20 + 10 + 2 = 32" in text(preview)
    assert 'value="6653"' in preview.content.decode()
    assert not Hand.objects.exists()
    data = OUT | {name: hidden(preview, name) for name in ("uuid", "version", "seen")} | {"do": "save"}
    saved = keeper.post(f"/keep/{game.pk}/", data, follow=True)
    assert "Saved: hand 1." in text(saved)
    assert "Out: Anna · Vera +32" in text(saved)
    assert "Hand 2" in text(saved)
    assert Hand.objects.get().keeper == "Nina"
    again = keeper.post(f"/keep/{game.pk}/", data, follow=True)
    assert "Saved: hand 1." in text(again)
    assert Hand.objects.count() == 1


def test_a_hand_that_was_changed_after_the_preview_is_shown_again(game, keeper):
    preview = post(keeper, game, OUT, "preview")
    changed = post(keeper, game, OUT | {"left_2": "11", "left_3": "00"}, "save", seen=hidden(preview, "seen"))
    assert "Boris" in text(changed)
    assert not Hand.objects.exists()
    assert hidden(changed, "seen") != hidden(preview, "seen")


def test_the_preview_alone(game, keeper):
    page = keeper.get(f"/keep/{game.pk}/")
    data = OUT | {name: hidden(page, name) for name in ("uuid", "version")}
    part = keeper.post(f"/keep/{game.pk}/preview/", data)
    assert "Vera +32" in text(part)
    assert "<html" not in part.content.decode()
    assert "missing" in text(keeper.post(f"/keep/{game.pk}/preview/", data | {"left_3": ""}))
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"by": ""}, "id_by_error", "Who went out?"),
        ({"left_1": "64 77"}, "id_left_1_error", "no tile “77”"),
        ({"left_1": "640"}, "id_left_1_error", "no tile “640”"),
        ({"left_3": ""}, "id_left_3_error", "Gleb: the hand is missing"),
        ({"left_3": "-"}, "id_left_3_error", "Gleb holds no tile"),
        ({"left_3": "64"}, "", "6‑4 is written down twice"),
        ({"pips_1": "12"}, "id_pips_1_error", "not both"),
        ({"left_1": "", "pips_1": "x"}, "id_pips_1_error", "a whole number from 1"),
        ({"last": "64 65"}, "", "must all be doubles"),
    ],
)
@pytest.mark.parametrize("do", ["preview", "save"])
def test_a_fault_is_said_at_its_field_and_nothing_is_lost(game, keeper, changes, field, words, do):
    response = post(keeper, game, OUT | changes, do)
    html = unescape(response.content.decode())
    assert response.status_code == 422
    assert words in html
    if field:
        assert re.search(rf'id="{field}"[^>]*>[^<]*{re.escape(words)}', html)
    for name, value in (OUT | changes).items():
        if name.startswith(("left", "pips", "last")) and value:
            assert f'value="{value}"' in html
    assert not Hand.objects.exists()


def test_pips_last_move_and_a_fish_whose_maker_holds_nothing(game, keeper):
    post(keeper, game, {"end": "out", "by": "0", "left_1": "64", "left_2": "53", "pips_3": "20", "last": "1-1"}, "save")
    fish = {"end": "fish", "by": "1", "left_0": "64", "left_1": "–", "left_2": "53", "left_3": "11"}
    post(keeper, game, fish, "save")
    post(keeper, game, {"end": "stopped"}, "save")
    assert list(Hand.objects.values_list("facts", flat=True)) == [
        {"end": "out", "by": 0, "left": {"1": ["6-4"], "2": ["5-3"]}, "pips": {"3": 20}, "last": ["1-1"]},
        {"end": "fish", "by": 1, "left": {"0": ["6-4"], "1": [], "2": ["5-3"], "3": ["1-1"]}},
        {"end": "stopped"},
    ]


@pytest.mark.parametrize("typed", ["6–4 0.0", "６４ ００", "6‑4,0-0", "64.00", "6 - 4 0·0", "6400"])
def test_tiles_as_any_keyboard_gives_them(game, keeper, typed):
    post(keeper, game, OUT | {"left_1": typed, "left_3": "11"}, "save")
    assert Hand.objects.get().facts["left"]["1"] == ["6-4", "0-0"]


@pytest.mark.parametrize("nothing", ["-", "—", "0", " − "])
def test_an_empty_hand_of_who_made_the_fish(game, keeper, nothing):
    post(
        keeper,
        game,
        {"end": "fish", "by": "1", "left_0": "64", "left_1": nothing, "left_2": "53", "left_3": "11"},
        "save",
    )
    assert Hand.objects.get().facts["left"]["1"] == []


def test_a_judges_entry_leaves_the_hand_that_is_being_typed(game, keeper):
    judge = {"judge-uuid": str(uuid4()), "judge-version": "0", "judge-what": "warning", "judge-reason": "late"}
    mine = OUT | {"uuid": str(uuid4()), "version": "0"} | judge
    refused = keeper.post(f"/keep/{game.pk}/judge/", mine).content.decode()
    assert 'value="6653"' in refused
    preview = keeper.post(f"/keep/{game.pk}/", mine | {"do": "preview"}).content.decode()
    assert 'value="late"' in preview
    assert '<details class="keep-more" open>' in preview
    saved = keeper.post(f"/keep/{game.pk}/judge/", mine | {"judge-whom": "seat-1"}, follow=True)
    assert 'value="6653"' in saved.content.decode()
    assert "Not saved yet" in text(saved)
    assert re.search(r'name="by" value="0" checked', saved.content.decode())
    assert hidden(saved, "version") == "1"
    write(game, {"end": "stopped"})
    assert 'value="6653"' not in keeper.get(f"/keep/{game.pk}/").content.decode()


def test_a_judge_may_write_any_minus(game, keeper):
    entry = {"judge-uuid": str(uuid4()), "judge-version": "0", "judge-what": "points", "judge-whom": "seat-1"}
    keeper.post(f"/keep/{game.pk}/judge/", entry | {"judge-points": "−5"})
    assert Hand.objects.get().facts == {"judge": [{"seat": 1, "points": -5}]}


@pytest.mark.parametrize("version", ["9" * 25, "1e3", "-1"])
def test_a_version_that_cannot_be_is_refused(game, keeper, version):
    assert post(keeper, game, OUT, "save", version=version).status_code == 422
    assert keeper.post(f"/keep/{game.pk}/undo/", {"version": version}).status_code == 302


def test_the_first_tile_is_folded_but_where_it_matters(game, keeper):
    assert "More tiles first tile" in text(keeper.get(f"/keep/{game.pk}/"))
    goat = seat_table(slug="goat", variant="morskoy_kozel_exchange", options={"popular_doubles": True}, pairs=True)
    come_in(keeper, goat)
    assert "More tiles" not in text(keeper.get(f"/keep/{goat.pk}/"))
    assert "First tile" in text(keeper.get(f"/keep/{goat.pk}/"))
    goat_out = {"end": "out", "by": "0", "left_1": "64", "left_3": "55", "first": "66"}
    assert "Anna / Vera +70" in text(post(keeper, goat, goat_out, "preview"))
    assert "One tile opens a hand" in text(post(keeper, goat, goat_out | {"first": "66 55"}, "preview"))


def test_undo_brings_the_hand_back_into_the_form(game, keeper):
    post(keeper, game, OUT | {"pips_1": "", "last": "2-2"}, "save")
    version = hidden(keeper.get(f"/keep/{game.pk}/"), "version")
    page = keeper.post(f"/keep/{game.pk}/undo/", {"version": version}, follow=True)
    assert "Undone" in text(page)
    html = page.content.decode()
    assert 'value="6-6 5-3"' in html
    assert 'value="2-2"' in html
    assert re.search(r'name="by" value="0" checked', html)
    assert not Hand.objects.exists()
    assert 'value="6-6 5-3"' in keeper.get(f"/keep/{game.pk}/").content.decode()
    write(game, {"end": "stopped"})
    assert 'value="6-6 5-3"' not in keeper.get(f"/keep/{game.pk}/").content.decode()


@pytest.mark.parametrize("version", ["0", "nonsense"])
def test_undo_of_what_one_has_not_seen_is_refused(game, keeper, version):
    post(keeper, game, OUT, "save")
    page = keeper.post(f"/keep/{game.pk}/undo/", {"version": version}, follow=True)
    assert "Nothing was undone" in text(page)
    assert Hand.objects.count() == 1


def test_undo_in_a_closed_round_says_what_to_do(game, keeper):
    post(keeper, game, OUT, "save")
    Round.objects.update(status=Round.Status.CLOSED)
    page = keeper.get(f"/keep/{game.pk}/")
    assert "organiser can open it" in text(page)
    assert "/undo/" not in page.content.decode()
    assert "reopen" in text(keeper.post(f"/keep/{game.pk}/undo/", {"version": "1"}, follow=True))


def test_a_stale_entry_stands_beside_the_other_and_can_be_saved(game, keeper):
    page = keeper.get(f"/keep/{game.pk}/")
    mine = OUT | {name: hidden(page, name) for name in ("uuid", "version")} | {"do": "save"}
    write(game, out(1, {0: "55", 2: "21", 3: "31"}))
    stale = keeper.post(f"/keep/{game.pk}/", mine)
    assert stale.status_code == 409
    assert "has changed meanwhile" in text(stale)
    assert "Hand 1 · Out: Boris · Nothing is written" in text(stale)
    assert 'value="6653"' in stale.content.decode()
    assert "Vera +32" in text(stale)
    assert Hand.objects.count() == 1
    again = mine | {name: hidden(stale, name) for name in ("uuid", "version", "seen")}
    assert again["uuid"] == mine["uuid"]
    assert keeper.post(f"/keep/{game.pk}/", again).status_code == 302
    assert Hand.objects.count() == 2


def test_a_stale_entry_is_kept_when_the_game_is_over_meanwhile(game, keeper):
    page = keeper.get(f"/keep/{game.pk}/")
    mine = OUT | {name: hidden(page, name) for name in ("uuid", "version")} | {"do": "save"}
    write(game, out(1, {}, last=["6-6"]))
    stale = keeper.post(f"/keep/{game.pk}/", mine)
    assert stale.status_code == 409
    assert "The game is over" in text(stale)
    assert "Your entry was not saved" in text(stale)
    assert "Vera 6653" in text(stale)
    assert 'name="left_2"' not in stale.content.decode()
    assert "Saving it now" not in text(stale)


@pytest.mark.parametrize("path", ["", "judge/", "redeal/"])
def test_an_entry_after_the_round_closed_is_shown_for_reading(game, keeper, path):
    mine = OUT | {"uuid": str(uuid4()), "version": "0", "do": "save"}
    mine |= {f"judge-{name}": mine[name] for name in ("uuid", "version")} | {"judge-what": "stop"}
    mine |= {f"redeal-{name}": mine[name] for name in ("uuid", "version")}
    mine |= {"redeal-whom": "seat-1", "redeal-why": "suit", "judge-reason": "late"}
    Round.objects.update(status=Round.Status.CLOSED)
    refused = keeper.post(f"/keep/{game.pk}/{path}", mine)
    assert refused.status_code == 422
    assert "Your entry was not saved" in text(refused)
    assert {"": "Vera 6653", "judge/": "Reason late", "redeal/": "Whose hand Boris"}[path] in text(refused)
    assert '<input type="radio"' not in refused.content.decode()
    closed = keeper.get(f"/keep/{game.pk}/").content.decode()
    assert re.search(r'<p class="keep-net"[^>]* hidden>|<p class="keep-net" hidden', closed)


def test_judge_and_redeal(game, keeper):
    page = keeper.get(f"/keep/{game.pk}/")
    judge = {f"judge-{name}": hidden(page, f"judge-{name}") for name in ("uuid", "version")}
    for fields, words in [
        ({"what": "points"}, "Whom is it about?"),
        ({"what": "points", "whom": "seat-1"}, "How many"),
    ]:
        refused = keeper.post(f"/keep/{game.pk}/judge/", judge | {f"judge-{k}": v for k, v in fields.items()})
        assert refused.status_code == 422
        assert words in text(refused)
    fields = {"judge-what": "points", "judge-whom": "seat-1", "judge-points": "-5", "judge-reason": "late"}
    assert "Boris −5" in text(keeper.post(f"/keep/{game.pk}/judge/", judge | fields, follow=True))
    stale = keeper.post(f"/keep/{game.pk}/judge/", judge | fields | {"judge-uuid": str(uuid4())})
    assert stale.status_code == 409
    redeal = {"redeal-uuid": str(uuid4()), "redeal-version": "1", "redeal-whom": "seat-2", "redeal-why": "suit"}
    assert keeper.post(f"/keep/{game.pk}/redeal/", redeal).status_code == 302
    stop = {"judge-uuid": str(uuid4()), "judge-version": "2", "judge-what": "stop"}
    assert keeper.post(f"/keep/{game.pk}/judge/", stop).status_code == 302
    assert list(Hand.objects.values_list("facts", flat=True)) == [
        {"judge": [{"seat": 1, "points": -5, "reason": "late"}]},
        {"redeal": {"seat": 2, "why": "suit"}},
        {"judge": [{"stop": "time"}]},
    ]
    page = text(keeper.get(f"/keep/{game.pk}/"))
    assert "The game is over" in page
    assert "time was called" in page


def test_a_judge_speaks_of_pairs_too(client):
    goat = seat_table(variant="morskoy_kozel_exchange", pairs=True)
    come_in(client, goat)
    page = client.get(f"/keep/{goat.pk}/")
    assert "Anna / Vera" in text(page)
    fields = {"judge-uuid": str(uuid4()), "judge-version": "0", "judge-what": "forfeit", "judge-whom": "side-1"}
    client.post(f"/keep/{goat.pk}/judge/", fields)
    assert Hand.objects.get().facts == {"judge": [{"side": 1, "forfeit": True}]}


def test_a_finished_game_shows_places_and_can_be_undone(game, keeper):
    post(keeper, game, {"end": "out", "by": "1", "last": "00"}, "save")
    page = keeper.get(f"/keep/{game.pk}/")
    assert "an early win" in text(page)
    assert "1 Boris" in text(page)
    assert "2–4 Anna" in text(page)
    assert 'name="left_0"' not in page.content.decode()
    keeper.post(f"/keep/{game.pk}/undo/", {"version": "1"})
    assert 'name="left_0"' in keeper.get(f"/keep/{game.pk}/").content.decode()


@pytest.mark.parametrize("length", [1, 8])
def test_a_page_asks_the_same_for_a_long_game(game, keeper, length, django_assert_max_num_queries):
    write(game, *[{"end": "stopped"}] * length)
    with django_assert_max_num_queries(7):
        keeper.get(f"/keep/{game.pk}/")
    with django_assert_max_num_queries(7):
        keeper.get("/keep/")
