"""The frame of every page: it fits a phone, speaks the browser's language and sends nothing that is blocked."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.tournaments.room import seat_table
from tournaments.models import Player, Tournament


@pytest.mark.parametrize("device", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en", "ru"])
def test_home_page(browser_page: Callable[..., Page], device: str, scheme: str, locale: str) -> None:
    page = browser_page(device, locale=locale, scheme=scheme)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", locale)
    expect(page.locator("h1")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_name_without_a_space_stays_on_the_screen(
    browser_page: Callable[..., Page], transactional_db: None, django_user_model: type[User]
) -> None:
    game = seat_table()
    Player.objects.update(name="M" * 60)
    Tournament.objects.update(name="W" * 80)
    page = browser_page(user=django_user_model.objects.create_superuser("olga"))
    desk = f"/run/{game.table.round.tournament.slug}"
    for path in ("/", "/run/", f"{desk}/log/", f"{desk}/game/{game.pk}/", f"{desk}/sheets/1/", game.get_absolute_url()):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, path


def test_what_is_typed_survives_the_switches(browser_page: Callable[..., Page]) -> None:
    page = browser_page("desktop", javascript=True)
    page.goto("/sign-in/")
    page.get_by_label("Username").fill("olga")
    page.locator("footer").get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("footer").get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.locator("footer").get_by_role("button", name="Русский").click()
    assert len(asked) == 1
    expect(page.get_by_label("Username")).to_have_value("olga")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("footer").get_by_role("button", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
