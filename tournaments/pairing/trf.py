"""FIDE's tournament report files, TRF16 and TRF26: read into plain values.

Lines may end in CR, LF or both. Of the older records those of the pairing programs are read too (`XXR`, `XXC`, `XXZ`,
`XXP`, `XXA`, `BBW` and its like). A *cell* is one player's round: opponent, colour, result. Results: `1 = 0` and
`W D L` are games played, `+ -` forfeits, `U F H Z` byes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.pairing.values import Virtual

FIRST_CELL, CELL = 89, 10  # where the first cell begins, and how wide one is
ALL_ROUNDS = 999
RESULTS = "10=WLD+-UFHZX? "


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
    line: int = 0  # of the file


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
        return max((_last_paired(player.cells) for player in self.players.values()), default=0)

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
            if cell.opponent and (back is None or back.opponent != player or cell.opponent == player):
                raise self.fault(player, number, f"{player} has {cell.opponent}, but not the other way round")
            if back is not None and cell.colour == back.colour and cell.colour in "wb":
                raise self.fault(player, number, f"{player} and {cell.opponent} have the same colour")
            black = cell.colour == "b" or (cell.colour != "w" and back is not None and back.colour == "w")
            found.add((cell.opponent, player) if black else (player, cell.opponent))
        return found

    def fault(self, player: int, number: int, text: str) -> TrfError:
        return TrfError(f"line {self.players[player].line}: round {number}: {text}")


def _last_paired(cells: tuple[Cell | None, ...]) -> int:
    return max((at for at, cell in enumerate(cells, 1) if cell and cell.opponent), default=0)


def decode(data: bytes) -> str:
    """UTF-8 where the columns hold in it, otherwise a byte a letter, since columns may have been counted in bytes."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
    lines = [line for line in re.split(r"[\r\n]+", text) if line.startswith("001")]
    return text if all(map(_aligned, lines)) else data.decode("latin-1")


def _aligned(line: str) -> bool:
    tail = line[FIRST_CELL:].rstrip()
    cells = [tail[at : at + CELL] for at in range(0, len(tail), CELL)]
    return all(re.fullmatch(r"\s{2}([\s\d]{4}\s.(\s.)?)?\s*", cell) for cell in cells)


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
        if reader is _player:
            last = next(reversed(report.players))
            report.players[last] = replace(report.players[last], line=number)
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
        if (result or " ").upper() not in RESULTS:
            raise ValueError(f"no such result: {result!r}")
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
    player, *points = line[4:].split()
    for number, worth in enumerate(points, 1):
        report.virtual.append(Virtual(int(player), number, number, _points(worth)))


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
