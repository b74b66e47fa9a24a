"""`manage.py rescore GAME… [--from-history]`: work games out anew from their hands, as `verify` advises."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.access import Actor
from tournaments.models import Game
from tournaments.services.errors import ServiceError
from tournaments.services.rescoring import rescore_game


class Command(BaseCommand):
    help = "Work games out anew: totals, end and results from the hands, and the ladders from there on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", metavar="GAME", type=int, nargs="+", help="a game's number, as `verify` names it")
        parser.add_argument("--from-history", action="store_true", help="first make the hands what the history tells")

    def handle(self, *args: Any, games: list[int], from_history: bool, **options: Any) -> None:
        for pk in games:
            game = Game.objects.filter(pk=pk).first()
            if game is None:
                raise CommandError(f"there is no game {pk}", returncode=2)
            try:
                state = rescore_game(game=game, actor=Actor(keeper="manage.py"), from_history=from_history)
            except ServiceError as error:
                raise CommandError(f"game {pk}: {error.message}", returncode=2) from None
            self.stdout.write(f"game {pk}: {state.ledger.totals}, {state.ledger.ended_by or 'going on'}")
