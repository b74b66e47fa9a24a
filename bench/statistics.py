"""The pages of statistics over 20,000 games, in a database of their own: beside them stands counting those games once.

The figures are drawn at random; the seconds are this machine's, the ratios say what the pages add.
"""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import django

GAMES, PLAYERS, TIMES = 20_000, 400, 3


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        _fill()
        _measure()
    finally:
        runner.teardown_databases(databases)


def _measure() -> None:
    from tournaments.models import Player, SeatSummary
    from tournaments.queries.careers import career
    from tournaments.queries.records import records
    from tournaments.queries.statistics import Scope, statistics
    from tournaments.services.sums import sum_up_all

    player = Player.objects.order_by("id")[0]
    print(f"summing the games of all tournaments up: {_best_of(sum_up_all):.2f} s")
    counted = _best_of(lambda: SeatSummary.objects.filter(outs__gte=0).count())
    print(f"{GAMES} games, {4 * GAMES} seats; counting them: {counted:.4f} s")
    for name, work in (
        ("statistics over all", lambda: statistics(Scope().sums())),
        ("statistics of a variant", lambda: statistics(Scope(variant="mandavoshka").sums())),
        ("records", lambda: records(Scope().sums())),
        ("a player's figures and achievements", lambda: career(player)),
    ):
        seconds = _best_of(work)
        print(f"{name}: {seconds:.4f} s, {seconds / counted:.1f} of counting")


def _fill() -> None:
    """Tournaments of a hundred games each, four at a table."""
    from tournaments.models import (
        Entry,
        Game,
        GameSummary,
        Player,
        Result,
        Round,
        Seat,
        SeatSummary,
        Stage,
        Table,
        Tournament,
    )

    random = Random(1)
    players = Player.objects.bulk_create(Player(name=f"P {n}", slug=f"p{n}") for n in range(PLAYERS))
    day = datetime(2020, 1, 1, 18, tzinfo=UTC)
    for number in range(GAMES // 100):
        tournament = Tournament.objects.create(
            name=f"T {number}", slug=f"t{number}", variant="mandavoshka", status="finished"
        )
        stage = Stage.objects.create(tournament=tournament, number=1)
        entries = Entry.objects.bulk_create(Entry(tournament=tournament, number=n + 1) for n in range(PLAYERS))
        round_ = Round.objects.create(tournament=tournament, number=1, stage=stage, status="closed")
        tables = Table.objects.bulk_create(Table(round=round_, number=n + 1) for n in range(100))
        at = day + timedelta(days=number)
        games = Game.objects.bulk_create(
            Game(table=table, finished_at=at, ended_by="target", hand_count=6) for table in tables
        )
        order = random.sample(range(PLAYERS), PLAYERS)
        seats = Seat.objects.bulk_create(
            Seat(round=round_, table=tables[n // 4], number=n % 4, player=players[who], entry=entries[who])
            for n, who in enumerate(order)
        )
        Result.objects.bulk_create(
            Result(
                game=games[n // 4], entry=seat.entry, side=n % 4, place=1 + n % 4, won=n % 4 == 0, lost=n % 4 == 3,
                points_for=0, points_against=0, points=0,
            )
            for n, seat in enumerate(seats)
        )  # fmt: skip
        summaries = GameSummary.objects.bulk_create(
            GameSummary(
                game=game, tournament=tournament, best_written=random.randint(0, 150),
                best_comeback=random.randint(0, 90), best_burns=2, best_outs=5, best_heaviest=75,
                seconds=random.randint(600, 6000), hands=random.randint(1, 20), fish=random.randint(0, 5),
                eggs=random.randint(0, 60), eggs_run=random.randint(0, 3), burns=random.randint(0, 2), told=6,
                tiles=[random.randint(0, 6) for _ in range(28)],
            )
            for game in games
        )  # fmt: skip
        SeatSummary.objects.bulk_create(
            SeatSummary(
                game=summaries[n // 4], seat=seat, outs=random.randint(0, 5), double_outs=0, fish=1, empty_fish=0,
                opened=2, opened_outs=1, alone=0, heaviest=random.randint(0, 75), written=random.randint(0, 150),
                burns=random.randint(0, 2), comeback=random.randint(0, 90), brink=random.randint(0, 100),
                tiles=[random.randint(0, 3) for _ in range(28)],
            )
            for n, seat in enumerate(seats)
        )  # fmt: skip


def _best_of(work: Callable[[], Any]) -> float:
    best = float("inf")
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best
