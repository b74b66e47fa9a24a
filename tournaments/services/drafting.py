"""Rounds drawn: one at a time, or several beforehand side by side, and the rounds to come planned anew.

A draw is asked (what it is made of is read), planned (nothing is read or locked, so it may take its time and be
stopped), and stored under the tournament's lock. Two clicks draw a round once: the second is given the first one's.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.formats import settled
from tournaments.models import Absence, Entry, Round, Stage, Tournament
from tournaments.pairing.engine import ENGINES
from tournaments.pairing.planning import plan_schedules
from tournaments.pairing.values import Plan, State, Watch, unwatched
from tournaments.queries.outlook import ENDING
from tournaments.queries.stages import current_stage, entries_in
from tournaments.services.audit import record_change
from tournaments.services.draws import Asked, ask, joined, lay, layout_of, numbered, plan, reasons_of, refusing
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock

MOST_AT_ONCE = 60
"""So many rounds are laid out beforehand at most."""
LONG = 120
"""From so many entries times rounds on a draw is planned without the lock, and told while it goes on."""

type Schedule = list[dict[int, Plan]]


@dataclass(frozen=True)
class Draw:
    """One round, or `count` of them, to be drawn; `version` is the tournament's when it was asked."""

    stage: Stage
    number: int
    count: int
    asked: Asked
    version: int

    @property
    def size(self) -> int:
        """How much work it is: entries times rounds."""
        return self.asked.size * self.count

    @property
    def long(self) -> bool:
        return self.size >= LONG


def draw_round(*, tournament: Tournament, number: int, actor: Actor, seed: int | None = None) -> Round:
    """Draw a round as a draft; where that round is drawn already, give that one."""
    with transaction.atomic():
        tournament = lock(tournament)
        drawn = tournament.rounds.filter(number=number).first()
        if drawn is not None:
            return drawn
        draw = begin_draw(tournament=tournament, number=number, seed=seed)
        if not draw.long:
            return _store(draw, plan_draw(draw), actor)[0]
    return finish_draw(draw=draw, schedule=plan_draw(draw), actor=actor)[0]


@transaction.atomic
def lay_out_rounds(
    *, tournament: Tournament, number: int, count: int, actor: Actor, seed: int | None = None
) -> list[Round]:
    """Draw `count` rounds from `number` on together, as drafts side by side."""
    tournament = lock(tournament)
    drawn = list(tournament.rounds.filter(number__gte=number))
    if drawn:
        return drawn
    draw = begin_draw(tournament=tournament, number=number, count=count, seed=seed)
    return _store(draw, plan_draw(draw), actor)


@transaction.atomic
def replan_rounds(*, tournament: Tournament, actor: Actor, seed: int | None = None) -> list[Round]:
    """Plan the rounds to come anew, with who is here now. Rounds that have been published stay as they are."""
    draw = begin_replan(tournament=lock(tournament), seed=seed)
    return finish_replan(draw=draw, schedule=plan_draw(draw), actor=actor)


def begin_replan(*, tournament: Tournament, seed: int | None = None) -> Draw:
    """Read what the rounds to come are made of, once their drafts are gone; refuse where there are none."""
    drafts = list(tournament.rounds.filter(status=Round.Status.DRAFT))
    if not drafts:
        raise ServiceError(_("No round is laid out beforehand. Draw the next one."))
    if any(draft.tables.filter(locked=True).exists() for draft in drafts):
        raise ServiceError(
            _("Tables are locked in these drafts. Draw the rest of each round again, or unlock the tables.")
        )
    return _asked(tournament, current_stage(tournament), drafts[0].number, len(drafts), seed)


@transaction.atomic
def finish_replan(*, draw: Draw, schedule: Schedule, actor: Actor) -> list[Round]:
    """Store the rounds in the place of their drafts; only where nothing was changed meanwhile."""
    tournament = still(draw)
    for draft in tournament.rounds.filter(status=Round.Status.DRAFT):
        draft.seats.all().delete()
        draft.delete()
    record_change(
        actor=actor, action="replan_rounds", target=f"round {draw.number}", tournament=tournament,
        before={"rounds": draw.count},
    )  # fmt: skip
    return _store(draw, schedule, actor)


@transaction.atomic
def show_schedule(*, tournament: Tournament, actor: Actor, shown: bool = True) -> Stage:
    """Let all see the rounds that are laid out, as planned; or the organisers alone."""
    tournament = lock(tournament)
    if tournament.format == Tournament.Format.SEASON:
        raise ServiceError(_("A season has no stages."))
    stage = current_stage(tournament)
    if stage.shown != shown:
        stage.shown = shown
        stage.save(update_fields=["shown"])
        action = "show_schedule" if shown else "hide_schedule"
        record_change(actor=actor, action=action, target=f"stage {stage.number}", tournament=tournament)
    return stage


@transaction.atomic
def hide_schedule(*, tournament: Tournament, actor: Actor) -> Stage:
    """Let the organisers alone see the drafts."""
    return show_schedule(tournament=tournament, actor=actor, shown=False)


def begin_draw(*, tournament: Tournament, number: int, count: int = 1, seed: int | None = None) -> Draw:
    """Read what the draw is made of; refuse where it is not the turn of this round."""
    stage = _check_next(tournament, number)
    if not 1 <= count <= MOST_AT_ONCE:
        raise ServiceError(_("From 1 to %(most)d rounds can be laid out at once.") % {"most": MOST_AT_ONCE})
    if count > 1 and not may_lay_out(stage):
        raise ServiceError(_("These rounds cannot be laid out beforehand: each follows from the one before."))
    return _asked(tournament, stage, number, min(count, _to_come(stage) or count), seed)


