"""FIDE's tournament report files, TRF16 and TRF26: read into plain values, and into the state before each round.

Lines may end in CR, LF or both. Of the older records those of the pairing programs are read too (`XXR`, `XXC`, `XXZ`,
`XXP`, `XXA`, `BBW` and its like). A *cell* is one player's round: opponent, colour, result. Results: `1 = 0` and
`W D L` are games played, `+ -` forfeits, `U F H Z` byes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product

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
    Virtual,
)

FIRST_CELL, CELL = 89, 10  # where the first cell begins, and how wide one is
KINDS = {"U": BYE, "F": FULL, "H": HALF}
WINS, DRAWS, UNPLAYED = "1W+", "=DX?", "+-"
SCHEMES = [(Fraction(win), Fraction(draw), Fraction(0)) for win, draw in (("1", "1/2"), ("2", "1"), ("3", "1"))]
ALL_ROUNDS = 999


class TrfError(ValueError):
    """The file cannot be read as a tournament; the text names the line."""


@dataclass(frozen=True, slots=True)
class Cell:
    opponent: int  # 0: none
    colour: str
    result: str


@dataclass(frozen=True, slots=True)
class Player:
    number: int
    name: str
    rating: int
    points: Fraction
    rank: int
    cells: tuple[Cell | None, ...]


@dataclass(slots=True)
class Report:
    """A file. `byes` are those announced for rounds that have no cells yet: (round, player): letter."""

    players: dict[int, Player] = field(default_factory=dict)
    total: int = 0
    first_colour: str | None = None
    by_rank: bool = False
    scores: dict[str, Fraction] = field(default_factory=dict)
    forbidden: list[tuple[int, int, frozenset[int]]] = field(default_factory=list)
    byes: dict[tuple[int, int], str] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    virtual: list[Virtual] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        """Rounds that are paired: the last in which somebody has an opponent."""
        return max(
            (
                at
                for player in self.players.values()
                for at, cell in enumerate(player.cells, 1)
                if cell and cell.opponent
            ),
            default=0,
        )

    def cell(self, player: int, number: int) -> Cell | None:
        cells = self.players[player].cells
        return cells[number - 1] if number <= len(cells) else None

    def pairs(self, number: int) -> set[tuple[int, int]]:
        """White and black of every game of a round; (player, 0) for a bye that the system gave."""
        found: set[tuple[int, int]] = set()
        for player in self.players:
            cell = self.cell(player, number)
            if cell is None or (not cell.opponent and cell.result != "U"):
                continue
            back = self.cell(cell.opponent, number) if cell.opponent in self.players else None
            if cell.opponent and (back is None or back.opponent != player):
                raise TrfError(f"round {number}: {player} has {cell.opponent}, but not the other way round")
            black = cell.colour == "b" or (cell.colour != "w" and back is not None and back.colour == "w")
            found.add((cell.opponent, player) if black else (player, cell.opponent))
        return found


def decode(data: bytes) -> str:
    """UTF-8 where the columns hold in it, otherwise a byte a letter, since columns may have been counted in bytes."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
    lines = [line for line in re.split(r"[\r\n]+", text) if line.startswith("001")]
    return text if all(map(_aligned, lines)) else data.decode("latin-1")


def _aligned(line: str) -> bool:
    cells = line[FIRST_CELL:].rstrip()
    return all(
        re.fullmatch(r"\s{1,2}(\s*\d{1,4}\s.\s.)?\s*", cells[at : at + CELL]) for at in range(0, len(cells), CELL)
    )


def read(text: str) -> Report:
    report = Report()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.lstrip("\ufeff")), 1):
        reader = _READERS.get(line[:3])
        if reader is None or not line.strip():
            continue
        try:
            reader(report, line.replace("\t", " "))
        except (ValueError, IndexError) as error:
            raise TrfError(f"line {number}: {line.strip()[:60]!r}: {error}") from error
    if not report.players:
        raise TrfError("there is no line 001, so there are no players")
    report.total = max(report.total, report.rounds)
    return report


def _player(report: Report, line: str) -> None:
    number = int(line[4:8])
    if number in report.players:
        raise ValueError(f"player {number} is given twice")
    report.players[number] = Player(
        number=number,
        name=line[14:47].strip(),
        rating=int(line[48:52].strip() or 0),
        points=_points(line[80:84]),
        rank=int(line[85:89].strip() or 0),
        cells=tuple(_cells(line)),
    )


def _cells(line: str) -> Iterator[Cell | None]:
    tail = line[FIRST_CELL:]
    for at in range(0, len(tail), CELL):
        cell = tail[at : at + CELL]
        if not cell.strip():
            yield None
            continue
        found = re.fullmatch(r"\s*(\d{1,4})?\s+([wb\-\s])\s(.)?\s*", cell + " " * (CELL - len(cell)), re.IGNORECASE)
        if not found:
            raise ValueError(f"no opponent, colour and result in {cell!r}")
        opponent, colour, result = found.groups()
        yield Cell(int(opponent or 0), colour.lower().strip() or "-", (result or " ").upper())


