"""The stages of a tournament: which one is played now, who takes part in it, what its games bring."""

from __future__ import annotations

from django.db.models import F, QuerySet

from scoring import variants
from tournaments.formats import is_duel
from tournaments.models import Entry, Stage, Tournament
from tournaments.points import Scheme, scheme_of


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


def stage_scheme(stage: Stage | None, tournament: Tournament) -> Scheme:
    """How points are given in a stage, or in a season, which has none."""
    two_sides = variants.get(tournament.variant).two_sides()
    if stage is None:
        return scheme_of({}, two_sides=two_sides)
    return scheme_of(stage.scheme, two_sides=two_sides or is_duel(stage.format))
