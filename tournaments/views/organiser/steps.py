"""Which way the desk goes on: the one main button that is right for the moment, others, and the steps back.

A step back says what it takes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from tournaments.models import Round, Tournament
from tournaments.queries.desk import Desk
from tournaments.queries.outlook import ENDING, outlook
from tournaments.services.drafting import may_lay_out
from tournaments.views.organiser.todos import (
    Todo,
    before_closing,
    before_publishing,
    before_the_draw,
    url_of,
)


@dataclass(frozen=True)
class Button:
    """A step to take: posted to `url` with `fields`, or where `link` is set, gone to. `hint` says what it does."""

    label: str
    url: str
    hint: str = ""
    link: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Way:
    """`main` is right for the moment, `other` also possible, `back` undoes.

    `lay_out`: how many rounds are proposed to be laid out beforehand, from `next_number` on.
    """

    title: str
    todos: list[Todo]
    main: Button
    other: list[Button]
    back: list[Button]
    lay_out: int | None = None
    next_number: int = 0


def way_on(desk: Desk) -> Way:
    """The desk's next steps, by how far the tournament has come."""
    round_ = desk.in_hand
    if desk.tournament.status == Tournament.Status.FINISHED:
        return _finished(desk)
    if desk.tournament.status == Tournament.Status.DRAFT:
        return _draft_tournament(desk)
    if round_ is None or round_.status == Round.Status.CLOSED:
        return _between_rounds(desk, round_)
    if desk.round is not None and desk.round != round_:
        return _beside(desk, round_)
    if round_.status == Round.Status.DRAFT:
        return _draft_round(desk, round_)
    return _playing(desk, round_)


def _step(desk: Desk, step: str) -> str:
    return url_of(desk, "tournament-step", step=step)


def _round_step(desk: Desk, number: int, step: str) -> str:
    return url_of(desk, "round-step", number=number, step=step)


def _finished(desk: Desk) -> Way:
    return Way(
        title=_("The tournament is finished"),
        todos=[],
        main=Button(_("Look at the standings"), reverse("public:standings", args=[desk.tournament.slug]), link=True),
        other=[],
        back=[Button(_("Resume the tournament"), _step(desk, "resume"))],
    )


def _draft_tournament(desk: Desk) -> Way:
    return Way(
        title=_("Before it is published"),
        todos=before_the_draw(desk),
        main=Button(
            _("Publish the tournament"), _step(desk, "publish"), _("From then on everybody can see it and its people.")
        ),
        other=[],
        back=_discarding(desk),
    )


def _between_rounds(desk: Desk, last: Round | None) -> Way:
    number = desk.next_number
    other, back = [], []
    if last is not None:
        other = [Button(_("Finish the tournament"), _step(desk, "finish"))]
        back = [
            Button(_("Reopen round %(number)d") % {"number": last.number}, _round_step(desk, last.number, "reopen"))
        ]
    else:
        back = [Button(_("Hide the tournament again"), _step(desk, "unpublish"))]
    draw = Button(
        _("Draw round %(number)d") % {"number": number},
        _round_step(desk, number, "draw"),
        _("The draw is a draft that only you see."),
    )
    ready = bool(desk.table_counts())
    if not ready:
        arriving = bool(desk.away) and len(desk.away) >= desk.lacking
        label, page = (_("Who is here"), "check-in") if arriving else (_("Enter people"), "people")
        draw = Button(
            label, url_of(desk, page), _("Then round %(number)d can be drawn.") % {"number": number}, link=True
        )
    if desk.stage_over and desk.next_stage is None:
        return _all_played(desk, back)
    if desk.next_stage is not None and desk.played:
        if desk.stage_over:
            return _stage_played(desk, other, back)
        other = [_passage(desk), *other]
    elif desk.stage is not None and desk.stage.number > 1 and not desk.played:
        taken_back = url_of(desk, "take-back-stage", number=desk.stage.number)
        back = [Button(_("Take the beginning of this stage back"), taken_back)]
    return Way(
        title=_("Before the draw of round %(number)d") % {"number": number},
        todos=before_the_draw(desk),
        main=draw,
        other=other,
        back=back,
        lay_out=_proposed(desk) if ready else None,
        next_number=number,
    )


def _all_played(desk: Desk, back: list[Button]) -> Way:
    """The last stage has its rounds."""
    return Way(
        title=_("All rounds are played"),
        todos=[],
        main=Button(_("Finish the tournament"), _step(desk, "finish"), _("It can be resumed.")),
        other=_one_more(desk),
        back=back,
    )


def _stage_played(desk: Desk, other: list[Button], back: list[Button]) -> Way:
    """The stage has its rounds, and another follows."""
    assert desk.next_stage is not None
    return Way(
        title=_("Before the stage “%(stage)s”") % {"stage": desk.next_stage.name or desk.next_stage.number},
        todos=[],
        main=_passage(desk),
        other=[*_one_more(desk), *other],
        back=back,
    )


def _one_more(desk: Desk) -> list[Button]:
    """One round more, where their number is the organiser's choice."""
    if desk.stage is None or desk.stage.rounds is None or desk.stage.format in ENDING:
        return []
    hint = _("Then round %(number)d can be drawn.") % {"number": desk.next_number}
    return [Button(_("One round more"), _step(desk, "more"), hint)]


def _passage(desk: Desk) -> Button:
    """The way to the next stage: who goes on is looked at first."""
    assert desk.stage is not None
    assert desk.next_stage is not None
    label = _("Look who goes on to “%(stage)s”") % {"stage": desk.next_stage.name or desk.next_stage.number}
    hint = _("All rounds of this stage are played.") if desk.stage_over else ""
    return Button(label, url_of(desk, "next-stage", number=desk.stage.number), hint, link=True)


