"""Seeds and groups of a stage, while none of its rounds is drawn: by rating, by lot, by hand; groups by a snake."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Entry, Round, Stage, StageEntry
from tournaments.pairing.groups import snake
from tournaments.queries.ratings_of import ratings_of
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock

BY_LIST, BY_RATING, BY_LOT = "list", "rating", "lot"


@transaction.atomic
def seed_stage(*, stage: Stage, by: str, actor: Actor, seed: int | None = None) -> None:
    """Number the seeds anew: as the list of entries stands, the strongest first, or by lot. Groups follow by a snake.

    Whoever has no rating comes after those who have one.
    """
    _open(stage)
    members = list(stage.members.select_related("entry"))
    members.sort(key=lambda member: member.entry.number)
    drawn = None
    if by == BY_RATING:
        ratings = ratings_of(stage.tournament, [member.entry for member in members])
        members.sort(key=lambda member: -ratings.get(member.entry_id, float("-inf")))
    elif by == BY_LOT:
        drawn = secrets.randbits(48) if seed is None else seed
        random.Random(drawn).shuffle(members)
    _number(stage, members)
    _lay_groups(stage, members)
    _record(stage, actor, "seed_stage", {"by": by} | ({"seed": drawn} if drawn is not None else {}))


@transaction.atomic
def arrange_stage(*, stage: Stage, seeds: Mapping[int, int], groups: Mapping[int, int], actor: Actor) -> None:
    """Seeds and groups by hand, by the entry's number; who is not named keeps what he has.

    A seed that is given to several goes to each in the order in which they stood; the seeds close up.
    """
    _open(stage)
    members = list(stage.members.select_related("entry").order_by("seed"))
    before = _order(members)
    for member in members:
        group = groups.get(member.entry.number, member.group)
        if not 1 <= group <= stage.groups:
            raise ServiceError(_("The groups are numbered from 1 to %(count)d.") % {"count": stage.groups})
        member.group = group
    stood = {member.pk: at for at, member in enumerate(members)}

    def wanted(member: StageEntry) -> tuple[int, int, int]:
        seed = seeds.get(member.entry.number, member.seed)
        return seed, (seed > member.seed) - (seed < member.seed), stood[member.pk]

    members.sort(key=wanted)
    _number(stage, members)
    if _order(members) != before:
        _record(stage, actor, "arrange_stage", {"entries": _names(members)})


@transaction.atomic
def lay_groups(*, stage: Stage, actor: Actor) -> None:
    """Lay the groups anew by a snake over the seeds."""
    _open(stage)
    members = list(stage.members.select_related("entry").order_by("seed"))
    _lay_groups(stage, members)
    _record(stage, actor, "lay_groups", {"entries": _names(members)})


def _open(stage: Stage) -> None:
    lock(stage.tournament)
    out = stage.played.exclude(status=Round.Status.DRAFT).first()
    if out is not None:
        raise ServiceError(
            _("Round %(number)d is out: the seeds and groups of this stage are fixed.") % {"number": out.number}
        )
    draft = stage.played.first()
    if draft is not None:
        raise ServiceError(
            _("Round %(number)d is drawn already, by the seeds and groups of now. Discard the draft first.")
            % {"number": draft.number}
        )


def _number(stage: Stage, members: Sequence[StageEntry]) -> None:
    for seed, member in enumerate(members, start=1):
        member.seed = seed
    StageEntry.objects.bulk_update(members, ["seed", "group"], batch_size=500)


def _lay_groups(stage: Stage, members: Sequence[StageEntry]) -> None:
    group = snake([member.entry_id for member in members], stage.groups)
    for member in members:
        member.group = group[member.entry_id]
    StageEntry.objects.bulk_update(members, ["group"], batch_size=500)


def _order(members: Sequence[StageEntry]) -> list[tuple[int, int]]:
    return [(member.entry_id, member.group) for member in members]


def _names(members: Sequence[StageEntry]) -> list[str]:
    found = Entry.objects.prefetch_related("members__player").in_bulk([member.entry_id for member in members])
    return [f"{member.seed}. {found[member.entry_id]}" for member in members]


def _record(stage: Stage, actor: Actor, action: str, after: Mapping[str, object]) -> None:
    record_change(
        actor=actor, action=action, target=f"stage {stage.number}", tournament=stage.tournament, after=dict(after)
    )
