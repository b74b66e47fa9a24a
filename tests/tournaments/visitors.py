"""Every address of the site with all that can stand in it, and who reads what is found there.

The addresses come from the resolver itself: a new one is asked too, and one that takes what is not known here fails.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import unquote

import pypdf
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments.concealed import WORDS, Concealed, Mark, sees, slug_of
from tournaments.models import Entry

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
OF_A_TOURNAMENT = re.compile(r"^(t|run|keep/season|api/v1/tournaments)/<(slug:)?slug>")
OF_A_GAME = re.compile(r"^keep/<int:pk>/")
OF_A_PLAYER = re.compile(r"^(p|run/players|api/v1/players)/<")
WORD = {"step": "publish", "kind": "hand", "role": "referee", "code": "mandavoshka", "rest": "nothing", "uidb64": "MQ"}
LEAVING = {"sign-out", "account_logout", "end-session"}
CSV = "export=csv"
FILES = (CSV, "export=xlsx", "export=pdf")


def csv(*names: str) -> list[str]:
    """The first table of a page as a file, and the others by what `of` calls them."""
    return [CSV, *(f"{CSV}&of={name}" for name in names)]


QUERIES: Mapping[str, Sequence[str]] = {
    "public:round": FILES,
    "public:standings": [
        *FILES, *csv("categories", "overall"), "round=1", "stage=1", "why={entry}", "sort=name",
    ],
    "public:cross": [*FILES, "by=round", "by=opponent", "round=1"],
    "public:screen": ["show=standings", "show=tables&size=5"],
    "public:search": [f"q={word[:4]}" for word in WORDS.values()] + [f"q={WORDS['private'][:4]}&typing=1"],
    "public:game": csv(),
    "public:tournament-stats": csv("records"),
    "public:variant-stats": csv("records"),
    "public:records": csv("records"),
    "public:player": [
        *csv("opponents"), "ladder=mandavoshka", "ladder=draughts", "with={player}",
    ],
    "public:ladder": [*FILES, "since=2020-01-01"],
    "public:ladder-calibration": csv("measures"),
    "public:tournaments": ["page=2"],
    **dict.fromkeys(("organiser:log", "organiser:people", "organiser:players", "organiser:personal"), csv()),
    "keep:game": ["as=text", *csv()],
    "keep:print": ["filled=1"],
    "api-1:tournaments": ["status=draft", *(f"q={word[:4]}" for word in WORDS.values())],
    "api-1:players": [f"q={word[:4]}" for word in WORDS.values()],
    "api-1:ladder-ratings": ["since=2020-01-01"],
    "api-1:standings": ["after=1", "stage=1"],
    "api-1:cross": ["by=round"],
}  # fmt: skip


class Place(NamedTuple):
    """What can be asked for: an address, its name, and the tournament that it is about (blank: none)."""

    name: str
    of: str
    address: str


def routes(patterns: Sequence[URLPattern | URLResolver], room: str = "", before: str = "") -> Iterator[tuple[str, str]]:
    """Every address of the site by its name, as it is declared; the admin site is Django's, which guards all of it."""
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = f"{room}{one.namespace}:" if one.namespace else room
            if inner != "admin:":
                yield from routes(one.url_patterns, inner, before + str(one.pattern))
        else:
            yield f"{room}{one.name}", before + str(one.pattern)


def places(world: Concealed) -> Iterator[Place]:
    """All that can be asked for in this world."""
    seconds = {of: world.tournaments[of].entries.order_by("number")[1] for of in WORDS}
    for name, route in dict.fromkeys(routes(get_resolver().url_patterns)):
        for of, values in subjects(world, route, seconds) if name not in LEAVING else ():
            for args in product(*(values[parameter] for parameter in PARAMETER.findall(route))):
                address = reverse(name, args=args)
                yield Place(name, of, address)
                for query in QUERIES.get(name, ()):
                    filled = query.format(entry=values["entry_id"][0], player=world.players["silent"])
                    yield Place(name, of, f"{address}?{filled}")


