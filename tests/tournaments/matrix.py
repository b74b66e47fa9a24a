"""How the table of permissions is written and read: `ROUTES` of test_access.py says every answer in these terms.

A case is an address, a method, and the answer that each of `PEOPLE` gets: a status; `in` for the way to the sign-in
page; `to` for any other redirection, which is how a step that was taken answers. Answers are written as the one that
most get, and then the others with who gets them: `403; in: unsigned; 200: organiser admin`. `GROUPS` may stand for
several people. Often needed ones have a name in `SAME`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from tests.tournaments.world import PEOPLE, World
from tournaments.access import ALLOWED, Role
from tournaments.models import Tournament

GROUPS = {
    "unsigned": ("anyone", "player", "keeper", "table", "far", "foreign"),
    "keepers": ("keeper", "table"),
    "helpers": ("keeper", "table", "far", "referee", "organiser", "admin"),
    "staff": ("referee", "organiser", "admin"),
    "organisers": ("organiser", "admin"),
    "accounts": ("nobody", "referee", "organiser", "stranger", "admin"),
}

SAME = {
    "all see it": "200",
    "all are sent on": "to",
    "there is none": "404",
    "draft tournament": "404; 200: helpers",
    "private tournament": "404; 200: helpers player",
    "draft round": "404; 200: staff",
    "signed in": "200; in: unsigned",
    "its organisers": "403; in: unsigned; 200: organisers",
    "its organisers, hidden": "404; in: unsigned; 403: referee; 200: organisers",
    "its referees": "403; in: unsigned; 200: staff",
    "its referees, hidden": "404; in: unsigned; 200: staff",
    "a step": "403; in: unsigned; to: organisers",
    "a step, hidden": "404; in: unsigned; 403: referee; to: organisers",
    "a ruling": "403; in: unsigned; to: staff",
    "no such step": "403; in: unsigned; 404: organisers",
    "no such ruling": "403; in: unsigned; 404: staff",
    "site admins": "403; in: unsigned; 200: admin",
    "its keepers": "403; 200: keepers staff",
    "its keepers, hidden": "404; 403: far; 200: staff",
    "its keepers, posting": "403; 422: keepers staff",
    "its keepers, undoing": "403; to: keepers staff",
    "its keepers, draft round": "403; 404: keepers; 200: staff",
    "no such hand": "403; 404: keepers staff",
    "keepers of all": "403; 200: keeper staff",
    "keepers of all, a step": "403; to: keeper staff",
    "nothing to keep": "403; 404: keeper staff",
}


class Case(NamedTuple):
    """`args` may name what the world holds: a game as `game: open 1`, a link's token or id as `token: open`."""

    method: str
    args: tuple[Any, ...]
    answers: dict[str, str]
    data: dict[str, Any] = {}


def get(answers: str, *args: Any) -> Case:
    return Case("get", args, read(answers))


def post(answers: str, *args: Any, **data: str) -> Case:
    return Case("post", args, read(answers), data)


def ask(method: str, answers: str, *args: Any, **data: Any) -> Case:
    """A case of the API, which takes other methods too, and JSON."""
    return Case(method, args, read(answers), data)


def read(answers: str) -> dict[str, str]:
    """Each one's answer, of answers as they are written."""
    most, *others = SAME.get(answers, answers).split(";")
    found = dict.fromkeys(PEOPLE, most.strip())
    assert most.strip() in ("in", "to") or most.strip().isdecimal(), (
        f"{answers!r}: how answers are written stands above"
    )
    for other in others:
        answer, _colon, people = other.partition(":")
        for name in people.split():
            found |= dict.fromkeys(GROUPS.get(name, (name,)), answer.strip())
    assert set(found) == set(PEOPLE), f"{answers}: who is {set(found) - set(PEOPLE)}?"
    return found


def routes(patterns: list[URLPattern | URLResolver], namespace: str = "") -> Iterator[str]:
    """Every named address; of the admin site, whose pages Django guards alike, the first page stands for all."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from ["admin:index"] if inner == "admin:" else routes(pattern.url_patterns, inner)
        else:
            assert pattern.name, f"{pattern.pattern} has no name"
            yield namespace + pattern.name


def filled(world: World, argument: Any) -> Any:
    """The id or token that stands for an argument of a case."""
    kind, _colon, key = str(argument).partition(": ")
    if kind == "game":
        return world.games[key].pk
    if kind == "entry":
        return Tournament.objects.get(slug=key).entries.earliest("number").pk
    if kind == "user":
        return world.users[key].pk
    if kind == "token":
        return world.links[key].token
    if kind in ("me", "renew"):
        return world.personal[key].token if kind == "me" else world.personal[key].pk
    return world.links[key].pk if kind == "link" else argument


def address(world: World, name: str, case: Case) -> str:
    return reverse(name, args=[filled(world, argument) for argument in case.args])


class Browser(NamedTuple):
    """Somebody's browser, and the session that it goes by, whatever an answer that was taken back has made of it."""

    client: Client
    session: str

    @classmethod
    def of(cls, client: Client) -> Browser:
        return cls(client, client.session.session_key)

    def anew(self) -> Client:
        self.client.cookies.clear()
        self.client.cookies["sessionid"] = self.session
        return self.client


def answers(browsers: Mapping[str, Browser], url: str, case: Case) -> dict[str, str]:
    """What each of the people gets; what a step changed is taken back before the next one asks."""
    found = {}
    for who, browser in browsers.items():
        client = browser.anew()
        with transaction.atomic():
            response = getattr(client, case.method)(url, case.data, **body_of(url, case))
            transaction.set_rollback(True)
        target = response.headers.get("Location", "")
        asked_in = target.startswith((reverse("sign-in"), reverse("admin:login")))
        found[who] = "in" if asked_in else "to" if target else str(response.status_code)
    return found


def body_of(url: str, case: Case) -> dict[str, str]:
    """How what is sent is written: as JSON to the API, else as a form."""
    return {"content_type": "application/json"} if url.startswith("/api/") and case.method != "get" else {}


DONE = ("200", "204", "to", "400", "409", "422")
"""The answers to somebody who was let in, whether what he sent was right or not."""


def with_tables(document: str, table: dict[str, list[Case]]) -> str:
    """The document with its two tables made anew: what each role may do, and who gets in at each address."""
    for name, made in (("actions", _actions()), ("addresses", _addresses(table))):
        before, _start, rest = document.partition(f"<!-- {name} -->")
        _old, _end, after = rest.partition(f"<!-- end of {name} -->")
        document = f"{before}<!-- {name} -->\n\n{made}\n\n<!-- end of {name} -->{after}"
    return document


def _actions() -> str:
    rows = [(action, [role in roles for role in Role]) for action, roles in ALLOWED.items()]
    return _table("action", [str(role) for role in Role], rows)


def _addresses(table: dict[str, list[Case]]) -> str:
    """A mark where somebody gets in for at least one of the cases; a step that is only opened tells nothing."""
    rows = []
    for name in sorted(table):
        told = [case for case in table[name] if case.method == "post" or set(case.answers.values()) != {"to"}]
        rows.append((name, [any(case.answers[who] in DONE for case in told or table[name]) for who in PEOPLE]))
    return _table("address", list(PEOPLE), rows)


def _table(first: str, columns: list[str], rows: list[tuple[str, list[bool]]]) -> str:
    lines = [f"| {first} | {' | '.join(columns)} |", f"|---|{':-:|' * len(columns)}"]
    lines += [f"| `{name}` | {' | '.join('✓' if mark else ' ' for mark in marks)} |" for name, marks in rows]
    return "\n".join(lines)
