"""What a game came to at its table: places, accounts, tournament points, and what it did to the ratings."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from scoring.ratings.replay import changes_of
from tournaments.display import number
from tournaments.models import Game, Player, RatedGame
from tournaments.queries.table import TableState


@dataclass(frozen=True)
class Member:
    """A person of a side; `change` is what the game did to the rating, None where it did nothing."""

    player: Player
    change: float | None


@dataclass(frozen=True)
class OutcomeLine:
    """One side. `points` is None while the game is on; `kept`: the numbers beside the account.

    `chance`: how likely the side was to come first, as predicted before the game; None where the game is not rated.
    """

    side: int
    members: list[Member]
    place: int
    sharing: int
    total: int
    kept: str
    points: Decimal | None
    won: bool
    lost: bool
    chance: float | None

    @property
    def name(self) -> str:
        return " / ".join(member.player.name for member in self.members)


@dataclass(frozen=True)
class Verdict:
    """Who won or lost, whichever the end was about; `tiles` are the last ones where they decided."""

    winners: list[str]
    losers: list[str]
    tiles: list[str]


def verdict(state: TableState, lines: list[OutcomeLine]) -> Verdict | None:
    """The game in a line, once it is finished: in a penalty game its losers, unless somebody won early."""
    ledger = state.ledger
    if not ledger.finished or state.game.ruling == Game.Ruling.ANNULLED:
        return None
    early = ledger.ended_by == "early_win" and not state.game.forfeited
    about_losers = state.game.forfeited or (ledger.rules.is_penalty and not early)
    losers = [line.name for line in lines if line.lost] if about_losers else []
    return Verdict(
        winners=[] if losers else [line.name for line in lines if line.won],
        losers=losers,
        tiles=[str(tile) for tile in ledger.hands[-1].hand.last or ()] if early else [],
    )


def outcome(state: TableState) -> list[OutcomeLine]:
    """The sides by place. Two queries."""
    ledger = state.ledger
    places, winners, losers = state.outcome
    points = dict(state.game.results.order_by().values_list("side", "points"))
    kept = RatedGame.objects.filter(game=state.game, ladder__variant=state.tournament.variant, ladder__name="")
    steps = {
        step.player: step
        for finished_at, order, row in kept.order_by().values_list("finished_at", "order", "kept")
        for step in changes_of(finished_at, order, row)
    }
    changes = {player: step.mu - step.mu_before for player, step in steps.items()}
    chances = {step.side: step.chance for step in steps.values()}
    lines = [
        OutcomeLine(
            side=side,
            members=[
                Member(seat.player, changes.get(seat.player_id))
                for index, seat in enumerate(state.seats)
                if ledger.side_of(index) == side
            ],
            place=place,
            sharing=places.count(place),
            total=ledger.totals[side],
            kept=" / ".join(number(column[side]) for column in ledger.columns.values()),
            points=points.get(side),
            won=side in winners,
            lost=side in losers,
            chance=chances.get(side),
        )
        for side, place in enumerate(places)
    ]
    return sorted(lines, key=lambda line: (line.place, line.side))
