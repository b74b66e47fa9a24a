"""What is kept beside the facts and is not there yet, worked out: after an upgrade to a release that keeps more.

It is found by being there and by counts alone, so that asking costs next to nothing where nothing is missing. Where a
release works something out otherwise than the one before, a migration throws it away, and it is found missing here. Of
what is there but wrong, `services.verify` tells.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Count, Sum

from tournaments.models import Game, GameSummary, Ladder, LadderStretch, RatedGame, TournamentSummary
from tournaments.queries.games import rated_games
from tournaments.services.progress import Told, counted, silent
from tournaments.services.ratings import lock_ladders, rebuild_all, rebuild_ladder, stretch_ladder
from tournaments.services.summaries import add_missing, games_without
from tournaments.services.sums import sum_up

A_BATCH = 500


def catch_up(told: Told = silent) -> None:
    """Work out what is missing: figures of games, sums of tournaments, ladders; `told` hears of what, and how far."""
    _figures(told)
    _sums(told)
    _ladders(told)


def _figures(told: Told) -> None:
    games = list(games_without().order_by("pk").values_list("pk", flat=True))
    if games:
        told(f"Figures of {len(games):,} games …")
    batches = range(0, len(games), A_BATCH)
    for start in counted(batches, len(batches), told):
        add_missing(games[start : start + A_BATCH])


def _sums(told: Told) -> None:
    tournaments = sorted(_without_sums())
    if tournaments:
        told(f"Sums of {len(tournaments):,} tournaments …")
    for pk in counted(tournaments, len(tournaments), told):
        sum_up([pk])


def _without_sums() -> set[int]:
    """Tournaments whose sums do not count as many games as have figures, or that have none though games are over."""
    has = dict(GameSummary.objects.order_by().values_list("tournament").annotate(Count("pk")))
    sums = dict(TournamentSummary.objects.values_list("pk", "games"))
    over = Game.objects.filter(table__round__tournament__summary=None, finished_at__isnull=False).order_by()
    never = set(over.values_list("table__round__tournament", flat=True).distinct())
    return never | {pk for pk in has.keys() | sums.keys() if has.get(pk, 0) != sums.get(pk, 0)}


def _ladders(told: Told) -> None:
    if not Ladder.objects.exists() and rated_games().exists():
        told("Ladders of all games …")
        rebuild_all()
    for ladder, rated in _ladders_without():
        told(f"Ladder {ladder} …")
        with transaction.atomic():
            for locked in lock_ladders([ladder.pk]):
                locked.stretches.all().delete()
            if not rated:
                rebuild_ladder(ladder=ladder)
        stretch_ladder(ladder=ladder)


def _ladders_without() -> Iterator[tuple[Ladder, bool]]:
    """Ladders that have none of their games, or whose stretches do not hold all of them; whether they have games."""
    rated = dict(RatedGame.objects.order_by().values_list("ladder").annotate(Count("pk")))
    held = dict(LadderStretch.objects.order_by().values_list("ladder").annotate(Sum("games")))
    for ladder in Ladder.objects.all():
        games = rated.get(ladder.pk, 0)
        counts = games or rated_games(ladder).exists() or ladder.past_games.exists()
        if counts and (not games or games != held.get(ladder.pk)):
            yield ladder, bool(games)
