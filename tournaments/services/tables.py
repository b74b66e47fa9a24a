"""What every change of a game shares: locking its table, whether it may be changed, and what follows from it.

Every change goes the same way: lock tournament, table and game, read the table whole, apply, store the facts, derive
`Game`, `Result`, the figures of statistics and the ratings from the ledger, leave a revision and a line in the log
(`services.revisions`).
Hands are written at many tables at once. What their writers wait for each other for comes last and is short: the
tournament's version and the end of the log; a game that ends waits for others that do at the sums and the ladders.
What always holds afterwards: the stored hands are numbered from 1 without a gap, the derived rows are those that the
facts give, and the game has a revision for its version.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from django.utils.translation import gettext as _

from scoring.errors import RecordError
from scoring.notes import render
from tournaments.access import Actor, may
from tournaments.models import Game, GameSummary, Hand, Result, Revision, Round, Stage, Tournament
from tournaments.points import as_decimal
from tournaments.queries.stages import stage_scheme
from tournaments.queries.table import TableState, games_with_table, table_state
from tournaments.services.audit import raise_versions
from tournaments.services.errors import ServiceError
from tournaments.services.locks import hold
from tournaments.services.ratings import rerate_game
from tournaments.services.series import match_points, settle_series
from tournaments.services.summaries import add_summary
from tournaments.services.sums import following

PLAYED = ("out", "fish", "stopped", "result")


class HandRefused(ServiceError):
    """Facts that break a rule of the record. `seat` is the one at fault, where there is one; `code` names the fault."""

    def __init__(self, error: RecordError, state: TableState) -> None:
        super().__init__(render(error.note, state.names, state.sides, _))
        self.code: str = error.note.code
        self.seat: int | None = error.note.params.get("seat")


class StaleGame(ServiceError):
    """The game has changed since it was looked at. `hands` came in between; `state` is the game as it stands."""

    def __init__(self, state: TableState, hands: Sequence[Hand]) -> None:
        super().__init__(_("The game has changed meanwhile. Nothing was stored: compare, then save again."))
        self.state = state
        self.hands = tuple(hands)


def lock_table(game: Game, *, alone: bool = True) -> TableState:
    """The table, with tournament, table and game locked until the end of the transaction, always in this order.

    Not `alone`: hands are written at other tables meanwhile, and only changes of the tournament wait (`locks.hold`).
    """
    hold(game.table.round.tournament_id, alone=alone)
    # Without their keys: a ladder that is replayed meanwhile stores rows that point to the game.
    games = games_with_table().select_for_update(of=("table", "self"), no_key=True).order_by()
    found = games.filter(pk=game.pk).first()
    if found is None:
        raise ServiceError(_("This table is no more: its round was taken back. Nothing was stored."))
    return seated(found)


def seated(game: Game) -> TableState:
    """The state of a game; a table with too many or too few people, as a draft may have it, is not ready to play."""
    try:
        return table_state(game)
    except RecordError as error:
        if game.version:
            raise
        raise ServiceError(_("The round is not published yet. The organiser publishes it.")) from error


def check_version(state: TableState, version: int) -> None:
    """`StaleGame` where the writer has not seen the last change."""
    if version == state.game.version:
        return
    seen = max(-1, min(version, state.game.version))
    later = Revision.objects.filter(game=state.game, version__gt=seen).values_list("after__uuid", flat=True)
    since = set(later)
    raise StaleGame(state, [hand for hand in state.hands if str(hand.uuid) in since])


def why_shut(state: TableState, actor: Actor) -> str:
    """Why this actor may change nothing in the game now; nothing where he may.

    The table itself changes its hands while the round is open, or its game has been reopened; who rules always,
    whatever was drawn and played since.
    """
    game, status = state.game, state.game.table.round.status
    if game.ruling:
        return _("The organiser has ruled about this game. The ruling has to be taken back before anything changes.")
    if status == Round.Status.DRAFT:
        return _("The round is not published yet. The organiser publishes it.")
    if status == Round.Status.CLOSED and not game.reopened_at and not may(actor, "rule", state.tournament):
        return _("The round is closed. The organiser can reopen it; then hands can be changed.")
    return ""


def check_open(state: TableState, actor: Actor) -> None:
    """Refuse where `why_shut` says why."""
    shut = why_shut(state, actor)
    if shut:
        raise ServiceError(shut)


def derive(state: TableState, *, rerate: bool = True) -> None:
    """Raise the game's version and `rederive`. `rerate` False leaves ratings and sums to the caller."""
    state.game.version += 1
    rederive(state, rerate=rerate)


