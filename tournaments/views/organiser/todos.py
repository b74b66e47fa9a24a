"""What is left to do before the desk's next step, each with the place where it is done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _, ngettext

from tournaments.models import Entry, Tournament
from tournaments.queries.desk import Desk
from tournaments.queries.desk_tables import DeskGame


@dataclass(frozen=True)
class Todo:
    """Something left to do, and where to do it."""

    icon: str
    text: str
    detail: str
    url: str
    hot: bool = False


def url_of(desk: Desk, name: str, **arguments: Any) -> str:
    return reverse(f"organiser:{name}", kwargs={"slug": desk.tournament.slug, **arguments})


def before_the_draw(desk: Desk) -> list[Todo]:
    return [*who_plays(desk), *_alone(desk), *_not_arrived(desk)]


def _alone(desk: Desk) -> list[Todo]:
    """Those of pairs who are not drawn, since they have no partner."""
    if not desk.alone:
        return []
    text = ngettext("%(count)d has no partner yet", "%(count)d have no partner yet", desk.alone)
    return [
        Todo("person", text % {"count": desk.alone}, _("Pairs are made on the page of people."),
             url_of(desk, "people"), hot=True)
    ]  # fmt: skip


def before_publishing(desk: Desk) -> list[Todo]:
    """Whom the draft has and should not have, and whom it lacks."""
    people = url_of(desk, "people")
    todos = missing_link(desk)
    if desk.gone:
        todos.append(
            Todo("alert", _("Withdrawn, but in this draft: %(names)s") % {"names": names_of(desk.gone)},
                 _("Draw the rest again, or swap by hand."), people, hot=True)
        )  # fmt: skip
    if desk.unseated:
        todos.append(
            Todo("person", _("Not in this draft: %(names)s") % {"names": names_of(desk.unseated)},
                 _("Draw the rest again to seat everybody, or place them by hand."), people, hot=True)
        )  # fmt: skip
    return todos + _not_arrived(desk)


def before_closing(desk: Desk) -> list[Todo]:
    waiting, playing = desk.in_state("waiting"), desk.in_state("playing")
    todos = [*_disputes(desk), *missing_link(desk)]
    if waiting:
        todos.append(
            Todo("clock", tables(_("No hand yet: %(tables)s"), waiting), "", waiting[0].game.get_absolute_url())
        )
    if playing:
        written, detail = [game for game in playing if game.last_at], ""
        slowest = min(written or playing, key=lambda game: game.last_at or timezone.now())
        if slowest.last_at:
            detail = _("table %(number)d: last entry %(time)s ago") % {
                "number": slowest.number, "time": timesince(slowest.last_at, depth=1),
            }  # fmt: skip
        todos.append(Todo("play", tables(_("Playing: %(tables)s"), playing), detail, slowest.game.get_absolute_url()))
    return todos + _unconfirmed(desk)


def _disputes(desk: Desk) -> list[Todo]:
    """A table each where somebody says that the result is wrong."""
    return [
        Todo(
            "alert",
            _("Table %(number)d: the result is disputed") % {"number": game.number},
            "; ".join(f"{player.name}: {words}" for player, words in game.agreement.disputes),
            url_of(desk, "game", pk=game.game.pk),
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
        Todo("person", tables(_("Not confirmed: %(tables)s"), games), names, url_of(desk, "game", pk=games[0].game.pk))
    ]


def who_plays(desk: Desk) -> list[Todo]:
    people = url_of(desk, "people")
    if not desk.entered and desk.alone:
        return []
    if not desk.entered:
        return [Todo("person", _("Enter who takes part"), _("Paste the list of names."), people, hot=True)]
    if not desk.taking_part and desk.away:
        return []
    if not desk.taking_part:
        return [Todo("person", _("All have withdrawn"), _("Let them return, or enter others."), people, hot=True)]
    taking_part = ngettext("%(count)d takes part", "%(count)d take part", desk.taking_part) % {
        "count": desk.taking_part,
    }  # fmt: skip
    if lacking := desk.lacking:
        more = ngettext("%(count)d more is needed for a table.", "%(count)d more are needed for a table.", lacking)
        return [Todo("person", taking_part, more % {"count": lacking}, people, hot=True)]
    if not desk.foretold:
        return [Todo("person", taking_part, "", people)]
    sizes = [_tables(desk, count, size) for count, size in desk.table_counts()]
    if desk.bye_count():
        byes = desk.bye_count()
        sizes.append(ngettext("%(count)d bye", "%(count)d byes", byes) % {"count": byes})
    return [Todo("person", taking_part, ", ".join(sizes), people)]


def _tables(desk: Desk, count: int, size: int) -> str:
    """So many tables of so many entries."""
    if desk.tournament.kind == Tournament.Kind.PAIRS:
        return ngettext("%(count)d table of two pairs", "%(count)d tables of two pairs", count) % {"count": count}
    return ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count) % {
        "count": count,
        "size": size,
    }


def missing_link(desk: Desk) -> list[Todo]:
    if desk.has_link:
        return []
    return [
        Todo(
            "table",
            _("No scorekeeper's link yet"),
            _("Make one, to write hands down on a phone."),
            url_of(desk, "links"),
        )
    ]


def tables(sentence: str, games: list[DeskGame]) -> str:
    """A sentence about these tables, by their numbers."""
    numbers = ", ".join(str(game.number) for game in games)
    named = ngettext("table %(numbers)s", "tables %(numbers)s", len(games)) % {"numbers": numbers}
    return sentence % {"tables": named}


def names_of(entries: Iterable[Entry]) -> str:
    return ", ".join(str(entry) for entry in entries)


def _not_arrived(desk: Desk) -> list[Todo]:
    if not desk.away:
        return []
    detail = _("They are drawn once they have been checked in.")
    return [
        Todo("person", _("Not arrived: %(names)s") % {"names": names_of(desk.away)}, detail, url_of(desk, "check-in"))
    ]
