"""The addresses for programs: of the API, of feeds and of files.

Of the API nobody but accounts has a token; whoever has none is anyone, whatever his browser holds. A site
admin's token has no office, so an admin who organises nothing is a stranger here.
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
SITTING = "403; 401: unsigned; 200: referee organiser"
NO_SITTING = "403; 401: unsigned; 404: referee organiser"
REFUSED_SITTING = "403; 401: unsigned; 422: referee organiser"
OWN_LADDER = "403; 401: unsigned; 200: organiser"
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
    "api-1:tournament": [
        *both(),
        ask("patch", STEP, "open", venue="Park"),
        ask("patch", STEP_HIDDEN, "hidden", venue="Park"),
    ],
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
    "api-1:entry-withdraw": [
        ask("post", REFUSED, "open", 1),
        ask("post", STEP, "played", 1),
        ask("post", NO_STEP, "open", 99),
    ],
    "api-1:entry-return": [ask("post", STEP, "open", 1), ask("post", NO_STEP, "open", 99)],
    "api-1:entry-away": [ask("post", STEP, "open", 1, round=9, kind="half"), ask("post", NO_STEP, "open", 99, round=9)],
    "api-1:entry-part": [ask("post", STEP, "open", 1), ask("post", NO_STEP, "open", 99)],
    "api-1:entry-replace": [ask("post", REFUSED, "open", 1, leaves="boris", name="Dina")],
    "api-1:entry-come": [ask("post", SITTING, "season", 1), ask("post", NO_SITTING, "season", 99)],
    "api-1:entry-go": [ask("post", SITTING, "season", 1), ask("post", NO_SITTING, "season", 99)],
    "api-1:welcome": [ask("post", SITTING, "season", text="Zoya")],
    "api-1:sittings": [ask("post", REFUSED_SITTING, "season", entries=[1])],
    "api-1:start-list": [ask("get", STEP, "open"), ask("get", STEP_HIDDEN, "hidden")],
    "api-1:bans": [ask("get", STEP, "open"), ask("post", STEP, "open", one=1, other=2)],
    "api-1:ban": [ask("delete", NO_STEP, "open", 1)],
    "api-1:check-in": [ask("post", REFUSED, "open", here=True)],
    "api-1:pairs": [ask("post", REFUSED, "open", one=1, other=2)],
    "api-1:pairs-draw": [ask("post", REFUSED, "open", by="lot")],
    "api-1:list-preview": [ask("post", STEP, "open", text="Dina"), ask("post", STEP_HIDDEN, "hidden", text="Dina")],
    "api-1:lists": [ask("post", STEP, "open", text="Dina"), ask("post", STEP_HIDDEN, "hidden", text="Dina")],
    "api-1:list-undo": [ask("post", NO_STEP, "open", 1)],
    "api-1:archive": [ask("get", STEP, "open"), ask("get", STEP_HIDDEN, "hidden")],
    "api-1:archives": [ask("post", "422; 401: unsigned")],
    "api-1:links": [
        *(ask("get", STEP, "open"), ask("get", STEP_HIDDEN, "hidden")),
        *(ask("post", STEP, "open", role="guest"), ask("post", STEP_HIDDEN, "hidden")),
        ask("post", "422; 401: unsigned", "open", role="organiser"),
    ],
    "api-1:link-revoke": [ask("post", NO_STEP, "open", 99_999)],
    "api-1:personal-links": [ask("post", STEP, "open"), ask("post", STEP_HIDDEN, "hidden")],
    "api-1:personal-link-renew": [ask("post", STEP, "open", "anna"), ask("post", NO_STEP, "open", "nobody")],
    "api-1:presets": [get("all see it", "mandavoshka"), get("there is none", "chess")],
    "api-1:tournament-copy": [
        ask("post", STEP, "open", name="Again"),
        ask("post", STEP_HIDDEN, "hidden", name="Again"),
    ],
    "api-1:tournament-rules": [ask("put", REFUSED, "open", options={}, version=0)],
    "api-1:stages": [ask("post", STEP, "open"), ask("post", STEP_HIDDEN, "hidden")],
    "api-1:stage": [
        ask("patch", STEP, "open", 1, name="First"),
        ask("patch", NO_STEP, "open", 9, name="First"),
        ask("delete", REFUSED, "open", 1),
    ],
    "api-1:stage-next": [ask("post", REFUSED, "open", 1)],
    "api-1:stage-back": [ask("post", REFUSED, "open", 1)],
    "api-1:stage-seeds": [ask("post", REFUSED, "open", 1, by="lot")],
    "api-1:stage-lots": [ask("post", REFUSED, "open", 1, "draw")],
    "api-1:schedule": [ask("post", REFUSED, "open", number=9, count=2)],
    "api-1:schedule-replan": [ask("post", STEP, "open"), ask("post", STEP_HIDDEN, "hidden")],
    "api-1:schedule-step": [ask("post", STEP, "open", "show")],
    "api-1:round-mend": [ask("post", REFUSED, "open", 2, do="undo", version=0)],
    "api-1:round-exchange": [ask("post", RULING, "open", 1, one=1, other=2)],
    "api-1:round-clock": [ask("post", REFUSED, "open", 1, "start"), ask("post", STEP, "played", 1, "call")],
    "api-1:round-clock-more": [ask("post", REFUSED, "open", 1, minutes=5)],
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
        ask("delete", "403; 401: unsigned; 422: referee organiser", "open", "game: open 1"),
        ask("delete", "403; 401: unsigned; 404: referee organiser", "open", "game: played 1"),
    ],
    "api-1:standings": both(),
    "api-1:standings-why": [*both(1), get("there is none", "open", 99)],
    "api-1:cross": both(),
    "api-1:season": [get("all see it", "season"), get("there is none", "open")],
    "api-1:tournament-statistics": both(),
    "api-1:players": [get("all see it")],
    "api-1:player": [get("all see it", "anna"), get("there is none", "nobody")],
    "api-1:player-games": [get("all see it", "anna"), get("there is none", "nobody")],
    "api-1:ladders": [get("all see it"), ask("post", "200; 401: unsigned", name="New")],
    "api-1:ladder": [
        *(get("all see it", "own"), get("there is none", "none")),
        ask("patch", OWN_LADDER, "own", club="Harbour"),
        ask("delete", "403; 401: unsigned; 204: organiser", "own"),
        ask("patch", "404; 401: unsigned", "none", club="Harbour"),
    ],
    "api-1:ladder-settings": [ask("patch", OWN_LADDER, "own", tau=0.2)],
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
    "api-1:hands-preview": [
        ask("post", RULING, "played", "game: played 1", facts=HAND["facts"]),
        ask("post", "404; 401: unsigned", "played", "game: open 1", facts=HAND["facts"]),
    ],
    "api-1:game-restore": [ask("post", REFUSED_RULING, "played", "game: played 1", version=0, restored=0)],
    "api-1:game-stop": [ask("post", RULING, "played", "game: played 1", version=0, stop="hand")],
    "api-1:game-decide": [
        ask("post", RULING, "played", "game: played 1", version=0, why="seen", places=[1, 2, 3, 4]),
        ask("post", REFUSED_RULING, "played", "game: played 1", version=0, why="seen", places=[9]),
    ],
    "api-1:game-reopen": [ask("post", RULING, "open", "game: open 1", version=1)],
    "api-1:game-shut": [ask("post", RULING, "open", "game: open 1", version=1)],
    "api-1:game-reseat": [ask("post", RULING, "played", "game: played 1", version=0, order=[1, 0, 2, 3])],
    "api-1:game-settle": [ask("post", RULING, "open", "game: open 1", version=1)],
    "public:calendar": [get("all see it")],
    "public:tournament-calendar": [get("all see it", "open"), get("draft tournament", "hidden")],
    "public:results-feed": [get("all see it", "open"), get("draft tournament", "hidden")],
    "public:picture": [get("all see it", "open"), get("draft tournament", "hidden")],
    "organiser:archive": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:tokens": [
        get("signed in"),
        ask("post", "to; in: unsigned", label="x", scope="read", period="year"),
    ],
    "organiser:revoke-tokens": [ask("post", "to; in: unsigned"), get("all are sent on")],
    "organiser:revoke-token": [ask("post", "404; in: unsigned", 0), get("all are sent on", 0)],
}
