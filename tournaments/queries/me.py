"""What a player finds behind his personal link: where he sits, what his games came to, and what he said to them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.models import Game, Player, PlayerLink, Result, Round, Seat, Tournament
from tournaments.queries.confirmations import Agreement, agreements
from tournaments.queries.table import seat_names


@dataclass(frozen=True)
class MyRound:
    """A player's round. Without a game it is a bye; `result` is None while the game goes on, or is annulled."""

    round: Round
    seat: Seat
    game: Game | None
    others: list[str]
    result: Result | None
    agreement: Agreement | None
    says: str

    @property
    def number(self) -> int:
        """The seat as one counts."""
        return (self.seat.number or 0) + 1


def link_of(token: str) -> PlayerLink | None:
    """The link behind a secret."""
    return PlayerLink.objects.select_related("tournament", "player").filter(token=token).first()


def my_rounds(tournament: Tournament, player: Player) -> list[MyRound]:
    """The player's rounds that are published, the latest first; a fixed number of queries."""
    seats = (
        Seat.objects.filter(round__tournament=tournament, player=player)
        .exclude(round__status=Round.Status.DRAFT)
        .select_related("round__tournament", "table")
        .order_by("-round__number")
    )
    seats = list(seats)
    games = (
        Game.objects.filter(table__in=[seat.table_id for seat in seats if seat.table_id])
        .select_related("table__round__tournament")
        .prefetch_related(Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")), "results")
        .order_by("number")
    )
    by_table: dict[int, list[Game]] = {}
    for game in games:
        by_table.setdefault(game.table_id, []).append(game)
    agreed = agreements(game for played in by_table.values() for game in played)
    return [_my_round(seat, game, player, agreed) for seat in seats for game in by_table.get(seat.table_id, [None])]


def _my_round(seat: Seat, game: Game | None, player: Player, agreed: dict[int, Agreement]) -> MyRound:
    if game is None:
        return MyRound(seat.round, seat, None, [], None, None, "")
    seats = list(game.table.seats.all())
    names = seat_names(seats)
    agreement = agreed.get(game.pk)
    return MyRound(
        round=seat.round,
        seat=seat,
        game=game,
        others=[name for name, other in zip(names, seats, strict=True) if other.player_id != player.pk],
        result=next((result for result in game.results.all() if result.entry_id == seat.entry_id), None),
        agreement=agreement,
        says=agreement.of(player) if agreement else "",
    )
