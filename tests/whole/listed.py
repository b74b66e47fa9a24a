"""The list of all pages: what a person may see of the site, by the name of its address, and who opens it.

Whatever holds for every page is asked of this list: valid HTML, axe-core in both themes, weight, number of queries,
nothing missing in a template, and pictures. No address that answers a page may be missing from it (test_pages.py).
Arguments are names of `Site.things`, or what they say.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from django.test import Client
from django.urls import reverse

from tests.whole.site import Site


class Page(NamedTuple):
    """A page in one state, as `who` sees it: asked for, or answered to what was `sent`."""

    route: str
    who: str
    args: tuple[Any, ...] = ()
    query: str = ""
    status: int = 200
    sent: tuple[tuple[str, Any], ...] = ()

    def address(self, site: Site) -> str:
        args = [site.things.get(arg, arg) for arg in self.args]
        words = self.query.format(**site.things)
        return (reverse(self.route, args=args) if self.route else "/nowhere/") + (words and f"?{words}")

    def answer(self, site: Site, client: Client, **more: Any) -> Any:
        if not self.sent:
            return client.get(self.address(site), follow=True, **more)
        sent = {name: site.things.get(value, value) for name, value in self.sent}
        return client.post(self.address(site), sent, **more)

    def title(self) -> str:
        """The page's name, as a file may have it."""
        who = "" if self.who == "anyone" else self.who
        sent = "sent" if self.sent else ""
        words = [self.route or "nowhere", *map(str, self.args), self.query, who, sent]
        return re.sub(r"\W+|_", "-", "-".join(filter(None, words))).strip("-")


class State(NamedTuple):
    """A page without the name of its address."""

    who: str
    args: tuple[Any, ...]
    query: str = ""
    status: int = 200
    sent: tuple[tuple[str, Any], ...] = ()


def by(who: str, *args: Any, query: str = "", status: int = 200) -> State:
    return State(who, args, query, status)


def anyone(*args: Any, query: str = "", status: int = 200) -> State:
    return by("anyone", *args, query=query, status=status)


def organiser(*args: Any, query: str = "", status: int = 200) -> State:
    return by("organiser", *args, query=query, status=status)


def sent(who: str, *args: Any, status: int = 200, **fields: Any) -> State:
    """What somebody gets to see who sent this; a hyphen in a field's name is written as `__`."""
    return State(who, args, "", status, tuple((name.replace("__", "-"), value) for name, value in fields.items()))


PUBLIC = {
    "": [anyone(status=404)],
    "public:home": [anyone(), organiser()],
    "public:search": [anyone(), anyone(query="q=а"), anyone(query="q=zzz"), anyone(query="q=лебидева")],
    "public:tournaments": [anyone(), organiser()],
    "public:tournament": [anyone(name) for name in ("cup", "pairs", "groups", "done", "season", "long", "silent")],
    "public:round": [
        anyone("cup", 1), anyone("cup", 2), anyone("pairs", 1), anyone("pairs", "final"), anyone("done", 3),
        anyone("silent", 1), organiser("drawn", 2),
    ],
    "public:standings": [
        *(anyone(name) for name in ("cup", "pairs", "groups", "done", "long", "silent")),
        anyone("cup", query="why={first}"), anyone("cup", query="round=1"), anyone("pairs", query="stage=1"),
        anyone("cup", query="sort=-name"),
    ],
    "public:cross": [anyone("cup"), anyone("pairs"), anyone("done"), anyone("cup", query="by=round")],
    "public:bracket": [anyone("pairs")],
    "public:screen": [
        anyone("cup"), anyone("cup", query="show=standings&size=5"), anyone("pairs"), anyone("done"), anyone("season"),
    ],
    "public:game": [
        anyone("cup", "over"), anyone("cup", "running"), anyone("pairs", "of a pair"), anyone("silent", "kept secret"),
    ],
    "public:player": [anyone("anna")],
    "public:ladders": [anyone()],
    "public:ladder": [anyone("mandavoshka"), anyone("own")],
    "public:ladder-how": [anyone("mandavoshka"), anyone("own")],
    "public:ladder-calibration": [anyone("mandavoshka"), anyone("own")],
    "public:tournament-stats": [anyone("cup"), anyone("pairs"), anyone("done"), anyone("season"), anyone("long")],
    "public:records": [anyone()],
    "public:variants": [anyone()],
    "public:variant": [anyone("mandavoshka"), anyone("morskoy_kozel_exchange"), anyone("draughts")],
    "public:variant-stats": [anyone("mandavoshka"), anyone("kozel"), anyone("draughts")],
    "public:redeal": [anyone("mandavoshka"), anyone("mandavoshka", query="tiles=66+55+44+33+22+11+00")],
}  # fmt: skip