def _beside(desk: Desk, in_hand: Round) -> Way:
    """Another round than the one in hand is looked at."""
    round_ = desk.round
    todos = before_publishing(desk) if round_ and round_.status == Round.Status.DRAFT else []
    back_there = _("Back to round %(number)d") % {"number": in_hand.number}
    return Way(
        title=_("Round %(number)d is the one in hand") % {"number": in_hand.number},
        todos=todos,
        main=Button(back_there, url_of(desk, "desk"), link=True),
        other=[_anew(desk)] if (desk.gone or desk.unseated) and len(desk.drafts) > 1 else [],
        back=_discarding(desk),
    )


def _draft_round(desk: Desk, round_: Round) -> Way:
    publish = Button(
        _("Publish round %(number)d") % {"number": round_.number},
        _round_step(desk, round_.number, "publish"),
        _("Everybody sees who sits where, and the tables can play."),
    )
    main, other = publish, []
    if desk.gone or desk.unseated:
        main, other = _anew(desk), [publish]
    if len(desk.drafts) > 1 or (desk.stage and desk.stage.shown):
        other.append(_showing(desk))
    return Way(
        title=_("Before round %(number)d is published") % {"number": round_.number},
        todos=before_publishing(desk),
        main=main,
        other=other,
        back=_discarding(desk),
    )


def _showing(desk: Desk) -> Button:
    """Whether all see the rounds that are laid out."""
    if desk.stage and desk.stage.shown:
        return Button(_("Hide the schedule"), _step(desk, "hide"), _("Then only organisers see the drafts."))
    return Button(_("Show the schedule"), _step(desk, "show"), _("All see these rounds as planned; they can change."))


def _anew(desk: Desk) -> Button:
    """The draft drawn again, or all of them where several were laid out."""
    if len(desk.drafts) > 1:
        first, last = desk.drafts[0].number, desk.drafts[-1].number
        label = _("Plan rounds %(first)d–%(last)d anew") % {"first": first, "last": last}
        return Button(label, _step(desk, "replan"), _("With who is here now. Published rounds stay as they are."))
    draft = desk.drafts[0]
    fields = {"version": str(draft.version), "do": "redraw"}
    hint = _("With who is here now. Locked tables stay.")
    return Button(_("Draw the rest again"), url_of(desk, "mend", number=draft.number), hint, fields=fields)


def _playing(desk: Desk, round_: Round) -> Way:
    number, clock = {"number": round_.number}, desk.clock
    waiting, playing = desk.in_state("waiting"), desk.in_state("playing")
    open_ = len(waiting) + len(playing)
    close = Button(
        _("Close round %(number)d") % number,
        _round_step(desk, round_.number, "close"),
        _("Games still going on come first.") if open_ else _("All games are finished."),
    )
    main, other = close, []
    minutes = round_.stage.clock_minutes if round_.stage else None
    if open_ and clock is None and minutes:
        label = ngettext("Start the clock: %(count)d minute", "Start the clock: %(count)d minutes", minutes)
        hint = _("Everybody sees it: here, on the round's page and at the tables.")
        main = Button(label % {"count": minutes}, _round_step(desk, round_.number, "start"), hint)
        other = [close]
    elif open_ and not (clock and clock.called):
        label = ngettext("Time is up: call it at %(count)d table", "Time is up: call it at %(count)d tables", open_)
        time = Button(
            label % {"count": open_}, _round_step(desk, round_.number, "time"), round_.stage.get_time_rule_display()
        )
        main, other = (time, [close]) if clock and clock.up else (close, [time])
    return Way(
        title=_("Before round %(number)d closes") % number,
        todos=before_closing(desk),
        main=main,
        other=other,
        back=_back_from_playing(desk, round_),
    )


def _back_from_playing(desk: Desk, round_: Round) -> list[Button]:
    clock = desk.clock
    if clock and clock.called:
        return [Button(_("Take the call of time back: the tables play on"), _round_step(desk, round_.number, "untime"))]
    if clock:
        return [Button(_("Take the clock off"), _round_step(desk, round_.number, "reset"))]
    if desk.in_state("playing") or desk.in_state("done"):
        return []
    label = ngettext(
        "Take back round %(number)d: %(count)d table, no hand written yet",
        "Take back round %(number)d: %(count)d tables, no hand written yet",
        len(desk.games),
    ) % {"number": round_.number, "count": len(desk.games)}
    return [Button(label, _round_step(desk, round_.number, "unpublish"))]


def _discarding(desk: Desk) -> list[Button]:
    """The draft that is looked at thrown away, and those after it."""
    round_ = desk.round
    if round_ is None or round_.status != Round.Status.DRAFT:
        return []
    last = desk.rounds[-1].number
    if last > round_.number:
        label = _("Discard the drafts of rounds %(first)d–%(last)d") % {"first": round_.number, "last": last}
    elif round_.earlier:
        label = ngettext(
            "Discard the draft of round %(number)d, with %(count)d change by hand",
            "Discard the draft of round %(number)d, with %(count)d changes by hand",
            len(round_.earlier),
        ) % {"number": round_.number, "count": len(round_.earlier)}
    else:
        label = _("Discard the draft of round %(number)d") % {"number": round_.number}
    return [Button(label, _round_step(desk, round_.number, "discard"))]


def _proposed(desk: Desk) -> int | None:
    """How many rounds are proposed to be laid out at once; None where they cannot be."""
    if desk.stage is None or not may_lay_out(desk.stage):
        return None
    played = sum(one.stage_id == desk.stage.pk for one in desk.rounds)
    wanted = outlook(desk.stage, desk.taking_part).rounds or 5
    return max(2, wanted - played)
