"""Pictures of every page, to look at: phone and desktop, light and dark, Russian and English, into build/screenshots.

It makes a database of its own with the demo in it, serves it, walks the pages as a visitor, as the organiser and as a
scorekeeper, and fails where a page does not open or is broader than a phone. Names of files say what they show:
`standings-phone-dark-ru.png`. Run it by `make screenshots`.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "screenshots"
DATABASE = ROOT / "build" / "screenshots.sqlite3"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FACTS = """
import json
from django.contrib.auth import get_user_model
from django.test import Client
from tournaments.models import Game, Player, Round, Invitation, Tournament
client = Client()
client.force_login(get_user_model().objects.get(username="organiser"))
on = Tournament.objects.filter(rounds__status="published").first()
done = Game.objects.filter(finished_at__isnull=False, hands__facts__has_key="end").order_by("-hand_count").first()
going = Game.objects.filter(table__round__tournament=on, finished_at=None).order_by("-hand_count").first()
pairs = Tournament.objects.filter(kind="pairs", status="finished").order_by("-rounds__number").first()
print(json.dumps({
    "session": client.cookies["sessionid"].value, "on": on.slug, "pairs": pairs.slug, "going": going.pk,
    "table": done.get_absolute_url(), "link": Invitation.objects.first().token,
    "round": on.rounds.get(status="published").number,
    "player": Player.objects.filter(ratings__games__gt=4).first().slug,
}))
"""


def pages(facts: dict[str, str]) -> dict[str, tuple[str, bool]]:
    """What to take: a name, the address, and whether the organiser opens it."""
    on, run = f"/t/{facts['on']}/", f"/run/{facts['on']}/"
    public = {
        "home": "/",
        "tournaments": "/t/",
        "tournament": on,
        "round": f"{on}round/{facts['round']}/",
        "standings": f"{on}standings/",
        "standings-pairs": f"/t/{facts['pairs']}/standings/",
        "table": facts["table"],
        "player": f"/p/{facts['player']}/",
        "ladders": "/ladder/",
        "ladder": "/ladder/mandavoshka/",
        "rules": "/variants/",
        "rules-game": "/variants/mandavoshka/",
        "statistics": f"/t/{facts['pairs']}/stats/",
        "records": "/records/",
        "search": "/search/?q=ma",
        "sign-in": "/sign-in/",
        "keep": f"/k/{facts['link']}/",
    }
    organiser = {
        "run": "/run/",
        "run-new": "/run/new/",
        "desk": run,
        "people": f"{run}people/",
        "settings": f"{run}settings/",
        "log": f"{run}log/",
        "keep-table": f"/keep/{facts['going']}/",
    }
    return {name: (path, False) for name, path in public.items()} | {
        name: (path, True) for name, path in organiser.items()
    }


@contextmanager
def served() -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a server with the demo, and what its pages are about."""
    DATABASE.parent.mkdir(exist_ok=True)
    DATABASE.unlink(missing_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"DEBUG": "on", "DATABASE_URL": f"sqlite:///{DATABASE}"}
    manage = [sys.executable, str(ROOT / "manage.py")]
    for command in (["migrate", "-v0"], ["demo"]):
        subprocess.run([*manage, *command], check=True, env=environment, stdout=subprocess.DEVNULL)
    told = subprocess.run(
        [*manage, "shell", "-v0", "-c", FACTS], check=True, env=environment, stdout=subprocess.PIPE, text=True
    )
    server = subprocess.Popen(
        [*manage, "runserver", "--noreload", f"127.0.0.1:{port}"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        base = f"http://127.0.0.1:{port}"
        wait_for(base)
        yield base, json.loads(told.stdout.splitlines()[-1])
    finally:
        server.terminate()
        server.wait()


def wait_for(base: str) -> None:
    for _try in range(100):
        try:
            urllib.request.urlopen(base).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The server does not answer.")


def take(browser: Browser, base: str, facts: dict[str, str], size: str, theme: str, language: str) -> list[str]:
    """All pages in one look; what is wrong with them."""
    width, height = SIZES[size]
    wrong = []
    for signed_in in (False, True):
        context = browser.new_context(
            base_url=base, viewport={"width": width, "height": height}, color_scheme=theme, locale=language
        )
        if signed_in:
            context.add_cookies([{"name": "sessionid", "value": facts["session"], "url": base}])
        page = context.new_page()
        for name, (path, for_organiser) in pages(facts).items():
            if for_organiser != signed_in:
                continue
            response = page.goto(path)
            file = f"{name}-{size}-{theme}-{language}"
            if response is None or response.status != 200:
                wrong.append(f"{file}: {path} does not open")
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append(f"{file}: {path} is broader than {width} px")
            for box in page.query_selector_all(".sh-open input")[1:2]:
                box.evaluate("box => box.click()")
            page.screenshot(path=OUT / f"{file}.png", full_page=True)
        context.close()
    return wrong


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with served() as (base, facts), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        wrong = [
            line
            for size in SIZES
            for theme in ("light", "dark")
            for language in ("ru", "en")
            for line in take(browser, base, facts, size, theme, language)
        ]
        browser.close()
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT.relative_to(ROOT)}")
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
