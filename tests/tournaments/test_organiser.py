"""The organiser's pages: what they show, that a refusal keeps what was typed, and that they stay cheap."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import variants
from tests.once import once
from tests.tournaments.room import out, seat_table, write
from tests.tournaments.world import World, build_world, call_time
from tournaments.access import Actor
from tournaments.models import Entry, Game, Hand, Tournament
from tournaments.services import entries, hands, rounds, tournaments
from tournaments.services.audit import record_change

pytestmark = pytest.mark.django_db


built = once(build_world)


@pytest.fixture
def desk(world: World) -> Client:
    return world.client("organiser")


def url(name: str, *args: object) -> str:
    return reverse(f"organiser:{name}", args=args)


def form_of(code: str, **changes: object) -> dict[str, object]:
    """A form of the options filled as it is shown."""
    shown = {f"option-{name}": value for name, value in variants.get(code).resolve({}).items()}
    filled = {"name": "Cup", "kind": "individual", "rated": "on", **shown, **changes}
    return {name: value for name, value in filled.items() if value is not False and value is not None}


def test_signing_in_and_out(django_user_model):
    django_user_model.objects.create_user("olga", password="domino-olga")
    client = Client()
    assert "id_username" in client.get(reverse("sign-in")).text
    refused = client.post(reverse("sign-in"), {"username": "olga", "password": "x"})
    assert 'role="alert"' in refused.text
    answer = client.post(reverse("sign-in"), {"username": "olga", "password": "domino-olga"})
    assert answer.url == url("home")
    assert client.post(reverse("sign-out")).url == reverse("public:home")


def test_a_tournament_is_made_with_its_rules(desk):
    assert "Mandavoshka" in desk.get(url("create")).text
    data = form_of("mandavoshka", name="Spring", **{"option-target": 51, "option-burn_at": ""})
    answer = desk.post(url("create-variant", "mandavoshka"), data, follow=True)
    made = Tournament.objects.get(slug="spring")
    assert made.options == {"target": 51, "burn_at": None}
    assert list(made.organisers.values_list("username", flat=True)) == ["organiser"]
    assert answer.redirect_chain == [(url("stages", "spring"), 302)]


def test_a_named_rule_moves_the_options_that_were_left_alone(desk):
    data = form_of("morskoy_kozel_exchange", **{"option-popular_doubles": "on"})
    desk.post(url("create-variant", "morskoy_kozel_exchange"), data)
    assert Tournament.objects.get(slug="cup").options == {"popular_doubles": True}
    shown = desk.get(url("settings", "cup")).context["form"]
    assert shown["option-lone_double_six"].value() == 50
    data = {"name": "Cup", "rated": "on"} | {
        field.html_name: field.value() for field in shown if field.value() not in (None, False)
    }
    del data["option-popular_doubles"]
    desk.post(url("settings", "cup"), data)
    assert Tournament.objects.get(slug="cup").options == {}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"option-target": 0}, "option-target"),
        ({"starts_at": "0001-01-01T00:00"}, "starts_at"),
        ({"name": "\u200b\u3164"}, "name"),
        ({"option-target": 50, "option-burn_at": 60}, "option-burn_at"),
        ({"option-tie": "dice"}, "option-tie"),
        ({"name": " "}, "name"),
    ],
)
def test_a_fault_in_the_form_stands_at_its_field_and_nothing_is_made(desk, changes, field):
    before = Tournament.objects.count()
    answer = desk.post(url("create-variant", "mandavoshka"), form_of("mandavoshka", **changes, venue="Hall"))
    assert field in answer.context["form"].errors
    assert "Hall" in answer.text
    assert Tournament.objects.count() == before


def test_the_desk_says_who_is_missing(desk, world):
    actor = Actor(user=world.users["organiser"])
    few = tournaments.create_tournament(actor=actor, name="Few", variant="mandavoshka")
    assert "Nobody is on the list yet" in desk.get(url("desk", "few")).text
    entries.add_entries(tournament=few, text="A", actor=actor)
    assert desk.get(url("desk", "few")).text.count("1 more is needed for a table.") == 2
    entries.withdraw_entry(entry=few.entries.get(), actor=actor)
    assert desk.get(url("desk", "few")).text.count("All have withdrawn") == 2
    goat = tournaments.create_tournament(actor=actor, name="Goat", variant="morskoy_kozel_exchange")
    entries.add_entries(tournament=goat, text="A\nB", actor=actor)
    assert "2 more are needed for a table." in desk.get(url("desk", "goat")).text


def test_the_main_button_leads_through_a_tournament(desk, world):
    actor = Actor(user=world.users["organiser"])
    tournaments.create_tournament(actor=actor, name="Way", variant="mandavoshka")

    def main() -> str:
        return desk.get(url("desk", "way")).context["way"].main

    def press() -> None:
        desk.post(main().url)

    assert main().label == "Publish the tournament"
    press()
    assert (main().label, main().link) == ("Enter people", True)
    desk.post(url("people", "way"), {"text": "A\nB\nC\nD\nE"})
    assert main().label == "Draw round 1"
    press()
    assert main().label == "Publish round 1"
    press()
    assert main().label == "Close round 1"
    press()
    assert main().label == "Close round 1", "games are going on"
    call_time(Game.objects.get(table__round__tournament__slug="way"), actor)
    press()
    page = desk.get(url("desk", "way")).context
    assert (main().label, [button.label for button in page["way"].other]) == (
        "Draw round 2",
        ["Finish the tournament"],
    )
    assert [button.label for button in page["way"].back] == ["Reopen round 1"]
    desk.post(page["way"].other[0].url)
    assert main().label == "Look at the standings"
    assert Tournament.objects.get(slug="way").status == "finished"


def test_a_step_back_is_named_and_taken(desk):
    page = desk.get(url("desk", "open")).context
    assert [button.label for button in page["way"].back] == ["Discard the draft of round 2"]
    answer = desk.post(page["way"].back[0].url, follow=True)
    assert "The draft of round 2 is discarded." in answer.text


def test_a_refused_step_says_why(desk):
    answer = desk.post(url("round-step", "played", 1, "close"), follow=True)
    assert "Games are not finished at these tables: 1." in answer.text


def test_late_people_are_named_beside_the_draft(desk):
    desk.post(url("people", "open"), {"text": "Dina"})
    todos = desk.get(url("desk", "open")).context["way"].todos
    assert "Not in this draft: Dina" in [todo.text for todo in todos]


def test_a_refused_list_is_kept_whole(desk):
    text = "Dina\nAnna\n"
    answer = desk.post(url("people", "open"), {"text": text})
    assert "Anna takes part already." in answer.text
    assert answer.context["form"]["text"].value() == text
    assert Entry.objects.filter(tournament__slug="open").count() == 4


def test_the_answer_says_who_was_known(desk, world):
    answer = desk.post(url("people", "other"), {"text": "x"})
    assert answer.status_code == 403
    tournaments.create_tournament(actor=Actor(user=world.users["organiser"]), name="New cup", variant="mandavoshka")
    answer = desk.post(url("people", "new-cup"), {"text": "Anna\nZoya"}, follow=True)
    assert "2 added. Known from before: Anna." in answer.text


def test_entries_go_and_come_back(desk):
    for step, word in (("withdraw", "withdrawn"), ("return", "back"), ("remove", "Withdraw it instead")):
        assert word in desk.post(url("entry-step", "played", 1, step), follow=True).text


def test_settings_until_and_after_the_first_hand(desk, world):
    data = form_of("mandavoshka", name="Played", venue="Club", **{"option-target": 151})
    desk.post(url("settings", "played"), data)
    assert Tournament.objects.get(slug="played").options == {"target": 151}
    Hand.objects.create(game=world.games["played 1"], number=1, facts={"judge": []})
    page = desk.get(url("settings", "played"))
    assert "The rules are fixed" in page.text
    assert "option-target" not in page.text
    desk.post(url("settings", "played"), {"name": "Played", "venue": "Hall", "starts_at": "2026-11-01T18:30"})
    changed = Tournament.objects.get(slug="played")
    assert (changed.venue, changed.rated, changed.options) == ("Hall", False, {"target": 151})


def test_a_link_is_shown_as_address_and_code_until_it_is_revoked(desk, world):
    link = world.links["open"]
    address = "http://testserver" + reverse("keep:enter", args=[link.token])
    page = desk.get(url("links", "open"), headers={"host": "testserver"}).text
    assert address in page
    assert 'class="run-qr"' in page
    assert "style=" not in page
    desk.post(url("revoke-link", "open", link.pk))
    assert link.token not in desk.get(url("links", "open")).text


def test_the_log_is_readable_and_in_pages(desk, world):
    actor = Actor(user=world.users["organiser"])
    tournaments.update_tournament(
        tournament=world.tournaments["open"], actor=actor, name="open", venue="Club", starts_at=None, rated=False
    )
    page = desk.get(url("log", "open")).text
    assert "Settings changed" in page
    assert "<del>yes</del>" in page
    for _number in range(50):
        record_change(tournament=world.tournaments["open"], actor=actor, action="make_link", target="link 1")
    assert "page 2 of 2" in desk.get(url("log", "open"), {"page": 2}).text


def test_the_log_tells_hands_by_names_and_counts_them_as_the_sheet_does(client, django_user_model):
    game = seat_table()
    organiser = django_user_model.objects.create_user("olga")
    game.table.round.tournament.organisers.add(organiser)
    write(
        game,
        {"judge": [{"seat": 1, "points": -5, "reason": "late"}]},
        {"redeal": {"seat": 2, "why": "suit"}},
        out(0, {1: "66", 2: "53", 3: "00 11"}),
        {"judge": [{"seat": 1, "warning": True}]},
    )
    hands.undo_hand(game=game, version=4, actor=Actor(user=organiser))
    client.force_login(organiser)
    page = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", client.get(url("log", "cup")).text)))
    assert "Written down round 1, table 1, hand 1 Out: Anna · Boris 6‑6 · Vera 5‑3 · Gleb 0‑0 1‑1" in page
    assert "round 1, table 1, a judge's entry before hand 1 Judge: Boris −5 (late)" in page
    assert "round 1, table 1, a redeal before hand 1 Redeal: Vera" in page
    assert "Undone round 1, table 1, a judge's entry after hand 1 Judge: Warning: Boris" in page
    assert "facts" not in page
    assert "number:" not in page


@pytest.mark.parametrize("name", ["desk", "people", "log", "links", "settings"])
def test_pages_ask_as_often_for_three_tables_as_for_one(desk, world, name):
    def count() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(url(name, "wide")).status_code == 200
        return len(asked)

    actor = Actor(user=world.users["organiser"])
    wide = tournaments.create_tournament(actor=actor, name="Wide", variant="mandavoshka")
    tournaments.publish_tournament(tournament=wide, actor=actor)
    entries.add_entries(tournament=wide, text="\n".join("ABCD"), actor=actor)
    rounds.draw_round(tournament=wide, number=1, actor=actor)
    rounds.publish_round(tournament=wide, number=1, actor=actor)
    one = count()
    rounds.unpublish_round(tournament=wide, number=1, actor=actor)
    rounds.discard_round(tournament=wide, number=1, actor=actor)
    entries.add_entries(tournament=wide, text="\n".join("EFGHIJKL"), actor=actor)
    rounds.draw_round(tournament=wide, number=1, actor=actor)
    rounds.publish_round(tournament=wide, number=1, actor=actor)
    assert count() == one
