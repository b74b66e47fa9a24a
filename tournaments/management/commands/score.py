"""`manage.py score FILE... [--json]`: game records in, score sheets or JSON out.

A file holds one game, or JSON Lines, a game a line; `-` is standard input. A record that breaks a rule of the record
is refused with one line on standard error; the others are scored all the same, and the exit status is 2.
"""

import json
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
from typing import Any

import orjson
from django.core.management.base import BaseCommand
from django.utils.translation import get_language, gettext, override

from scoring.errors import RecordError, show
from scoring.ledger import score_game
from scoring.notes import Note, render
from scoring.output import as_json, as_sheet

BATCH = 500
"""So many games are scored and printed at a time."""
MANY = 2000
"""From so many games on all processors share the work."""


type Game = tuple[str, str | Note]
"""A game as it was found: where it stands, and its text; a `Note` where none can be read."""


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
        try:
            with _workers(len(games)) as share:
                for shown, faults in share(score, batched(games, BATCH, strict=False)):
                    if faults:
                        refused = True
                        self.stderr.write("\n".join(map(_one_line, faults)))
                    if shown:
                        self.stdout.write(shown)
            self.stdout.flush()
        except BrokenPipeError:  # whoever reads has seen enough; nothing is left to be written when Python ends
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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


def _score(games: Iterable[Game], *, json: bool, language: str | None) -> tuple[str, list[str]]:
    """What is printed of these games, in their order, and what is said of some on standard error."""
    translate = cache(gettext)
    shown: list[str] = []
    faults: list[str] = []
    with override(language):
        for place, text in games:
            try:
                ledger = score_game(_load(text))
                if json:
                    shown.append(orjson.dumps(as_json(ledger, translate)).decode())
                else:
                    shown.append(as_sheet(ledger, translate) + "\n")
            except RecordError as error:
                fault = render(error.note, error.names, translate=translate)
                at = "" if error.hand is None else translate("hand %(number)d") % {"number": error.hand} + ": "
                faults.append(f"{place}: {at}{fault}")
                if json:
                    shown.append(orjson.dumps({"error": fault, "hand": error.hand}).decode())
    return "\n".join(shown), faults


def _games(name: str) -> Iterator[Game]:
    """Each game of a file."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        yield name, Note("unreadable", {"text": getattr(error, "strerror", None) or str(error)})
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        yield name, Note("no_games", {})
    elif len(lines) == 1 or _is_one_document(text, [line.strip() for _, line in lines]):
        yield name, text
    else:
        for number, line in lines:
            yield f"{name}:{number}", line


def _is_one_document(text: str, lines: list[str]) -> bool:
    """Whether a text of several lines is one game printed over them, whole or broken, rather than a game a line."""
    if isinstance(_parsed(text), dict | list):
        return True
    opens = lines[0][0] in "{[" and lines[0][-1] not in "}]"
    return opens and not any(_is_record(line) for line in lines)


def _is_record(line: str) -> bool:
    record = _parsed(line) if "seats" in line else None
    return isinstance(record, dict) and "seats" in record


def _parsed(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _load(text: str | Note) -> Any:
    """The object that a text holds; `RecordError` where it holds none, or one with a key twice."""
    if isinstance(text, Note):
        raise RecordError(text)
    try:
        record = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise RecordError(Note("not_json", {"text": str(error)})) from None
    if orjson.dumps(record).count(b'"') != text.count('"'):  # a quick look; most texts end here
        json.loads(text, object_pairs_hook=_each_key_once)
    return record


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise RecordError(Note("key_twice", {"key": show(next(key for key in keys if keys.count(key) > 1))}))
    return dict(pairs)


def _one_line(fault: str) -> str:
    """A fault without what would break the line or steer a terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in fault)
