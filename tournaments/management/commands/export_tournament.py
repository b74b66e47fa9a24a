"""`manage.py export_tournament SLUG [FILE]`: everything of a tournament as one JSON document (docs/archive.md)."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.queries.archive import archive_of, as_bytes


class Command(BaseCommand):
    help = "Write everything of a tournament into one file, or to the standard output, to be read by import_tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("file", type=Path, nargs="?", help="`-` or none: the standard output")
        parser.add_argument("--yes", action="store_true", help="replace the file where there is one")

    def handle(self, *args: Any, slug: str, file: Path | None, yes: bool, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"there is no tournament at the address {slug}", returncode=2)
        document = as_bytes(archive_of(tournament))
        if file is None or str(file) == "-":
            sys.stdout.buffer.write(document)
            return
        if file.exists() and not yes:
            raise CommandError(f"{file} is there already. Choose another name, or say --yes to replace it.")
        file.write_bytes(document)
        self.stdout.write(f"{file}: {len(document):,} bytes")
