"""Why an entry stands where it stands: beside the line above and the line below, measure by measure.

A measure *decides* where it is the first in which two lines differ; those after it are not needed. What decided says
which games its numbers came from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.display import number
from tournaments.queries.standings import StandingRow, Standings, shown
from tournaments.standings.measure import Number, Part
from tournaments.standings.ranking import DECIDES, EQUAL, NOT_APPLIED, NOT_NEEDED, Comparison
from tournaments.standings.words import note_of, note_of_part, notes_of, render


@dataclass(frozen=True)
class MeasureLine:
    """One measure: the numbers of the line above, of this one and of the one below, None where there is none.

    `parts_above`, `parts_below`: it parts this line from that one. `needed`: it was asked at all; `applied`: it could
    be.
    """

    name: str
    formula: str
    above: str
    own: str
    below: str
    parts_above: bool
    parts_below: bool
    needed: bool
    applied: bool

    @property
    def decides(self) -> bool:
        return self.parts_above or self.parts_below


@dataclass(frozen=True)
class Share:
    """One part of a number in words, with the game it came from, None for a bye."""

    text: str
    game: int | None


@dataclass(frozen=True)
class Source:
    """Where an entry's number in the deciding measure came from."""

    name: str
    measure: str
    shares: list[Share]


@dataclass(frozen=True)
class Why:
    """`said`: what parts it from the line above, and from the line below."""

    row: StandingRow
    above: StandingRow | None
    below: StandingRow | None
    lines: list[MeasureLine]
    said: list[str]
    sources: list[Source]

    @property
    def columns(self) -> int:
        """How many lines stand beside each other: its own, and those above and below where there are any."""
        return 1 + (self.above is not None) + (self.below is not None)

    def as_json(self) -> dict[str, Any]:
        return {
            "entry": self.row.entry_id,
            "name": self.row.name,
            "place": self.row.place,
            "sharing": self.row.sharing,
            "above": self.above.name if self.above else None,
            "below": self.below.name if self.below else None,
            "said": self.said,
            "measures": [
                {
                    "name": line.name,
                    "above": line.above,
                    "own": line.own,
                    "below": line.below,
                    "decides": line.decides,
                    "needed": line.needed,
                }
                for line in self.lines
            ],
            "sources": [
                {"name": source.name, "measure": source.measure, "parts": [share.text for share in source.shares]}
                for source in self.sources
            ],
        }


def why(made: Standings, entry_id: int) -> Why | None:
    """None where no such entry stands in these standings. No query."""
    row = made.row(entry_id)
    if row is None:
        return None
    ranking = made.rankings[row.group]
    beside = [one for one in made.rows if one.group == row.group]
    at = next(position for position, one in enumerate(beside) if one.entry_id == entry_id)
    above = beside[at - 1] if at else None
    below = beside[at + 1] if at + 1 < len(beside) else None
    up = ranking.between(above.entry_id, entry_id) if above else None
    down = ranking.between(entry_id, below.entry_id) if below else None
    sources = [source for one in (up, down) if one for source in _sources(made, one)]
    return Why(
        row=row,
        above=above,
        below=below,
        lines=_lines(made, row, up, down),
        said=[_said(made, one) for one in (up, down) if one],
        sources=list({(source.name, source.measure): source for source in sources}.values()),
    )


def figure(value: Number) -> str:
    return number(shown(value))


def _lines(made: Standings, row: StandingRow, up: Comparison | None, down: Comparison | None) -> list[MeasureLine]:
    own = made.rankings[row.group].of[row.entry_id].marks
    lines = []
    for at, measure in enumerate(made.order):
        did = {one.steps[at].did for one in (up, down) if one}
        lines.append(
            MeasureLine(
                name=_(measure.name_in(made.penalty)),
                formula=_(measure.formula),
                above=_of_other(up, row.entry_id, at),
                own=_figure(own[at].value),
                below=_of_other(down, row.entry_id, at),
                parts_above=up is not None and up.steps[at].did == DECIDES,
                parts_below=down is not None and down.steps[at].did == DECIDES,
                needed=did != {NOT_NEEDED},
                applied=not did & {NOT_APPLIED} or bool(did & {EQUAL, DECIDES}),
            )
        )
    return lines


def _of_other(comparison: Comparison | None, entry_id: int, at: int) -> str:
    """The other one's number; of two that share the place either may be the upper."""
    if comparison is None:
        return ""
    step = comparison.steps[at]
    return _figure(step.lower if comparison.upper == entry_id else step.upper)


def _figure(value: Number | None) -> str:
    return "–" if value is None else figure(value)


def _said(made: Standings, comparison: Comparison) -> str:
    """The step that decides in words, or that nothing does."""
    decided = comparison.decided
    note = note_of(decided, comparison) if decided else list(notes_of(comparison))[-1]
    return render(note, made.names, figure, _, made.penalty)


def _sources(made: Standings, comparison: Comparison) -> list[Source]:
    decided = comparison.decided
    if decided is None:
        return []
    measure = _(decided.measure.name_in(made.penalty))
    both = ((comparison.upper, comparison.upper_parts), (comparison.lower, comparison.lower_parts))
    return [Source(made.names[entry], measure, _shares(made, parts)) for entry, parts in both if parts]


def _shares(made: Standings, parts: Sequence[Part]) -> list[Share]:
    games = _games_of_tables(made.source.games)
    return [
        Share(render(note_of_part(part), made.names, figure, _), games.get((part.round or 0, part.table or 0)))
        for part in parts
    ]


def _games_of_tables(games: Mapping[tuple[int, int, int], int]) -> dict[tuple[int, int], int]:
    """The last game of each table."""
    return {(round_, table): game for (round_, table, _number), game in sorted(games.items())}
