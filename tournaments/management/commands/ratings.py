"""`manage.py ratings`: work all ratings out anew, hold what is stored against a full replay, try them on a history.

`rebuild`, `verify`, `backtest FILE [--fit] [--json]` (`-` for standard input).
"""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.ratings.backtest import Backtest, backtest
from scoring.ratings.history import HistoryError, PlayedGame, read_history
from tournaments.services.ratings import rebuild_all
from tournaments.services.ratings_verify import verify_all


class Command(BaseCommand):
    help = "Rebuild all ratings, verify that what is stored is what a replay gives, or try the ratings on a history."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("rebuild", help="work out all ladders anew from the finished games")
        actions.add_parser("verify", help="name every difference between what is stored and a replay")
        trial: ArgumentParser = actions.add_parser("backtest", help="predict the second half of a history")
        trial.add_argument("file", help="JSON Lines, a game a line; - for standard input")
        trial.add_argument("--fit", action="store_true", help="fit all parameters on the first half")
        trial.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        if action == "rebuild":
            for ladder in rebuild_all():
                self.stdout.write(f"{ladder}: {ladder.ratings.count()} players, {ladder.changes.count()} changes")
        elif action == "verify":
            self._verify()
        else:
            self._backtest(options["file"], fit=options["fit"], as_json=options["json"])

    def _verify(self) -> None:
        found = verify_all()
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} differences between the stored ratings and a replay", returncode=1)
        self.stdout.write("The stored ratings are what a replay gives.")

    def _backtest(self, file: str, *, fit: bool, as_json: bool) -> None:
        try:
            tried = backtest(_history(file), fit=fit, progress=self._say)
        except ValueError as error:
            raise CommandError(f"{file}: {error}", returncode=2) from None
        self.stdout.write(json.dumps(_as_json(tried)) if as_json else _as_table(tried))

    def _say(self, line: str) -> None:
        self.stderr.write(line, style_func=str)
        self.stderr.flush()


def _history(file: str) -> list[PlayedGame]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ValueError(error.strerror) from None
    except UnicodeDecodeError:
        raise HistoryError(1, "this is not UTF-8") from None
    return read_history(text.splitlines())


def _as_json(tried: Backtest) -> dict[str, Any]:
    models = {
        name: {**verdict.score._asdict(), "params": {key: round(value, 6) for key, value in verdict.params.items()}}
        for name, verdict in tried.models.items()
    }
    return {"games": tried.games, "scored": tried.scored, "models": models}


def _as_table(tried: Backtest) -> str:
    lines = [
        f"{tried.games} games, the last {tried.scored} judged",
        f"{'':<20}{'log-loss':>10}{'Brier':>10}{'ECE':>10}  with",
    ]
    for name, (score, params) in tried.models.items():
        shown = ", ".join(f"{key} {value:.3g}" for key, value in params.items())
        lines.append(f"{name:<20}{score.log_loss:>10.4f}{score.brier:>10.4f}{score.ece:>10.4f}  {shown}")
    return "\n".join(lines)
