"""Setting up and the desk: stages, settings, people, drafts. Their part of the table of test_access.py."""

from __future__ import annotations

from tests.tournaments.matrix import Case, get, post

SETUP_ROUTES: dict[str, list[Case]] = {
    "organiser:mend": [
        post("a step", "open", 2, version="0", do="redraw"),
        post("a step, hidden", "hidden", 1, version="0", do="redraw"),
        get("all are sent on", "open", 2),
    ],
    "organiser:lay-out": [
        post("a step", "open", number="3", count="2"),
        post("a step, hidden", "hidden", number="2", count="2"),
        get("all are sent on", "open"),
    ],
    "organiser:exchange": [
        post("a ruling", "played", 1, one="1", other="2"),
        get("all are sent on", "played", 1),
    ],
    "organiser:hindsight": [
        get("its organisers", "open", 1),
        get("its organisers, hidden", "hidden", 1),
        get("no such step", "open", 9),
    ],
    "organiser:roster": [
        post("a step", "open", text="Dina", do="add"),
        post("its organisers", "open", text="Dina", do="look"),
        get("all are sent on", "open"),
    ],
    "organiser:undo-import": [post("no such step", "open", 0), get("all are sent on", "open", 0)],
    "organiser:draw-pairs": [
        post("a step", "open", by="lot"),
        post("a step, hidden", "hidden", by="lot"),
        get("all are sent on", "open"),
    ],
    "organiser:seeds": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("a step", "open", by="lot"),
    ],
    "organiser:check-in": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("a step", "open", do="on"),
    ],
    "organiser:recast": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("its organisers", "open", variant="draughts", kind="individual"),
    ],
    "organiser:bans": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("its organisers", "open", one="", other=""),
    ],
    "organiser:allow-pair": [post("no such step", "open", 0), get("all are sent on", "open", 0)],
    "organiser:entry": [
        get("its organisers", "open", 1),
        get("its organisers, hidden", "hidden", 1),
        get("no such step", "open", 9),
        post("a step", "open", 1, team="Reds"),
    ],
    "organiser:absence": [
        post("a step", "open", 1, number="3", kind="half"),
        post("403; in: unsigned; 422: organisers", "open", 1, number="x"),
        get("all are sent on", "open", 1),
    ],
    "organiser:replace-player": [
        post("403; in: unsigned; 422: organisers", "open", 1, name=""),
        get("all are sent on", "open", 1),
    ],
    "organiser:copy": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("a step", "open", name="Copy"),
    ],
    "organiser:stages": [get("its organisers", "open"), get("its organisers, hidden", "hidden")],
    "organiser:add-stage": [
        get("its organisers", "open"),
        get("its organisers, hidden", "hidden"),
        post("its organisers", "open", format="none"),
    ],
    "organiser:stage": [
        get("its organisers", "open", 1),
        get("its organisers, hidden", "hidden", 1),
        get("no such step", "open", 9),
        post("its organisers", "open", 1, format="none"),
    ],
    "organiser:remove-stage": [
        post("a step", "open", 1),
        post("no such step", "open", 9),
        get("all are sent on", "open", 1),
    ],
    "organiser:next-stage": [
        get("its organisers", "open", 1),
        get("its organisers, hidden", "hidden", 1),
        post("its organisers", "open", 1),
    ],
    "organiser:take-back-stage": [
        post("a step", "open", 1),
        post("no such step", "open", 9),
        get("all are sent on", "open", 1),
    ],
    "organiser:draw-lots": [
        post("a step", "open", 1),
        post("no such step", "open", 9),
        get("all are sent on", "open", 1),
    ],
    "organiser:take-back-lots": [
        post("a step", "open", 1),
        post("no such step", "open", 9),
        get("all are sent on", "open", 1),
    ],
    "organiser:ladder-history": [
        get("its organisers", "own"),
        post("its organisers", "own", text="nothing"),
    ],
    "organiser:undo-history": [post("no such step", "own", 0), get("all are sent on", "own", 0)],
}