def _to_come(stage: Stage) -> int | None:
    """How many rounds more the stage is to have; None where the format itself says when it ends."""
    if stage.rounds is None or stage.format in ENDING:
        return None
    left = stage.rounds - stage.played.count()
    if left <= 0:
        raise ServiceError(
            _("This stage has its %(count)d rounds. Give it one more first, or end it.") % {"count": stage.rounds}
        )
    return left


def _asked(tournament: Tournament, stage: Stage, number: int, count: int, seed: int | None) -> Draw:
    entries = {entry.pk: entry for entry in entries_in(stage)}
    chance = secrets.randbits(48) if seed is None else seed
    return Draw(stage, number, count, ask(stage, number, chance, entries), tournament.version)


def _asked_again(draw: Draw) -> Asked:
    stage = Stage.objects.select_related("tournament").get(pk=draw.stage.pk)
    return _asked(stage.tournament, stage, draw.number, draw.count, draw.asked.seed).asked


def drawn_anew(draft: Round, seed: int | None) -> Draw:
    """Read what a draft is made of by another chance, locked tables apart."""
    return _asked(draft.tournament, draft.stage, draft.number, 1, seed)


def still(draw: Draw) -> Tournament:
    """The tournament locked, where nothing that the draw is made of has changed since it was asked."""
    tournament = lock(draw.stage.tournament)
    if tournament.version != draw.version and draw.asked != _asked_again(draw):
        raise ServiceError(_("The tournament has changed while the round was being drawn. Draw once more."))
    return tournament


def plan_draw(draw: Draw, watch: Watch = unwatched) -> Schedule:
    """The plans, round by round, fewer than asked for where the format has no more. Asks the database nothing.

    `Cancelled` where the watcher says so.
    """
    if draw.count == 1:
        return [plan(draw.asked, watch)]
    asked = draw.asked
    with refusing(asked.entries):
        rounds = plan_schedules(asked.states, asked.options, draw.count, asked.seed, watch)
    return [numbered(plans, asked.states) for plans in rounds]


def long_anew(tournament: Tournament) -> bool:
    """Whether it takes long to draw the drafts anew."""
    drafts = tournament.rounds.filter(status=Round.Status.DRAFT).count()
    return drafts * tournament.entries.filter(withdrawn=False).count() >= LONG


def may_lay_out(stage: Stage) -> bool:
    """Whether rounds can be drawn beforehand, since none follows from the results of the one before."""
    return ENGINES[stage.format].beforehand and not settled(stage.format, stage.settings).get("by_score", False)


@transaction.atomic
def finish_draw(*, draw: Draw, schedule: Schedule, actor: Actor) -> list[Round]:
    """Store what was planned without a lock; only where nothing was changed in the tournament meanwhile."""
    tournament = lock(draw.stage.tournament)
    drawn = list(tournament.rounds.filter(number__gte=draw.number, number__lt=draw.number + draw.count))
    if drawn:
        return drawn
    still(draw)
    return _store(draw, schedule, actor)


def _store(draw: Draw, schedule: Sequence[Mapping[int, Plan]], actor: Actor) -> list[Round]:
    numbers = range(draw.number, draw.number + len(schedule))
    absent = _absent(draw)
    rounds = []
    for number, plans in zip(numbers, schedule, strict=True):
        asked = draw.asked
        if number > draw.number and number in absent:  # a schedule knows the absences of its first round alone
            asked = ask(draw.stage, number, draw.asked.seed, draw.asked.entries)
            plans = plan(asked)
        rounds.append(_store_one(draw.stage, number, plans, asked.states, draw.asked.entries, actor))
    return rounds


def _absent(draw: Draw) -> set[int]:
    absences = Absence.objects.filter(entry__in=list(draw.asked.entries), number__gt=draw.number)
    return set(absences.values_list("number", flat=True))


def _store_one(
    stage: Stage,
    number: int,
    plans: Mapping[int, Plan],
    states: Mapping[int, State],
    entries: Mapping[int, Entry],
    actor: Actor,
) -> Round:
    whole = joined(plans)
    round_ = Round(
        tournament=stage.tournament,
        stage=stage,
        number=number,
        seed=whole.seed,
        engine=whole.engine,
        engine_version=whole.version,
        reasons=reasons_of(whole),
        drawn_at=timezone.now(),
    )
    round_.full_clean()
    round_.save()
    lay(round_, layout_of(plans, states), entries)
    record_change(
        actor=actor,
        action="draw_round",
        target=f"round {number}",
        tournament=stage.tournament,
        after={
            "seed": whole.seed,
            "tables": [[str(entries[key]) for key in table.seats] for table in whole.tables],
            "byes": [str(entries[bye.entry]) for bye in whole.byes],
        },
    )
    return round_


def _check_next(tournament: Tournament, number: int) -> Stage:
    """The stage of the round. What does not follow from results need not wait for the end of the round before."""
    if tournament.format == Tournament.Format.SEASON:
        raise ServiceError(_("In a season nothing is drawn: start a game between those who are here."))
    if tournament.status == Tournament.Status.FINISHED:
        raise ServiceError(_("The tournament is finished. Resume it first."))
    stage = current_stage(tournament)
    open_ = tournament.rounds.exclude(status=Round.Status.CLOSED).first()
    if open_ is not None and not (open_.status == Round.Status.PUBLISHED and may_lay_out(stage)):
        raise ServiceError(_("Round %(number)d is still open. Close it first.") % {"number": open_.number})
    last = tournament.rounds.last()
    following = last.number + 1 if last else 1
    if number != following:
        raise ServiceError(_("The next round is round %(number)d.") % {"number": following})
    return stage
