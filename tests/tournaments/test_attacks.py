"""What somebody may try who means ill: each a way in that must be shut. What a role may do: test_access.py."""

from __future__ import annotations

import csv
import io
import json
import logging
from uuid import uuid4

import pytest
from allauth.core import context
from allauth.mfa.webauthn.internal.auth import get_server
from django.conf import settings as site
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from config.logs import logging_settings
from tests.once import once
from tests.tournaments.furnished import ROUTES
from tests.tournaments.matrix import address
from tests.tournaments.room import out
from tests.tournaments.world import PASSWORD, World, build_world, draw
from tournaments.access import Actor
from tournaments.models import Confirmation, Invitation, PlayerLink
from tournaments.services import confirming, hands, links, rounds, seasons
from tournaments.services.entries import add_entries
from tournaments.services.tournaments import create_tournament, finish_tournament, publish_tournament

pytestmark = pytest.mark.django_db

SHORT = out(0, {1: "64", 2: "66 53", 3: "00 11"})
AWAY = (
    "//evil.example/",
    "https://evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "https:evil.example",
    "\t//e.ee",
)
OWN_CACHE = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "attacks"},
    "limits": site.CACHES["limits"],
}


built = once(build_world)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def sent(version: int = 0, actor: str = "keeper:Kira") -> dict[str, object]:
    return {"facts": SHORT, "uuid": str(uuid4()), "version": version, "actor": actor}


@pytest.mark.parametrize("where", AWAY)
def test_nobody_is_sent_to_another_site(world: World, where: str) -> None:
    client, organiser = Client(), world.client("organiser")
    told = {"username": "organiser", "password": PASSWORD, "next": where}
    answers = [
        client.post(f"{reverse('sign-in')}?next={where}", told),
        client.post(reverse("set_language"), {"language": "ru", "next": where}, headers={"referer": where}),
        client.post(reverse("public:theme"), {"theme": "dark", "next": where}, headers={"referer": where}),
        organiser.post(f"{reverse('account_reauthenticate')}?next={where}", {"password": PASSWORD, "next": where}),
        organiser.post(reverse("sign-out"), {"next": where}),
        Client().get(f"{reverse('organiser:home')}?next={where}"),
    ]
    for answer in answers:
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/")
        assert not answer.headers["Location"].startswith(("//", "/\\"))


def test_a_host_that_somebody_made_up_is_refused_and_named_nowhere(world: World) -> None:
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    page = Client().get("/t/open/", headers={"x-forwarded-host": "evil.example"})
    assert page.status_code == 200
    assert "evil.example" not in page.text


@override_settings(CACHES=OWN_CACHE)
def test_what_an_organiser_was_shown_is_given_to_nobody_else(world: World) -> None:
    cache.clear()
    organiser, keeper = world.client("organiser"), world.client("keeper")
    pages = [address(world, name, case) for name in ROUTES if name.startswith("public:") for case in FITTING(name)]
    assert len(pages) > 15
    for page in pages:
        for first in (organiser, keeper):
            first.get(page)
        shown = Client().get(page)
        text = shown.content.decode(errors="replace")
        assert "/run/" not in text.replace('href="/run/"', "")
        assert "organiser" not in text.replace("/organiser", "")
        assert "/keep/" not in text.replace('href="/keep/"', "")


def FITTING(name: str) -> list:
    return [case for case in ROUTES[name] if case.method == "get" and case.args in ((), ("open",), ("open", 1))]


def test_the_session_has_a_new_key_once_it_is_worth_something(world: World) -> None:
    link = links.make_link(
        tournament=world.tournaments["played"], actor=Actor(user=world.users["organiser"]), role="guest"
    )
    for step in (
        lambda client: client.post(reverse("sign-in"), {"username": "organiser", "password": PASSWORD}),
        lambda client: client.post(reverse("keep:enter", args=[world.links["played"].token]), {"name": "Kira"}),
        lambda client: client.get(reverse("join:invitation", args=[link.token])),
        lambda client: client.get(reverse("me:home", args=[world.personal["played"].token])),
    ):
        client = Client()
        session = client.session
        session["planted"] = True
        session.save()
        step(client)
        assert client.session.session_key != session.session_key
        assert not client.session.exists(session.session_key)


