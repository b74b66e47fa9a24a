"""A player's figures and achievements, from the games that count and anyone may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from scoring.achievements import Achievement, PlayedGame, earned
from tournaments.access import shown_to_all
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


def career(player: Player, variant: str = "") -> tuple[Figures | None, list[Earned]]:
    """The player's hands in one variant or in all, None where there are none; and what he achieved in any game, the
    latest first. Three queries.
    """
    rows = {
        row["game_id"]: row
        for row in SeatSummary.objects.filter(shown_to_all("game__tournament__"), seat__player=player).values(
            "game_id", "game__hands", "game__tournament__variant", "tiles", *{*SUMS, *MOST, *OF_SEAT}
        )
    }
    shown = [row for row in rows.values() if not variant or row["game__tournament__variant"] == variant]
    return _figures(shown), _achievements(player, rows)


def _figures(rows: Sequence[Mapping[str, Any]]) -> Figures | None:
    hands = sum(row["game__hands"] for row in rows)
    if not hands:
        return None
    return Figures(
        hands=hands,
        early=sum(bool(row["early"]) for row in rows),
        **{name: sum(row[name] for row in rows) for name in SUMS},
        **{name: max(row[name] for row in rows) for name in MOST},
        triangle=triangle(row["tiles"] for row in rows),
    )


def _achievements(player: Player, seats: Mapping[int, Mapping[str, Any]]) -> list[Earned]:
    """`seats`: the player's figures by game. Two queries: as one they are planned for a single game, not a thousand."""
    results = Result.objects.filter(game__table__seats__player=player, game__table__seats__entry=F("entry"))
    rows = results.order_by("game__finished_at", "game_id").values_list(
        "game_id", "won", "game__finished_at", "game__table__round__tournament"
    )
    tournaments = Tournament.objects.filter(shown_to_all(), pk__in={tournament for *_game, tournament in rows})
    shown = {pk: told for pk, *told in tournaments.order_by().values_list("pk", "slug", "name")}
    games = [(*game, shown[tournament]) for *game, tournament in rows if tournament in shown]
    played = [
        PlayedGame(won=won, **{name: seats[game][name] for name in OF_SEAT} if game in seats else {})
        for game, won, *_at in games
    ]
    found = []
    for achievement, index in earned(played):
        game, _won, at, tournament = games[index]
        found.append(Earned(achievement, at, game, *tournament))
    return found[::-1]
