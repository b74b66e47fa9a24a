"""People sat otherwise than the draw said: on other seats of a table, or at another table.

The hands stay with the seats; results and ratings follow the persons. Each game that is touched is changed once, with
a revision of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Game, Revision, Round, Seat, Tournament
from tournaments.queries.table import TableState, games_with_table, table_state
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import rerate_games
from tournaments.services.revisions import note_revision
from tournaments.services.tables import check_open, check_version, derive, lock_table
from tournaments.services.tournaments import lock


@transaction.atomic
def reseat_table(*, game: Game, order: Sequence[int], version: int, actor: Actor, why: str = "") -> TableState:
    """`order` names, seat by seat, the seat whose person really sat there."""
    state = lock_table(game)
    check_version(state, version)
    _check_published(state.game.table.round)
    check_open(state, actor)
    old = state.seats
    if sorted(order) != list(range(len(old))):
        raise ServiceError(_("Everybody at the table sits on one seat: choose each person once."))
    if list(order) == list(range(len(old))):
        raise ServiceError(_("These are the seats as they are. Nothing was changed."))
    _seat_anew([(at, old[seat]) for at, seat in zip(old, order, strict=True)])
    states = _follow(state.game.table_id, [str(seat.player) for seat in old], actor, why)
    return next(one for one in states if one.game.pk == game.pk)


@transaction.atomic
def exchange_people(*, tournament: Tournament, number: int, one: int, other: int, actor: Actor, why: str = "") -> Round:
    """Two entries of a round that is published or closed sat each in the other's place; one of them may have a bye."""
    tournament = lock(tournament)
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise ServiceError(_("There is no round %(number)d any more. Look at the desk again.") % {"number": number})
    _check_published(round_)
    seats = [_seats_of(round_, entry) for entry in (one, other)]
    if one == other or not all(seats) or len(seats[0]) != len(seats[1]):
        raise ServiceError(_("Choose two different ones who have a place in this round."))
    tables = sorted({seat.table_id for seat in seats[0] + seats[1] if seat.table_id})
    if not tables:
        raise ServiceError(_("Neither of the two sits at a table: there is nothing to swap."))
    before = {table: _names_at(table) for table in tables}
    for game in games_with_table().filter(table__in=tables):
        try:
            check_open(table_state(game), actor)
        except ServiceError as refusal:  # which of the two tables it is about
            said = _("Table %(number)d: %(why)s") % {"number": game.table.number, "why": refusal.message}
            raise ServiceError(said) from refusal
    _seat_anew([*zip(seats[0], seats[1], strict=True), *zip(seats[1], seats[0], strict=True)])
    for table in tables:
        _follow(table, before[table], actor, why)
    names = [str(found[0].entry) for found in seats]
    record_change(
        actor=actor, action="exchange_people", target=f"round {number}", tournament=tournament,
        after={"swapped": names, **({"why": why} if why else {})},
    )  # fmt: skip
    return round_


def _check_published(round_: Round) -> None:
    if round_.status == Round.Status.DRAFT:
        raise ServiceError(_("The round is not published yet. The organiser publishes it."))


def _seats_of(round_: Round, entry: int) -> list[Seat]:
    return list(round_.seats.filter(entry=entry).select_related("player", "entry").order_by("number", "id"))


def _names_at(table: int) -> list[str]:
    seats = Seat.objects.filter(table=table).select_related("player").order_by("number")
    return [str(seat.player) for seat in seats]


def _seat_anew(moves: Sequence[tuple[Seat, Seat]]) -> None:
    """In each place the person of the other seat."""
    Seat.objects.filter(pk__in=[place.pk for place, _who in moves]).delete()
    Seat.objects.bulk_create(
        Seat(
            round_id=place.round_id,
            table_id=place.table_id,
            number=place.number,
            bye=place.bye,
            player_id=who.player_id,
            entry_id=who.entry_id,
        )
        for place, who in moves
    )


def _follow(table: int, before: list[str], actor: Actor, why: str) -> list[TableState]:
    """All games of the table with the persons who sit there now."""
    states = []
    for game in games_with_table().filter(table=table).order_by("number"):
        state = table_state(game)
        _check_partners(state)
        derive(state, rerate=False)
        after = {"seats": [str(seat.player) for seat in state.seats]}
        note_revision(state, actor, Revision.Kind.RESEAT, before={"seats": before}, after=after, why=why.strip())
        states.append(state)
    rerate_games(games=[state.game.pk for state in states if state.game.finished_at])
    return states


def _check_partners(state: TableState) -> None:
    """An entry plays on one side, and a fixed pair stays together."""
    sides: dict[int, set[int]] = {}
    for at, seat in enumerate(state.seats):
        sides.setdefault(seat.entry_id, set()).add(state.ledger.side_of(at))
    if any(len(found) > 1 for found in sides.values()):
        raise ServiceError(_("A fixed pair plays on one side: partners sit opposite each other."))
