"""The tables of a page, and the links that give each of them to take away.

Tables whose first heads are the same are one in several pieces, as the groups of the standings. What is not taken away
stands in `UNTAKEN`, by the page or by the table's class, with the reason.
"""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

UNTAKEN = {
    "stw-tbl": "why a line stands there: the standings' own numbers once more, beside the neighbours'",
    "gm-result": "how a game stands: the last line of the sheet beside it",
    "organiser:game": "how a game stands, beside what is decided about it; its sheet is a page of its own",
    "organiser:game-step": "what a decision would come to, gone once it is taken",
    "organiser:rules": "what other rules would come to, gone once it is decided",
    "organiser:ladder": "numbers that are proposed, gone once they are taken over",
    "keep:amend": "what a correction would come to",
    "keep:delete": "what a correction would come to",
    "keep:insert": "what a correction would come to",
    "keep:restore": "what a correction would come to",
    "keep:print": "a sheet of paper",
    "organiser:sheets": "sheets of paper",
    "usersessions_list": "where somebody is signed in",
}
LINK = re.compile(r'href="([^"]*\?[^"]*export=(?:csv|xlsx)[^"]*)"')


class _Heads(HTMLParser):
    """The classes and the heads of every table; of one without heads its caption."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[tuple[str, list[str]]] = []
        self.told = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "table":
            self.tables.append((given.get("class") or "", []))
        self.told = tag if tag == "caption" or (tag == "th" and given.get("scope") == "col") else self.told

    def handle_endtag(self, tag: str) -> None:
        self.told = "" if tag == self.told else self.told

    def handle_data(self, data: str) -> None:
        if self.told and self.tables:
            self.tables[-1][1].append(data)


def tables_on(text: str, route: str) -> set[tuple[str, ...]]:
    """The heads of the tables on a page that somebody may want to take away."""
    if route in UNTAKEN:
        return set()
    read = _Heads()
    read.feed(text)
    return {tuple(heads[:3]) for classes, heads in read.tables if not UNTAKEN.keys() & classes.split()}


def ways_to_take(text: str) -> dict[str, set[str]]:
    """As CSV, as XLSX or both: what a page offers of each of its tables, by its links."""
    found: dict[str, set[str]] = {}
    for link in map(unescape, LINK.findall(text)):
        kind = re.search(r"export=(\w+)", link)
        assert kind is not None
        found.setdefault(link.replace(kind[0], "export=%s"), set()).add(kind[1])
    return found
