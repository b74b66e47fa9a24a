"""Ratings: a ladder's rebuild, database included, beside the bare loop of `rate()`; memory; an edit far back.

Games of mixed sizes (duels, pairs, threes and fours) of players of known strength, on a database of the bench's own.
`RATINGS_GAMES` sets how many the long measurements take.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

REBUILD, TIMES, LONG, BACK = 20_000, 3, int(os.environ.get("RATINGS_GAMES", "200000")), 1_000
REBUILD_LIMIT, MEMORY_LIMIT, EDIT_LIMIT = 1.3, 600.0, 0.05
PLAYERS = 1_000
START = datetime(2020, 1, 1, 18, tzinfo=UTC)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        _open_database(Path(folder))
        ladder, everybody = _club()
        games = _add_games(everybody, REBUILD)
        first = _seconds(lambda: _rebuild(ladder))
        rebuilt = min(_seconds(lambda: _rebuild(ladder)) for _ in range(TIMES))
        loop = min(_seconds(lambda: _bare_loop(games)) for _ in range(TIMES))
        print(
            f"rebuild of {REBUILD:,} games, times the bare loop: {rebuilt / loop:.2f}, from nothing {first / loop:.2f} "
            f"({REBUILD_LIMIT} allowed)"
        )
        _add_games(everybody, LONG - REBUILD, done=REBUILD)
        before = _memory()
        whole = _seconds(lambda: _rebuild(ladder))
        print(
            f"memory at its peak in a rebuild of {LONG:,} games: {_memory():.0f} MB, {_memory() - before:.0f} MB more "
            f"than before it ({MEMORY_LIMIT:.0f} MB allowed)"
        )
        edit = _seconds(_edit)
        print(f"an edit {BACK:,} games back, part of the rebuild: {edit / whole:.3f} ({EDIT_LIMIT} allowed)")


def _open_database(folder: Path) -> None:
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _club() -> tuple[Any, list[Any]]:
    from tournaments.models import Entry, EntryPlayer, Ladder, Player, Tournament

    cup = Tournament.objects.create(name="Cup", slug="cup", variant="mandavoshka", status="published")
    players = Player.objects.bulk_create(Player(name=f"P{i}", slug=f"p{i}") for i in range(PLAYERS))
    entries = Entry.objects.bulk_create(Entry(tournament=cup, number=i) for i in range(PLAYERS))
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, tournament=cup, player=player) for entry, player in zip(entries, players, strict=True)
    )
    cup.stages.create(number=1, format="tables")
    return Ladder.objects.create(slug="overall"), list(zip(players, entries, strict=True))


def _add_games(everybody: list[Any], count: int, done: int = 0) -> list[tuple[list[list[int]], list[int]]]:
    """Games of two, two pairs, three and four in turn, half an hour apart; each as its sides and places."""
    from django.db import transaction

    from tournaments.models import Game, Result, Round, Seat, Table, Tournament

    cup = Tournament.objects.get()
    stage = cup.stages.get()
    dice = random.Random(done)
    strength = {player.pk: random.Random(player.pk).gauss(0, 1) for player, _entry in everybody}
    made = []
    for first in range(done, done + count, 10_000):
        numbers = range(first, min(first + 10_000, done + count))
        with transaction.atomic():
            rounds = Round.objects.bulk_create(
                Round(tournament=cup, stage=stage, number=n + 1, status="closed") for n in numbers
            )
            tables = Table.objects.bulk_create(Table(round=round_, number=1) for round_ in rounds)
            games = Game.objects.bulk_create(
                Game(table=table, finished_at=START + timedelta(minutes=10 * n), ended_by="target")
                for n, table in zip(numbers, tables, strict=True)
            )
            seats, results = [], []
            for n, round_, table, game in zip(numbers, rounds, tables, games, strict=True):
                seated = dice.sample(everybody, (2, 4, 3, 4)[n % 4])
                sides = [seated[0::2], seated[1::2]] if n % 4 == 1 else [[one] for one in seated]
                luck = [sum(strength[player.pk] for player, _ in side) + dice.gauss(0, 1) for side in sides]
                places = [1 + sum(other > own for other in luck) for own in luck]
                for side, members in enumerate(sides):
                    for player, entry in members:
                        seats.append(Seat(round=round_, table=table, number=len(seats) % 4, player=player, entry=entry))
                        results.append(
                            Result(
                                game=game, entry=entry, side=side, place=places[side], won=False, lost=False,
                                points_for=0, points_against=0, points=0,
                            )
                        )  # fmt: skip
                made.append(([[player.pk for player, _ in side] for side in sides], places))
            Seat.objects.bulk_create(seats, batch_size=5_000)
            Result.objects.bulk_create(results, batch_size=5_000)
    return made


def _bare_loop(games: list[tuple[list[list[int]], list[int]]]) -> None:
    """The same games in memory, by the library alone."""
    from openskill.models import BradleyTerryPart

    model = BradleyTerryPart()
    ratings: dict[int, Any] = {}
    for sides, places in games:
        teams = [[ratings.get(player) or model.rating() for player in side] for side in sides]
        for side, rated in zip(sides, model.rate(teams, ranks=places), strict=True):
            ratings.update(zip(side, rated, strict=True))


def _rebuild(ladder: Any) -> None:
    from tournaments.services.ratings import rebuild_ladder

    rebuild_ladder(ladder=ladder)


def _edit() -> None:
    """The places of a game far back the other way round."""
    from django.db.models import F

    from tournaments.models import Game
    from tournaments.services.ratings import rerate_game

    game = Game.objects.order_by("-finished_at")[BACK]
    game.results.update(place=5 - F("place"))
    rerate_game(game=game)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _memory() -> float:
    """The most memory that this process has had, in MB."""
    import resource
    import sys

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)
