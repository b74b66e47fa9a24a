"""`manage.py score FILE... [--json]`: game records in, score sheets or JSON out.

A file holds one game, or JSON Lines, a game a line; `-` is standard input. A record that breaks a rule of the record
is refused with one line on standard error; the others are scored all the same, and the exit status is 2.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import BaseCommand
from django.utils.translation import gettext

from scoring.errors import RecordError
from scoring.ledger import score_game
from scoring.notes import Note, render
from scoring.output import as_json, as_sheet
from scoring.record import FORMAT

BATCH = 500
"""So many games are printed at a time."""


class Command(BaseCommand):
    help = "Score game records: a file holds one JSON game, or JSON Lines, a game a line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file of records; - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object a game, each on one line")

    def handle(self, *, files: list[str], json: bool, **options: Any) -> None:
        refused = False
        lines: list[str] = []
        for place, record in (found for name in files for found in _records(name)):
            try:
                lines.append(_outcome(record, json))
            except RecordError as error:
                refused = True
                fault = render(error.note, error.names, translate=gettext)
                at = "" if error.hand is None else gettext("hand %(number)d") % {"number": error.hand} + ": "
                self.stderr.write(f"{place}: {at}{fault}")
                if json:
                    lines.append(orjson.dumps({"error": fault, "hand": error.hand}).decode())
            if len(lines) == BATCH:
                self.stdout.write("\n".join(lines))
                lines.clear()
        if lines:
            self.stdout.write("\n".join(lines))
        if refused:
            sys.exit(2)


def _outcome(record: Any, json: bool) -> str:
    if isinstance(record, Note):
        raise RecordError(record)
    ledger = score_game(record)
    return orjson.dumps(as_json(ledger, gettext)).decode() if json else as_sheet(ledger, gettext) + "\n"


def _records(name: str) -> Iterator[tuple[str, Any]]:
    """Each game of a file: where it stands, and its record; a `Note` where none can be read."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        yield name, Note("unreadable", {"text": getattr(error, "strerror", None) or str(error)})
        return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        yield name, Note("no_games", {})
    elif len(lines) == 1 or not any(_is_game(line) for _, line in lines):
        yield name, _load(text)
    else:
        for number, line in lines:
            yield f"{name}:{number}", _load(line)


def _load(text: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        return Note("not_json", {"text": str(error)})


def _is_game(line: str) -> bool:
    """Whether this line by itself is a whole record: then the file is JSON Lines, whatever the other lines are."""
    record = _load(line) if FORMAT in line else None
    return type(record) is dict
