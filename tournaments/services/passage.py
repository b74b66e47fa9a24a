"""From a stage to the next one: who goes on by the standings, how they are seeded there, and the way back.

Of each group the first `qualify` go on; who shares the place that the line goes through has to be decided by the
organiser, and he may choose others altogether: the log has whom. A knockout is seeded crosswise, so that those of one
group meet late; new groups part the old ones. The way back is open while no round of the next stage is out.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Round, Stage, StageEntry, Tournament
from tournaments.queries.passage import preview_passage
from tournaments.services.audit import record_change
from tournaments.services.entries import join_stage
from tournaments.services.errors import ServiceError
from tournaments.services.rounds import discard_round
from tournaments.services.tournaments import lock


@transaction.atomic
def start_next_stage(
    *, tournament: Tournament, stage: Stage, actor: Actor, chosen: Sequence[int] | None = None
) -> Stage:
    """Close the stage and let those who go on take part in the next one."""
    tournament = lock(tournament)
    stage = tournament.stages.get(pk=stage.pk)
    if stage.closed_at is not None:
        return tournament.stages.get(number=stage.number + 1)
    passage = preview_passage(tournament=tournament, stage=stage, chosen=chosen)
    if passage.obstacles or passage.next is None:
        raise ServiceError(_("The next stage cannot begin yet."), passage.obstacles)
    if chosen is None and passage.undecided:
        raise ServiceError(_("A place that decides is shared: choose who goes on."))
    if len(passage.chosen) < 2:
        raise ServiceError(_("Choose two at least who go on."))
    stage.closed_at = timezone.now()
    stage.save(update_fields=["closed_at"])
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=passage.next, entry_id=row.entry_id, group=group, seed=seed,
            carried=row.points if stage.carry else Decimal(0),
        )
        for seed, (row, group) in enumerate(passage.seeds, start=1)
    )  # fmt: skip
    record_change(
        actor=actor, action="start_next_stage", target=f"stage {passage.next.number}", tournament=tournament,
        after={"entries": [f"{seed}. {row.name}" for seed, (row, _group) in enumerate(passage.seeds, start=1)]},
    )  # fmt: skip
    return passage.next


@transaction.atomic
def take_back_stage(*, tournament: Tournament, stage: Stage, actor: Actor) -> Stage:
    """Empty the stage again and open the one before it; drafts of the stage are discarded."""
    tournament = lock(tournament)
    stage = tournament.stages.get(pk=stage.pk)
    before = tournament.stages.filter(number=stage.number - 1).first()
    if before is None or before.closed_at is None:
        raise ServiceError(_("This stage has not begun."))
    out = stage.played.exclude(status=Round.Status.DRAFT).first()
    if out is not None:
        raise ServiceError(_("Round %(number)d is published. Take it back first.") % {"number": out.number})
    for draft in stage.played.order_by("-number"):
        discard_round(tournament=tournament, number=draft.number, actor=actor)
    names = [f"{member.seed}. {member.entry}" for member in stage.members.prefetch_related("entry__members__player")]
    late = [member.entry for member in stage.members.exclude(entry__stages__stage=before).select_related("entry")]
    stage.members.all().delete()
    before.closed_at = None
    before.save(update_fields=["closed_at"])
    join_stage(before, late)
    record_change(
        actor=actor, action="take_back_stage", target=f"stage {stage.number}", tournament=tournament,
        before={"entries": names},
    )  # fmt: skip
    return before
