"""The stages of a tournament are added, changed and removed; what has been drawn by a setting keeps it.

A draft is discarded before the settings change that it was made by; other groups are laid by a snake over the seeds.
Once a round of a stage is out its format, groups and games at a table are fixed, and those settings that the rounds to
come follow from. Once one is closed, the points and the order of the standings change only for a reason that goes on
record. Once the next stage has begun, what decided who goes on is fixed too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import variants
from tournaments.access import Actor
from tournaments.formats import SETTINGS, FormatError, formats_for, settled, usual_format
from tournaments.models import Game, Round, Stage, Tournament
from tournaments.points import SchemeError
from tournaments.queries.field import has
from tournaments.queries.stages import current_stage, stage_scheme
from tournaments.queries.table import games_with_table, table_state
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.seeding import lay_groups
from tournaments.services.tables import rederive
from tournaments.services.tournaments import lock
from tournaments.standings.orders import OrderError, check

FACTS = (
    *("name", "format", "rounds", "settings", "groups", "games", "games_count", "scheme", "measures"),
    *("qualify", "carry", "clock_minutes", "time_rule", "shown"),
)
"""All that can be said of a stage."""
FIXED_ONCE_OUT = ("format", "groups", "games", "games_count")
FOR_A_REASON = ("scheme", "measures")
FIXED_ONCE_PASSED = (*FOR_A_REASON, "qualify", "carry", "rounds")


@transaction.atomic
def add_stage(*, tournament: Tournament, actor: Actor, **facts: Any) -> Stage:
    """Another stage, after the last; those who qualify there play in it."""
    tournament = lock(tournament)
    if tournament.format == Tournament.Format.SEASON:
        raise ServiceError(_("A season has no stages."))
    if tournament.status == Tournament.Status.FINISHED:
        raise ServiceError(_("The tournament is finished. Resume it first."))
    last = tournament.stages.last()
    pairs = tournament.kind == Tournament.Kind.PAIRS
    facts.setdefault("format", usual_format(tournament.variant, pairs=pairs))
    stage = Stage(tournament=tournament, number=last.number + 1 if last else 1, **_known(facts))
    check_stage(stage)
    stage.save()
    record_change(actor=actor, action="add_stage", target=_title(stage), tournament=tournament, after=_facts(stage))
    return stage


@transaction.atomic
def update_stage(*, stage: Stage, actor: Actor, why: str = "", **facts: Any) -> Stage:
    """Change what may still be changed; `why` is needed for another order or other points after a closed round."""
    tournament = lock(stage.tournament)
    stage = tournament.stages.select_for_update().get(pk=stage.pk)
    before = _facts(stage)
    for name, value in _known(facts).items():
        setattr(stage, name, value)
    after = _facts(stage)
    changed = {name for name in FACTS if after[name] != before[name]}
    if not changed:
        return stage
    check_stage(stage)
    _check_fixed(stage, changed, before, why)
    _check_no_draft(stage, changed)
    stage.save()
    if "scheme" in changed:
        _score_anew(stage)
    record_change(
        actor=actor, action="update_stage", target=_title(stage), tournament=tournament,
        before={name: before[name] for name in FACTS if name in changed},
        after={name: after[name] for name in FACTS if name in changed} | ({"why": why} if why else {}),
    )  # fmt: skip
    if "groups" in changed and stage.members.exists():
        lay_groups(stage=stage, actor=actor)
    return stage


@transaction.atomic
def add_round(*, tournament: Tournament, actor: Actor) -> Stage:
    """One round more in the stage that is played."""
    stage = current_stage(lock(tournament))
    if stage.rounds is None:
        raise ServiceError(_("This stage goes on until you end it: draw the next round."))
    return update_stage(stage=stage, actor=actor, rounds=stage.rounds + 1)


@transaction.atomic
def remove_stage(*, stage: Stage, actor: Actor) -> None:
    """Take off the last stage, while nobody is in it."""
    tournament = lock(stage.tournament)
    stage = tournament.stages.get(pk=stage.pk)
    if stage.number == 1:
        raise ServiceError(_("A tournament has one stage at least."))
    if tournament.stages.filter(number__gt=stage.number).exists():
        raise ServiceError(_("Remove the stages after it first."))
    if stage.members.exists() or stage.played.exists():
        raise ServiceError(_("This stage has begun. Take its beginning back first."))
    before = _facts(stage)
    stage.delete()
    record_change(actor=actor, action="remove_stage", target=_title(stage), tournament=tournament, before=before)


def fixed_facts(stage: Stage) -> set[str]:
    """What of the stage can change no more; settings of the format as `settings.cycles`."""
    if stage.pk is None:
        return set()
    fixed: set[str] = set()
    if stage.played.exclude(status=Round.Status.DRAFT).exists():
        fixed |= set(FIXED_ONCE_OUT)
        fixed |= {f"settings.{setting.name}" for setting in SETTINGS[stage.format] if setting.fixed}
    if stage.closed_at is not None:
        fixed |= set(FIXED_ONCE_PASSED)
    return fixed


def needs_reason(stage: Stage) -> bool:
    """Whether the points and the order of the standings change only for a reason."""
    return stage.pk is not None and stage.played.filter(status=Round.Status.CLOSED).exists()


def _known(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    if unknown := facts.keys() - set(FACTS):
        raise TypeError(f"a stage has no {unknown}")
    return facts


def check_stage(stage: Stage) -> None:
    """That the game can be played so, that the format has these settings, and the standings these measures."""
    tournament = stage.tournament
    pairs = tournament.kind == Tournament.Kind.PAIRS
    if stage.format not in {engine.code for engine in formats_for(tournament.variant, pairs=pairs)}:
        raise ServiceError(
            _("%(game)s cannot be played in this format.") % {"game": _(variants.get(tournament.variant).name)}
        )
    try:
        settled(stage.format, stage.settings)
        stage_scheme(stage, tournament)
        check(stage.measures, stage.format, has(tournament))
    except FormatError as error:
        raise ServiceError(_("This format has no such setting: %(name)s.") % {"name": error.setting}) from error
    except SchemeError as error:
        raise ServiceError(_("Points cannot be given so: %(why)s.") % {"why": error}) from error
    except OrderError as error:
        raise ServiceError(
            _("This stage cannot be ordered by “%(measure)s”. Choose another measure.") % {"measure": error.code}
        ) from error
    if stage.measures and stage.measures[0] not in ("points", "bracket"):
        raise ServiceError(_("The standings begin with the points."))
    stage.full_clean(validate_unique=False)


def _check_fixed(stage: Stage, changed: set[str], before: Mapping[str, Any], why: str) -> None:
    fixed = fixed_facts(stage)
    parts = {
        f"settings.{name}"
        for name in {*before["settings"], *stage.settings}
        if before["settings"].get(name) != stage.settings.get(name)
    }
    if fixed & (changed | parts):
        raise ServiceError(
            _("The next stage has begun: what decided who goes on is fixed.")
            if stage.closed_at is not None and not fixed & {*FIXED_ONCE_OUT, *parts} & (changed | parts)
            else _("A round of this stage is out: its format, groups and games at a table are fixed.")
        )
    if set(FOR_A_REASON) & changed and needs_reason(stage) and not why.strip():
        raise ServiceError(_("A round is closed: say why the points or the order of the standings change."))
    out = stage.played.exclude(status=Round.Status.DRAFT).count()
    if stage.rounds is not None and stage.rounds < out:
        raise ServiceError(_("Rounds of this stage are out already: %(count)d. It cannot have fewer.") % {"count": out})


def _check_no_draft(stage: Stage, changed: set[str]) -> None:
    """What a draft was made by cannot change under it."""
    draft = stage.played.filter(status=Round.Status.DRAFT).first()
    if draft is not None and changed & set(FIXED_ONCE_OUT):
        raise ServiceError(
            _("Round %(number)d is drawn already, by the settings of now. Discard the draft first.")
            % {"number": draft.number}
        )


def _score_anew(stage: Stage) -> None:
    """The results of the stage by its points of now."""
    games = games_with_table().filter(table__round__stage=stage)
    for game in games.exclude(ruling=Game.Ruling.ANNULLED).filter(finished_at__isnull=False):
        rederive(table_state(game), rerate=False)


def _facts(stage: Stage) -> dict[str, Any]:
    return {name: getattr(stage, name) for name in FACTS}


def _title(stage: Stage) -> str:
    return f"stage {stage.number}"
