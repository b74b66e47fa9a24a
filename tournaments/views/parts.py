"""The tables of the pages as plain values, to be taken away; a page says which of them stand on it.

Shares and chances are parts of 1, days are those of the site's clock. Heads and values are in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _, pgettext

from scoring.ratings.measure import Score
from tournaments.display import number, place_range
from tournaments.ladder_words import SettingLine, TenthLine
from tournaments.queries.calibration import Calibration
from tournaments.queries.overall import OverallRow
from tournaments.queries.players import ColourLine
from tournaments.queries.ratings import PlayerGame, Tally
from tournaments.queries.records import Career, Holder, Record
from tournaments.queries.sheet import Cell, Row, Sheet
from tournaments.queries.standings import StandingRow
from tournaments.queries.statistics import Statistics, TileCount
from tournaments.queries.table import TableState
from tournaments.queries.teams import TeamTable
from tournaments.templatetags.ryba import where_played
from tournaments.views.exporting import Part, exported


def taken_sheet(request: HttpRequest, state: TableState, sheet: Sheet) -> HttpResponse | None:
    """The score sheet of a table as a file, where that is asked for and anything is written on it."""
    if not sheet.rows:
        return None
    where = where_played(state.game.table)
    return exported(request, map(_sheet_part, [sheet]), tournament=state.tournament.name, title=where)


def _sheet_part(sheet: Sheet) -> Part:
    """A score sheet, a line a hand: for each side what was written and the account after it, then why."""
    heads = [pgettext("short for number, head of a column", "No."), _("Hand"), _("Left in the hands")]
    for column in sheet.columns:
        heads += [column.name, *_beside(column.name, sheet)]
    rows = [
        [row.number, row.title, _left(row), *(each for cell in row.cells for each in _cell(cell, sheet)),
         " ".join(row.reasons)]
        for row in sheet.rows
    ]  # fmt: skip
    return Part(_("Score sheet"), [*heads, _("Why")], rows)


def _beside(name: str, sheet: Sheet) -> list[str]:
    """The heads of what stands beside what was written for a side."""
    kept = [f"{name}: {sheet.kept}"] if sheet.kept else []
    return [f"{name}: {_('Account')}", *kept] if sheet.accounts else kept


def _cell(cell: Cell, sheet: Sheet) -> list[Any]:
    written = cell.written or cell.word
    return [written, *([cell.total] if sheet.accounts else []), *([cell.kept] if sheet.kept else [])]


def _left(row: Row) -> str:
    held = (
        f"{one.name}: {' '.join(one.tiles or ())} ({'–' if one.counted is None else one.counted})"
        for one in row.holdings
    )
    return "; ".join(held)


def games_part(games: Iterable[PlayerGame]) -> Part:
    """A player's games, the latest first."""
    heads = [
        _("Day"), _("Tournament"), _("Round"), _("Table"), _("Against"), pgettext("a partner", "with"), _("Pl."),
        pgettext("to come first", "Chance"), _("Rating"), pgettext("of a rating", "Change"),
    ]  # fmt: skip
    rows = [
        [
            _day(game.finished_at),
            game.tournament_name or pgettext("a game of a history", "brought in"),
            game.round or None,
            game.table or None,
            _names(seated.player for seated in game.opponents),
            _names(seated.player for seated in game.partners),
            game.place,
            _rounded(game.expected),
            _rounded(game.step and game.step.mu, 2),
            _rounded(game.step and game.step.delta, 2),
        ]
        for game in games
    ]
    return Part(_("Games"), heads, rows)


def opponents_part(tallies: Iterable[Tally]) -> Part:
    heads = [_("Player"), _("Games"), pgettext("better place than", "Above"), _("Expected")]
    return Part(_("Opponents"), heads, _tallied(tallies))


def partners_part(tallies: Iterable[Tally]) -> Part:
    return Part(_("Partners"), [_("Player"), _("Games"), _("Wins"), _("Expected")], _tallied(tallies))


def _tallied(tallies: Iterable[Tally]) -> list[list[Any]]:
    return [[one.player.name, one.games, one.score, _rounded(one.expected, 2)] for one in tallies]


def colours_part(lines: Iterable[ColourLine]) -> Part:
    """A player's games with white and with black."""
    heads = [_("Colour"), _("Games"), _("Wins"), _("Draws"), _("Losses"), _("Share")]
    rows = [
        [pgettext("the pieces", "White") if line.white else pgettext("the pieces", "Black"),
         line.games, line.won, line.drawn, line.lost, _rounded(line.share)]
        for line in lines
    ]  # fmt: skip
    return Part(_("With white and black"), heads, rows)


