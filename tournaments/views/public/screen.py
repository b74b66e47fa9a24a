"""The hall screen: one page for a projector, with what the hall wants to know now, turning its pages by itself.

The address says how large (`?size=1` to 5), how long a page stays (`&seconds=15`) and what is shown (`&show=names`,
`tables`, `standings`; several of them take turns).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from tournaments.access import may
from tournaments.models import Round
from tournaments.plain import whole
from tournaments.queries import public
from tournaments.queries.clock import clock_of
from tournaments.queries.standings import standings
from tournaments.views.public.common import tournament_or_404
from tournaments.views.public.live import follows

SIZES = range(1, 6)
USUAL_SIZE = 3
SECONDS = (8, 15, 30, 60)
USUAL_SECONDS = 15
PANELS = {"names": _("Where do I sit?"), "tables": _("Tables"), "standings": _("Standings")}
LEADERS = 5
FEW = 8
"""So many tables that still play are named one by one."""


@dataclass(frozen=True)
class Choice:
    """A link that changes one thing of the screen."""

    address: str
    label: object
    chosen: bool


@follows
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The round in play, or the last one; standings after it."""
    actor, found = tournament_or_404(request, slug)
    asked = request.GET
    size = _one_of(asked.get("size"), SIZES, USUAL_SIZE)
    seconds = _one_of(asked.get("seconds"), SECONDS, USUAL_SECONDS)
    results = may(actor, "see_results", found)
    panels = {panel: label for panel, label in PANELS.items() if results or panel != "standings"}
    shown = [panel for panel in panels if panel in asked.getlist("show")] or list(panels)
    seen = [round_ for round_ in public.rounds_of(actor, found) if round_.status != Round.Status.DRAFT]
    round_ = seen[-1] if seen else None
    if round_ is not None:
        round_.tournament = found
    tables = public.tables_of(round_, results=results) if round_ else []
    return render(
        request,
        "public/screen.html",
        {
            "tournament": found,
            "round": round_,
            "size": size,
            "seconds": seconds,
            "shown": shown,
            "panels": panels,
            "clock": clock_of(round_) if round_ and round_.status == Round.Status.PUBLISHED else None,
            "tables": tables,
            "playing": [line.table.number for line in tables if line.state in ("on", "waiting")],
            "places": public.places_by_name(tables),
            "byes": public.byes_of(round_) if round_ else [],
            "standings": standings(found) if results else None,
            "leaders": LEADERS,
            "few": FEW,
            "sizes": [Choice(_with(asked, size=[n]), n, n == size) for n in SIZES],
            "paces": [Choice(_with(asked, seconds=[n]), n, n == seconds) for n in SECONDS],
            "shows": [
                Choice(_with(asked, show=_toggled(shown, panel)), label, panel in shown)
                for panel, label in panels.items()
            ],
        },
    )


def _one_of(text: str | None, known: range | tuple[int, ...], usual: int) -> int:
    number = whole(text or "")
    return number if number is not None and number in known else usual


def _toggled(shown: list[str], panel: str) -> list[str]:
    """The panels with this one more or less; never none."""
    return [other for other in PANELS if (other in shown) != (other == panel)] or [panel]


def _with(asked: QueryDict, **changed: list[object]) -> str:
    query = asked.copy()
    for name, values in changed.items():
        query.setlist(name, [str(value) for value in values])
    return f"?{query.urlencode()}"
