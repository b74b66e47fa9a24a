"""What the printed documents of a tournament are made of, as the plain rows of `tournaments.prints`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from tournaments.display import number
from tournaments.models import Round, Stage
from tournaments.prints.documents import Match, TableSheet
from tournaments.queries import public
from tournaments.queries.bracket import brackets
from tournaments.queries.people import name_order
from tournaments.queries.public import TableLine
from tournaments.queries.standings import Standings


def table_sheets(round_: Round, address: Callable[[TableLine], str] = lambda _line: "") -> list[TableSheet]:
    """The tables of a round; `address` gives what the code of a table's card leads to."""
    return [
        TableSheet(
            number=line.table.number,
            seats=[seat.player.name for seat in line.table.seats.all()],
            sides=[" / ".join(seat.player.name for seat in side.seats) for side in line.sides],
            totals=[number(side.total) for side in line.sides],
            state="" if line.state == "done" else line.state_in_words,
            address=address(line),
        )
        for line in public.tables_of(round_)
    ]


def resting(round_: Round) -> list[str]:
    """The names of those without a table."""
    return [seat.player.name for seat in public.byes_of(round_)]


def places_to_sit(sheets: Sequence[TableSheet], byes: Sequence[str]) -> list[tuple[str, str]]:
    """Everybody by name, with the table, or that there is none."""
    seated = [(name, str(sheet.number)) for sheet in sheets for name in sheet.seats]
    return sorted([*seated, *((name, _("bye")) for name in byes)], key=lambda place: name_order(place[0]))


def bracket_rounds(stage: Stage) -> list[tuple[str, list[tuple[str, list[Match | None]]]]]:
    """The parts of each group's bracket with their rounds, to be drawn a sheet each."""
    found = brackets(stage)
    return [
        (
            " · ".join([_("Group %(number)d") % {"number": one.group}, part.title]) if len(found) > 1 else part.title,
            [
                (
                    round_.title,
                    [
                        Match(
                            (match.sides[0].name, match.sides[1].name),
                            (match.sides[0].score, match.sides[1].score),
                            next((at for at, side in enumerate(match.sides) if side.won), None),
                        )
                        if match
                        else None
                        for match in round_.matches
                    ],
                )
                for round_ in part.rounds
            ],
        )
        for one in found
        for part in one.parts
    ]


def honoured(table: Standings, places: int) -> list[tuple[str, list[str]]]:
    """Who stands on the first places, with the words of a diploma."""
    return [
        (_("%(place)d place") % {"place": row.place}, [player.name for player in row.players])
        for row in table.rows
        if row.place <= places
    ]
