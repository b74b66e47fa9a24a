"""The rounds of a document, with their tables, games and hands, and all that follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import models
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.facts import hand_as_json
from scoring.ledger import Ledger
from scoring.record import FORMAT
from tournaments.archive.notes import renamed
from tournaments.archive.shape import GamePart, RoundPart, TablePart
from tournaments.models import (
    Confirmation,
    Entry,
    Game,
    Hand,
    Player,
    Revision,
    Round,
    Seat,
    Stage,
    Table,
    Tournament,
)
from tournaments.queries.table import TableState, seat_names
from tournaments.services.errors import ServiceError
from tournaments.services.tables import rederive


@dataclass(frozen=True)
class Known:
    """What rounds refer to, as it is stored by now: players by address, entries and stages by number."""

    players: Mapping[str, Player]
    entries: Mapping[int, Entry]
    stages: Mapping[int, Stage]


def store_rounds(parts: Sequence[RoundPart], tournament: Tournament, known: Known) -> None:
    """All rounds with what was played in them."""
    numbers = {entry.number: entry.pk for entry in known.entries.values()}
    for part in parts:
        told = part.model_dump(exclude={"stage", "reasons", "tables", "byes"})
        stage = None if part.stage is None else known.stages[part.stage]
        round_ = Round(tournament=tournament, stage=stage, **told)
        try:
            round_.reasons = renamed(part.reasons, numbers)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise _refused(f"round {part.number}, reasons", repr(error)) from error
        round_.full_clean(exclude=["tournament", "stage"], validate_unique=False, validate_constraints=False)
        round_.save()
        Seat.objects.bulk_create(
            Seat(round=round_, player=known.players[bye.player], entry=known.entries[bye.entry], bye=bye.bye)
            for bye in part.byes
        )
        for table in part.tables:
            _store_table(table, round_, known)


def _store_table(part: TablePart, round_: Round, known: Known) -> None:
    where = f"round {round_.number}, table {part.number}"
    if sorted(seat.number for seat in part.seats) != list(range(len(part.seats))):
        raise _refused(where, _("its seats are not numbered from 0 on"))
    table = Table.objects.create(round=round_, number=part.number, group=part.group, locked=part.locked)
    seats = Seat.objects.bulk_create(
        Seat(
            round=round_, table=table, number=seat.number, player=known.players[seat.player],
            entry=known.entries[seat.entry],
        )
        for seat in sorted(part.seats, key=lambda seat: seat.number)
    )  # fmt: skip
    for game in part.games:
        _store_game(game, table, seats, f"{where}, game {game.number}", known)


def _store_game(part: GamePart, table: Table, seats: list[Seat], where: str, known: Known) -> None:
    """A game with its hands, scored while they are stored. The facts of the ruling come in with what follows."""
    game = Game.objects.create(table=table, number=part.number, version=part.version)
    hands, ledger = _scored(part, table.round.tournament, seats, where, game)
    stored_at(hands, [hand.at for hand in part.hands], "created_at")
    for name in ("finished_at", "ruling", "ruling_reason", "forfeited", "reopened_at", "stop_after"):
        setattr(game, name, getattr(part, name))
    if (part.finished_at is not None) != ledger.finished:
        raise _refused(where, _("it says when it ended, or does not, and its hands say otherwise"))
    if any(side >= ledger.sides for side in part.forfeited):
        raise _refused(where, _("a side that forfeits it is not there"))
    rederive(TableState(game, seats, hands, ledger), rerate=False)
    _store_history(part, game, table.round.tournament, where, known)


def _scored(
    part: GamePart, tournament: Tournament, seats: list[Seat], where: str, game: Game
) -> tuple[list[Hand], Ledger]:
    record = dict(part.record)
    said = {"format": FORMAT, "variant": tournament.variant, "options": tournament.options}
    for name, value in said.items():
        if record.pop(name, None) != value:
            raise _refused(where, _("its record has another “%(name)s” than the tournament") % {"name": name})
    facts = record.pop("hands", None)
    names = record.pop("seats", None)
    if record or not isinstance(facts, list) or len(facts) != len(part.hands):
        raise _refused(where, _("its record does not have the hands that stand beside it"))
    if not isinstance(names, list) or len(names) != len(seats):
        raise _refused(where, _("its record has other seats than the table"))
    hands: list[Hand] = []
    at = where
    try:
        ledger = Ledger(tournament.variant, tournament.options, seat_names(seats))
        for number, (one, beside) in enumerate(zip(facts, part.hands, strict=True), start=1):
            at = f"{where}, hand {number}"
            step = ledger.add(one)
            told = beside.model_dump(exclude={"at"})
            hands.append(Hand(game=game, number=number, facts=hand_as_json(step.hand), **told))
    except ScoringError as error:
        raise _refused(at, str(error)) from error
    return hands, ledger


def _store_history(part: GamePart, game: Game, tournament: Tournament, where: str, known: Known) -> None:
    if any(one.version > part.version for one in part.history):
        raise _refused(where, _("its history goes on after its version"))
    rows = [Revision(tournament=tournament, game=game, **one.model_dump(exclude={"at"})) for one in part.history]
    stored_at(rows, [one.at for one in part.history], "at")
    for said in part.confirmations:
        told = said.model_dump(exclude={"player", "at"})
        player = known.players[said.player] if said.player is not None else None
        row = Confirmation.objects.create(game=game, player=player, **told)
        Confirmation.objects.filter(pk=row.pk).update(at=said.at)


def stored_at[M: models.Model](rows: Sequence[M], moments: Sequence[datetime], name: str) -> None:
    """Store these rows with moments of their own, though their column takes the present one."""
    if not rows:
        return
    made = type(rows[0])._default_manager.bulk_create(rows)
    for row, moment in zip(made, moments, strict=True):
        setattr(row, name, moment)
    type(rows[0])._default_manager.bulk_update(made, [name])


def _refused(where: str, what: str) -> ServiceError:
    return ServiceError(_("The archive cannot be read, so nothing was stored."), [f"{where}: {what}"])