def test_a_name_that_nobody_has_is_answered_as_a_wrong_password_is(world: World) -> None:
    texts = []
    for name in ("organiser", "nobody-7"):
        text = Client().post(reverse("sign-in"), {"username": name, "password": "wrong"}).text
        secret = text.partition('csrfmiddlewaretoken" value="')[2][:64]
        texts.append(text.replace(f'value="{name}"', "").replace(secret, ""))
    assert texts[0] == texts[1]


def test_who_says_to_come_from_elsewhere_is_counted_all_the_same(world: World, settings: object) -> None:
    for number in range(site.AXES_FAILURE_LIMIT):
        answer = Client().post(
            reverse("sign-in"),
            {"username": "organiser", "password": "wrong"},
            headers={"x-forwarded-for": f"192.0.2.{number}", "x-real-ip": f"192.0.2.{number}"},
        )
    assert answer.status_code == 429
    with override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):  # BEHIND_PROXY
        made_up = {"x-forwarded-for": "192.0.2.99, 127.0.0.1"}  # the proxy adds what it saw, at the end
        answer = Client().post(reverse("sign-in"), {"username": "organiser", "password": PASSWORD}, headers=made_up)
    assert answer.status_code == 429


def test_a_name_makes_no_second_line_in_a_log(world: World) -> None:
    client = Client()
    client.post(reverse("keep:enter", args=[world.links["played"].token]), {"name": "Kira\r\nadmin\u202e"})
    game = world.games["played 1"]
    client.post(reverse("keep:time", args=[game.pk]), {"stop": "now", "version": game.version})
    keeper = game.hands.get().keeper
    assert keeper.isprintable()
    told = logging_settings(as_json=True)["formatters"]
    [formatter] = [logging.config.DictConfigurator({}).configure_formatter(told[name]) for name in told]
    record = logging.LogRecord("ryba", logging.ERROR, "", 1, "a\n%s", ('{"level": "forged"}\n',), None)
    line = formatter.format(record)
    assert "\n" not in line
    assert json.loads(line)["level"] != "forged"


def test_a_name_from_a_program_or_an_archive_is_one_line_too(world: World) -> None:
    organiser = world.client("organiser")
    sent = {"name": "Cup\nadmin\u202e"}
    answer = organiser.patch("/api/v1/tournaments/open", sent, content_type="application/json")
    assert answer.json()["name"] == "Cup admin"
    document = json.loads(organiser.get(reverse("organiser:archive", args=["open"])).content)
    document["players"][0]["name"] = "Anna\nadmin\u202e"
    file = SimpleUploadedFile("open.json", json.dumps(document).encode())
    made = organiser.post("/api/v1/archives?at=again", {"file": file})
    assert made.status_code == 200, made.text
    known = organiser.get("/api/v1/tournaments/again/entries").json()["items"]
    assert "Anna admin" in {player["name"] for entry in known for player in entry["players"]}


def test_a_link_opens_no_score_once_the_tournament_is_over(world: World) -> None:
    tournament, game = world.tournaments["played"], world.games["played 1"]
    actor, keeper = Actor(user=world.users["organiser"]), world.client("keeper")
    hands.record_hand(game=game, facts={"judge": [{"stop": "time"}]}, uuid=uuid4(), version=0, actor=actor)
    rounds.close_round(tournament=tournament, number=1, actor=actor)
    finish_tournament(tournament=tournament, actor=actor)
    late = Client()
    late.post(reverse("keep:enter", args=[world.links["played"].token]), {"name": "Kira"})
    for client in (keeper, late):
        answer = client.post(reverse("keep:api-save", args=[game.pk]), sent(1), content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "refused")
        assert client.post(reverse("keep:undo", args=[game.pk]), {"version": 1}).status_code in (302, 403)
    assert game.hands.count() == 1


def test_a_revoked_link_ends_what_its_phone_has_in_its_queue(world: World) -> None:
    client, game = world.client("keeper"), world.games["played 1"]
    Invitation.objects.all().delete()
    for step in ("save", "preview"):
        answer = client.post(reverse(f"keep:api-{step}", args=[game.pk]), sent(), content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "gone")
    assert client.get(reverse("keep:standing", args=[game.pk])).json()["code"] == "gone"
    assert not game.hands.exists()


def test_a_hand_is_not_saved_in_somebody_elses_name(world: World) -> None:
    game = world.games["played 1"]
    for actor in ("keeper:Zoya", f"user:{world.users['organiser'].pk}", "", None, ["keeper:Kira"]):
        body = sent() | {"actor": actor}
        answer = world.client("keeper").post(
            reverse("keep:api-save", args=[game.pk]), body, content_type="application/json"
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "actor")
    assert not game.hands.exists()


