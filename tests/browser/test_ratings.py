"""The pages of ratings in a browser: the graph by keyboard and for a screen reader, axe, and an evening of a season."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.browser.test_axe import serious
from tests.tournaments.club import DAY0, Club, finish
from tournaments.access import Actor
from tournaments.models import Tournament
from tournaments.services import entries, seasons, tournaments
from tournaments.services.ratings import rebuild_all

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("/ladder/", "/ladder/overall/", "/ladder/overall/?since=2026-03-05", "/ladder/overall/how/",
         "/ladder/overall/calibration/", "/p/cup-0/")  # fmt: skip


@pytest.fixture
def club(transactional_db: None) -> Club:
    """Thirty games of four in two tournaments."""
    club = Club.open(entries=4)
    late = Club.open("Late", players=club.players)
    for day in range(30):
        places = [1, 2, 3, 4] if day % 3 else [4, 1, 2, 3]
        finish((club if day < 20 else late).sit(0, 1, 2, 3), places, DAY0 + timedelta(days=day))
    rebuild_all()
    return club


@pytest.fixture
def organiser(transactional_db: None) -> User:
    return User.objects.create_user("olga")


@pytest.fixture
def season(organiser: User) -> Tournament:
    actor = Actor(user=organiser)
    made = tournaments.create_tournament(actor=actor, name="Autumn", variant="mandavoshka", format="season")
    entries.add_entries(tournament=made, text="Anna\nBoris\nVera\nGleb\nDina", actor=actor)
    tournaments.publish_tournament(tournament=made, actor=actor)
    return made


def test_the_graph_is_walked_by_keys_and_told(browser_page: Callable[..., Page], club: Club) -> None:
    page = browser_page("desktop")
    page.goto("/p/cup-0/")
    plot, told = page.locator(".pl-plot"), page.locator(".pl-read")
    expect(plot.locator("canvas")).to_be_visible()
    assert plot.get_attribute("aria-label") or plot.get_attribute("aria-labelledby")
    assert told.get_attribute("aria-live") == "polite"
    plot.focus()
    expect(plot).to_be_focused()
    last = told.text_content()
    assert last
    plot.press("ArrowLeft")
    expect(told).not_to_have_text(last)
    plot.press("Home")
    expect(told).to_contain_text("1 Mar 2026")
    expect(told).to_contain_text("Cup")
    plot.press("End")
    expect(told).to_have_text(last)
    page.get_by_role("button", name="Over games").press("Enter")
    expect(page.get_by_role("button", name="Over games")).to_have_attribute("aria-pressed", "true")
    expect(told).to_have_text(last)
    rows = page.locator("#games tbody tr")
    assert rows.count() == 30
    mu = rows.first.locator("td").last.text_content()
    assert mu.split()[0][:4] in last


def test_without_a_script_the_drawing_and_the_table_stay(browser_page: Callable[..., Page], club: Club) -> None:
    page = browser_page("phone", javascript=False)
    page.goto("/p/cup-0/")
    expect(page.locator("svg.graph.narrow")).to_be_visible()
    expect(page.locator(".pl-chart")).to_be_hidden()
    assert page.locator("#games tbody tr").count() == 30


@pytest.mark.parametrize(
    ("device", "locale", "scheme"), [("phone", "ru", "light"), ("phone", "en", "dark"), ("desktop", "ru", "dark")]
)
def test_nothing_serious_and_all_fits(
    browser_page: Callable[..., Page], club: Club, device: str, locale: str, scheme: str
) -> None:
    page = browser_page(device, locale=locale, scheme=scheme)
    for address in PAGES:
        page.goto(address)
        assert serious(page) == [], address
        wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, address


@pytest.mark.parametrize("javascript", [True, False])
def test_one_tap_begins_a_game_between_those_present(
    browser_page: Callable[..., Page], season: Tournament, organiser: User, javascript: bool
) -> None:
    page = browser_page("phone", user=organiser, javascript=javascript)
    page.goto(f"/keep/season/{season.slug}/")
    for name in ("Anna", "Boris", "Vera"):
        page.get_by_role("button", name=name).tap()
    expect(page.get_by_role("button", name="Went home")).to_have_count(3)
    if javascript:
        assert serious(page) == []
    page.get_by_role("button", name="Begin:").tap()
    expect(page.get_by_role("heading", name="Game 1")).to_be_visible()
    assert sorted(season.rounds.get().seats.values_list("player__name", flat=True)) == ["Anna", "Boris", "Vera"]
    page.goto(f"/keep/season/{season.slug}/")
    expect(page.get_by_text("3 at a table")).to_be_visible()
    page.get_by_role("button", name="Take the game back").tap()
    expect(page.get_by_text("The game is taken back.")).to_be_visible()
    seasons.welcome(tournament=season, text="Egor", actor=Actor(user=organiser))
    page.reload()
    expect(page.get_by_role("button", name="Went home")).to_have_count(4)
