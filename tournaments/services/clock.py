"""The clock of a round: started, stopped, given more time, taken off; and time called at all its tables at once."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Game, Round, Stage, Tournament
from tournaments.queries.clock import clock_of
from tournaments.queries.series import is_series
from tournaments.queries.table import games_with_table, table_state
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.hands import record_hand, undo_hand
from tournaments.services.revisions import title_of
from tournaments.services.rulings import call_time
from tournaments.services.series import settle_series
from tournaments.services.tournaments import lock

LONGEST = 24 * 3600
"""No clock has more seconds."""
STOPPED = UUID("5b0f7a52-6f0f-4c53-9d8e-4f2c1f3a7d10")
"""The stops that the organiser's call writes down have uuids of this kind, so that it can be taken back."""


@transaction.atomic
def start_clock(*, tournament: Tournament, number: int, actor: Actor, at: datetime | None = None) -> Round:
    """Let the clock run: for the first time with the stage's minutes, later with what is left."""
    round_ = _published(tournament, number)
    if round_.clock_started_at is not None:
        return round_
    if round_.clock_left is None:
        if not round_.stage.clock_minutes:
            raise ServiceError(_("The rounds of this stage have no clock. Set its minutes in the settings."))
        round_.clock_left = round_.stage.clock_minutes * 60
    if not round_.clock_left:
        raise ServiceError(_("Time is up. Give the round more minutes first."))
    round_.clock_started_at = at or timezone.now()
    return _store(round_, actor, "start_clock")


@transaction.atomic
def pause_clock(*, tournament: Tournament, number: int, actor: Actor, at: datetime | None = None) -> Round:
    """Stop the clock; it goes on with what is left."""
    round_ = _published(tournament, number)
    clock = clock_of(round_, at)
    if clock is None or not clock.running:
        return round_
    if clock.up:
        raise ServiceError(_("Time is up: there is nothing to stop. Call time, or give more minutes."))
    round_.clock_left, round_.clock_started_at = clock.left, None
    return _store(round_, actor, "pause_clock")


@transaction.atomic
def add_minutes(
    *, tournament: Tournament, number: int, minutes: int, actor: Actor, at: datetime | None = None
) -> Round:
    """More time, or with a minus less; a clock whose time was up runs again."""
    round_ = _published(tournament, number)
    clock = clock_of(round_, at)
    if clock is None:
        raise ServiceError(_("The clock has not been started."))
    if clock.called:
        raise ServiceError(_("Time was called already. Take that back first."))
    now = at or timezone.now()
    left = max(1, min(LONGEST, clock.left + minutes * 60))
    round_.clock_left, round_.clock_started_at = left, now if clock.running else None
    return _store(round_, actor, "add_minutes", minutes=minutes)


@transaction.atomic
def reset_clock(*, tournament: Tournament, number: int, actor: Actor) -> Round:
    """Take the clock off, as if it had never been started."""
    round_ = _published(tournament, number)
    clock = clock_of(round_)
    if clock is None:
        return round_
    if clock.called:
        raise ServiceError(_("Time was called already. Take that back first."))
    round_.clock_left = round_.clock_started_at = None
    return _store(round_, actor, "reset_clock")


@transaction.atomic
def call_round_time(*, tournament: Tournament, number: int, actor: Actor) -> Round:
    """Time is up at all tables at once: each game ends as the stage's rule says, and no further one of a series begins.

    A game of a series that nobody has begun is not played.
    """
    round_ = _published(tournament, number)
    clock = clock_of(round_)
    if clock and clock.called:
        return round_
    round_.clock_left, round_.clock_started_at = 0, None
    _store(round_, actor, "call_round_time")
    rule = round_.stage.time_rule
    for game in _unfinished(round_):
        if is_series(round_.stage) and game.number > 1 and not game.version:
            before = games_with_table().get(table=game.table_id, number=game.number - 1)
            game.delete()
            settle_series(before, table_state(before).ledger.sides)
        elif rule == Stage.TimeRule.STOP:
            facts = {"judge": [{"stop": "time"}]}
            record_hand(game=game, facts=facts, uuid=_mark(game), version=game.version, actor=actor)
        elif game.stop_after is None or game.stop_after > game.hand_count + 1:
            call_time(game=game, stop=rule, version=game.version, actor=actor)
    return round_


@transaction.atomic
def take_time_back(*, tournament: Tournament, number: int, actor: Actor) -> Round:
    """The tables play on: stops that were announced or written down by the call are taken back, where nothing followed.

    The clock stands at a minute, to be given more.
    """
    round_ = _published(tournament, number)
    clock = clock_of(round_)
    if clock is None or not clock.called:
        return round_
    round_.clock_left = 60
    _store(round_, actor, "take_time_back")
    for game in games_with_table().filter(table__round=round_).order_by("table__number", "number"):
        if game.stop_after is not None and game.finished_at is None:
            call_time(game=game, stop="", version=game.version, actor=actor)
        elif _stopped_by_call(game):
            undo_hand(game=game, version=game.version, actor=actor)
        elif is_series(round_.stage):
            settle_series(game, table_state(game).ledger.sides)
    return round_


def _mark(game: Game) -> UUID:
    return uuid5(STOPPED, f"{title_of(game)} {game.version}")


def _stopped_by_call(game: Game) -> bool:
    if game.ended_by != "time" or game.ruling:
        return False
    last = table_state(game).hands[-1]
    return last.uuid in {uuid5(STOPPED, f"{title_of(game)} {version}") for version in range(game.version)}


def _unfinished(round_: Round) -> list[Game]:
    games = games_with_table().filter(table__round=round_, finished_at__isnull=True)
    return list(games.exclude(ruling=Game.Ruling.ANNULLED).order_by("table__number", "number"))


def _published(tournament: Tournament, number: int) -> Round:
    tournament = lock(tournament)
    round_ = tournament.rounds.select_related("stage", "tournament").filter(number=number).first()
    if round_ is None or round_.status != Round.Status.PUBLISHED:
        raise ServiceError(_("Round %(number)d is not being played. Look at the desk again.") % {"number": number})
    if round_.stage is None:
        raise ServiceError(_("The games of a season have no clock."))
    return round_


def _store(round_: Round, actor: Actor, action: str, **more: object) -> Round:
    round_.full_clean()
    round_.save(update_fields=["clock_left", "clock_started_at"])
    left = round_.clock_left
    said = {"left": None if left is None else str(timedelta(seconds=left)), **more}
    record_change(actor=actor, action=action, target=f"round {round_.number}", tournament=round_.tournament, after=said)
    return round_
