"""The addresses of setting up: stages, settings, people. Their part of the table of test_access.py."""

from __future__ import annotations

from typing import Any

Row = tuple[str, str, tuple[Any, ...], dict[str, str]]


def get(answers: str, *args: Any) -> Row:
    return "get", answers, args, {}


def post(answers: str, *args: Any, **data: str) -> Row:
    return "post", answers, args, data


SETUP_ROUTES: dict[str, list[Row]] = {
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
}
