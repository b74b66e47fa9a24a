"""The score sheet as on paper, as plain rows: hands down, sides across, the reasons behind each row.

`build_sheet` turns a `TableState` into a `Sheet` without another query; `build_row` does it for one object, so a
preview reads like the row that it would become. Every text is in the reader's language already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.notes import COLUMNS, Note, render
from scoring.steps import Step
from tournaments.display import initials, number as shown, place_range, short_names, unbroken
from tournaments.models import Hand
from tournaments.queries.sheet_words import (
    MARK_ICONS,
    Ends,
    Event,
    Mark,
    cell_words,
    endings,
    ends,
    events,
    goal,
    headline,
    legend,
    marks,
    title,
)
from tournaments.queries.table import TableState

TOLD = ("won", "drawn", "hand_taken")
"""Notes that the headline of a row tells already."""


@dataclass(frozen=True)
class Column:
    """A side: its whole name, short ones for the head of a column, its seats, its account."""

    side: int
    name: str
    short: tuple[str, ...]
    seats: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Cell:
    """A side in a row: what was written, the account after it (`burned`: before it burned), and a word beside it.

    `kept`: the numbers that the variant keeps beside the account, after the row, as they are shown: `40 / 15`.
    """

    name: str
    written: int
    before: int
    total: int
    burned: int | None
    word: str
    kept: str

    @property
    def changed(self) -> bool:
        return bool(self.written) or self.burned is not None


@dataclass(frozen=True)
class Holding:
    """What a seat still held: the tiles where they were written down, what it counted for. None: not known."""

    seat: int
    name: str
    letters: str
    tiles: tuple[str, ...] | None
    counted: int | None


@dataclass(frozen=True)
class Row:
    """One object of the record. `number` counts played hands, None for a judge's entry or a redeal.

    `events` are the plays that no reason tells; `ends` is None where what the table must show can't be known.
    `because`: the reasons that the headline does not tell.
    """

    key: int
    number: int | None
    title: str
    headline: str
    marks: tuple[Mark, ...]
    cells: tuple[Cell, ...]
    holdings: tuple[Holding, ...]
    last: tuple[str, ...]
    first: str
    reserve: tuple[str, ...] | None
    events: tuple[Event, ...]
    ends: Ends | None
    reasons: tuple[str, ...]
    because: tuple[str, ...]
    doubts: tuple[str, ...]
    keeper: str = ""
    at: datetime | None = None
    amended_at: datetime | None = None
    amended_by: str = ""

    @property
    def only_change(self) -> Cell | None:
        """The account that changed, where one alone did."""
        changed = [cell for cell in self.cells if cell.changed]
        return changed[0] if len(changed) == 1 else None


@dataclass(frozen=True)
class Standing:
    """A side's place in the game as it stands."""

    side: int
    name: str
    place: int
    sharing: int
    total: int
    kept: str
    opens: bool
    won: bool
    lost: bool

    @property
    def places(self) -> str:
        """The place, or the places that are shared: 2–4."""
        return place_range(self.place, self.sharing)


@dataclass(frozen=True)
class Sheet:
    """A game's score sheet. `standings` are in the order of places.

    `accounts`: whether there are any; without them a game has its result alone. `kept`: what the numbers beside an
    account are called. `goal`: what ends the game, as a heading says it: `to 101`; `hands`: so many
    end it, None where a target does.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    standings: tuple[Standing, ...]
    eggs: int
    played: int
    finished: bool
    ended_by: str
    penalty: bool
    target: int | None
    hands: int | None
    accounts: bool
    kept: str
    goal: str

    @property
    def marks(self) -> list[Mark]:
        """The kinds of marks on the sheet, for its legend."""
        words = legend()
        return [
            Mark(code, words[code]) for code in MARK_ICONS if any(m.code == code for r in self.rows for m in r.marks)
        ]


def build_sheet(state: TableState) -> Sheet:
    """The sheet of a game; no query beyond those that made the state."""
    ledger = state.ledger
    rows = []
    before: Sequence[int] = [0] * ledger.sides
    number = 0
    for hand, result in zip(state.hands, ledger.hands, strict=True):
        number += is_played(result)
        rows.append(build_row(state, result, before, number, hand))
        before = result.totals
    return Sheet(
        columns=_columns(state),
        rows=tuple(rows),
        standings=_standings(state),
        eggs=ledger.eggs,
        played=number,
        finished=ledger.finished,
        ended_by=endings().get(ledger.ended_by or "", ""),
        penalty=ledger.rules.is_penalty,
        target=ledger.rules.target,
        hands=ledger.rules.hands,
        accounts=not ledger.rules.shape.result_alone,
        kept=" / ".join(_(COLUMNS[column]) for column in ledger.rules.columns),
        goal=goal(ledger.rules),
    )


def is_played(result: Step) -> bool:
    """Whether it is a hand, not a judge's entry or a redeal."""
    return result.kind not in ("judge", "redeal")


