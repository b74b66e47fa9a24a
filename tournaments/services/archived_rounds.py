"""The rounds of a document, with their tables, games and hands, and all that follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.facts import hand_as_json
from scoring.ledger import Ledger
from scoring.notes import render
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
from tournaments.queries.history import folded
from tournaments.queries.reasons import reasons_of
from tournaments.queries.table import TableState, seat_names
from tournaments.services.errors import ServiceError
from tournaments.services.series import settle_series
from tournaments.services.tables import store_derived


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
        where = _("round %(number)d") % {"number": part.number}
        told = part.model_dump(exclude={"stage", "reasons", "tables", "byes"})
        stage = None if part.stage is None else known.stages[part.stage]
        round_ = Round(tournament=tournament, stage=stage, **told)
        try:
            round_.reasons = renamed(part.reasons, numbers)
            reasons_of(round_, [])
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise refused(where, _("the reasons of its draw (“reasons”) cannot be read")) from error
        checked(round_, where, "tournament", "stage")
        round_.save()
        Seat.objects.bulk_create(
            Seat(round=round_, player=known.players[bye.player], entry=known.entries[bye.entry], bye=bye.bye)
            for bye in part.byes
        )
        for table in part.tables:
            place = _("%(round)s, table %(number)d") % {"round": where, "number": table.number}
            _store_table(table, round_, place, known)


def _store_table(part: TablePart, round_: Round, where: str, known: Known) -> None:
    if sorted(seat.number for seat in part.seats) != list(range(len(part.seats))):
        raise refused(where, _("its seats are not numbered from 0 on"))
    table = Table.objects.create(round=round_, number=part.number, group=part.group, locked=part.locked)
    seats = Seat.objects.bulk_create(
        Seat(
            round=round_, table=table, number=seat.number, player=known.players[seat.player],
            entry=known.entries[seat.entry],
        )
        for seat in sorted(part.seats, key=lambda seat: seat.number)
    )  # fmt: skip
    if not part.games:
        raise refused(where, _("it has no game"))
    names = ("number", "version", "stop_after")
    games = [Game(table=table, **{name: getattr(game, name) for name in names}) for game in part.games]
    pairs = sorted(zip(Game.objects.bulk_create(games), part.games, strict=True), key=lambda pair: pair[0].number)
    for game, of_game in pairs:
        place = _("%(table)s, game %(number)d") % {"table": where, "number": game.number}
        state = _stored_game(of_game, game, seats, place)
        _store_history(of_game, game, round_.tournament, place, known)
    if state is not None:
        settle_series(game, state.ledger.sides)


def _stored_game(part: GamePart, game: Game, seats: list[Seat], where: str) -> TableState | None:
    """A game with its hands, scored while they are stored, and with what follows from them and from the ruling.

    One that nobody has written in is as it was drawn, though its table may have too few people yet: then None.
    """
    tournament = game.table.round.tournament
    facts = _facts_of(part, tournament, seats, where)
    try:
        ledger = Ledger(tournament.variant, tournament.options, seat_names(seats))
    except ScoringError as error:
        if part.version:
            raise refused(where, _told(error)) from error
        return None
    hands = _scored(facts, part, game, ledger, where)
    stored_at(hands, [hand.at for hand in part.hands], "created_at")
    if (part.finished_at is not None) != ledger.finished:
        raise refused(where, _("it says when it ended, or does not, and its hands say otherwise"))
    if any(side >= ledger.sides for side in part.forfeited) or len(part.decided) not in (0, ledger.sides):
        raise refused(where, _("its ruling is about sides that are not there"))
    for name in ("finished_at", "ruling", "ruling_reason", "forfeited", "decided", "reopened_at"):
        setattr(game, name, getattr(part, name))
    state = TableState(game, seats, hands, ledger)
    store_derived(state)
    return state


def _facts_of(part: GamePart, tournament: Tournament, seats: list[Seat], where: str) -> list[Any]:
    """The hands of the game's record, which says the same as the tournament and the table."""
    record = dict(part.record)
    said = {"format": FORMAT, "variant": tournament.variant, "options": tournament.options}
    for name, value in said.items():
        if record.pop(name, None) != value:
            raise refused(where, _("its record has another “%(name)s” than the tournament") % {"name": name})
    facts = record.pop("hands", None)
    names = record.pop("seats", None)
    if record or not isinstance(facts, list) or len(facts) != len(part.hands):
        raise refused(where, _("its record does not have the hands that stand beside it"))
    if not isinstance(names, list) or len(names) != len(seats):
        raise refused(where, _("its record has other seats than the table"))
    if part.version == 0 and (facts or part.finished_at or part.ruling):
        raise refused(where, _("by its version nobody has written in it, and there is something in it"))
    return facts


def _scored(facts: list[Any], part: GamePart, game: Game, ledger: Ledger, where: str) -> list[Hand]:
    hands: list[Hand] = []
    for number, (one, beside) in enumerate(zip(facts, part.hands, strict=True), start=1):
        try:
            step = ledger.add(one)
        except ScoringError as error:
            place = _("%(game)s, hand %(number)d") % {"game": where, "number": number}
            raise refused(place, _told(error)) from error
        told = beside.model_dump(exclude={"at"})
        hands.append(Hand(game=game, number=number, facts=hand_as_json(step.hand), **told))
    return hands


def _store_history(part: GamePart, game: Game, tournament: Tournament, where: str, known: Known) -> None:
    if any(one.version > part.version for one in part.history):
        raise refused(where, _("its history goes on after its version"))
    rows = [Revision(tournament=tournament, game=game, **one.model_dump(exclude={"at"})) for one in part.history]
    if [row.version for row in rows] == list(range(1, part.version + 1)):
        told = [[str(hand.uuid), facts] for hand, facts in zip(part.hands, part.record["hands"], strict=True)]
        if _folded(rows) != told:
            raise refused(where, _("its hands are not those that its history tells"))
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


def checked(row: models.Model, where: str, *but: str) -> None:
    """Refuse values that their columns do not take; what is there twice the database refuses."""
    try:
        row.full_clean(exclude=but, validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        told = [f"{where}, {name}: {text}" for name, texts in error.message_dict.items() for text in texts]
        raise ServiceError(_("The archive cannot be read, so nothing was stored."), told) from error


def _folded(rows: Sequence[Revision]) -> list[list[Any]] | None:
    """The hands that a history tells; None where it cannot be read."""
    try:
        return folded(rows)
    except (KeyError, IndexError, TypeError):
        return None


def _told(error: ScoringError) -> str:
    names = error.names or ("0", "1", "2", "3")
    return render(error.note, names, translate=_)


def refused(where: str, what: str) -> ServiceError:
    return ServiceError(_("The archive cannot be read, so nothing was stored."), [f"{where}: {what}"])
