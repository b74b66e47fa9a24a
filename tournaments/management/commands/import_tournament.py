"""`manage.py import_tournament FILE [--slug SLUG] [--organiser NAME]`: make a tournament from its document."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from tournaments.access import Actor
from tournaments.services.archives import import_tournament
from tournaments.services.errors import ServiceError


class Command(BaseCommand):
    help = "Make a tournament from a file that export_tournament wrote: whole, or not at all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="`-`: the standard input")
        parser.add_argument("--slug", default="", help="the address to put it at, instead of its own")
        parser.add_argument("--organiser", default="", help="the account that owns it from now on")

    def handle(self, *args: Any, file: str, slug: str, organiser: str, **options: Any) -> None:
        user = get_user_model().objects.filter(username=organiser).first() if organiser else None
        if organiser and user is None:
            raise CommandError(f"there is no account {organiser}", returncode=2)
        try:
            document = sys.stdin.buffer.read() if file == "-" else _bytes(file)
            actor = Actor(user=user, keeper="" if user else "manage.py")
            tournament = import_tournament(document=document, actor=actor, slug=slug)
        except ServiceError as error:
            raise CommandError("\n".join([error.message, *error.details]), returncode=2) from None
        self.stdout.write(f"{tournament.name}: {tournament.get_absolute_url()}")


def _bytes(file: str) -> bytes:
    try:
        with open(file, "rb") as opened:
            return opened.read()
    except OSError as error:
        raise CommandError(str(error), returncode=2) from None
