"""The list of all that is read and is no page: files to take away, feeds, pieces for scripts, and what the API tells.

Of each only the number of queries is asked, which may not grow with the site (test_pages.py).
"""

from __future__ import annotations

from tests.whole.listed import Page, State, anyone, by, organiser


def exports(who: str, *args: object) -> list[State]:
    """The table of a page as each kind of file."""
    return [by(who, *args, query=f"export={kind}") for kind in ("csv", "xlsx", "pdf")]


def others(who: str, *args: object, of: str) -> list[State]:
    """The other tables of a page, by what it calls them."""
    return [by(who, *args, query=f"export=csv&of={name}") for name in of.split()]


FILES = {
    "public:round": [*exports("anyone", "cup", 1), *exports("anyone", "pairs", 1)],
    "public:standings": [
        *exports("anyone", "cup"), *exports("anyone", "pairs"), *others("anyone", "pairs", of="overall"),
        *others("anyone", "cup", of="categories"),
    ],
    "public:game": exports("anyone", "cup", "over"),
    "public:player": [*exports("anyone", "anna"), *others("anyone", "anna", of="opponents partners tiles")],
    "public:tournament-stats": [
        *exports("anyone", "cup"), *others("anyone", "cup", of="tiles lengths early records"),
    ],
    "public:variant-stats": [
        *exports("anyone", "mandavoshka"), *others("anyone", "mandavoshka", of="records"),
    ],
    "public:records": [*exports("anyone"), *others("anyone", of="records")],
    "public:ladder-how": exports("anyone", "mandavoshka"),
    "public:ladder-calibration": [*exports("anyone", "mandavoshka"), *others("anyone", "mandavoshka", of="measures")],
    "keep:game": exports("keeper", "running"),
    "organiser:log": exports("organiser", "cup"),
    "organiser:players": exports("admin"),
    "organiser:personal": exports("organiser", "cup"),
    "public:cross": [*exports("anyone", "cup"), *exports("anyone", "groups")],
    "public:tournament": exports("anyone", "season"),
    "public:ladder": exports("anyone", "mandavoshka"),
    "organiser:people": exports("organiser", "cup"),
    "public:standings-why": [anyone("cup", "first")],
    "public:print-bracket": [anyone("pairs")],
    "public:print-round": [anyone("cup", 1, name) for name in ("pairings", "names", "results")],
    "public:calendar": [anyone()],
    "public:tournament-calendar": [anyone("cup"), anyone("season")],
    "public:results-feed": [anyone("cup"), anyone("pairs")],
    "public:picture": [anyone("cup")],
    "organiser:cards": [organiser("cup", 2)],
    "organiser:diplomas": [organiser("done")],
    "organiser:archive": [organiser("cup"), organiser("season")],
    "keep:standing": [by("keeper", "running")],
}  # fmt: skip


def program(*args: object, query: str = "") -> State:
    """What a program with a token of the organiser's reads."""
    return by("program", *args, query=query)


TOLD = {
    "api-1:openapi-json": [program()],
    "api-1:tournaments": [program(), program(query="q=кубок")],
    "api-1:tournament": [program("cup"), program("pairs"), program("season")],
    "api-1:entries": [program("cup"), program("pairs")],
    "api-1:start-list": [program("cup"), program("new")],
    "api-1:bans": [program("new")],
    "api-1:archive": [program("cup")],
    "api-1:links": [program("cup")],
    "api-1:presets": [program("mandavoshka")],
    "api-1:rounds": [program("cup"), program("pairs")],
    "api-1:round": [program("cup", 1), program("cup", 2), program("pairs", 1)],
    "api-1:game": [program("cup", "over"), program("cup", "running")],
    "api-1:standings": [program("cup"), program("pairs"), program("pairs", query="stage=1")],
    "api-1:standings-why": [program("cup", 1)],
    "api-1:cross": [program("cup"), program("pairs")],
    "api-1:season": [program("season")],
    "api-1:tournament-statistics": [program("cup"), program("season")],
    "api-1:players": [program(), program(query="q=а")],
    "api-1:player": [program("anna")],
    "api-1:player-games": [program("anna")],
    "api-1:ladders": [program()],
    "api-1:ladder": [program("mandavoshka"), program("own")],
    "api-1:ladder-ratings": [program("mandavoshka"), program("own"), program("mandavoshka", query="since=2020-01-01")],
    "api-1:variants": [program()],
    "api-1:variant": [program("mandavoshka")],
    "api-1:statistics": [program()],
}


def all_files() -> list[Page]:
    """Everything of both lists."""
    return [Page(route, *state) for part in (FILES, TOLD) for route in part for state in part[route]]