def tiles_part(triangle: Sequence[Sequence[TileCount]]) -> Part:
    """How often each tile was left over."""
    rows = [[tile.name, tile.count] for row in triangle for tile in row]
    return Part(_("Tiles left over"), [_("Tile"), _("Times")], rows)


def seats_part(stats: Statistics) -> Part:
    """Of the hands at each seat, how many its player went out of; the same of who opened."""
    rows: list[list[Any]] = [[seat.number, seat.hands, seat.outs, _rounded(seat.share)] for seat in stats.seats]
    if stats.opened:
        rows.append([_("Who opened"), stats.opened, stats.opened_outs, _rounded(stats.opened_share)])
    return Part(_("Who goes out"), [_("Seat"), _("Hands"), _("Outs"), _("Share")], rows)


def statistics_parts(stats: Statistics, records: Sequence[Record], careers: Sequence[Career] = ()) -> dict[str, Part]:
    """The tables of a page of statistics beside that of the seats, by what `?of=` calls them."""
    lengths = [[place_range(first, last - first + 1), games] for first, last, games in stats.lengths]
    return {
        "tiles": tiles_part(stats.triangle),
        "lengths": Part(_("Length of a game"), [_("Hands"), _("Games")], lengths),
        "early": Part(_("Early wins"), [_("Last tile"), _("Games")], stats.early),
        "records": _records_part(records, careers),
    }


def _records_part(records: Iterable[Record], careers: Iterable[Career]) -> Part:
    heads = [_("Record"), _("Value"), _("Who"), _("Tournament"), _("Day")]
    rows: list[list[Any]] = [
        [record.label, holder.value, _held_by(holder), holder.game.table.round.tournament.name,
         _day(holder.finished_at)]
        for record in records
        for holder in record.holders
    ]  # fmt: skip
    rows += [[career.label, one.value, one.player.name, "", None] for career in careers for one in career.champions]
    return Part(_("Records"), heads, rows)


def _held_by(holder: Holder) -> str:
    return " / ".join(player.name for player in holder.players) or _names(holder.around)


def chances_part(bins: Iterable[TenthLine]) -> Part:
    """What a ladder said, and what came of it."""
    heads = [
        _("Chance"), pgettext("how many sides", "Times"), pgettext("on average", "Said"), _("Came first"),
    ]  # fmt: skip
    rows = [[line.label, line.sides, _rounded(line.said), _rounded(line.came)] for line in bins]
    return Part(_("Said and come true"), heads, rows)


def measures_part(shown: Calibration) -> Part:
    """The measures of a ladder's predictions, and of other ways to guess."""
    by: Mapping[str, Score] = {
        _("This ladder"): shown.ours,
        _("Elo (K %(k)s)") % {"k": number(shown.elo_k)}: shown.elo,
        _("The same chance for all"): shown.even,
    }
    heads = [_("Predicted by"), _("Log-loss"), _("Brier"), _("Off by")]
    rows = [[name, *(_rounded(each) for each in score)] for name, score in by.items()]
    return Part(_("Beside other ways to guess"), heads, rows)


def settings_part(lines: Iterable[SettingLine]) -> Part:
    """A ladder's own numbers."""
    rows = [[line.name, line.here, line.usual, line.why] for line in lines]
    return Part(
        _("The numbers of this ladder"), [_("Setting"), _("Here"), _("Usual"), _("What it does, and why")], rows
    )


def overall_part(lines: Iterable[OverallRow], who: str) -> Part:
    rows = [[place_range(line.place, line.sharing), line.row.name, line.stage_name] for line in lines]
    return Part(_("Over all stages"), [_("Pl."), who, _("Stage")], rows)


def categories_part(categories: Mapping[str, Sequence[StandingRow]], who: str) -> Part:
    rows = [
        [category, place_range(row.place, row.sharing), row.name, row.points]
        for category, best in categories.items()
        for row in best
    ]
    return Part(_("Best in their categories"), [_("Category"), _("Pl."), who, _("Points")], rows)


def teams_part(teams: TeamTable) -> Part:
    """The teams; behind each its members with their points, those in brackets that do not count."""
    rows = [
        [place_range(row.place, row.sharing), row.team, *row.values,
         ", ".join(f"{one.name} {number(one.points)}" if one.counted else f"({one.name} {number(one.points)})"
                   for one in row.members)]
        for row in teams.rows
    ]  # fmt: skip
    return Part(_("Teams"), [_("Pl."), _("Team"), *teams.heads, _("Players")], rows)


def _names(people: Iterable[Any]) -> str:
    return ", ".join(person.name for person in people)


def _day(moment: datetime | None) -> date | None:
    return moment and localdate(moment)


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)
