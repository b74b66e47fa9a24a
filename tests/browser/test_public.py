"""The public pages in a browser: they fit a phone, and work without a script."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.tournaments.room import fish, out, seat_table, write
from tournaments.models import Game, Ladder, Player

pytestmark = pytest.mark.django_db(transaction=True)

LONG = ("Александра Константинопольская", "Вениамин Долгоруков-Крымский", "Мстислав Преображенский", "Ия" + "ю" * 50)
SMALLEST = """() => [...document.querySelectorAll('header a, header summary, main a.row, .rounds a, .tabs a, .btn,'
  + ' .switches button, .sh-open, .tbl a.cell')].filter(each => each.offsetHeight && each.offsetHeight < 40)
  .map(each => each.outerHTML)"""

SCROLLED = """() => [...document.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth)
  .map(each => each.innerHTML)"""


@pytest.fixture
def game() -> Game:
    game = seat_table(LONG)
    write(
        game,
        fish(0, {0: "10", 1: "54", 2: "66", 3: "20"}),
        out(0, {1: "54", 2: "11", 3: "20"}, last=["6-6"]),
    )
    return game


@pytest.mark.parametrize("device", ["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en", "ru"])
def test_pages_fit_and_targets_are_large(
    browser_page: Callable[..., Page], game: Game, device: str, locale: str
) -> None:
    page = browser_page(device, locale=locale, scheme="dark")
    tournament = game.table.round.tournament
    addresses = ["/", "/t/", "/ladder/", "/variants/", "/variants/morskoy_kozel_exchange/", "/sign-in/"]
    addresses += [tournament.get_absolute_url(), f"/t/{tournament.slug}/standings/", game.get_absolute_url()]
    addresses += ["/records/", "/variants/mandavoshka/stats/", f"/t/{tournament.slug}/stats/", "/search/?q=al"]
    opened = tournament.entries.order_by("number")[1].pk
    addresses += [f"/t/{tournament.slug}/standings/?why={opened}", f"/t/{tournament.slug}/cross/?by=round"]
    addresses += [game.table.round.get_absolute_url(), Ladder.objects.last().get_absolute_url()]
    addresses += [Player.objects.get(name=LONG[0]).get_absolute_url()]
    for address in addresses:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), address
        assert page.evaluate(SCROLLED) == [], address
        expect(page.locator("h1")).to_have_count(1)
        assert page.evaluate(SMALLEST) == [], address


def test_the_end_of_a_game_fits_its_keeper(browser_page: Callable[..., Page], game: Game) -> None:
    keeper = User.objects.create_user("nina")
    game.table.round.tournament.organisers.add(keeper)
    page = browser_page("phone", user=keeper)
    for address in (f"/keep/{game.pk}/", f"/keep/{game.pk}/?as=text", "/keep/"):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), address


def test_a_row_of_the_sheet_opens_by_the_keyboard(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("phone", javascript=False)
    page.goto(game.get_absolute_url())
    reason = page.get_by_text("6‑6 alone counts 50")
    expect(reason).to_be_hidden()
    page.get_by_role("checkbox").first.focus()
    page.keyboard.press("Space")
    expect(reason).to_be_visible()


def test_the_menu_leads_on_without_a_script(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("phone", javascript=False)
    page.goto("/")
    page.locator("summary").first.click()
    page.locator(".site-panel").get_by_role("link", name="Tournaments").click()
    expect(page).to_have_url(re.compile(r"/t/$"))


def test_language_and_theme_stay_chosen(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("desktop", javascript=False)
    page.goto("/t/")
    page.get_by_role("button", name="Русский").last.click()
    expect(page.locator("h1")).to_have_text("Турниры")
    page.get_by_role("button", name="Тёмные").last.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Cup").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator("body")).to_have_css("background-color", "rgb(22, 19, 14)")


def test_the_search_is_a_combobox(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("desktop")
    page.goto("/")
    box = page.get_by_role("combobox", name="Search")
    box.press_sequentially("aleks")
    option = page.get_by_role("option", name=LONG[0])
    expect(option).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    expect(page.locator("[role=status]").first).to_have_text("Found: 1")
    box.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    expect(box).to_have_attribute("aria-activedescendant", option.get_attribute("id"))
    expect(box).to_be_focused()
    box.press("Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)
    box.press("ArrowDown")
    expect(option).to_be_visible()
    box.press("ArrowDown")
    box.press("Enter")
    expect(page.locator("h1")).to_have_text(LONG[0])


def test_the_search_works_without_a_script(browser_page: Callable[..., Page], game: Game) -> None:
    page = browser_page("phone", javascript=False)
    page.goto("/")
    page.get_by_role("link", name="Search").click()
    page.locator("#search-page").fill("aleksandra")
    page.locator("#search-page").press("Enter")
    page.get_by_role("link", name=LONG[0]).click()
    expect(page.locator("h1")).to_have_text(LONG[0])
