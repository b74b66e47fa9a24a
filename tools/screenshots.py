"""Pictures of every page, to look at: phone and desktop, light and dark, Russian and English, into build/screenshots.

It fills a database of its own with the site that the tests ask about every page (tests/whole), serves it, opens each
page of the list as the one who would, and fails where a page does not open or is broader than the screen. `index.html`
shows them side by side (tools/gallery.html). Run it by `make screenshots`; words choose pages whose names contain one
of them: `python tools/screenshots.py standings desk`.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "screenshots"
DATABASE = ROOT / "build" / "screenshots.sqlite3"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
THEMES, LANGUAGES = ("light", "dark"), ("ru", "en")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ROWS = 3

sys.path.insert(0, str(ROOT))


def fill() -> Any:
    """The whole site in a new database."""
    os.environ |= {"DEBUG": "on", "DATABASE_URL": f"sqlite:///{DATABASE}", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    DATABASE.parent.mkdir(exist_ok=True)
    DATABASE.unlink(missing_ok=True)
    import django

    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment(debug=False)
    call_command("migrate", verbosity=0)
    from tests.whole.site import build_site

    return build_site(ROWS)


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with that database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(ROOT / "manage.py"), "runserver", "--noreload", f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        wait_for(base)
        yield base
    finally:
        server.terminate()
        server.wait()


def wait_for(base: str) -> None:
    for _try in range(600):
        try:
            urllib.request.urlopen(base).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The server does not answer.")


def take(browser: Browser, base: str, site: Any, chosen: list[Any], size: str, language: str) -> list[str]:
    """These pages in both themes; what is wrong with them."""
    from tests.whole.served import Window

    width, height = SIZES[size]
    wrong = []
    for who in dict.fromkeys(page.who for page in chosen):
        window = Window(browser, base, site, who, language, viewport={"width": width, "height": height})
        for page in chosen:
            if page.who != who:
                continue
            tab = window.open(page)
            if tab.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append(f"{page.title()}: broader than {width} px ({language})")
            for theme in THEMES:
                tab.emulate_media(color_scheme=theme)
                tab.screenshot(path=OUT / f"{page.title()}.{size}.{theme}.{language}.png", full_page=True)
        window.context.close()
    return wrong


def gallery(titles: list[str]) -> None:
    """One page with all the pictures, to filter and to set side by side."""
    told = {"titles": titles, "size": list(SIZES), "theme": THEMES, "language": LANGUAGES}
    page = (ROOT / "tools" / "gallery.html").read_text(encoding="utf-8")
    (OUT / "index.html").write_text(page.replace("PAGES", json.dumps(told), 1), encoding="utf-8")


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    site = fill()
    from tests.whole.listed import all_pages
    from tests.whole.served import chromium_path

    words = sys.argv[1:]
    chosen = [page for page in all_pages() if not words or any(word in page.title() for word in words)]
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(playwright.chromium), args=FLAGS)
        wrong = [
            line
            for size in SIZES
            for language in LANGUAGES
            for line in take(browser, base, site, chosen, size, language)
        ]
        browser.close()
    gallery([page.title() for page in chosen])
    print(f"{len(chosen)} pages in {OUT.relative_to(ROOT)}/index.html")
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
