"""Tournaments as anyone reads them: the list, one tournament, a round, the standings, a table's score sheet."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, pgettext

from scoring import variants
from tournaments import access, rules
from tournaments.models import Round, Seat, Tournament
from tournaments.queries import public
from tournaments.queries.bracket import has_bracket
from tournaments.queries.clock import clock_of
from tournaments.queries.confirmations import agreements
from tournaments.queries.opening import opening
from tournaments.queries.outcome import outcome, verdict
from tournaments.queries.predictions import frozen, predictions, round_in_short
from tournaments.queries.reasons import Reasons, reasons_of
from tournaments.queries.seasons import SeasonRow, season_table, sittings
from tournaments.queries.sheet import build_sheet
from tournaments.queries.stages import stage_scheme
from tournaments.queries.standings import standings
from tournaments.queries.table import games_with_table
from tournaments.views.exporting import Part, exported
from tournaments.views.parts import taken_sheet
from tournaments.views.public.common import results_later, round_or_404, tournament_or_404
from tournaments.views.public.live import follows
from tournaments.views.seated import state_or_404

A_PAGE = 30
A_TABLE = 200
LEADERS = 5


def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments, those that are not over first."""
    found = Paginator(public.tournaments_list(access.actor_of(request)), A_PAGE)
    return render(request, "public/tournaments.html", {"page": found.get_page(request.GET.get("page"))})


@follows
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament: where it stands, its rounds, who leads, who takes part, the rules in force."""
    actor, found = tournament_or_404(request, slug)
    if found.format == Tournament.Format.SEASON:
        return _season(request, actor, found)
    table = standings(found)
    results = access.may(actor, "see_results", found)
    rounds = public.rounds_of(actor, found)
    entries = list(public.entries_of(found))
    return render(
        request,
        "public/tournament.html",
        {
            "tournament": found,
            "rounds": rounds,
            "shown": next((round_ for round_ in reversed(rounds) if round_.status != Round.Status.DRAFT), None),
            "leaders": table.rows[:LEADERS] if table.after and results else [],
            "results": results,
            "standings": table,
            "knockout": any(has_bracket(stage) for stage in found.stages.all()),
            "entries": entries,
            "complete": sum(not entry.alone for entry in entries),
            "rules": rules.in_force(found.variant, found.options),
        },
    )


def _season(request: HttpRequest, actor: access.Actor, found: Tournament) -> HttpResponse:
    """An open season: its table, the games going on and the last ones, the rules in force."""
    results = access.may(actor, "see_results", found)
    table = season_table(found) if results else []
    if table and (
        file := exported(request, map(_season_part, [table]), tournament=found.name, title=_("The season's table"))
    ):
        return file
    page = Paginator(table, A_TABLE).get_page(request.GET.get("page"))
    return render(
        request,
        "public/season.html",
        {
            "tournament": found,
            "page": page,
            "rows": page.object_list,
            "lines": sittings(found) if results else [],
            "results": results,
            "rules": rules.in_force(found.variant, found.options),
            "may_keep": access.may(actor, "keep_all", found),
        },
    )


def _season_part(rows: Sequence[SeasonRow]) -> Part:
    """The season's table as plain values."""
    heads = [_("Pl."), _("Player"), _("Club"), _("Games"), _("Counted"), _("Wins"), _("Points")]
    return Part("", heads, [
        [row.place, row.player.name, row.player.club, row.games, row.counted, row.wins, row.points] for row in rows
    ])  # fmt: skip


@follows
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round: who sits where, how the tables stand, who rests."""
    actor, found = tournament_or_404(request, slug)
    round_ = round_or_404(actor, found, number)
    results = access.may(actor, "see_results", found)
    reasons = reasons_of(round_) if results else Reasons()
    tables = public.tables_of(round_, reasons.tables, results=results)
    byes = public.byes_of(round_)
    title = _("Round %(number)d") % {"number": number}
    parts = (_part_of(*read) for read in [(tables, byes)])
    if file := exported(request, parts, tournament=found.name, title=title):
        return file
    said = predictions(found, tables) if results else dict.fromkeys(line.game.pk for line in tables)
    return render(
        request,
        "public/round.html",
        {
            "tournament": found,
            "round": round_,
            "rounds": public.rounds_of(actor, found),
            "tables": tables,
            "places": public.places_by_name(tables),
            "predictions": said,
            "went": round_in_short(said.values()),
            "results": results,
            "done_count": sum(line.state in ("done", "annulled") for line in tables),
            "byes": byes,
            "reasons": reasons,
            "clock": clock_of(round_) if round_.status == "published" else None,
            "may_rule": access.may(actor, "see_draft_round", found),
        },
    )


def _part_of(tables: list[public.TableLine], byes: list[Seat]) -> Part:
    """The round for a file, a line a seat."""
    heads = [_("Table"), _("Seat"), pgettext("of a person", "Name"), _("Account"), _("Result"), _("State")]
    rows = [
        [
            line.table.number,
            seat.number + 1,
            seat.player.name,
            side.total,
            _("won") if side.won else _("lost") if side.lost else "",
            line.state_in_words,
        ]
        for line in tables
        for side in line.sides
        for seat in side.seats
    ]
    return Part("", heads, [*rows, *([None, None, seat.player.name, None, "", _("bye")] for seat in byes)])


@follows
def game(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """A table's score sheet, as on paper, with the reason for each entry."""
    actor, found = tournament_or_404(request, slug)
    games = games_with_table().prefetch_related("results")
    played = games.filter(pk=game_id, table__round__tournament=found).first()
    if played is None or (played.table.round.status == "draft" and not access.may(actor, "see_draft_round", found)):
        raise Http404
    if not access.may(actor, "see_results", found):
        return results_later(request, actor, found, "round")
    state = state_or_404(played)
    sheet = build_sheet(state)
    if file := taken_sheet(request, state, sheet):
        return file
    lines = outcome(state)
    table = public.table_line(played.table, played, variants.get(found.variant), seats=state.seats)
    return render(
        request,
        "public/game.html",
        {
            "tournament": found,
            "game": played,
            "sheet": sheet,
            "opening": opening(state),
            "state": state,
            "outcome": lines,
            "line": table,
            "said": frozen(lines) if played.finished_at else predictions(found, [table])[played.pk],
            "verdict": verdict(state, lines),
            "rated": any(member.change is not None for line in lines for member in line.members),
            "points_words": rules.points_in_words(stage_scheme(played.table.round.stage, found)),
            "may_keep": access.may(actor, "keep_score", found, table=played.table.number),
            "may_rule": access.may(actor, "rule", found),
            "agreement": agreements([played]).get(played.pk),
        },
    )
