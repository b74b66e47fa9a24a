"""Settings proposed to an organiser from the ladder's own games: worked out by a task, applied on his word.

`Ladder.proposal` has a `state`: `working` with a line of `progress`, `refused` with the reason, or `done` with what
was found, in the form of `scoring.ratings.fit.Proposal`.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.tasks import task
from django.utils.translation import gettext as _

from scoring.ratings.fit import Proposal
from tournaments.access import Actor
from tournaments.models import Ladder
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.ladders import apply_proposal, propose_settings


def ask_for_proposal(*, ladder: Ladder, actor: Actor) -> None:
    """Begin to look for better settings. Nothing changes but `ladder.proposal`."""
    with transaction.atomic():
        _note(ladder.pk, {"state": "working", "progress": ""})
        record_change(actor=actor, action="propose_ladder_settings", target=ladder.name or ladder.slug)
    fit.enqueue(ladder=ladder.pk)


@task
def fit(ladder: int) -> None:
    """Look for the settings, telling how far it is; a ladder that is gone needs none."""
    found = Ladder.objects.filter(pk=ladder).first()
    if found is None:
        return
    try:
        proposal = propose_settings(
            ladder=found, progress=lambda line: _note(ladder, {"state": "working", "progress": line.strip()})
        )
    except ServiceError as error:
        _note(ladder, {"state": "refused", "why": error.message})
    else:
        _note(ladder, {"state": "done", **proposal._asdict()})


@transaction.atomic
def apply_found(*, ladder: Ladder, actor: Actor) -> Ladder:
    """Take over what was found, and forget the proposal."""
    proposal = proposal_of(ladder)
    if proposal is None:
        raise ServiceError(_("Nothing is proposed. Ask for a proposal first."))
    apply_proposal(ladder=ladder, actor=actor, proposal=proposal)
    _note(ladder.pk, None)
    return ladder


def proposal_of(ladder: Ladder) -> Proposal | None:
    """What was found, once it is."""
    said = ladder.proposal or {}
    return Proposal(**{name: said[name] for name in Proposal._fields}) if said.get("state") == "done" else None


def _note(ladder: int, proposal: dict[str, Any] | None) -> None:
    Ladder.objects.filter(pk=ladder).update(proposal=proposal)
