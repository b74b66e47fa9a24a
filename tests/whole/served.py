"""The pages of the list in a browser: the window of one of the people, which opens pages and weighs them."""

from __future__ import annotations

import gzip
import shutil
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from django.db import transaction
from playwright.sync_api import Browser, BrowserType, Page as Tab, Response

from tests.whole.listed import Page
from tests.whole.site import Site

PACKED = (".js", ".css", ".svg", ".webmanifest")


def chromium_path(kind: BrowserType) -> str:
    """The system's Chromium, else Playwright's own."""
    system = filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    return next(system, kind.executable_path)


class Window:
    """A browser's window of one of the people. `wrong` holds what a script or the browser has complained about."""

    def __init__(self, browser: Browser, base: str, site: Site, who: str, language: str, **device: Any) -> None:
        self.base, self.site, self.language = base, site, language
        self.client = site.client(who)
        self.context = browser.new_context(
            **device, base_url=base, locale=language, reduced_motion="reduce", service_workers="block"
        )
        self.context.set_default_timeout(60_000)
        self.context.add_cookies([{"name": "sessionid", "value": self.client.cookies["sessionid"].value, "url": base}])
        self.tab = self.context.new_page()
        self.answers: list[Response] = []
        self.elsewhere: list[str] = []
        self.wrong: list[str] = []
        self.tab.on("response", lambda answer: self.answers.append(answer))
        self.tab.on("request", lambda asked: None if asked.url.startswith(base) else self.elsewhere.append(asked.url))
        self.tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.tab.on("console", lambda line: self.wrong.append(line.text) if line.type == "error" else None)

    def open(self, page: Page) -> Tab:
        """Show the page; of what was sent the answer is shown, and what it changed is taken back.

        What nothing answers is shown as the site says so, whatever the server says to those who develop it.
        """
        if page.sent or not page.route:
            with transaction.atomic():
                answer = page.answer(self.site, self.client, headers={"accept-language": self.language})
                transaction.set_rollback(True)
            self.show(answer.text)
        else:
            self._forget()
            self.tab.goto(page.address(self.site))
        return self.tab

    def show(self, text: str) -> None:
        """A page as it was answered, whatever its address."""
        self._forget()
        self.tab.goto("/health/live")
        self.tab.set_content(text)

    def _forget(self) -> None:
        self.answers.clear()
        self.wrong.clear()

    def weight(self) -> int:
        """The bytes of the page that is open and of all that belongs to it, as they travel."""
        whole = {answer.url: answer for answer in self.answers if answer.status not in (204, 301, 302, 304)}
        return sum(map(_weight, whole.values()))


def _weight(answer: Response) -> int:
    path = urlsplit(answer.url).path
    if path.startswith("/static/"):
        return _file(path.removeprefix("/static/"))
    return len(gzip.compress(answer.body()))


@cache
def _file(name: str) -> int:
    found = finders.find(name)
    assert found, f"there is no static file {name}"
    body = Path(found).read_bytes()
    return len(gzip.compress(body)) if name.endswith(PACKED) else len(body)
