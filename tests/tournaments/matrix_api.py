"""The addresses of the API. Nobody but accounts has a token; whoever has none is anyone, whatever his browser holds.

A site admin's token has no office, so an admin who organises nothing is a stranger here.
"""

from __future__ import annotations

from typing import Any

from tests.tournaments.matrix import Case, ask, get

DRAFT = "404; 200: referee organiser"
RESULTS = "200"
STEP = "403; 401: unsigned; 200: organiser"
STEP_HIDDEN = "404; 401: unsigned; 403: referee; 200: organiser"
RULING = "403; 401: unsigned; 200: referee organiser"
NO_STEP = "403; 401: unsigned; 404: organiser"
REFUSED = "403; 401: unsigned; 422: organiser"
REFUSED_RULING = "403; 401: unsigned; 422: referee organiser"
STALE_HAND = "403; 401: unsigned; 409: referee organiser"

HAND: dict[str, Any] = {
    "uuid": "7f3c1d1e-32a4-4f0e-9a57-6d3f0f7f8a11",
    "version": 0,
    "facts": {"judge": [{"seat": 0, "warning": True}]},
}


def both(*rest: Any) -> list[Case]:
    """What is read of a tournament: of a published one by all, of a draft by who helps with it."""
    return [get("all see it", "open", *rest), get(DRAFT, "hidden", *rest), get("there is none", "none", *rest)]


API_ROUTES: dict[str, list[Case]] = {
    "api-1:reference": [get("all see it")],
    "api-1:openapi-json": [get("all see it")],
    "api-1:nothing": [get("there is none", "nothing")],
    "api-1:tournaments": [
        get("all see it"),
        ask("post", "200; 401: unsigned", name="New", variant="mandavoshka"),
    ],
    "api-1:tournament": both(),
    "api-1:tournament-step": [
        ask("post", STEP, "open", "publish"),
        ask("post", STEP_HIDDEN, "hidden", "publish"),
        ask("post", "422; 401: unsigned", "open", "burn"),
    ],
    "api-1:entries": [
        *both(),
        ask("post", STEP, "open", text="Dina"),
        ask("post", STEP_HIDDEN, "hidden", text="Dina"),
    ],
    "api-1:entry": [ask("delete", REFUSED, "open", 1), ask("delete", NO_STEP, "open", 99)],
    "api-1:entry-step": [
        ask("post", REFUSED, "open", 1, "withdraw"),
        ask("post", STEP, "played", 1, "withdraw"),
        ask("post", NO_STEP, "open", 99, "withdraw"),
    ],
    "api-1:rounds": [*both(), ask("post", STEP, "open", number=2), ask("post", REFUSED, "open", number=9)],
    "api-1:round": [
        get("all see it", "open", 1),
        get(DRAFT, "open", 2),
        get(DRAFT, "hidden", 1),
        get("there is none", "open", 9),
        ask("delete", "403; 401: unsigned; 204: organiser", "open", 2),
        ask("delete", REFUSED, "open", 1),
    ],
    "api-1:round-step": [ask("post", STEP, "open", 2, "publish"), ask("post", REFUSED, "open", 1, "unpublish")],
    "api-1:game": [
        get("all see it", "open", "game: open 1"),
        get(DRAFT, "open", "game: open 2"),
        get(DRAFT, "hidden", "game: hidden 1"),
        get("there is none", "open", "game: played 1"),
    ],
    "api-1:standings": both(),
    "api-1:standings-why": [*both(1), get("there is none", "open", 99)],
    "api-1:cross": both(),
    "api-1:season": [get("all see it", "season"), get("there is none", "open")],
    "api-1:tournament-statistics": both(),
    "api-1:players": [get("all see it")],
    "api-1:player": [get("all see it", "anna"), get("there is none", "nobody")],
    "api-1:player-games": [get("all see it", "anna"), get("there is none", "nobody")],
    "api-1:ladders": [get("all see it")],
    "api-1:ladder": [get("all see it", "own"), get("there is none", "none")],
    "api-1:ladder-ratings": [get("all see it", "own"), get("there is none", "none")],
    "api-1:variants": [get("all see it")],
    "api-1:variant": [get("all see it", "mandavoshka"), get("there is none", "chess")],
    "api-1:statistics": [get("all see it")],
    "api-1:hands": [
        ask("post", RULING, "played", "game: played 1", **HAND),
        ask("post", STALE_HAND, "played", "game: played 1", **HAND | {"version": 7}),
        ask("post", "404; 401: unsigned; 422: referee organiser", "hidden", "game: hidden 1", **HAND),
        ask("post", "404; 401: unsigned", "played", "game: open 1", **HAND),
    ],
    "api-1:hands-undo": [ask("post", REFUSED_RULING, "played", "game: played 1", version=0)],
    "api-1:hand": [
        ask("put", REFUSED_RULING, "played", "game: played 1", 1, version=0, facts=HAND["facts"]),
    ],
    "api-1:hand-delete": [ask("post", REFUSED_RULING, "played", "game: played 1", 1, version=0)],
    "api-1:game-annul": [ask("post", RULING, "played", "game: played 1", version=0, why="noise")],
    "api-1:game-forfeit": [ask("post", RULING, "played", "game: played 1", version=0, why="left", sides=[1])],
    "api-1:game-readmit": [ask("post", REFUSED_RULING, "played", "game: played 1", version=0)],
    "organiser:archive": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:tokens": [
        get("signed in"),
        ask("post", "200; in: unsigned", label="x", scope="read", period="year"),
    ],
    "organiser:revoke-token": [ask("post", "404; in: unsigned", 0), get("all are sent on", 0)],
}
