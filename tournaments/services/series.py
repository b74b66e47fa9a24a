"""Several games at one table: the next one begins by itself, and a series brings the points of one match.

Called whenever what a game of the table came to has changed. A game that nobody has written in goes away again where
the series is over without it, or the game before it goes on.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal

from tournaments.models import Game, Result
from tournaments.points import as_decimal
from tournaments.queries.clock import time_called
from tournaments.queries.series import Series, is_series, series_of
from tournaments.queries.stages import stage_scheme


def settle_series(game: Game, sides: int) -> None:
    """Bring the table of this game up to date: which games there are, and which of them brings the match's points."""
    round_ = game.table.round
    if not is_series(round_.stage):
        return
    games = list(Game.objects.filter(table=game.table_id).order_by("number"))
    results: dict[int, list[Result]] = defaultdict(list)
    for result in Result.objects.filter(game__table=game.table_id):
        results[result.game_id].append(result)
    series = series_of(round_.stage, games, results, sides, called=time_called(round_))
    if series.best_of:
        _give_points(game, series, [row for rows in results.values() for row in rows])
    going_on = series.current if series.current.finished_at is None and not series.current.ruling else None
    last = games[-1]
    if series.decided or going_on not in (None, last):
        if last.number > 1 and not last.version:
            last.delete()
    elif going_on is None:
        Game.objects.create(table=game.table, number=last.number + 1)


def _give_points(game: Game, series: Series, results: list[Result]) -> None:
    """The last game that counts brings the points of a match that is over; until then, and before, none."""
    tournament = game.table.round.tournament
    scheme = stage_scheme(game.table.round.stage, tournament)
    carrier = series.counted[-1].pk if series.decided and series.counted else None
    points = scheme.of_game(series.places, forfeited=series.absent, begun=False)
    for result in results:
        wanted = as_decimal(points[result.side]) if result.game_id == carrier else Decimal(0)
        if result.points != wanted:
            Result.objects.filter(pk=result.pk).update(points=wanted)