def _points(text: str) -> Fraction:
    return Fraction(text.strip().replace(",", ".") or 0)


def _total(report: Report, line: str) -> None:
    report.total = int(line[4:].split()[0])


def _colour(report: Report, line: str) -> None:
    """152 gives W or B, XXC words such as `white1` and `rank`."""
    words = line[4:].lower().split()
    report.by_rank |= "rank" in words
    for word in words:
        if word[0] in "wb" and word in ("w", "b", "white", "black", "white1", "black1"):
            report.first_colour = word[0]


def _scores(report: Report, line: str) -> None:
    for letter, points in re.findall(r"([A-Z])\s*(\d+[.,]?\d*)", line[4:].upper()):
        report.scores[letter] = _points(points)


def _score_line(report: Report, line: str) -> None:
    """`BBW 1.0`: one value a line."""
    letter = {"U": "P"}.get(line[2], line[2])
    report.scores[letter] = _points(line[4:])


def _forbidden(report: Report, line: str) -> None:
    first, last = int(line[4:7].strip() or 1), int(line[8:11].strip() or 0)
    players = frozenset(int(number) for number in line[11:].split())
    report.forbidden.append((first, last or first, players))


def _forbidden_for_ever(report: Report, line: str) -> None:
    report.forbidden.append((1, ALL_ROUNDS, frozenset(int(number) for number in line[4:].split())))


def _announced(report: Report, line: str) -> None:
    letter, number = line[4].upper().strip() or "Z", int(line[6:9])
    for player in line[9:].split():
        report.byes[number, int(player)] = letter


def _away(report: Report, line: str) -> None:
    report.away.update(int(number) for number in re.findall(r"\d+", line[4:]))


def _accelerated(report: Report, line: str) -> None:
    """250: points, from round, to round, from player, to player."""
    points, rounds, players = _points(line[9:13] or line[4:8]), (line[14:17], line[18:21]), (line[22:26], line[27:31])
    first, last = (int(text.strip() or 0) for text in rounds)
    low, high = (int(text.strip() or 0) for text in players)
    for player in range(low, (high or low) + 1):
        report.virtual.append(Virtual(player, first, last or first, points))


def _accelerated_each(report: Report, line: str) -> None:
    """XXA: a player and his points for each round."""
    player = int(line[4:8])
    for number, points in enumerate(line[8:].split(), 1):
        report.virtual.append(Virtual(player, number, number, _points(points)))


_READERS = {
    "001": _player,
    "142": _total,
    "XXR": _total,
    "152": _colour,
    "XXC": _colour,
    "162": _scores,
    "BBW": _score_line,
    "BBD": _score_line,
    "BBL": _score_line,
    "BBU": _score_line,
    "240": _announced,
    "250": _accelerated,
    "XXA": _accelerated_each,
    "260": _forbidden,
    "XXP": _forbidden_for_ever,
    "XXZ": _away,
}


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


def scheme(report: Report) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Points for a win, a draw, a loss and a bye: as the file says, otherwise such as give everybody's total."""
    if report.scores:
        win, draw = report.scores.get("W", Fraction(1)), report.scores.get("D", Fraction(1, 2))
        return win, draw, report.scores.get("L", Fraction(0)), report.scores.get("P", win)
    tries = [(*scores, bye) for scores, at in product(SCHEMES, range(3)) for bye in [scores[at]]]
    for found in sorted(tries, key=lambda one: one[3] != one[0]):
        if all(player.points == _sum(player, found) for player in report.players.values()):
            return found
    return tries[0]


def _sum(player: Player, scores: tuple[Fraction, Fraction, Fraction, Fraction]) -> Fraction:
    return sum((_worth(cell, scores) for cell in player.cells if cell), Fraction(0))


def _worth(cell: Cell, scores: tuple[Fraction, Fraction, Fraction, Fraction]) -> Fraction:
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


def _round(report: Report, number: int, scores: tuple[Fraction, Fraction, Fraction, Fraction]) -> PastRound:
    tables: list[PastTable] = []
    byes: list[PastBye] = []
    for at, (white, black) in enumerate(sorted(report.pairs(number)), 1):
        if black:
            cells = [report.cell(player, number) for player in (white, black)]
            points = tuple(_worth(cell, scores) if cell else Fraction(0) for cell in cells)
            met = all(cell is not None and cell.result not in f"{UNPLAYED} " for cell in cells)
            tables.append(PastTable(at, (white, black), points, met))
    for player in report.players:
        cell = report.cell(player, number)
        letter = cell.result if cell else report.byes.get((number, player), "Z")
        if cell is None or not cell.opponent:
            byes.append(PastBye(player, KINDS.get(letter, ZERO), _worth(Cell(0, "-", letter), scores)))
    return PastRound(tuple(tables), tuple(byes))
