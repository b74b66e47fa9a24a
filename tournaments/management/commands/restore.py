"""`manage.py restore FILE [--yes]`: make the database what a copy by `backup` is, then bring it to this release."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from tournaments.management.copies import CopyError, bring_back, is_empty


class Command(BaseCommand):
    help = "Replace the whole database by a copy that `backup` made, and migrate it to this release."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace what is in the database")

    def handle(self, *args: Any, file: Path, yes: bool, **options: Any) -> None:
        if not is_empty() and not yes:
            raise CommandError("The database is not empty: all in it would be replaced. Say --yes to do that.")
        try:
            bring_back(file)
        except CopyError as error:
            raise CommandError(str(error)) from None
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(f"The database is what {file} is. `manage.py verify` holds it against its facts.")
