"""Changing the rules of a tournament after hands were written down: first what it would change, then all at once.

The facts stay as they are and are scored anew. A game *stands* under the new rules if each of its hands may follow the
one before, and if no game of a closed round would go on. One game that does not stand refuses the change.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from scoring.errors import RecordError
from scoring.ledger import Ledger
from scoring.notes import render
from tournaments.access import Actor
from tournaments.models import Game, Hand, Revision, Round, Seat, Tournament
from tournaments.queries.sheet_words import endings
from tournaments.queries.standings import StandingRow, standings
from tournaments.queries.table import TableState, games_with_table, seat_names
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import rerate_tournament
from tournaments.services.revisions import add_revision, title_of
from tournaments.services.summaries import store_summary
from tournaments.services.tables import derive, results_of
from tournaments.services.tournaments import differing_options, lock


@dataclass(frozen=True)
class Standing:
    """A game as some rules have it. `end`: how it ended, in words; empty while it goes on."""

    totals: list[int]
    places: list[int]
    end: str


@dataclass(frozen=True)
class GameChange:
    """One game under the old rules and the new. `after` is None where it does not stand; `reason` says why."""

    before: TableState
    after: TableState | None
    reason: str

    @property
    def game(self) -> Game:
        return self.before.game

    @property
    def old(self) -> Standing:
        return _standing(self.before)

    @property
    def new(self) -> Standing | None:
        return _standing(self.after) if self.after else None

    @property
    def changed(self) -> bool:
        """Whether totals, places or the end differ, or the game does not stand."""
        return bool(self.reason) or self.old != self.new

    @property
    def title(self) -> str:
        """Where it is, as the log has it."""
        return title_of(self.game)


@dataclass(frozen=True)
class Move:
    """One line of the standings, as it is and as it would be."""

    before: StandingRow
    after: StandingRow

    @property
    def changed(self) -> bool:
        return (self.before.place, self.before.sharing, self.before.points) != (
            self.after.place,
            self.after.sharing,
            self.after.points,
        )

    @property
    def moved(self) -> int:
        """Places gained."""
        return self.before.place - self.after.place

    @property
    def by(self) -> int:
        """How many places, either way."""
        return abs(self.moved)


@dataclass(frozen=True)
class RulesChange:
    """What other rules would do to a tournament. `options`: what differs from the defaults under them.

    `moves` is empty where a game does not stand, for then there are no standings.
    """

    tournament: Tournament
    options: dict[str, Any]
    games: list[GameChange]
    moves: list[Move]

    @property
    def refused(self) -> list[GameChange]:
        """The games that do not stand."""
        return [change for change in self.games if change.reason]

    @property
    def changed(self) -> list[GameChange]:
        """The games that would come to something else."""
        return [change for change in self.games if change.changed and not change.reason]

    @property
    def unchanged(self) -> int:
        """How many games come to the same."""
        return sum(not change.changed for change in self.games)

    @property
    def moved(self) -> list[Move]:
        """The lines of the standings that would differ."""
        return [move for move in self.moves if move.changed]


def preview_rules(*, tournament: Tournament, options: Mapping[str, Any]) -> RulesChange:
    """What these options would change in every game with a hand, and in the standings. Changes nothing."""
    other = copy(tournament)
    other.options = differing_options(tournament.variant, dict(options))
    games = [_change(game, other) for game in _games(tournament)]
    moves = []
    if not any(change.reason for change in games):
        rows = standings(tournament).rows
        results = [result for change in games if change.after for result in results_of(change.after)]
        then = {row.entry_id: row for row in standings(other, results=results).rows}
        moves = [Move(row, then[row.entry_id]) for row in rows if row.entry_id in then]
        moves.sort(key=lambda move: move.after.place)
    return RulesChange(tournament, other.options, games, moves)


@transaction.atomic
def change_rules(*, tournament: Tournament, options: Mapping[str, Any], version: int, actor: Actor) -> RulesChange:
    """Play by these options from the first hand on; `version` is the tournament's when that was looked at."""
    tournament = lock(tournament)
    if tournament.version != version:
        raise ServiceError(_("Something was written down meanwhile. Look once more at what would change."))
    change = preview_rules(tournament=tournament, options=options)
    if change.refused:
        raise ServiceError(
            _("These rules do not fit what was played, so nothing was changed."),
            [f"{one.title}: {one.reason}" for one in change.refused],
        )
    if change.options == tournament.options:
        return change
    before, tournament.options = tournament.options, change.options
    tournament.full_clean()
    tournament.save(update_fields=["options"])
    for one in change.games:
        if one.after is not None and (one.changed or not one.after.ledger.finished):
            derive(one.after, rerate=False)
            add_revision(
                one.after, actor, Revision.Kind.RULES, before={"options": before}, after={"options": change.options}
            )
        elif one.after is not None:
            store_summary(one.after)
    rerate_tournament(tournament=tournament)
    record_change(
        actor=actor,
        action="change_rules",
        target=tournament.name,
        tournament=tournament,
        before={
            "options": before,
            "totals": {one.title: one.old.totals for one in change.changed},
            "places": {move.before.name: move.before.place for move in change.moved},
        },
        after={
            "options": change.options,
            "totals": {one.title: one.new.totals for one in change.changed if one.new},
            "places": {move.after.name: move.after.place for move in change.moved},
        },
    )
    return change


def _games(tournament: Tournament) -> list[Game]:
    """The games with a hand, in the order of rounds and tables; three queries."""
    seats = Prefetch("table__seats", Seat.objects.select_related("player").order_by("number"))
    return list(
        games_with_table()
        .filter(table__round__tournament=tournament, hands__isnull=False)
        .distinct()
        .order_by("table__round__number", "table__number", "number")
        .prefetch_related(seats, Prefetch("hands", Hand.objects.order_by("number")))
    )


def _change(game: Game, other: Tournament) -> GameChange:
    before = _state(game, game.table.round.tournament)
    reason = ""
    after = None
    try:
        after = _state(game, other)
    except RecordError as error:
        why = render(error.note, before.names, before.sides, _)
        reason = why if error.hand is None else _("Hand %(number)d: %(why)s") % {"number": error.hand, "why": why}
    else:
        if not after.ledger.finished and _must_be_finished(game):
            reason = _("The game is closed, but under these rules it would go on.")
    return GameChange(before, after, reason)


def _must_be_finished(game: Game) -> bool:
    """Whether nobody could play it to its end: its round is closed, or the organiser has called it forfeited."""
    closed = game.table.round.status == Round.Status.CLOSED and not game.reopened_at
    return game.ruling == Game.Ruling.FORFEITED or (closed and not game.ruling)


def _state(game: Game, tournament: Tournament) -> TableState:
    """The game under the rules of a tournament; `RecordError` where it does not stand."""
    seats, hands = list(game.table.seats.all()), list(game.hands.all())
    ledger = Ledger(tournament.variant, tournament.options, seat_names(seats))
    for hand in hands:
        ledger.add(hand.facts)
    return TableState(game, seats, hands, ledger)


def _standing(state: TableState) -> Standing:
    ledger = state.ledger
    return Standing(ledger.totals, state.outcome.places, endings()[ledger.ended_by] if ledger.ended_by else "")
