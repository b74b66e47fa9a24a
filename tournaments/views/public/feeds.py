"""What other programs follow: calendars (ICS) of tournaments and rounds, results (Atom), pictures for shared links."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext as _
from icalendar import Calendar, Event

from tournaments import rules
from tournaments.access import actor_of, may
from tournaments.display import number
from tournaments.models import Round, Tournament
from tournaments.prints.pictures import card
from tournaments.queries import public
from tournaments.templatetags.ryba import where_played
from tournaments.views.public.common import tournament_or_404
from tournaments.views.public.live import follows, follows_results

SHOWN = 30
MOST_EVENTS = 300


def calendar(request: HttpRequest) -> HttpResponse:
    """The tournaments that have a day, as a calendar to subscribe to."""
    found = public.tournaments_list(actor_of(request)).exclude(starts_at=None).exclude(status=Tournament.Status.DRAFT)
    return _ics(request, _("Tournaments"), [_of_tournament(request, one) for one in found[:MOST_EVENTS]])


@follows
def tournament_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament with its rounds, each from when it was out until it was closed or its time is up."""
    _actor, found = tournament_or_404(request, slug)
    events = [_of_tournament(request, found)] if found.starts_at else []
    rounds = found.rounds.exclude(status=Round.Status.DRAFT).select_related("stage").order_by("-number")[:MOST_EVENTS]
    events += [_of_round(request, found, round_) for round_ in rounds if round_.published_at]
    return _ics(request, found.name, events)


@follows_results
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The last results of a tournament, as a feed."""
    actor, found = tournament_or_404(request, slug)
    if not may(actor, "see_results", found):
        raise Http404
    games = public.last_results(actor).filter(table__round__tournament=found)
    feed = Atom1Feed(
        title=found.name,
        link=request.build_absolute_uri(found.get_absolute_url()),
        description=_("The last results"),
        author_name=_("Ryba"),
        language=get_language(),
        feed_url=request.build_absolute_uri(),
    )
    for line in public.lines_of(games[:SHOWN]):
        address = request.build_absolute_uri(line.game.get_absolute_url())
        feed.add_item(
            title=f"{where_played(line.table)}: {_told(line)}",
            link=address,
            description=_told(line),
            unique_id=address,
            pubdate=line.game.finished_at,
            updateddate=line.game.finished_at,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


@follows
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture of a link to the tournament."""
    _actor, found = tournament_or_404(request, slug)
    when = date_format(timezone.localtime(found.starts_at), "j E Y, H:i") if found.starts_at else ""
    made = card(found.name, [rules.heading(found.variant, found.options), when, found.venue], _("Ryba").lower())
    return HttpResponse(made, content_type="image/png")


def _told(line: public.TableLine) -> str:
    """The sides with their accounts."""
    return " · ".join(
        f"{' / '.join(side.names)} {number(side.total)}" if side.total is not None else " / ".join(side.names)
        for side in line.sides
    )


def _of_tournament(request: HttpRequest, found: Tournament) -> Event:
    event = _event(request, found.get_absolute_url(), found.name, found.starts_at, found)
    event.add("description", rules.heading(found.variant, found.options))
    return event


def _of_round(request: HttpRequest, found: Tournament, round_: Round) -> Event:
    title = _("Game %(number)s") if round_.sitting else _("Round %(number)s")
    name = f"{title % {'number': round_.number}} · {found.name}"
    address = reverse("public:round", args=[found.slug, round_.number])
    event = _event(request, address, name, round_.published_at, found)
    minutes = round_.stage.clock_minutes if round_.stage else None
    until = round_.closed_at or (minutes and round_.published_at and round_.published_at + timedelta(minutes=minutes))
    if until:
        event.add("dtend", until)
    return event


def _event(request: HttpRequest, address: str, name: str, when: datetime | None, found: Tournament) -> Event:
    event = Event()
    event.add("uid", f"{address.strip('/').replace('/', '-')}@{request.get_host()}")
    event.add("dtstamp", found.created_at)
    event.add("sequence", found.version)
    event.add("dtstart", when)
    event.add("summary", name)
    event.add("url", request.build_absolute_uri(address))
    if found.venue:
        event.add("location", found.venue)
    return event


def _ics(request: HttpRequest, name: str, events: list[Event]) -> HttpResponse:
    made = Calendar()
    made.add("prodid", "-//Ryba//ryba//")
    made.add("version", "2.0")
    made.add("x-wr-calname", name)
    made.subcomponents += events
    return HttpResponse(made.to_ical(), content_type="text/calendar; charset=utf-8")
