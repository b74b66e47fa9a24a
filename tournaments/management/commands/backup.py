"""`manage.py backup FILE [--yes]`: a copy of the whole database, consistent while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.management.copies import CopyError, back_up


class Command(BaseCommand):
    help = "Write a copy of the whole database into one file, consistent while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace the file where there is one")

    def handle(self, *args: Any, file: Path, yes: bool, **options: Any) -> None:
        if file.exists() and not yes:
            raise CommandError(f"{file} is there already. Choose another name, or say --yes to replace it.")
        try:
            back_up(file)
        except CopyError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes")
