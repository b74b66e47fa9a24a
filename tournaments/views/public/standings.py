"""The standings of a tournament after any round, why somebody stands there, and the cross table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, pgettext
from django_tables2 import RequestConfig

from tournaments import rules
from tournaments.access import may
from tournaments.display import number, place_range
from tournaments.models import Tournament
from tournaments.plain import whole
from tournaments.queries import public
from tournaments.queries.categories import best_in_categories
from tournaments.queries.cross import BY_OPPONENT, BY_ROUND, CrossGroup, Mark, cross, usual_side
from tournaments.queries.overall import overall
from tournaments.queries.stages import stage_scheme
from tournaments.queries.standings import Standings, standings
from tournaments.queries.teams import TeamTable, team_table
from tournaments.queries.why import why
from tournaments.tables.cross import drawn
from tournaments.tables.standings import standings_table
from tournaments.views.exporting import Part, exported, part_of
from tournaments.views.parts import categories_part, overall_part, teams_part
from tournaments.views.public.common import results_later, tournament_or_404
from tournaments.views.public.live import follows_results


@follows_results
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings; `?round=2` after an earlier round, `?stage=1` of one stage, `?why=12` with a line opened."""
    actor, found = tournament_or_404(request, slug)
    if found.format == Tournament.Format.SEASON:
        return redirect(found)
    if not may(actor, "see_results", found):
        return results_later(request, actor, found, "standings")
    made = _asked(request, found)
    rounds = public.rounds_of(actor, found)
    opened = _number(request, "why")
    tables = []
    for group, rows in made.groups.items():
        table = standings_table(made, rows, asked=request.GET, opened=opened)
        RequestConfig(request, paginate=False).configure(table)
        tables.append((group, table))
    title = _("Standings after round %(number)d") % {"number": made.after} if made.after else _("Standings")
    named = (part_of(table, _("Group %(number)s") % {"number": group}) for group, table in tables)
    teams = team_table(made, found) if found.teams else None
    beside = partial(_beside, found, made, teams)
    file = exported(request, named, tournament=found.name, title=title, beside=beside)
    return file or render(
        request,
        "public/standings.html",
        {
            "tournament": found,
            "standings": made,
            "tables": tables,
            "teams": teams,
            "categories": best_in_categories(made) if made.after else {},
            "overall": overall(found, made),
            "why": why(made, opened) if opened is not None else None,
            "rounds": rounds,
            "unfinished": sum(r.tables_count - r.done_count for r in rounds if r.status == "published"),
            "points_words": rules.points_in_words(stage_scheme(made.stage, found)),
        },
    )


def _beside(tournament: Tournament, made: Standings, teams: TeamTable | None) -> dict[str, Part]:
    """The tables that stand under the standings, by what `?of=` calls them."""
    who = _("Pair") if tournament.kind == Tournament.Kind.PAIRS else _("Player")
    found = {
        "overall": overall_part(overall(tournament, made), who),
        "categories": categories_part(best_in_categories(made) if made.after else {}, who),
    }
    return found | ({"teams": teams_part(teams)} if teams else {})


def why_json(request: HttpRequest, slug: str, entry_id: int) -> JsonResponse:
    """Why an entry stands where it stands, as JSON; the same questions as on the page."""
    actor, found = tournament_or_404(request, slug)
    ranked = found.format != Tournament.Format.SEASON and may(actor, "see_results", found)
    told = why(_asked(request, found), entry_id) if ranked else None
    if told is None:
        raise Http404
    return JsonResponse(told.as_json(), json_dumps_params={"ensure_ascii": False})


@follows_results
def cross_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who against whom; `?by=round` or `?by=opponent`, after an earlier round or of one stage as the standings."""
    actor, found = tournament_or_404(request, slug)
    if found.format == Tournament.Format.SEASON:
        return redirect(found)
    if not may(actor, "see_results", found):
        return results_later(request, actor, found, "standings")
    made = _asked(request, found)
    by = request.GET.get("by", "")
    by = by if by in (BY_ROUND, BY_OPPONENT) else usual_side(made)
    groups = cross(made, found, by)
    title = _("Cross table after round %(number)d") % {"number": made.after} if made.after else _("Cross table")
    file = exported(request, map(_part_of, groups), tournament=found.name, title=title)
    return file or render(
        request,
        "public/cross.html",
        {
            "tournament": found,
            "standings": made,
            "rounds": public.rounds_of(actor, found),
            "by": by,
            "groups": [(group, drawn(group, found, by)) for group in groups],
        },
    )


def _part_of(group: CrossGroup) -> Part:
    """A group's cross table for a file: in a cell the points, and behind them the numbers of the opponents."""
    heads = ["№", pgettext("of a person", "Name"), *map(str, group.heads), _("Points"), _("Place")]
    rows = [
        [
            line.number,
            line.row.name,
            *(_cell(marks, own=at == line.own) for at, marks in enumerate(line.cells)),
            line.row.points,
            place_range(line.row.place, line.row.sharing),
        ]
        for line in group.rows
    ]
    return Part(_("Group %(number)s") % {"number": group.group}, heads, rows)


def _cell(marks: Sequence[Mark], *, own: bool) -> str:
    if own:
        return "×"
    texts = []
    for mark in marks:
        rivals = ",".join(map(str, mark.rivals)) if not mark.bye else _("bye")
        texts.append(f"{number(mark.points)} ({rivals})" if rivals else number(mark.points))
    return " ".join(texts)


def _asked(request: HttpRequest, tournament: Tournament) -> Standings:
    stage = _number(request, "stage")
    chosen = tournament.stages.filter(number=stage).first() if stage is not None else None
    return standings(tournament, _number(request, "round"), stage=chosen)


def _number(request: HttpRequest, name: str) -> int | None:
    return whole(request.GET.get(name, ""))
