"""A tournament made at once: by a preset, or as a copy of an earlier one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Ban, Entry, EntryPlayer, Stage, Tournament
from tournaments.presets import Preset
from tournaments.services.audit import record_change
from tournaments.services.entries import is_complete, join_stage
from tournaments.services.errors import ServiceError
from tournaments.services.stages import FACTS, add_stage, update_stage
from tournaments.services.tournaments import create_tournament, set_check_in

COPIED = ("variant", "options", "kind", "rated", "requires_confirmation", "venue", "club", "format")
COPIED += ("private", "results_hidden")
COPIED_OF_A_SEASON = ("best_of", "minimum_games")
COPIED_BESIDE = ("check_in", "teams", "team_best")


@transaction.atomic
def create_by_preset(*, actor: Actor, preset: Preset, **facts: Any) -> Tournament:
    """Make a draft with the stages of a preset."""
    tournament = create_tournament(
        actor=actor,
        kind=preset.kind,
        format=Tournament.Format.SEASON if preset.season else Tournament.Format.ROUNDS,
        **facts,
    )
    for number, draft in enumerate(preset.stages, start=1):
        stage = draft.facts() | {"name": _(draft.name) if draft.name else ""}
        if number == 1:
            update_stage(stage=tournament.stages.get(), actor=actor, **stage)
        else:
            add_stage(tournament=tournament, actor=actor, **stage)
    if preset.check_in:
        tournament = set_check_in(tournament=tournament, check_in=True, actor=actor)
    return tournament


@transaction.atomic
def copy_tournament(
    *, source: Tournament, actor: Actor, name: str, starts_at: datetime | None = None, people: bool = False
) -> Tournament:
    """Make a draft with the rules, the settings and the stages of an earlier one, and with its people where asked."""
    if not name.strip():
        raise ServiceError(_("Give the copy a name."))
    season = source.format == Tournament.Format.SEASON
    facts = {field: getattr(source, field) for field in (*COPIED, *(COPIED_OF_A_SEASON if season else ()))}
    tournament = create_tournament(actor=actor, name=name, starts_at=starts_at, **facts)
    for field in COPIED_BESIDE:
        setattr(tournament, field, getattr(source, field))
    tournament.full_clean()
    tournament.save(update_fields=COPIED_BESIDE)
    for stage in source.stages.all():
        copied = {field: getattr(stage, field) for field in FACTS}
        if stage.number == 1:
            update_stage(stage=tournament.stages.get(), actor=actor, **copied)
        else:
            add_stage(tournament=tournament, actor=actor, **copied)
    if people:
        _copy_people(source, tournament)
    record_change(
        actor=actor,
        action="copy_tournament",
        target=source.name,
        tournament=tournament,
        after={"name": tournament.name},
    )
    return tournament


def _copy_people(source: Tournament, tournament: Tournament) -> None:
    """Everybody who did not withdraw, with teams, tables and forbidden pairs; seeded as the list stands."""
    old = list(source.entries.filter(withdrawn=False).order_by("number").prefetch_related("members__player"))
    made = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=number,
            team=entry.team,
            category=entry.category,
            fixed_table=entry.fixed_table,
        )
        for number, entry in enumerate(old, start=1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(
            entry=new, tournament=tournament, player=member.player.person,
            position=member.position,
        )
        for new, entry in zip(made, old, strict=True)
        for member in entry.members.all()
    )  # fmt: skip
    new_of = {entry.pk: new for entry, new in zip(old, made, strict=True)}
    Ban.objects.bulk_create(
        Ban(tournament=tournament, one=one, other=other)
        for ban in source.bans.all()
        if ban.one_id in new_of and ban.other_id in new_of
        for one, other in [sorted((new_of[ban.one_id], new_of[ban.other_id]), key=lambda entry: entry.pk)]
    )
    first: Stage | None = tournament.stages.order_by("number").first()
    if first is not None:
        complete = [new for new, entry in zip(made, old, strict=True) if is_complete(tournament, entry.members.all())]
        join_stage(first, complete)
