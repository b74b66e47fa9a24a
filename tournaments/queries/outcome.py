"""What a game came to at its table: places, accounts, tournament points, and what it did to the ratings."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tournaments.display import number
from tournaments.models import Player, RatingChange
from tournaments.queries.table import TableState


@dataclass(frozen=True)
class Member:
    """A person of a side; `change` is what the game did to the rating, None where it did nothing."""

    player: Player
    change: float | None


@dataclass(frozen=True)
class OutcomeLine:
    """One side. `points` is None while the game is on; `kept`: the numbers beside the account."""

    side: int
    members: list[Member]
    place: int
    sharing: int
    total: int
    kept: str
    points: Decimal | None
    lost: bool


def outcome(state: TableState) -> list[OutcomeLine]:
    """The sides by place. Two queries."""
    ledger = state.ledger
    points = {result.side: result.points for result in state.game.results.all()}
    changes = {
        player: mu - before
        for player, mu, before in RatingChange.objects.filter(
            game=state.game, ladder__variant=state.tournament.variant
        ).values_list("player_id", "mu", "mu_before")
    }
    lines = [
        OutcomeLine(
            side=side,
            members=[
                Member(seat.player, changes.get(seat.player_id))
                for index, seat in enumerate(state.seats)
                if ledger.side_of(index) == side
            ],
            place=place,
            sharing=ledger.places.count(place),
            total=ledger.totals[side],
            kept=" / ".join(number(column[side]) for column in ledger.columns.values()),
            points=points.get(side),
            lost=side in ledger.losers,
        )
        for side, place in enumerate(ledger.places)
    ]
    return sorted(lines, key=lambda line: (line.place, line.side))
