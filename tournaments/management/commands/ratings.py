"""`manage.py ratings rebuild|verify`: work all ratings out anew, or hold what is stored against a full replay."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services.ratings import rebuild_all, verify_all


class Command(BaseCommand):
    help = "Rebuild all ratings from the finished games, or verify that what is stored is what a replay gives."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["rebuild", "verify"])

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        if action == "rebuild":
            for ladder in rebuild_all():
                self.stdout.write(f"{ladder}: {ladder.ratings.count()} players, {ladder.changes.count()} changes")
            return
        found = verify_all()
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} differences between the stored ratings and a replay", returncode=1)
        self.stdout.write("The stored ratings are what a replay gives.")
