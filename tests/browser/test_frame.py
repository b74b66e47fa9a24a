"""The frame of every page: it fits a phone, speaks the browser's language and sends nothing that is blocked."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.parametrize("device", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en", "ru"])
def test_home_page(browser_page: Callable[..., Page], device: str, scheme: str, locale: str) -> None:
    page = browser_page(device, locale=locale, scheme=scheme)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", locale)
    expect(page.locator("h1")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
