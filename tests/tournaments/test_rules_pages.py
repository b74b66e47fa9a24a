"""The rules of the games: every page in both languages, examples as the engine scores them, presets, redeals."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring import variants
from tournaments import rulebook, rules
from tournaments.models import Tournament
from tournaments.points import PRESETS

every = pytest.mark.parametrize("code", [variant.code for variant in variants.all()])


@every
@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_games_page_tells_its_rules_with_examples(client, db, code, language):
    shown = client.get(f"/variants/{code}/", headers={"accept-language": language})
    assert shown.status_code == 200
    with translation.override(language):
        variant = variants.get(code)
        for section in rulebook.sections(variant):
            assert section.title
            for sentence in section.sentences:
                assert "%" not in sentence.text
        for example in rulebook.examples(variant):
            assert example.hands
            assert all(hand.reasons for hand in example.hands)


@every
def test_the_sections_are_all_there(code):
    variant = variants.get(code)
    names = {section.name for section in rulebook.sections(variant)}
    assert names >= {"deal", "play", "ends", "scoring", "game"}
    assert ("opening" in names) == bool(variant.deal)


def test_examples_are_scored_by_the_engine(client, db):
    page = client.get("/variants/mandavoshka/", headers={"accept-language": "en"}).text
    assert "Highest hand: Vera, 20. The sum of all hands is written: 20 + 10 = 30." in page
    assert "exactly 100 burns to 0" in page


def test_choices_are_told_from_the_source():
    mandavoshka = {s.text: s.chosen for one in rulebook.sections(variants.get("mandavoshka")) for s in one.sentences}
    assert not mandavoshka["An account of exactly 100 burns down to 0."]
    assert mandavoshka["The others are placed by their points, the fewest first."]
    assert all(s.chosen for one in rulebook.sections(variants.get("kozel")) for s in one.sentences)


def test_the_deal_goes_by_the_number_of_players():
    def deal(code):
        return [sentence.text for sentence in rulebook.sections(variants.get(code))[0].sentences]

    assert deal("traditional")[:2] == ["For 2 players: 7 tiles each.", "For 3–4 players: 5 tiles each."]
    assert deal("kozel") == [
        "7 tiles each.",
        "Dealt anew: 5 or more doubles in one hand.",
        "Dealt anew: 6 or more tiles of one suit in one hand; its double belongs to the suit.",
    ]


@every
def test_every_game_is_told_in_lists_and_headings(code):
    about = rules.about(code)
    assert about.goal
    assert rules.heading(code, {})
    assert code in [game.code for _family, games in rules.families() for game in games]


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("win_1", "A win brings 1, a draw 0.5, a loss 0. A bye brings 1."),
        (
            "tables",
            "A table of four brings 4–3–2–1 points, of three 4–2.5–1, of two 1–0; who shares places shares the points."
            " A bye brings 2.5.",
        ),
        ("loser", "A loser gets 0, everybody else 1. A bye brings 1."),
        ("accounts", "What is written in a game counts, in a penalty game against its owner. A bye brings 0."),
    ],
)
def test_points_are_told_in_words(preset, words):
    assert rules.points_in_words(PRESETS[preset][1]).replace("\u2060", "") == words


@pytest.mark.parametrize(
    ("code", "options", "heading", "goal"),
    [
        ("mandavoshka", {}, "Mandavoshka to 101", "points are bad, 101 lose"),
        ("traditional", {}, "Traditional dominoes to 100", "points are good, 100 win"),
        ("fives", {}, "Fives", "points are good, 25 / 20 win"),
        ("fives", {"target": 30}, "Fives to 30", "points are good, 30 win"),
        ("ladder", {}, "Ladder", "1 hand makes a game"),
        ("ladder", {"hands": 3}, "Ladder", "3 hands make a game"),
        ("draughts", {}, "Russian draughts", "by the result alone"),
    ],
)
def test_headings_and_goals(code, options, heading, goal):
    assert (rules.heading(code, options), rules.goal(code, options)) == (heading, goal)


@pytest.mark.parametrize(
    ("code", "query", "answer"),
    [
        ("mandavoshka", "tiles=66 55 44 33 22 10 20", "Dealt anew: 5 doubles."),
        ("mandavoshka", "tiles=66&tiles=6-5&tiles=64&tiles=63&tiles=62&tiles=61&tiles=", "Dealt anew: 6 tiles with 6."),
        ("mandavoshka", "tiles=66 55 44 33 21 10 20", "No redeal"),
        ("mandavoshka", "tiles=66 55", "2 tiles of 7 are marked"),
        ("mandavoshka", "tiles=66 55 44 33 21 10 20 30", "no more than 7"),
        ("mandavoshka", "tiles=66 66", "written down twice"),
        ("mandavoshka", "tiles=67", "There is no tile “67”"),
        ("morskoy_kozel_exchange", "tiles=66 55 44 33 22 11 10 20 30 40 50 60", "Dealt anew: 6 doubles."),
        ("morskoy_kozel_exchange", "tiles=66 65 64 63 62 61 60", "No redeal"),
        ("traditional", "tiles=66 55 44 33 22", "know no redeal"),
    ],
)  # fmt: skip
def test_the_redeal_helper(client, db, code, query, answer):
    shown = client.get(f"/variants/{code}/redeal/?{query}", headers={"accept-language": "en"})
    assert shown.status_code == 200
    assert answer in shown.text


def test_draughts_are_not_dealt(client, db):
    assert client.get("/variants/draughts/redeal/").status_code == 404
    assert client.get("/variants/chess/redeal/").status_code == 404


@pytest.fixture
def desk(db) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(get_user_model().objects.create_user("olga"))
    return client


@every
def test_a_tournament_of_every_game_can_be_made_and_set(desk, code):
    page = reverse("organiser:create-variant", args=[code])
    form = desk.get(page).context["form"]
    data = {field.html_name: field.value() for field in form} | {"name": "Cup", "kind": "individual"}
    sent = {name: value for name, value in data.items() if value is not None and value is not False}
    assert desk.post(page, sent).status_code == 302
    made = Tournament.objects.get(variant=code)
    assert made.options == {}
    assert desk.get(reverse("organiser:settings", args=[made.slug])).status_code == 200
    assert desk.get(reverse("organiser:rules", args=[made.slug])).status_code == 200
    assert desk.get(made.get_absolute_url()).status_code in (200, 404)
    Tournament.objects.update(status="published")
    assert desk.get(made.get_absolute_url()).status_code == 200
    assert desk.get(f"/t/{made.slug}/standings/").status_code == 200


def test_a_preset_fills_the_form_and_keeps_what_was_typed(desk):
    page = reverse("organiser:create-variant", args=["morskoy_kozel_exchange"])
    shown = desk.post(page, {"name": "Spring", "kind": "pairs", "venue": "Hall", "take": "popular"})
    form = shown.context["form"]
    assert (form["name"].value(), form["venue"].value(), form["rated"].value()) == ("Spring", "Hall", None)
    assert form["option-lone_double_six"].value() == 50
    assert not Tournament.objects.exists()
    data = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    assert desk.post(page, data).status_code == 302
    made = Tournament.objects.get()
    assert (made.options, made.rated) == ({"popular_doubles": True}, False)


def test_a_preset_in_the_settings_brings_back_the_source(desk):
    page = reverse("organiser:create-variant", args=["morskoy_kozel_exchange"])
    form = desk.post(page, {"name": "Spring", "kind": "pairs", "take": "popular_losers"}).context["form"]
    desk.post(page, {field.html_name: field.value() for field in form if field.value() not in (None, False)})
    assert Tournament.objects.get().options == {"popular_doubles": True, "direction": "loser"}
    settings = reverse("organiser:settings", args=["spring"])
    form = desk.post(settings, {"name": "Spring", "take": "source"}).context["form"]
    assert [preset.code for preset, current in form.presets() if current] == ["source"]
    desk.post(settings, {field.html_name: field.value() for field in form if field.value() not in (None, False)})
    assert Tournament.objects.get().options == {}
