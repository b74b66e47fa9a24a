"""Headless Chromium against a live server: `browser_page(...)` opens pages of it as a phone or as a desktop.

Chromium is the system's, else Playwright's own. A test fails too where one of its pages reports an error: a script that
throws, something that the Content-Security-Policy blocks, an address that isn't there.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.whole.served import chromium_path

HERE = Path(__file__).parent
PATIENCE = 60_000
"""Milliseconds that a page may take; a busy machine takes longer, and waiting costs nothing where nothing is wrong."""
DEVICES = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TAPS_WAIT = """
  const waiting = new CSSStyleSheet();
  waiting.replaceSync("* { pointer-events: none !important }");
  document.adoptedStyleSheets = [waiting];
  document.addEventListener("DOMContentLoaded", () => { document.adoptedStyleSheets = []; });
"""
"""Until a page is all there and its scripts have begun, a tap waits: no person is so fast, only a test."""
ADVICE = (
    "Chromium was not found. Debian and Ubuntu: apt install chromium; elsewhere: .venv/bin/playwright install chromium"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium(must_have: Callable[[object, str], None]) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        path = chromium_path(playwright.chromium)
        must_have(Path(path).exists(), ADVICE)
        # Playwright's loop now runs in this thread, where Django would refuse to touch the database.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def browser_page(chromium: Browser, live_server: LiveServer) -> Iterator[Callable[..., Page]]:
    """A factory of pages, each in a browser profile of its own; addresses are relative to the live server."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.on("console", lambda line: line.type == "error" and errors.append(f"{page.url}: {line.text}"))

    def watch_scripts(page: Page) -> None:
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))

    def open_page(
        device: str = "phone",
        *,
        locale: str = "en",
        scheme: str = "light",
        user: User | None = None,
        javascript: bool = True,
        refused: bool = False,
    ) -> Page:
        """`refused`: answers that refuse something, or do not come, are what is being tested."""
        context = chromium.new_context(
            **DEVICES[device],
            base_url=live_server.url,
            locale=locale,
            color_scheme=scheme,
            reduced_motion="reduce",
            java_script_enabled=javascript,
        )
        context.set_default_timeout(PATIENCE)
        if javascript:
            context.add_init_script(TAPS_WAIT)
        context.on("page", watch_scripts if refused else watch)
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user)
            session = client.cookies["sessionid"]
            context.add_cookies([{"name": "sessionid", "value": session.value, "url": live_server.url}])
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
