"""Several games at one table: the next one begins by itself, and a series brings the points of one match.

Called whenever what a game of the table came to has changed. A game that nobody has written in goes away again where
the series is over without it, or the game before it goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from tournaments.models import Game, Result, Stage
from tournaments.points import as_decimal
from tournaments.queries.clock import time_called
from tournaments.queries.series import Series, is_series, series_of
from tournaments.queries.stages import stage_scheme


def match_points(game: Game, results: Sequence[Result], sides: int) -> list[Decimal] | None:
    """What a game with these results brings to each side as a part of its match; None where it is no part of one."""
    stage = game.table.round.stage
    if stage is None or stage.games != Stage.Games.BEST_OF or not is_series(stage):
        return None
    series = _series(game, sides, results)
    return _points(game, series, game.pk)


def settle_series(game: Game, sides: int) -> None:
    """Bring the table of this game up to date: which games there are, and which of them brings the match's points."""
    if not is_series(game.table.round.stage):
        return
    series = _series(game, sides)
    if series.best_of:
        _give_points(game, series)
    last, current = series.games[-1], series.current
    going_on = current.finished_at is None and not current.ruling
    if series.decided or (going_on and current != last):
        if last.number > 1 and not last.version:
            last.delete()
    elif not going_on:
        Game.objects.create(table=game.table, number=last.number + 1)


def _series(game: Game, sides: int, own: Sequence[Result] | None = None) -> Series:
    """The table's games as they are stored; `own` in place of this game's results."""
    games = list(Game.objects.filter(table=game.table_id).order_by("number").prefetch_related("results"))
    results: dict[int, Sequence[Result]] = {one.pk: list(one.results.all()) for one in games}
    if own is not None:
        results[game.pk] = own
    round_ = game.table.round
    return series_of(round_.stage, games, results, sides, called=time_called(round_))


def _points(game: Game, series: Series, pk: int) -> list[Decimal]:
    """The last game that counts brings the points of a match that is over; until then, and before, none."""
    if not series.decided or not series.counted or series.counted[-1].pk != pk:
        return [Decimal(0)] * len(series.score)
    scheme = stage_scheme(game.table.round.stage, game.table.round.tournament)
    return [as_decimal(worth) for worth in scheme.of_game(series.places, forfeited=series.absent, begun=False)]


def _give_points(game: Game, series: Series) -> None:
    for one in series.games:
        points = _points(game, series, one.pk)
        for result in one.results.all():
            if result.points != points[result.side]:
                Result.objects.filter(pk=result.pk).update(points=points[result.side])
