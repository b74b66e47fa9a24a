"""A player's figures and achievements, from the games that count and anyone may see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Max, Q, Sum

from scoring.achievements import Achievement, PlayedGame, earned
from tournaments.models import Player, Result, SeatSummary, Tournament
from tournaments.queries.statistics import TileCount, triangle

SUMS = ("outs", "fish", "opened", "opened_outs", "burns")
MOST = ("written", "heaviest", "comeback")
OF_SEAT = tuple(name for name in PlayedGame._fields if name != "won")


@dataclass(frozen=True)
class Figures:
    """A player's hands in figures, as in `scoring.summary`; `triangle` says how often each tile was left to him."""

    hands: int
    outs: int
    fish: int
    opened: int
    opened_outs: int
    burns: int
    early: int
    written: int
    heaviest: int
    comeback: int
    triangle: list[list[TileCount]]


@dataclass(frozen=True)
class Earned:
    """An achievement with the game that earned it."""

    achievement: Achievement
    at: datetime
    game_id: int
    tournament_slug: str
    tournament_name: str


def figures(player: Player, variant: str = "") -> Figures | None:
    """The player's hands, in one variant or in all; None where there are none. Two queries."""
    tournament = "game__game__table__round__tournament"
    rows = SeatSummary.objects.filter(seat__player=player, game__hands__gt=0)
    rows = rows.exclude(**{f"{tournament}__status": Tournament.Status.DRAFT})
    if variant:
        rows = rows.filter(**{f"{tournament}__variant": variant})
    sums = rows.aggregate(
        hands=Sum("game__hands", default=0),
        early_wins=Count("pk", filter=~Q(early="")),
        **{f"{name}_sum": Sum(name, default=0) for name in SUMS},
        **{f"{name}_max": Max(name, default=0) for name in MOST},
    )
    if not sums["hands"]:
        return None
    return Figures(
        hands=sums["hands"],
        early=sums["early_wins"],
        **{name: sums[f"{name}_sum"] for name in SUMS},
        **{name: sums[f"{name}_max"] for name in MOST},
        triangle=triangle(rows.values_list("tiles", flat=True)),
    )


def achievements(player: Player) -> list[Earned]:
    """What the player has achieved, the latest first. Two queries."""
    of_seats = {
        game: dict(zip(OF_SEAT, numbers, strict=True))
        for game, *numbers in SeatSummary.objects.filter(seat__player=player).values_list("game_id", *OF_SEAT)
    }
    rows = (
        Result.objects.filter(game__table__seats__player=player, game__table__seats__entry=F("entry"))
        .exclude(game__table__round__tournament__status=Tournament.Status.DRAFT)
        .order_by("game__finished_at", "game_id")
        .values_list(
            "game_id",
            "won",
            "game__finished_at",
            "game__table__round__tournament__slug",
            "game__table__round__tournament__name",
        )
    )
    games = list(rows)
    played = [PlayedGame(won=won, **of_seats.get(game, {})) for game, won, *_more in games]
    found = [
        Earned(achievement, at, game, slug, name)
        for achievement, index in earned(played)
        for game, _won, at, slug, name in [games[index]]
    ]
    return found[::-1]