def build_row(state: TableState, result: Step, before: Sequence[int], number: int, hand: Hand | None = None) -> Row:
    """One row. `number` is the hand's number among the played ones; `hand` is the stored row, where there is one."""
    facts = result.hand
    cells = _cells(state, result, before)
    keeper = (hand.keeper or (hand.created_by.get_username() if hand.created_by else "")) if hand else ""
    return Row(
        key=hand.number if hand else 0,
        number=number if is_played(result) else None,
        title=title(state, result),
        headline=headline(result, [(cell.name, cell.written) for cell in cells]),
        marks=marks(result),
        cells=cells,
        holdings=_holdings(state, result),
        last=tuple(map(str, getattr(facts, "last", ()))),
        first=str(getattr(facts, "first", None) or ""),
        reserve=None if getattr(facts, "reserve", None) is None else tuple(map(str, facts.reserve)),
        events=events(state, result),
        ends=ends(state, result),
        reasons=_sentences(state, result.notes),
        because=_sentences(state, [note for note in result.notes if note.code not in TOLD]),
        doubts=_sentences(state, result.doubts),
        keeper=keeper,
        at=hand.created_at if hand else None,
        amended_at=hand.amended_at if hand else None,
        amended_by=hand.amended_by if hand else "",
    )


def _sentences(state: TableState, notes: Sequence[Note]) -> tuple[str, ...]:
    return tuple(unbroken(render(note, state.names, state.sides, _)) for note in notes)


def _kept(columns: Mapping[str, Sequence[int]], side: int) -> str:
    return " / ".join(shown(column[side]) for column in columns.values())


def _columns(state: TableState) -> tuple[Column, ...]:
    short = short_names(state.names)
    sides = [
        [seat for seat in range(len(short)) if state.ledger.side_of(seat) == side] for side in range(state.ledger.sides)
    ]
    return tuple(
        Column(side, state.sides[side], tuple(short[seat] for seat in seats), tuple(seats), state.ledger.totals[side])
        for side, seats in enumerate(sides)
    )


def _standings(state: TableState) -> tuple[Standing, ...]:
    ledger = state.ledger
    places, winners, losers = state.outcome
    standings = [
        Standing(
            side=side,
            name=state.sides[side],
            place=place,
            sharing=places.count(place),
            total=ledger.totals[side],
            kept=_kept(ledger.columns, side),
            opens=ledger.next_opener is not None and ledger.side_of(ledger.next_opener) == side,
            won=side in winners,
            lost=side in losers,
        )
        for side, place in enumerate(places)
    ]
    return tuple(sorted(standings, key=lambda standing: (standing.place, standing.side)))


def _cells(state: TableState, result: Step, before: Sequence[int]) -> tuple[Cell, ...]:
    words = cell_words(state, result)
    burned = {note.params["side"]: note.params["points"] for note in result.notes if note.code == "burn"}
    return tuple(
        Cell(
            name=state.sides[side],
            written=sum(e.points for e in result.entries if e.side == side and e.why != "burn"),
            before=before[side],
            total=result.totals[side],
            burned=burned.get(side),
            word=words.get(side, ""),
            kept=_kept(result.columns, side),
        )
        for side in range(state.ledger.sides)
    )


def _holdings(state: TableState, result: Step) -> tuple[Holding, ...]:
    """The hands that were written down, the highest first."""
    left: Sequence[Any] = getattr(result.hand, "left", ())
    letters = initials(state.names)
    counted = result.counted or [None] * len(left)
    pips: Sequence[int | None] = getattr(result.hand, "pips", ())
    held = [
        Holding(
            seat=seat,
            name=state.names[seat],
            letters=letters[seat],
            tiles=None if tiles is None else tuple(map(str, tiles)),
            counted=counted[seat] if counted[seat] is not None else pips[seat],
        )
        for seat, tiles in enumerate(left)
        if tiles is not None or pips[seat] is not None
    ]
    return tuple(sorted(held, key=lambda holding: -(holding.counted or 0)))
