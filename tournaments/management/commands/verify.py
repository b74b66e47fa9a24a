"""`manage.py verify [--part PART …] [--json]`: hold all that is stored against what follows from the facts.

Names every difference with the command that mends it, and exits with 1 where there is one. With `--json` the ends of
the log's chains are told too: kept elsewhere, they prove later that the log was not written anew.
"""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.management.copies import is_empty
from tournaments.services.verify import PARTS, chain_ends, verify


class Command(BaseCommand):
    help = "Replay games, results, ladders and the log, and name every difference with the command that mends it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be given again")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if is_empty():
            raise CommandError("The database is empty: `migrate` makes its tables, `restore` brings a copy back.")
        found, parts = [], options["part"] or list(PARTS)
        for difference in verify(self._say, parts):
            found.append(difference)
            if not options["json"]:
                self.stdout.write(f"{difference.part}: {difference.where}: {difference.what} → {difference.mend}")
        if options["json"]:
            ends = [{"chain": chain, "entries": n, "mark": mark} for chain, (n, mark) in chain_ends().items()]
            told = {"parts": parts, "differences": [asdict(difference) for difference in found], "log": ends}
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        if found:
            raise CommandError(f"{len(found)} differences", returncode=1)
        if not options["json"]:
            what = f"Of {', '.join(parts)}, all that" if options["part"] else "All that"
            self.stdout.write(f"{what} is stored is what follows from the facts.")

    def _say(self, part: str) -> None:
        self.stderr.write(f"{part} …", style_func=str)
