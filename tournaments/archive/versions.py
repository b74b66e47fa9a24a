"""Documents of an earlier version of the format, brought to the one that `tournaments.archive.shape` declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tournaments.archive.shape import FORMAT

NAME = "ryba-tournament/"


class UnknownFormat(ValueError):
    """`newer`: the document is of a version that this program does not know yet; otherwise it is none of ours."""

    def __init__(self, said: str, *, newer: bool) -> None:
        self.said, self.newer = said[:40], newer
        super().__init__(self.said)


def brought_up(document: Any) -> Any:
    """The document in the present version. What is wrong with it otherwise is for the shape to say.

    >>> brought_up({"format": "ryba-tournament/1", "rounds": []})["format"]
    'ryba-tournament/2'
    """
    said = str(document.get("format")) if isinstance(document, dict) else ""
    while said in STEPS:
        STEPS[said](document)
        said = document["format"]
    if said != FORMAT:
        raise UnknownFormat(said, newer=said.startswith(NAME) and said.removeprefix(NAME).isdecimal())
    return document


def _to_2(document: dict[str, Any]) -> None:
    """Version 1 knew neither a judge's decision nor when a round was drawn."""
    document["format"] = "ryba-tournament/2"
    for round_ in _parts(document, "rounds"):
        round_.setdefault("drawn_at", None)
        for table in _parts(round_, "tables"):
            for game in _parts(table, "games"):
                game.setdefault("decided", [])


STEPS: dict[str, Callable[[dict[str, Any]], None]] = {"ryba-tournament/1": _to_2}


def _parts(part: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The parts of a list, as far as it is one."""
    found = part.get(name)
    return (one for one in found if isinstance(one, dict)) if isinstance(found, list) else iter(())