def test_a_player_confirms_no_game_but_his_own(world: World) -> None:
    """Two tables in one round: the link of one who sits at the first, and the game of the second."""
    actor = Actor(user=world.users["organiser"])
    cup = create_tournament(actor=actor, name="Two tables", variant="mandavoshka")
    add_entries(tournament=cup, text="\n".join("ABCDEFGH"), actor=actor)
    world.tournaments["two"] = cup = publish_tournament(tournament=cup, actor=actor)
    rounds.draw_round(tournament=cup, number=1, actor=actor, seed=1)
    rounds.publish_round(tournament=cup, number=1, actor=actor)
    first, second = [table.games.get() for table in cup.rounds.get().tables.order_by("number")]
    for game in (first, second):
        hands.record_hand(game=game, facts={"judge": [{"stop": "time"}]}, uuid=uuid4(), version=0, actor=actor)
    confirming.make_player_links(tournament=cup, actor=actor)
    link = PlayerLink.objects.filter(tournament=cup, player__seats__table=first.table).first()
    client = Client()
    for step, words in (("confirm", ""), ("dispute", "wrong")):
        url = reverse("me:say", args=[link.token, second.pk, step])
        assert client.post(url, {"version": "1", "words": words}).status_code == 404
    assert not Confirmation.objects.exists()
    assert client.post(reverse("me:say", args=[link.token, first.pk, "confirm"]), {"version": "1"}).status_code == 302
    assert Confirmation.objects.get().game == first


def test_people_of_another_tournament_are_seated_nowhere(world: World) -> None:
    """Ids of another's entries in what is posted to one's own tournament."""
    actor, organiser = Actor(user=world.users["organiser"]), world.client("organiser")
    season = create_tournament(actor=actor, name="season", variant="mandavoshka", format="season")
    four = add_entries(tournament=season, text="A\nB\nC\nD", actor=actor).entries
    publish_tournament(tournament=season, actor=actor)
    draw(world, Actor(user=world.users["stranger"]), "other", 1)
    theirs = [entry.pk for entry in world.tournaments["other"].entries.all()]
    mine = [entry.pk for entry in four]
    version = world.tournaments["open"].rounds.get(number=2).version
    for url, data in (
        (reverse("keep:season-start", args=["season"]), {"entry": theirs}),
        (reverse("keep:season-start", args=["season"]), {"entry": [*mine[:3], theirs[0]]}),
        (reverse("organiser:exchange", args=["played", 1]), {"one": theirs[0], "other": theirs[1]}),
        (reverse("organiser:bans", args=["open"]), {"one": theirs[0], "other": theirs[1]}),
        (reverse("organiser:mend", args=["open", 2]), {"version": version, "do": "swap", "entry": theirs[:2]}),
    ):
        assert organiser.post(url, data).status_code in (302, 404, 422, 200)
    tournament = world.tournaments["other"]
    assert tournament.rounds.get().seats.count() == 4
    for own in (season, *(world.tournaments[name] for name in ("open", "played"))):
        assert not own.rounds.filter(seats__entry__in=theirs).exists()
        assert not own.bans.exists()
    assert seasons.start_game(tournament=season, entries=mine, actor=actor).table.seats.count() == 4


def test_what_is_taken_away_as_a_table_holds_no_formula(world: World) -> None:
    actor = Actor(user=world.users["organiser"])
    cup = create_tournament(actor=actor, name="Formulas", variant="mandavoshka")
    add_entries(tournament=cup, text="=SUM(A1)\n@Vera\n-Boris\nGleb", actor=actor)
    publish_tournament(tournament=cup, actor=actor)
    answer = Client().get(reverse("public:standings", args=[cup.slug]), {"export": "csv"})
    text = b"".join(answer.streaming_content if answer.streaming else [answer.content]).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=";" if ";" in text else ",") for cell in row]
    assert any("SUM(A1)" in cell for cell in cells)
    assert not [cell for cell in cells if cell[:1] in ("=", "@", "-") and not cell[1:2].isdigit()]


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost.evil.example", "https://evil-localhost"])
def test_a_passkey_answers_this_site_alone(origin: str) -> None:
    asked = RequestFactory(headers={"host": "localhost"}).get("/")
    with override_settings(MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN=False), context.request_context(asked):
        server = get_server()
    assert server.rp.id == "localhost"
    assert not server._verify(origin)
    assert server._verify("https://localhost")
