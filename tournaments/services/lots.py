"""The draw of lots of a stage: one seed for all, on record; drawn once, and taken back while the stage is open."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Stage, Tournament
from tournaments.queries.field import order_of
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock

LOTS = "lots"


@transaction.atomic
def draw_lots(*, stage: Stage, actor: Actor, seed: int | None = None) -> Stage:
    """Draw lots among those who are tied; drawn a second time they stay as they are."""
    stage = _open(stage)
    if LOTS not in order_of(stage, stage.tournament):
        raise ServiceError(_("The order of these standings has no draw of lots. Put it into the order first."))
    if stage.lots_seed is None:
        _set(stage, secrets.randbits(48) if seed is None else seed, actor, "draw_lots")
    return stage


@transaction.atomic
def take_back_lots(*, stage: Stage, actor: Actor) -> Stage:
    """As if no lots had been drawn."""
    stage = _open(stage)
    if stage.lots_seed is not None:
        _set(stage, None, actor, "take_back_lots")
    return stage


def _open(stage: Stage) -> Stage:
    tournament = lock(stage.tournament)
    if tournament.status == Tournament.Status.FINISHED:
        raise ServiceError(_("The tournament is finished. Resume it first."))
    stage = tournament.stages.select_related("tournament").get(pk=stage.pk)
    if stage.closed_at is not None:
        raise ServiceError(_("The next stage has begun: what decided who goes on is fixed."))
    return stage


def _set(stage: Stage, seed: int | None, actor: Actor, action: str) -> None:
    before, stage.lots_seed = stage.lots_seed, seed
    stage.save(update_fields=["lots_seed"])
    record_change(
        actor=actor, action=action, target=f"stage {stage.number}", tournament=stage.tournament,
        before={"seed": before}, after={"seed": seed},
    )  # fmt: skip
