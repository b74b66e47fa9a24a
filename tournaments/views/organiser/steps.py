"""Which way the desk goes on: what is left to do, the one main button, and the steps back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _, ngettext

from tournaments.models import Round, Tournament
from tournaments.queries.desk import Desk, DeskGame


@dataclass(frozen=True)
class Button:
    """A step to take: posted to `url`, or where `link` is set, gone to. `hint` says what it does."""

    label: str
    url: str
    hint: str = ""
    link: bool = False


@dataclass(frozen=True)
class Todo:
    """Something left to do before the next step, and where to do it."""

    icon: str
    text: str
    detail: str
    url: str
    hot: bool = False


@dataclass(frozen=True)
class Way:
    """`main` is right for the moment, `other` also possible, `back` undoes."""

    title: str
    todos: list[Todo]
    main: Button
    other: list[Button]
    back: list[Button]


def way_on(desk: Desk) -> Way:
    """The desk's next steps, by how far the tournament has come."""
    round_ = desk.round
    if desk.tournament.status == Tournament.Status.FINISHED:
        return _finished(desk)
    if desk.tournament.status == Tournament.Status.DRAFT:
        return _draft_tournament(desk)
    if round_ is None or round_.status == Round.Status.CLOSED:
        return _between_rounds(desk, round_)
    if round_.status == Round.Status.DRAFT:
        return _draft_round(desk, round_)
    return _playing(desk, round_)


def _url(desk: Desk, name: str, **arguments: Any) -> str:
    return reverse(f"organiser:{name}", kwargs={"slug": desk.tournament.slug, **arguments})


def _step(desk: Desk, step: str) -> str:
    return _url(desk, "tournament-step", step=step)


def _round_step(desk: Desk, number: int, step: str) -> str:
    return _url(desk, "round-step", number=number, step=step)


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
        todos=_who_plays(desk),
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
    if not desk.table_counts():
        draw = Button(_("Enter people"), _url(desk, "people"), _("Then round %(number)d can be drawn.") % {
            "number": number,
        }, link=True)  # fmt: skip
    return Way(
        title=_("Before the draw of round %(number)d") % {"number": number},
        todos=_who_plays(desk),
        main=draw,
        other=other,
        back=back,
    )


def _draft_round(desk: Desk, round_: Round) -> Way:
    todos = _missing_link(desk)
    if desk.unseated:
        todos.append(
            Todo(
                "person",
                _("Not in this draft: %(names)s") % {"names": ", ".join(str(entry) for entry in desk.unseated)},
                _("Discard the draft and draw anew to seat everybody."),
                _url(desk, "people"),
                hot=True,
            )
        )
    return Way(
        title=_("Before round %(number)d is published") % {"number": round_.number},
        todos=todos,
        main=Button(
            _("Publish round %(number)d") % {"number": round_.number},
            _round_step(desk, round_.number, "publish"),
            _("Everybody sees who sits where, and the tables can play."),
        ),
        other=[],
        back=_discarding(desk),
    )


def _playing(desk: Desk, round_: Round) -> Way:
    waiting, playing = desk.in_state("waiting"), desk.in_state("playing")
    todos = [*_disputes(desk), *_missing_link(desk)]
    if waiting:
        todos.append(
            Todo("clock", _tables(_("No hand yet: %(tables)s"), waiting), "", waiting[0].game.get_absolute_url())
        )
    if playing:
        slowest = min(playing, key=lambda game: game.last_at)
        detail = _("table %(number)d: last entry %(time)s ago") % {
            "number": slowest.number, "time": timesince(slowest.last_at, depth=1),
        }  # fmt: skip
        todos.append(Todo("play", _tables(_("Playing: %(tables)s"), playing), detail, slowest.game.get_absolute_url()))
    todos += _unconfirmed(desk)
    back = []
    if not playing and not desk.in_state("done"):
        back = [Button(_("Take the round back into a draft"), _round_step(desk, round_.number, "unpublish"))]
    number = {"number": round_.number}
    return Way(
        title=_("Before round %(number)d closes") % number,
        todos=todos,
        main=Button(
            _("Close round %(number)d") % number,
            _round_step(desk, round_.number, "close"),
            _("Games still going on come first.") if waiting or playing else _("All games are finished."),
        ),
        other=[],
        back=back,
    )


def _disputes(desk: Desk) -> list[Todo]:
    """A table each where somebody says that the result is wrong."""
    return [
        Todo(
            "alert",
            _("Table %(number)d: the result is disputed") % {"number": game.number},
            "; ".join(f"{player.name}: {words}" for player, words in game.agreement.disputes),
            _url(desk, "game", pk=game.game.pk),
            hot=True,
        )
        for game in desk.games
        if game.agreement and game.agreement.disputed
    ]


def _unconfirmed(desk: Desk) -> list[Todo]:
    """The tables whose players have not all confirmed, where the tournament asks for it."""
    if not desk.tournament.requires_confirmation:
        return []
    games = [
        game for game in desk.games if game.agreement and not (game.agreement.confirmed or game.agreement.disputed)
    ]
    if not games:
        return []
    names = ", ".join(player.name for game in games for player in game.agreement.waiting)
    return [
        Todo("person", _tables(_("Not confirmed: %(tables)s"), games), names, _url(desk, "game", pk=games[0].game.pk))
    ]


def _discarding(desk: Desk) -> list[Button]:
    round_ = desk.round
    if round_ is None or round_.status != Round.Status.DRAFT:
        return []
    label = _("Discard the draft of round %(number)d") % {"number": round_.number}
    return [Button(label, _round_step(desk, round_.number, "discard"))]


def _who_plays(desk: Desk) -> list[Todo]:
    people = _url(desk, "people")
    if not desk.entered:
        return [Todo("person", _("Enter who takes part"), _("Paste the list of names."), people, hot=True)]
    if not desk.taking_part:
        return [Todo("person", _("All have withdrawn"), _("Let them return, or enter others."), people, hot=True)]
    taking_part = ngettext("%(count)d takes part", "%(count)d take part", desk.taking_part) % {
        "count": desk.taking_part,
    }  # fmt: skip
    if lacking := desk.lacking:
        more = ngettext("%(count)d more is needed for a table.", "%(count)d more are needed for a table.", lacking)
        return [Todo("person", taking_part, more % {"count": lacking}, people, hot=True)]
    tables = [
        ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count) % {"count": count, "size": size}
        for count, size in desk.table_counts()
    ]
    if desk.bye_count():
        byes = desk.bye_count()
        tables.append(ngettext("%(count)d bye", "%(count)d byes", byes) % {"count": byes})
    return [Todo("person", taking_part, ", ".join(tables), people)]


def _missing_link(desk: Desk) -> list[Todo]:
    if desk.has_link:
        return []
    return [
        Todo(
            "table", _("No scorekeeper's link yet"), _("Make one, to write hands down on a phone."), _url(desk, "links")
        )
    ]


def _tables(sentence: str, games: list[DeskGame]) -> str:
    numbers = ", ".join(str(game.number) for game in games)
    tables = ngettext("table %(numbers)s", "tables %(numbers)s", len(games)) % {"numbers": numbers}
    return sentence % {"tables": tables}
