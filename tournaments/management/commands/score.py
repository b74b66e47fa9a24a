"""`manage.py score FILE... [--json]`: game records in, score sheets or JSON out.

A file holds one game, or JSON Lines, a game a line; `-` is standard input. A record that breaks a rule of the record
is refused with one line on standard error; the others are scored all the same, and the exit status is 2.
"""

import os
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from itertools import batched
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from django.core.management.base import BaseCommand
from django.utils.translation import get_language, gettext, override

from scoring.errors import RecordError
from scoring.ledger import score_game
from scoring.notes import Note, render
from scoring.output import as_json, as_sheet
from scoring.record import FORMAT

BATCH = 500
"""So many games are scored and printed at a time."""
MANY = 2000
"""From so many games on all processors share the work."""


class Game(NamedTuple):
    """A game as it was found: where it stands, and its text; a `Note` where none can be read."""

    place: str
    text: str | Note


class Scored(NamedTuple):
    """What is printed of a game, and what is said of it on standard error."""

    shown: str | None
    fault: str | None


class Command(BaseCommand):
    help = "Score game records: a file holds one JSON game, or JSON Lines, a game a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file of records; - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object a game, each on one line")

    def handle(self, *, files: list[str], json: bool, **options: Any) -> None:
        refused = False
        games = [game for name in files for game in _games(name)]
        score = partial(_score, json=json, language=get_language())
        with _workers(len(games)) as share:
            for batch in share(score, batched(games, BATCH, strict=False)):
                shown = [scored.shown for scored in batch if scored.shown is not None]
                faults = [scored.fault for scored in batch if scored.fault is not None]
                if faults:
                    refused = True
                    self.stderr.write("\n".join(faults))
                if shown:
                    self.stdout.write("\n".join(shown))
        if refused:
            sys.exit(2)


@contextmanager
def _workers(games: int) -> Iterator[Any]:
    """A `map` that keeps the order: over all processors where the games are many and nothing forbids to fork."""
    processors = os.process_cpu_count() or 1
    if games < MANY or processors == 1 or threading.active_count() > 1 or not hasattr(os, "fork"):
        yield map
        return
    with ProcessPoolExecutor(processors, mp_context=get_context("fork")) as pool:
        yield pool.map


def _score(games: Iterable[Game], *, json: bool, language: str | None) -> list[Scored]:
    """These games scored, in their order."""
    translate = cache(gettext)
    scored = []
    with override(language):
        for place, text in games:
            try:
                ledger = score_game(_load(text))
                sheet = (
                    orjson.dumps(as_json(ledger, translate)).decode() if json else as_sheet(ledger, translate) + "\n"
                )
                scored.append(Scored(sheet, None))
            except RecordError as error:
                fault = render(error.note, error.names, translate=translate)
                at = "" if error.hand is None else translate("hand %(number)d") % {"number": error.hand} + ": "
                shown = orjson.dumps({"error": fault, "hand": error.hand}).decode() if json else None
                scored.append(Scored(shown, f"{place}: {at}{fault}"))
    return scored


def _games(name: str) -> Iterator[Game]:
    """Each game of a file."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        yield Game(name, Note("unreadable", {"text": getattr(error, "strerror", None) or str(error)}))
        return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        yield Game(name, Note("no_games", {}))
    elif len(lines) == 1 or not any(_is_game(line) for _, line in lines):
        yield Game(name, text)
    else:
        for number, line in lines:
            yield Game(f"{name}:{number}", line)


def _load(text: str | Note) -> Any:
    """The object that a text holds; `RecordError` where it holds none."""
    if isinstance(text, Note):
        raise RecordError(text)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise RecordError(Note("not_json", {"text": str(error)})) from None


def _is_game(line: str) -> bool:
    """Whether this line by itself is a whole record: then the file is JSON Lines, whatever the other lines are."""
    try:
        return FORMAT in line and type(_load(line)) is dict
    except RecordError:
        return False
