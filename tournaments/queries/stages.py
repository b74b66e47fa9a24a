"""The stages of a tournament: which one is played now, and who takes part in it."""

from __future__ import annotations

from django.db.models import F, QuerySet

from tournaments.models import Entry, Stage, Tournament


def current_stage(tournament: Tournament) -> Stage:
    """The first stage that is not closed; after the end the last one. A season has none: `Stage.DoesNotExist`."""
    return tournament.stages.filter(closed_at=None).order_by("number").first() or tournament.stages.latest("number")


def entries_in(stage: Stage) -> QuerySet[Entry]:
    """Who takes part in the stage, with the players; each with `group`, `seed` and `carried` of the stage."""
    return (
        Entry.objects.filter(stages__stage=stage)
        .annotate(group=F("stages__group"), seed=F("stages__seed"), carried=F("stages__carried"))
        .order_by("group", "seed", "number")
        .prefetch_related("members__player")
    )
