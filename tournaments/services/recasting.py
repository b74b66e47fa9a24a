"""Another game, or pairs instead of single players, for a tournament of which nothing is drawn yet.

Everything that fits the new game stays. Of the rest: a rule that it does not have goes back to its default, a stage
whose format it does not have takes the usual one, and points or an order of the standings that it cannot have go back
to what is usual. Where pairs become single players each of the two enters alone; where single players become pairs
everybody waits for a partner. The preview is the change itself, made and taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import variants
from scoring.errors import OptionError, UnknownVariant
from tournaments.access import Actor
from tournaments.formats import formats_for, usual_format
from tournaments.models import Round, Stage, Tournament
from tournaments.services.audit import record_change
from tournaments.services.entries import is_complete, join_stage
from tournaments.services.errors import ServiceError
from tournaments.services.pairs import part
from tournaments.services.stages import FACTS, check_stage
from tournaments.services.tournaments import differing_options, lock

USUAL: Mapping[str, Any] = {"scheme": {}, "measures": []}
"""What of a stage goes back to what is usual, the one or the other or both, where the game cannot have it."""


@dataclass(frozen=True)
class StageChange:
    """A stage with what of it changes, by the names of its fields."""

    stage: Stage
    before: dict[str, Any]
    after: dict[str, Any]


@dataclass(frozen=True)
class Recast:
    """What becomes of the tournament. `dropped`: rules by name that the new game does not have so.

    `parted` pairs are single players now, `waiting` people wait for a partner.
    """

    variant: tuple[str, str]
    kind: tuple[str, str]
    dropped: dict[str, Any]
    stages: list[StageChange]
    parted: list[str]
    waiting: int

    @property
    def changed(self) -> bool:
        return len({*self.variant}) + len({*self.kind}) > 2


def why_settled(tournament: Tournament) -> str:
    """Why neither the game nor the kind of entries can change any more; empty where they can."""
    if tournament.status == Tournament.Status.FINISHED:
        return _("The tournament is finished. Resume it first.")
    drawn = tournament.rounds.order_by("number").first()
    if drawn is None:
        return ""
    if drawn.status == Round.Status.DRAFT:
        return _("Round %(number)d is drawn, as a draft. Discard it first.") % {"number": drawn.number}
    return _("Rounds are played by this game. For another one make a copy of the tournament.")


def preview_recast(*, tournament: Tournament, variant: str, kind: str, actor: Actor) -> Recast:
    """What would become of the tournament. Changes nothing; refuses as the change does."""
    with transaction.atomic():
        recast = recast_tournament(
            tournament=tournament, variant=variant, kind=kind, version=tournament.version, actor=actor
        )
        transaction.set_rollback(True)
    return recast


@transaction.atomic
def recast_tournament(*, tournament: Tournament, variant: str, kind: str, version: int, actor: Actor) -> Recast:
    """Play this game, by single players or pairs; `version` is the tournament's when the preview was looked at."""
    tournament = lock(tournament)
    if tournament.version != version:
        raise ServiceError(_("Something was changed meanwhile. Look once more at what would change."))
    if why := why_settled(tournament):
        raise ServiceError(why)
    _check(tournament, variant, kind)
    before = {"variant": tournament.variant, "kind": tournament.kind, "options": tournament.options}
    tournament.variant, tournament.kind = variant, kind
    tournament.options, dropped = _fitting(variant, tournament.options)
    tournament.full_clean()
    tournament.save(update_fields=["variant", "kind", "options"])
    parted, waiting = _regrouped(tournament) if kind != before["kind"] else ([], 0)
    stages = [change for stage in tournament.stages.order_by("number") if (change := _recast_stage(tournament, stage))]
    recast = Recast((before["variant"], variant), (before["kind"], kind), dropped, stages, parted, waiting)
    if recast.changed:
        record_change(
            actor=actor, action="recast_tournament", target=tournament.name, tournament=tournament, before=before,
            after={"variant": variant, "kind": kind, "options": tournament.options},
        )  # fmt: skip
    return recast


def _check(tournament: Tournament, variant: str, kind: str) -> None:
    try:
        declared = variants.get(variant)
    except UnknownVariant as error:
        raise ServiceError(_("Choose one of the games.")) from error
    if kind not in Tournament.Kind.values:
        raise ServiceError(_("Choose who plays."))
    if kind == Tournament.Kind.PAIRS and not declared.pairs:
        raise ServiceError(_("This game is not played in pairs. Choose “each for himself”."))
    if kind == Tournament.Kind.PAIRS and tournament.format == Tournament.Format.SEASON:
        raise ServiceError(_("In a season everybody enters alone."))


def _fitting(variant: str, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options that the game has too, as far as they fit each other; and those that go."""
    declared, kept, dropped = variants.get(variant), {}, {}
    for name, value in options.items():
        try:
            declared.resolve(kept | {name: value})
        except OptionError:
            dropped[name] = value
        else:
            kept[name] = value
    return differing_options(variant, kept), dropped


def _regrouped(tournament: Tournament) -> tuple[list[str], int]:
    """Who enters together now: pairs parted, or people who wait for a partner."""
    entries = list(tournament.entries.order_by("number").prefetch_related("members__player"))
    first = tournament.stages.order_by("number").first()
    if tournament.kind == Tournament.Kind.INDIVIDUAL:
        pairs = [entry for entry in entries if len(entry.members.all()) == 2]
        names = [str(entry) for entry in pairs]
        alone = [part(entry) for entry in pairs]
        if first is not None:
            in_it = set(first.members.values_list("entry_id", flat=True))
            join_stage(first, [entry for entry in [*entries, *alone] if entry.pk not in in_it])
        return names, 0
    if first is not None:
        complete = [entry for entry in entries if is_complete(tournament, entry.members.all())]
        first.members.exclude(entry__in=complete).delete()
    return [], len(entries)


def _recast_stage(tournament: Tournament, stage: Stage) -> StageChange | None:
    """The stage as the game can be played; None where it stays as it is."""
    stage.tournament = tournament
    before = {name: getattr(stage, name) for name in FACTS}
    pairs = tournament.kind == Tournament.Kind.PAIRS
    if stage.format not in {engine.code for engine in formats_for(tournament.variant, pairs=pairs)}:
        stage.format, stage.settings = usual_format(tournament.variant, pairs=pairs), {}
    for back in ((), ("measures",), ("scheme",), ("scheme", "measures")):
        for name, usual in USUAL.items():
            setattr(stage, name, usual if name in back else before[name])
        try:
            check_stage(stage)
        except ServiceError:
            continue
        break
    after = {name: getattr(stage, name) for name in FACTS}
    changed = [name for name in FACTS if after[name] != before[name]]
    if not changed:
        return None
    stage.save()
    return StageChange(stage, {name: before[name] for name in changed}, {name: after[name] for name in changed})