def rederive(state: TableState, *, rerate: bool = True) -> None:
    """Make all derived rows what ledger and rulings say, those of the table's other games with them."""
    counts = state.ledger.finished or state.game.finished_at is not None
    with following(state) if rerate and counts else nullcontext():
        changed = store_derived(state)
    settle_series(state.game, state.ledger.sides)
    if changed:
        if rerate:
            rerate_game(game=state.game)
        raise_versions(Tournament.objects.filter(pk=state.tournament.pk))


def store_derived(state: TableState) -> bool:
    """Make the derived rows of this game alone what ledger and rulings say; whether it has or had results.

    A game without hands is as drawn. A game is finished when the last of its hands was written down.
    """
    game, ledger = state.game, state.ledger
    was_finished = game.finished_at is not None
    game.hand_count = sum(result.kind in PLAYED for result in ledger.hands)
    game.totals = list(ledger.totals) if ledger.hands else []
    game.ended_by = ledger.ended_by or ""
    game.finished_at = (game.finished_at or state.hands[-1].created_at) if ledger.finished else None
    if ledger.finished:
        game.stop_after = None
    elif was_finished:
        game.stop_after = stop_as_laid(game)
    game.full_clean(exclude=["table"], validate_unique=False, validate_constraints=False)
    game.save()
    if was_finished:
        Result.objects.filter(game=game).delete()
        GameSummary.objects.filter(game=game).delete()
    results = results_of(state)
    Result.objects.bulk_create(results)
    add_summary(state)
    return was_finished or bool(results)


def stop_as_laid(game: Game) -> int | None:
    """After how many hands a game of this stage stops though nobody calls time."""
    stage = game.table.round.stage
    return stage.games_count if stage is not None and stage.games == Stage.Games.HANDS else None


def results_of(state: TableState) -> list[Result]:
    """One result an entry: the accounts as they stand at the end, and the tournament points of the place.

    In a series that is one match the points are the match's. None before the end, and none of an annulled game.
    """
    ledger, outcome = state.ledger, state.outcome
    if not ledger.finished or state.game.ruling == Game.Ruling.ANNULLED:
        return []
    tournament, stage = state.tournament, state.game.table.round.stage
    by_table = outcome.losers if ledger.ended_by == "forfeit" and not state.game.ruling else []
    forfeited = state.game.forfeited or by_table
    points = stage_scheme(stage, tournament).of_game(
        outcome.places,
        lost=outcome.losers,
        written=ledger.totals,
        penalty=ledger.rules.fewer_is_better(ledger.rules.values),
        forfeited=forfeited,
        begun=any(step.kind in PLAYED for step in ledger.hands),
    )
    results = [
        Result(
            game=state.game,
            entry_id=entry_id,
            side=side,
            place=outcome.places[side],
            won=side in outcome.winners,
            lost=side in outcome.losers,
            points_for=ledger.totals[side],
            points_against=sum(ledger.totals) - ledger.totals[side],
            points=as_decimal(points[side]),
        )
        for side in range(ledger.sides)
        for entry_id in state.entry_ids(side)
    ]
    of_match = match_points(state.game, results, ledger.sides)
    for result in results if of_match else ():
        result.points = of_match[result.side]
    return results
