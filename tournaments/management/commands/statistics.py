"""`manage.py statistics rebuild|verify`: work the figures of all games and their sums out anew, or hold them
against the hands."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services.summaries import differences, rebuild_summaries


class Command(BaseCommand):
    help = "Work the figures of all finished games out anew, or name every difference between them and the hands."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["rebuild", "verify"])

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        if action == "rebuild":
            self.stdout.write(f"{rebuild_summaries()} games")
            return
        found = list(differences())
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} figures are not those that the hands give", returncode=1)
        self.stdout.write("The stored figures are those of the hands.")
