"""Every page of the list in a browser, as a phone shows it: axe-core finds nothing serious in either theme, nothing is
wider than the screen, no page is heavy, none asks another host for anything, no script fails. So it is with the pages
that say what went wrong.
"""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import DEVICES
from tests.browser.test_axe import AXE
from tests.whole.listed import all_pages
from tests.whole.served import Window
from tests.whole.site import PEOPLE, Site, build_site
from tests.whole.test_errors import BOTH_AT_ONCE, SAID

pytestmark = pytest.mark.django_db(transaction=True)

HEAVIEST = 150_000
SERIOUS = """async only => {
  const plain = {resultTypes: ['violations'], iframes: false, preload: false, selectors: false};
  const found = await axe.run(document, {...plain, ...(only ? {runOnly: only} : {})});
  return found.violations.filter(each => ['serious', 'critical'].includes(each.impact)).flatMap(each =>
    each.nodes.map(node => `${each.id}: ${node.html.slice(0, 140)} — ${node.failureSummary.slice(0, 200)}`));
}"""
OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules that may find something else where only the colours are others."""


def test_every_page(chromium: Browser, live_server: LiveServer) -> None:
    site, wrong = build_site(1), {}
    for who in PEOPLE:
        window = Window(chromium, live_server.url, site, who, "ru", **DEVICES["phone"])
        for page in all_pages():
            if page.who == who:
                window.open(page)
                wrong[page.title()] = faults(window, refused=page.status != 200 or bool(page.sent))
        window.context.close()
    assert {title: found for title, found in wrong.items() if found} == {}


def test_every_page_that_says_what_went_wrong(chromium: Browser, live_server: LiveServer, client: Client) -> None:
    request, wrong = client.get("/").wsgi_request, {}
    window = Window(chromium, live_server.url, Site(0), "anyone", "ru", **DEVICES["phone"])
    for name in (*SAID, *BOTH_AT_ONCE):
        window.show(render_to_string(name, request=request))
        wrong[name] = faults(window, refused=True)
    window.context.close()
    assert {name: found for name, found in wrong.items() if found} == {}


def faults(window: Window, *, refused: bool) -> list[str]:
    """What is wrong with the page that is open; of one that refuses something the browser complains too."""
    tab = window.tab
    found = window.elsewhere + ([] if refused else window.wrong)
    if (weight := window.weight()) > HEAVIEST:
        found.append(f"{weight} bytes on the way")
    if tab.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
        found.append("wider than the screen")
    tab.emulate_media(color_scheme="light")
    tab.evaluate(AXE)
    found += tab.evaluate(SERIOUS, None)
    tab.emulate_media(color_scheme="dark")
    return found + [f"in the dark, {told}" for told in tab.evaluate(SERIOUS, OF_COLOUR)]
