"""`manage.py demo [--if-empty] [--seed N]`: adds the demo to the database and says how to sign in."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand
from django.urls import reverse

from tournaments.demo import ADMIN, ORGANISER, PASSWORD, build_demo
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Adds the demo: the worked cases of the rules, two finished tournaments and one going on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing where there is a tournament already")
        parser.add_argument("--seed", type=int, default=1, help="another seed, other hands (default 1)")

    def handle(self, *, if_empty: bool, seed: int, **options: Any) -> None:
        if not (if_empty and Tournament.objects.exists()):
            self.stdout.write("Making the demo, a few seconds …")
            tournaments = build_demo(seed=seed, say=self._say)
            for tournament in tournaments:
                self.stdout.write(f"{tournament.get_absolute_url()}  {tournament.name}")
            link = tournaments[-1].invitations.get()
            self.stdout.write(f"{reverse('keep:enter', args=[link.token])}  scorekeeper's link of the last one")
        self._say_how_to_sign_in()

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _say_how_to_sign_in(self) -> None:
        """Only as long as the demo's password opens something."""
        users = get_user_model().objects.filter(username__in=(ORGANISER, ADMIN))
        names = [user.get_username() for user in users.order_by("-pk") if user.check_password(PASSWORD)]
        if names:
            self.stdout.write(f"Sign in at {reverse('sign-in')} as {' or '.join(names)}, password {PASSWORD}")