KEEPING = {
    "keep:enter": [anyone("key")],
    "keep:home": [by("keeper"), anyone(), organiser()],
    "keep:season": [by("keeper", "season")],
    "keep:game": [
        by("keeper", "over"), by("keeper", "running"), by("keeper", "running", query="as=text"),
        by("keeper", "waiting"), by("keeper", "in season"), organiser("kept secret"), organiser("running"),
        anyone("running", status=403),
    ],
    "keep:amend": [by("keeper", "running", 1), by("keeper", "over", 2)],
    "keep:insert": [by("keeper", "running", 1, "judge"), by("keeper", "running", 1, "hand")],
    "keep:history": [by("keeper", "running"), by("keeper", "over")],
    "keep:print": [by("keeper", "running"), by("keeper", "running", query="filled=1"), by("keeper", "waiting")],
    "me:home": [anyone("me"), anyone("nonsense", status=404)],
    "join:invitation": [anyone("join referee"), by("nobody", "join organiser")],
}  # fmt: skip

ORGANISING = {
    "organiser:home": [organiser(), by("nobody")],
    "organiser:create": [organiser()],
    "organiser:create-variant": [organiser("mandavoshka"), organiser("morskoy_kozel")],
    "organiser:bring-in": [organiser()],
    "organiser:ladders": [organiser()],
    "organiser:ladder": [organiser("own")],
    "organiser:ladder-history": [organiser("own")],
    "organiser:players": [by("admin"), by("admin", query="q=дора")],
    "organiser:player": [by("admin", "dora"), by("admin", "anna")],
    "organiser:merge": [by("admin", "dora", "dora again")],
    "organiser:accounts": [by("admin")],
    "organiser:tokens": [organiser()],
    "organiser:desk": [
        *(organiser(name) for name in ("cup", "drawn", "pairs", "groups", "done", "new", "long")),
        by("referee", "cup"), organiser("cup", query="round=1"), by("nobody", "cup", status=403),
    ],
    "organiser:hindsight": [organiser("cup", 1), organiser("pairs", 1)],
    "organiser:people": [organiser("cup"), organiser("new"), organiser("season"), organiser("long")],
    "organiser:entry": [organiser("cup", 1), organiser("new", 1), organiser("pairs", 1)],
    "organiser:seeds": [organiser("new"), organiser("pairs")],
    "organiser:check-in": [organiser("new"), organiser("cup")],
    "organiser:bans": [organiser("new")],
    "organiser:personal": [organiser("cup"), organiser("long")],
    "organiser:game": [organiser("cup", "over"), organiser("cup", "running"), organiser("pairs", "waiting")],
    "organiser:prints": [organiser("cup"), organiser("pairs")],
    "organiser:sheets": [organiser("cup", 2), organiser("pairs", 1)],
    "organiser:settings": [organiser("cup"), organiser("season"), organiser("new")],
    "organiser:recast": [organiser("new"), organiser("long")],
    "organiser:copy": [organiser("cup")],
    "organiser:stages": [organiser("pairs"), organiser("new")],
    "organiser:add-stage": [organiser("new")],
    "organiser:stage": [organiser("cup", 1), organiser("pairs", 2), organiser("new", 1)],
    "organiser:next-stage": [organiser("groups", 1), organiser("pairs", 1)],
    "organiser:rules": [organiser("cup"), organiser("new")],
    "organiser:hand-over": [organiser("cup", "helper")],
    "organiser:links": [organiser("cup"), organiser("long")],
    "organiser:log": [organiser("cup"), organiser("pairs"), organiser("season")],
}  # fmt: skip

