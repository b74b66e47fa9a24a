"""`manage.py names rebuild`: make the keys anew by which people and tournaments are found and sorted."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.services.keys import rebuild_keys


class Command(BaseCommand):
    help = "Make the keys of all names anew, as `verify` advises."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["rebuild"])

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{rebuild_keys()} rows")
