"""The scoring events of a hand as a scorekeeper writes them down: objects of the record's `plays`.

One small class for each way of scoring in play, made anew for every hand. What a move is worth to its maker (`gain`)
is known to the players, who are after it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scoring.tiles import Tile
from tournaments.simulator.layouts import Line, Move, laid


class Turn(NamedTuple):
    """What a seat did: tiles drawn from the reserve, then the move; an empty move is a pass."""

    seat: int
    drawn: tuple[Tile, ...]
    move: Move


class Events:
    """A game without scoring in play."""

    def gain(self, move: Move, layout: Line) -> float:
        """What a move that leads to this layout is worth at once."""
        return 0.0

    def opening(self, seat: int, first: Tile, layout: Line) -> list[dict[str, Any]]:
        """The events of the opening tile."""
        return []

    def of(self, turn: Turn, layout: Line) -> list[dict[str, Any]]:
        """The events of a turn that leads to this layout."""
        return []


def total(layout: Line) -> int:
    """The total of the open ends of a line: a crosswise double counts both halves, the opening tile each half once."""
    one, other = layout.ends
    if one == other and one.on == "double":
        return 2 * one.number
    return sum(end.number * (1 + (end.on == "double")) for end in layout.ends)


class Ends(Events):
    """Fives and threes: the total of the open ends, where it gives points."""

    def __init__(self, divisor: int) -> None:
        self.divisor = divisor

    def gain(self, move: Move, layout: Line) -> float:
        ends = total(layout)
        return 0.0 if ends % self.divisor else ends / self.divisor

    def opening(self, seat: int, first: Tile, layout: Line) -> list[dict[str, Any]]:
        return [{"seat": seat, "ends": total(layout)}] if self.gain((), layout) else []

    def of(self, turn: Turn, layout: Line) -> list[dict[str, Any]]:
        return self.opening(turn.seat, turn.move[0].tile, layout) if turn.move else []


class Headings(Events):
    """Bergen: both ends alike, or both alike and one of them a crosswise double."""

    def _heading(self, layout: Line) -> str | None:
        one, other = layout.ends
        if one.number != other.number:
            return None
        crosswise = (one.on == "double") != (other.on == "double")
        return "triple_heading" if crosswise else "double_heading"

    def gain(self, move: Move, layout: Line) -> float:
        return 2.0 if self._heading(layout) else 0.0

    def opening(self, seat: int, first: Tile, layout: Line) -> list[dict[str, Any]]:
        heading = self._heading(layout)
        return [{"seat": seat, "event": heading}] if heading else []

    def of(self, turn: Turn, layout: Line) -> list[dict[str, Any]]:
        return self.opening(turn.seat, turn.move[0].tile, layout) if turn.move else []


class Lucky(Events):
    """Lucky threes: what moves and draws bring, and the player's setting off of one column against the other.

    A drawn tile that is laid at once and scores is lucky, every other drawn one is not.
    """

    def __init__(self) -> None:
        self.doubled = False
        self.won = [0] * 4
        self.penalty = [0] * 4

    def gain(self, move: Move, layout: Line) -> float:
        ends = total(layout)
        return 2.0 if ends and ends % 3 == 0 else 0.0

    def opening(self, seat: int, first: Tile, layout: Line) -> list[dict[str, Any]]:
        return self._set_off(seat, self._laid(seat, first, layout))

    def of(self, turn: Turn, layout: Line) -> list[dict[str, Any]]:
        seat, drawn, move = turn
        tile = move[0].tile if move else None
        lucky = tile in drawn and bool(self.gain(move, layout))
        plays: list[dict[str, Any]] = []
        if unlucky := len(drawn) - lucky:
            self.penalty[seat] += 5 * unlucky
            plays.append({"seat": seat, "event": "unlucky_draw", **({"count": unlucky} if unlucky > 1 else {})})
        if lucky:
            self.won[seat] += 10
            plays.append({"seat": seat, "event": "lucky_draw"})
            self.doubled = self.doubled or move[0].tile.double
        elif tile is not None:
            plays += self._laid(seat, tile, layout)
        return self._set_off(seat, plays)

    def _laid(self, seat: int, tile: Tile, layout: Line) -> list[dict[str, Any]]:
        plays = []
        if self.gain((), layout):
            self.won[seat] += 7 if tile.double else 5
            plays.append({"seat": seat, "event": "scoring_double" if tile.double else "scoring_move"})
        if tile.double and not self.doubled:
            self.doubled = True
            self.won[seat] += 8
            plays.append({"seat": seat, "event": "first_double"})
        return plays

    def _set_off(self, seat: int, plays: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Whoever scored a draw or a move takes off what he can, when that clears his penalty."""
        penalty = self.penalty[seat]
        if plays and 0 < penalty <= self.won[seat]:
            self.won[seat] -= penalty
            self.penalty[seat] = 0
            plays.append({"seat": seat, "event": "offset", "count": penalty})
        return plays


class FailedDraws(Events):
    """Two lanes: a penalty for a drawn tile that did not fit."""

    def of(self, turn: Turn, layout: Line) -> list[dict[str, Any]]:
        return [{"seat": turn.seat, "event": "failed_draw"}] if turn.drawn and not turn.move else []


class Steps(FailedDraws):
    """The ladder: a prize for each move, a larger one for two or three tiles at once."""

    def gain(self, move: Move, layout: Line) -> float:
        return 4.0 if len(laid(move)) > 1 else 1.0

    def of(self, turn: Turn, layout: Line) -> list[dict[str, Any]]:
        if turn.move:
            return [{"seat": turn.seat, "event": "multi_move" if len(turn.move) > 1 else "move"}]
        return super().of(turn, layout)
