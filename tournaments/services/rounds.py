"""The life of a round: drawn as a draft, published, closed; and every step back.

All steps lock the tournament, so two clicks draw a round once. A step that is already taken changes nothing and
gives the round as it is.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Game, Hand, Round, Tournament
from tournaments.queries.confirmations import agreements
from tournaments.queries.drafts import layout_of_round
from tournaments.queries.pairing import options_of
from tournaments.services.audit import record_change
from tournaments.services.drafting import draw_round
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock

__all__ = ["close_round", "discard_round", "draw_round", "publish_round", "reopen_round", "unpublish_round"]


@transaction.atomic
def discard_round(*, tournament: Tournament, number: int, actor: Actor) -> None:
    """Throw a draft away, and those of later rounds with it; they can be drawn anew."""
    tournament = lock(tournament)
    round_ = _get(tournament, number)
    if round_.status != Round.Status.DRAFT:
        raise ServiceError(_("Round %(number)d is no draft any more. Take it back first.") % {"number": number})
    for draft in tournament.rounds.filter(number__gte=number).order_by("-number"):
        seed = draft.seed
        draft.seats.all().delete()
        draft.delete()
        record_change(
            actor=actor, action="discard_round", target=_title(draft.number), tournament=tournament,
            before={"seed": seed},
        )  # fmt: skip


@transaction.atomic
def publish_round(*, tournament: Tournament, number: int, actor: Actor, at: datetime | None = None) -> Round:
    """Show the draft to all and let its tables play."""
    tournament = lock(tournament)
    round_ = _get(tournament, number)
    if round_.status != Round.Status.DRAFT:
        return round_
    if tournament.status == Tournament.Status.DRAFT:
        raise ServiceError(_("The tournament itself is still a draft. Publish it first."))
    earlier = tournament.rounds.exclude(status=Round.Status.CLOSED).filter(number__lt=number).first()
    if earlier is not None:
        raise ServiceError(_("Round %(number)d is still open. Close it first.") % {"number": earlier.number})
    _check_playable(round_)
    round_.published_at, round_.earlier = at or timezone.now(), []
    return _move(round_, Round.Status.PUBLISHED, actor, "publish_round")


@transaction.atomic
def unpublish_round(*, tournament: Tournament, number: int, actor: Actor) -> Round:
    """Take a round back into a draft, while no hand of it has been written down."""
    tournament = lock(tournament)
    round_ = _get(tournament, number)
    if round_.status == Round.Status.DRAFT:
        return round_
    if round_.status == Round.Status.CLOSED:
        raise ServiceError(_("Round %(number)d is closed. Reopen it first.") % {"number": number})
    if round_.sitting:
        raise ServiceError(_("A game of a season is no draft. Take the game back instead."))
    tables = Hand.objects.filter(game__table__round=round_).values_list("game__table__number", flat=True)
    if tables:
        raise ServiceError(
            _("Hands have been written down at these tables: %(tables)s. Undo them first.")
            % {"tables": _listed(tables)}
        )
    round_.published_at = None
    return _move(round_, Round.Status.DRAFT, actor, "unpublish_round")


@transaction.atomic
def close_round(*, tournament: Tournament, number: int, actor: Actor, at: datetime | None = None) -> Round:
    """End a round, when all its games are finished."""
    tournament = lock(tournament)
    round_ = _get(tournament, number)
    if round_.status == Round.Status.CLOSED:
        return round_
    if round_.status == Round.Status.DRAFT:
        raise ServiceError(_("Round %(number)d is a draft. Publish it first.") % {"number": number})
    playing = Game.objects.filter(table__round=round_, finished_at__isnull=True).exclude(ruling=Game.Ruling.ANNULLED)
    tables = playing.values_list("table__number", flat=True)
    if tables:
        raise ServiceError(
            _("Games are not finished at these tables: %(tables)s. Write them down to the end first.")
            % {"tables": _listed(tables)}
        )
    if tournament.requires_confirmation:
        _check_confirmed(round_)
    round_.closed_at = at or timezone.now()
    return _move(round_, Round.Status.CLOSED, actor, "close_round")


@transaction.atomic
def reopen_round(*, tournament: Tournament, number: int, actor: Actor) -> Round:
    """Open the last round again, so that its hands can be corrected."""
    tournament = lock(tournament)
    round_ = _get(tournament, number)
    if tournament.status == Tournament.Status.FINISHED:
        raise ServiceError(_("The tournament is finished. Resume it first."))
    later = tournament.rounds.filter(number__gt=number).last()
    if later is not None:
        raise ServiceError(
            _("Round %(later)d is drawn already; only the last round can be reopened.") % {"later": later.number}
        )
    if round_.status != Round.Status.CLOSED:
        return round_
    if round_.stage is not None and round_.stage.closed_at is not None:
        raise ServiceError(
            _("The next stage has begun. Take its beginning back first, or correct the games one by one.")
        )
    round_.closed_at = None
    return _move(round_, Round.Status.PUBLISHED, actor, "reopen_round")


def _check_playable(round_: Round) -> None:
    """Everybody at a table is still in the tournament, and as many sit there as the game can have."""
    layout = layout_of_round(round_)
    gone = set(round_.tournament.entries.filter(withdrawn=True).values_list("pk", flat=True))
    left = [table.number for table in layout.tables if gone.intersection(table.seats)]
    if left:
        raise ServiceError(
            _("Somebody at these tables has withdrawn: %(tables)s. Draw the rest again, or mend the draft.")
            % {"tables": _listed(left)}
        )
    options = options_of(round_.stage)
    odd = [table.number for table in layout.tables if not options.low <= len(table.seats) <= options.high]
    if odd:
        raise ServiceError(
            _("Table %(tables)s cannot play: this game is for %(low)d to %(high)d at a table. Move somebody there.")
            % {"tables": _listed(odd), "low": options.low, "high": options.high}
        )


def _check_confirmed(round_: Round) -> None:
    games = Game.objects.filter(table__round=round_).select_related("table")
    agreed = agreements(games)
    tables = [game.table.number for game in games if game.pk in agreed and not agreed[game.pk].confirmed]
    if tables:
        raise ServiceError(
            _("Results are not confirmed at these tables: %(tables)s. Let the players confirm, or confirm yourself.")
            % {"tables": _listed(tables)}
        )


def _get(tournament: Tournament, number: int) -> Round:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise ServiceError(_("There is no round %(number)d any more. Look at the desk again.") % {"number": number})
    return round_


def _move(round_: Round, status: str, actor: Actor, action: str) -> Round:
    before, round_.status = round_.status, status
    round_.full_clean()
    round_.save(update_fields=["status", "published_at", "closed_at", "earlier"])
    record_change(
        actor=actor,
        action=action,
        target=_title(round_.number),
        tournament=round_.tournament,
        before={"status": before},
        after={"status": status},
    )
    return round_


def _title(number: int) -> str:
    return f"round {number}"


def _listed(numbers: object) -> str:
    return ", ".join(str(number) for number in sorted(set(numbers)))