ACCOUNTS = {
    "sign-in": [anyone()],
    "account_login": [anyone()],
    "new-password": [anyone("uid", "way back"), anyone("MQ", "set-password")],
    "forgotten": [anyone()],
    "account-address": [by("guarded")],
    "confirm-address": [anyone("letter"), anyone("nonsense", status=404)],
    "account_change_password": [by("guarded")],
    "account_reauthenticate": [by("guarded")],
    "mfa_index": [by("guarded"), by("nobody")],
    "mfa_authenticate": [by("half")],
    "mfa_reauthenticate": [by("guarded")],
    "mfa_activate_totp": [by("nobody")],
    "mfa_deactivate_totp": [by("guarded")],
    "mfa_view_recovery_codes": [by("guarded")],
    "mfa_generate_recovery_codes": [by("guarded")],
    "mfa_list_webauthn": [by("guarded")],
    "mfa_add_webauthn": [by("guarded")],
    "mfa_reauthenticate_webauthn": [by("guarded")],
    "mfa_remove_webauthn": [by("guarded", "security key")],
    "mfa_edit_webauthn": [by("guarded", "security key")],
    "usersessions_list": [by("guarded")],
    "api-1:reference": [anyone()],
}

ANSWERED = {
    "sign-in": [sent("anyone", username="organiser", password="wrong")],
    "account_change_password": [sent("guarded", oldpassword="wrong", password1="1", password2="2")],
    "organiser:account-link": [sent("admin", "helper", do="give")],
    "organiser:tokens": [
        sent("guarded", label="Экран", scope="read", period="year"), sent("guarded", label="", status=422),
    ],
    "organiser:create-variant": [sent("organiser", "mandavoshka", name="")],
    "organiser:ladders": [sent("organiser", name="")],
    "organiser:ladder-settings": [sent("organiser", "own", sigma="0", status=422)],
    "organiser:ladder-history": [
        sent("organiser", "own", text="01.05.2023;Дора 0;Новый\n02.05.2023;Дора 0;Другой", do="look"),
        sent("organiser", "own", text="nothing"),
    ],
    "organiser:merge": [sent("admin", "dora", "dora again", status=200)],
    "organiser:people": [sent("organiser", "long", text="Анна Лебедева, Маяк", do="now")],
    "organiser:roster": [sent("organiser", "long", text="Анна Лебедева\nНекто Новый\n\n;;;\nНекто Новый", do="look")],
    "organiser:settings": [sent("organiser", "cup", name="")],
    "organiser:rules": [sent("organiser", "cup", target="1")],
    "organiser:add-stage": [sent("organiser", "new", format="none")],
    "organiser:stage": [sent("organiser", "new", 1, format="none"), sent("organiser", "cup", 1, look="1")],
    "organiser:next-stage": [sent("organiser", "groups", 1, look="1")],
    "organiser:bans": [sent("organiser", "new", one="", other="")],
    "organiser:absence": [sent("organiser", "cup", 1, number="0", status=422)],
    "organiser:copy": [sent("organiser", "cup", name="")],
    "organiser:game-step": [
        sent("organiser", "cup", "running", "annul", status=422, annul__version="1"),
        sent("organiser", "cup", "running", "forfeit", forfeit__version="running version", forfeit__why="ушли",
             forfeit__sides="1"),
    ],
    "keep:enter": [sent("anyone", "key", name="")],
    "keep:game": [sent("keeper", "running", status=422, version="0", end="out")],
    "keep:judge": [sent("keeper", "running", status=422, judge__what="points")],
    "keep:redeal": [sent("keeper", "running", status=422, redeal__seat="")],
    "keep:amend": [sent("keeper", "running", 1, status=422, do="preview")],
    "keep:delete": [sent("keeper", "running", 1, version="running version", do="preview")],
    "keep:insert": [sent("keeper", "running", 1, "judge", status=422, what="points")],
    "keep:restore": [sent("keeper", "running", 1, version="running version", do="preview")],
    "me:say": [sent("anyone", "me", "over", "dispute", status=422, version="over version")],
    "join:invitation": [sent("anyone", "join referee", status=422, username="")],
}  # fmt: skip
"""What stands on a page after something was sent that asks for more, or that is refused."""

LISTED = PUBLIC | KEEPING | ORGANISING | ACCOUNTS

NO_PAGES = {
    "keep:worker", "keep:manifest", "mfa_download_recovery_codes", "mfa_login_webauthn", "health-live", "health-ready",
    "metrics",
}  # fmt: skip
"""Addresses that answer something else than a page, and that are as large on any site."""

DJANGOS_OWN = {"admin:index"}


def all_pages() -> list[Page]:
    """Every page of the list."""
    return [Page(route, *state) for part in (LISTED, ANSWERED) for route in part for state in part[route]]
