"""`manage.py check_pairings FILE…`: pairs every round of tournament reports anew and says where they differ."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.pairing import dutch, replay, trf
from tournaments.pairing.values import PairingError


class Command(BaseCommand):
    help = "Pairs every round of FIDE tournament report files (TRF) by the Dutch system and compares."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        rounds = agreed = unread = 0
        for path in files:
            try:
                report = trf.read(trf.decode(path.read_bytes()))
                for number in range(1, report.rounds + 1):
                    differences = list(differing(report, number))
                    rounds, agreed = rounds + 1, agreed + (not differences)
                    for line in differences:
                        self.stdout.write(f"{path}: round {number}: {line}")
            except (OSError, trf.TrfError) as error:
                unread += 1
                self.stdout.write(f"{path}: cannot be read: {error}")
        self.stdout.write(f"{agreed} of {rounds} rounds agree")
        if unread or agreed != rounds:
            sys.exit(1)


def differing(report: trf.Report, number: int) -> Iterator[str]:
    """A line for each table and bye of the file that the rules do not give."""
    actual = report.pairs(number)
    state = replay.state_before(report, number)
    try:
        pairs = dutch.pair(state, replay.options_of(report), {entry.id for entry in state.entries if entry.here})
    except PairingError as error:
        yield f"the rules give no pairing ({error.note.params.get('why', error.note.code)})"
        return
    boards = {two: board for board, two in enumerate(pairs, 1)}
    given = {entry: two for two in pairs for entry in two if entry}
    for two in sorted(actual - boards.keys()):
        by_rules = dict.fromkeys(given[entry] for entry in two if entry)
        tables = ", ".join(f"table {boards[right]} {_text(right)}" for right in by_rules)
        yield f"in the file {_text(two)}; by the rules {tables}"


def _text(two: tuple[int, int]) -> str:
    return f"{two[0]}–{two[1]}" if two[1] else f"{two[0]} bye"
