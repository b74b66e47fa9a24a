"""A tournament report as a state: what was known before each of its rounds, and the options it was paired with."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from tournaments.pairing.trf import Cell, Player, Report
from tournaments.pairing.values import (
    BYE,
    FULL,
    HALF,
    ZERO,
    Entry,
    Options,
    PastBye,
    PastRound,
    PastTable,
    State,
)

KINDS = {"U": BYE, "F": FULL, "H": HALF}
WINS, DRAWS, UNPLAYED = "1W+", "=DX?", "+- "
SCHEMES = [(Fraction(win), Fraction(draw), Fraction(0)) for win, draw in (("1", "1/2"), ("2", "1"), ("3", "1"))]
Scores = tuple[Fraction, Fraction, Fraction, Fraction]  # of a win, a draw, a loss, a bye


def options_of(report: Report) -> Options:
    win, draw, loss, bye = scheme(report)
    return Options(
        format="dutch",
        rounds=report.total,
        colours=True,
        seeded=True,
        win=win,
        draw=draw,
        loss=loss,
        bye=bye,
        first_colour=report.first_colour or _first_colour(report),
    )


def scheme(report: Report) -> Scores:
    """Points for a win, a draw, a loss and a bye: as the file says, otherwise such as give everybody's total."""
    if report.scores:
        win, draw = report.scores.get("W", Fraction(1)), report.scores.get("D", Fraction(1, 2))
        return win, draw, report.scores.get("L", Fraction(0)), report.scores.get("P", win)
    tries = [(*scores, bye) for scores, at in product(SCHEMES, range(3)) for bye in [scores[at]]]
    for found in sorted(tries, key=lambda one: one[3] != one[0]):
        if all(player.points == _sum(player, found) for player in report.players.values()):
            return found
    return tries[0]


def _sum(player: Player, scores: Scores) -> Fraction:
    return sum((_worth(cell, scores) for cell in player.cells if cell), Fraction(0))


def _worth(cell: Cell, scores: Scores) -> Fraction:
    win, draw, loss, bye = scores
    if cell.opponent == 0:
        return {"U": bye, "F": win, "H": draw}.get(cell.result, Fraction(0))
    if cell.result in WINS:
        return win
    if cell.result in DRAWS:
        return draw
    return loss if cell.result in "0L" else Fraction(0)


def _first_colour(report: Report) -> str | None:
    """The colour of the first seed who was paired in the first round."""
    pairs = [pair for pair in report.pairs(1) if pair[1]]
    if not pairs:
        return None
    order = _order(report)
    white, black = min(pairs, key=lambda pair: min(order[pair[0]], order[pair[1]]))
    return "w" if order[white] < order[black] else "b"


def _order(report: Report) -> dict[int, int]:
    """Player: seed number."""
    players = report.players.values()
    key = (lambda player: (player.rank, player.number)) if report.by_rank else (lambda player: player.number)
    return {player.number: at for at, player in enumerate(sorted(players, key=key), 1)}


def state_before(report: Report, number: int) -> State:
    """What was known when this round was paired: who is in it, and all rounds before."""
    order, scores = _order(report), scheme(report)
    entries = []
    for player in report.players.values():
        cell = report.cell(player.number, number)
        paired = cell is not None and (cell.opponent > 0 or cell.result == "U")
        if number > report.rounds:
            paired = player.number not in report.away and (number, player.number) not in report.byes
        entries.append(Entry(id=player.number, number=order[player.number], here=paired))
    return State(
        entries=tuple(sorted(entries, key=lambda entry: entry.number)),
        rounds=tuple(_round(report, past, scores) for past in range(1, number)),
        forbidden=frozenset(
            frozenset(two)
            for first, last, players in report.forbidden
            if first <= number <= last
            for two in combinations(sorted(players), 2)
        ),
        virtual=tuple(report.virtual),
    )


def _round(report: Report, number: int, scores: Scores) -> PastRound:
    tables: list[PastTable] = []
    byes: list[PastBye] = []
    for at, (white, black) in enumerate(sorted(report.pairs(number)), 1):
        if black:
            cells = [report.cell(player, number) for player in (white, black)]
            points = tuple(_worth(cell, scores) if cell else Fraction(0) for cell in cells)
            met = all(cell is not None and cell.result not in UNPLAYED for cell in cells)
            tables.append(PastTable(at, (white, black), points, met))
    for player in report.players:
        cell = report.cell(player, number)
        letter = cell.result if cell else report.byes.get((number, player), "Z")
        if cell is None or not cell.opponent:
            byes.append(PastBye(player, KINDS.get(letter, ZERO), _worth(Cell(0, "-", letter), scores)))
    return PastRound(tuple(tables), tuple(byes))
