"""`manage.py ratings`: work all ratings out anew, hold what is stored against a full replay, try and fit them.

`rebuild`, `verify`, `backtest FILE [--fit] [--json]`, `fit LADDER|FILE [--apply]`, `import LADDER FILE [--of NAME]`
(`-` for standard input). A ladder goes by its address.
"""

import json
import sys
from argparse import ArgumentParser
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.ratings.backtest import Backtest, backtest
from scoring.ratings.fit import propose
from scoring.ratings.history import HistoryError, PlayedGame, read_history
from scoring.ratings.model import DEFAULT
from tournaments.access import Actor
from tournaments.models import Ladder
from tournaments.services.errors import ServiceError
from tournaments.services.histories import import_history
from tournaments.services.ladders import apply_proposal, propose_settings
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
        fit: ArgumentParser = actions.add_parser("fit", help="propose a ladder's own settings from its past games")
        fit.add_argument("source", metavar="LADDER|FILE", help="a ladder's address, or a history")
        fit.add_argument("--apply", action="store_true", help="take the proposal over, if it is better, and replay")
        bring: ArgumentParser = actions.add_parser("import", help="bring a history into a ladder")
        bring.add_argument("ladder", help="a ladder's address")
        bring.add_argument("file", help="JSON Lines, a game a line; - for standard input")
        bring.add_argument("--of", help="only the lines with this “ladder”")

    def handle(self, *args: Any, action: str, **options: Any) -> None:
        if action == "rebuild":
            for ladder in rebuild_all():
                self.stdout.write(f"{ladder}: {ladder.ratings.count()} players, {ladder.rated_games.count()} games")
        elif action == "verify":
            self._verify()
        elif action == "backtest":
            self._backtest(options["file"], fit=options["fit"], as_json=options["json"])
        elif action == "fit":
            self._fit(options["source"], apply=options["apply"])
        else:
            self._import(_ladder(options["ladder"]), options["file"], options["of"])

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

    def _fit(self, source: str, *, apply: bool) -> None:
        ladder = Ladder.objects.filter(slug=source).first()
        if ladder is None and apply:
            raise CommandError(f"there is no ladder {source!r} to apply it to", returncode=2)
        try:
            proposal = (
                propose(_history(source), DEFAULT, self._say)
                if ladder is None
                else propose_settings(ladder=ladder, progress=self._say)
            )
        except (ValueError, ServiceError) as error:
            raise CommandError(f"{source}: {error}", returncode=2) from None
        now = DEFAULT if ladder is None else ladder.model
        for name, value in proposal.settings.items():
            self.stdout.write(f"{name:<12}{getattr(now, name):>10.4f} → {value:.4f}")
        self.stdout.write(
            f"log-loss of who comes first in the last {proposal.scored} of {proposal.games} games: "
            f"{proposal.before:.4f} → {proposal.after:.4f}"
        )
        if not proposal.better:
            self.stdout.write("No gain: the settings in force stay.")
        elif ladder is not None and apply:
            apply_proposal(ladder=ladder, actor=Actor(keeper="manage.py"), proposal=proposal)
            self.stdout.write("Taken over; the ladder is replayed.")

    def _import(self, ladder: Ladder, file: str, of: str | None) -> None:
        try:
            games = [game for game in _history(file) if of is None or game.ladder == of]
            if len({game.ladder for game in games}) > 1:
                raise ValueError("the lines are of several ladders: choose one with --of")
            if not games:
                raise ValueError("there are no games")
            done = import_history(ladder=ladder, games=games, actor=Actor(keeper="manage.py"))
        except ServiceError as error:
            raise CommandError("\n".join([error.message, *error.details]), returncode=2) from None
        except ValueError as error:
            raise CommandError(f"{file}: {error}", returncode=2) from None
        self.stdout.write(
            f"{done.games} games brought in, {done.passed_over} were there already, {done.new_players} new players"
        )

    def _say(self, line: str) -> None:
        self.stderr.write(line, style_func=str)
        self.stderr.flush()


def _ladder(slug: str) -> Ladder:
    ladder = Ladder.objects.filter(slug=slug).first()
    if ladder is None:
        raise CommandError(f"there is no ladder {slug!r}", returncode=2)
    return ladder


def _history(file: str) -> list[PlayedGame]:
    try:
        written = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise ValueError(error.strerror) from None
    written = written.removeprefix(BOM_UTF8)
    try:
        text = written.decode()
    except UnicodeDecodeError as error:
        raise HistoryError(written.count(b"\n", 0, error.start) + 1, "this is not UTF-8") from None
    return read_history(text.split("\n"))


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
