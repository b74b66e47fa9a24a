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

from scoring.errors import RecordError, show
from scoring.ledger import score_game
from scoring.notes import Note, gettext_noop, render
from scoring.output import as_json, as_sheet


class Command(BaseCommand):
    help = gettext_noop("Score game records: one JSON game a file, or JSON Lines.")
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file of records, - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object a game, on one line")

    def handle(self, *, files: list[str], json: bool, **options: Any) -> None:
        refused = False
        write = sys.stdout.buffer.write if hasattr(sys.stdout, "buffer") else self._write_text
        for name in files:
            for place, text in _records(name, self._cannot_read):
                try:
                    ledger = score_game(_load(text))
                except RecordError as error:
                    refused = True
                    fault = render(error.note, error.names, translate=gettext)
                    self._complain(place, error.hand, fault)
                    if json:
                        write(orjson.dumps({"error": fault, "hand": error.hand}) + b"\n")
                else:
                    out = orjson.dumps(as_json(ledger, gettext)) if json else as_sheet(ledger, gettext).encode() + b"\n"
                    write(out + b"\n")
