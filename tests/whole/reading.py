"""A page as one reads it: its words, and whether its tags stand as HTML wants them, cheaply."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from html.parser import HTMLParser

VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    "use", "path", "circle", "rect", "line",
}  # fmt: skip
UNCLOSED = {"p", "li", "td", "th", "tr", "thead", "tbody", "option", "dt", "dd"}
"""Elements that need no end; of these only too many ends are a fault."""
ADDRESS = re.compile(r"https?://\S+")
SAID = ("title", "aria-label", "alt", "placeholder", "value", "content")


class Page(HTMLParser):
    """`words`: texts and what is said by attributes; `faults`: of the tags and of ids."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.faults: list[str] = []
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.feed(text)
        self.close()
        self.faults += [f"id {name} stands {count} times" for name, count in self.ids.items() if count > 1]
        self.faults += [f"<{tag}> is never closed" for tag in self.open if tag not in UNCLOSED]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if len(told) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice: {attrs}")
        if told.get("id"):
            self.ids[str(told["id"])] += 1
        if tag in ("input", "button") or "name" not in told:
            self.words += [told[name] or "" for name in SAID if name in told and self._is_said(tag, name, told)]
        if tag not in VOID:
            self.open.append(tag)

    @staticmethod
    def _is_said(tag: str, name: str, told: dict[str, str | None]) -> bool:
        """Whether one sees the value; what is sent, or told to programs, is for no reader."""
        if name == "value":
            return tag == "input" and told.get("type") == "submit"
        return name != "content"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        while self.open and self.open[-1] != tag and self.open[-1] in UNCLOSED and tag in self.open:
            self.open.pop()
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.faults.append(f"</{tag}> closes {self.open[-3:]} at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.words.append(data)

    def without(self, names: Iterable[str]) -> str:
        """The words without addresses, and without what people have written, which may be anything."""
        text = ADDRESS.sub(" ", "\n".join(self.words))
        for name in sorted(set(names) - {""}, key=len, reverse=True):
            text = text.replace(name, " ")
        return text