def subjects(
    world: Concealed, route: str, seconds: Mapping[str, Entry]
) -> Iterator[tuple[str, dict[str, Sequence[Any]]]]:
    """Each tournament that the address may be about, and what may stand in it for each of its parameters.

    `seconds`: the second entry of each tournament.
    """
    told: dict[str, Sequence[Any]] = {name: [word] for name, word in WORD.items()} | {"entry_id": [0]}
    games = {of: [game.pk for name, game in world.games.items() if name[:-2] == of] for of in WORDS}
    if OF_A_TOURNAMENT.match(route):
        for of in WORDS:
            entry = seconds[of]
            yield of, told | {
                "slug": [world.tournaments[of].slug], "number": [1, 2, 3], "entry_id": [entry.pk],
                "entry": [entry.number], "player": [world.players["silent"]],
                "document": ["pairings", "names", "results"],
                **dict.fromkeys(("game_id", "game", "pk"), games[of]),
            }  # fmt: skip
    elif OF_A_GAME.match(route):
        yield from ((of, told | {"pk": games[of], "number": [1], "version": [1]}) for of in WORDS)
    elif OF_A_PLAYER.match(route):
        players = [*world.players.values(), world.personal["open"].player.slug, "double"]
        yield "", told | {"slug": players, "kept": players[:3], "duplicate": ["double"]}
    else:
        dead = [link.token for name, link in world.links.items() if name.startswith("revoked ")]
        yield "", told | {"slug": ["ours", "mandavoshka", "draughts"], "token": ["nonsense", *dead], "pk": [1]}


def said(answer: HttpResponse) -> str:
    """All that an answer says, as one would read it: its text, whatever it is packed in, and its headers."""
    kind, body = answer.headers.get("Content-Type", ""), answer.content
    if kind.startswith("application/pdf"):
        text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(body)).pages)
    elif "spreadsheet" in kind and body:
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            text = "\n".join(packed.read(name).decode() for name in packed.namelist() if "styles" not in name)
    elif kind.startswith("image/"):
        text = ""
    else:
        text = body.decode().replace("\r\n ", "")
    headers = [answer.headers.get(name, "") for name in ("Location", "Content-Disposition", "Link")]
    return plain("\n".join([text, *headers]))


def plain(text: str) -> str:
    """Without case, without what addresses and HTML write for letters, and with no space in a number."""
    return re.sub(r"(?<=\d)[\s,](?=\d{3}(?!\d))", "", unescape(unquote(text)).casefold())


def stands(mark: Mark, text: str) -> bool:
    """Whether the mark is in a text that `said` gave; a number by itself, since times and tokens have any digits."""
    if mark.text.isdecimal():
        return mark.text in text and re.search(rf"(?<!\w){mark.text}(?!\w)", text) is not None
    return mark.text.casefold() in text


class Reader:
    """One of the people, and which marks he has seen; `leaks` tells of those that he should not."""

    def __init__(self, world: Concealed, who: str) -> None:
        self.world, self.who, self.client = world, who, world.client(who)
        self.seen: set[Mark] = set()
        self.leaks: list[str] = []

    def ask(
        self, address: str, client: Client | None = None, how: str = "get", **headers: str
    ) -> tuple[HttpResponse, set[Mark]]:
        """The answer, and the marks on it."""
        with transaction.atomic():
            answer = getattr(client or self.client, how)(address, headers=headers)
            transaction.set_rollback(True)
        text = said(answer)
        found = {mark for mark in self.world.marks if stands(mark, text) or self._in_a_link(mark, address, text)}
        right = {mark for mark in found if sees(self.world, mark, self.who, address)}
        if address.endswith("/entries"):  # says who always sits at one table, which bears the mark
            right |= {mark for mark in found if mark.kind == "round"}
        self.seen |= right
        self.leaks += [f"{self.who} {address}: {mark}" for mark in found - right]
        if answer.status_code >= 500:
            self.leaks.append(f"{self.who} {address}: {answer.status_code}")
        return answer, found

    def _in_a_link(self, mark: Mark, address: str, text: str) -> bool:
        """Whether an address in the text has the name; who asks for the address knows it."""
        return mark.kind == "being" and slug_of(mark) not in address and slug_of(mark) in text

    def missed(self) -> set[Mark]:
        """The marks that he has not seen, though he may."""
        return {mark for mark in self.world.marks if sees(self.world, mark, self.who, "/")} - self.seen
