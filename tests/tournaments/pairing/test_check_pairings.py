"""`manage.py check_pairings` on reports of an independent engine, and reports that are bent in every way they come."""

import io
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.pairing.evenings import FORMATS, evening
from tournaments.pairing import dutch, replay, trf
from tournaments.pairing.values import BYE, HALF, ZERO

REPORTS = sorted((Path(__file__).resolve().parents[2] / "data" / "trf").glob("*.trf"))
PLAYERS = """\
012 Three rounds
001    1      Ivanov                            2000                             2.5    1     3 w 1     2 b 1     4 w =
001    2      Petrov                            1900                             1.0    3     4 b 1     1 w 0  0000 - H
001    3      Sidorov                           1800                             1.0    4     1 b 0     4 w +  0000 - U
001    4      Orlova                            1700                             0.5    2     2 w 0     3 b -     1 b =
"""


def check(*paths: Path) -> tuple[int, list[str]]:
    out = io.StringIO()
    try:
        call_command("check_pairings", *map(str, paths), stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_every_round_of_a_report_is_found_again(path: Path) -> None:
    assert check(path) == (0, ["9 of 9 rounds agree"])


def test_a_wrong_round_and_its_tables_are_named(tmp_path: Path) -> None:
    lines = REPORTS[-1].read_text(encoding="utf-8").replace("\r", "\n").splitlines()
    cells = {int(line[4:8]): at for at, line in enumerate(lines) if line.startswith("001")}
    last = slice(89 + 8 * 10, 99 + 8 * 10)
    one, other = cells[1], cells[10]
    first, second = lines[one][last], lines[other][last]
    for at, cell, back in ((one, second, 10), (other, first, 1)):
        opponent = cells[int(cell[:6])]
        lines[at] = lines[at][: last.start] + cell
        old = lines[opponent]
        lines[opponent] = old[: last.start] + f"{1 if at == one else 10:6d}" + old[last.start + 6 :]
        assert back
    bent = tmp_path / "bent.trf"
    bent.write_text("\n".join(lines), encoding="utf-8")
    code, out = check(bent, REPORTS[0])
    assert code == 1
    assert out[-1] == "17 of 18 rounds agree"
    assert all("round 9: in the file" in line for line in out[:-1])
    assert len(out) >= 3


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n"])
def test_lines_may_end_in_any_way(ending: str) -> None:
    report = trf.read(trf.decode("﻿".encode() + PLAYERS.replace("\n", ending).encode()))
    assert report.rounds == 3
    assert report.pairs(2) == {(1, 2), (3, 4)} or report.pairs(2) == {(2, 1), (3, 4)}
    assert report.pairs(3) == {(1, 4), (3, 0)}


def test_letters_may_be_of_one_byte_or_of_two() -> None:
    wide = PLAYERS.replace("Ivanov ", "Иванов ").encode()
    narrow = PLAYERS.replace("Ivanov ", "Ivañov ").encode("latin-1")
    in_bytes = PLAYERS.replace("Ivanov       ", "Иванов ").encode()
    for data in (wide, narrow, in_bytes):
        assert trf.read(trf.decode(data)).pairs(1) == {(1, 3), (4, 2)}


def test_a_round_becomes_a_state() -> None:
    report = trf.read(PLAYERS)
    state = replay.state_before(report, 3)
    assert [entry.here for entry in state.entries] == [True, False, True, True]
    assert [table.met for table in state.rounds[1].tables] == [True, False]
    assert replay.options_of(report).first_colour == "w"
    later = replay.state_before(report, 4)
    assert {(bye.entry, bye.kind) for bye in later.rounds[2].byes} == {(2, HALF), (3, BYE)}


def test_points_schemes_are_found_from_the_totals() -> None:
    draughts = PLAYERS
    for old, new in (
        ("2.5    1", "5.0    1"),
        ("1.0    3", "3.0    3"),
        ("1.0    4", "4.0    4"),
        ("0.5    2", "1.0    2"),
    ):
        draughts = draughts.replace(old, new)
    assert replay.scheme(trf.read(draughts)) == (2, 1, 0, 2)
    assert replay.scheme(trf.read(draughts + "162  W 3.0    D 1.0    L 0.0    P 1.0\n")) == (3, 1, 0, 1)
    assert replay.scheme(trf.read(PLAYERS + "BBW 2.0\nBBD 1.0\n")) == (2, 1, 0, 2)


def test_newer_and_older_records_are_read() -> None:
    more = (
        "142 7\n152 B\n260   1   9    1    2    3\n250  0.0  1.0   1   2    1    2\n240 H   4    2    3\n"
        "XXP 3 4\nXXZ 4\nXXC black1 rank\nXXA    4   1.0   0.5\n"
    )
    report = trf.read(PLAYERS + more)
    options, state = replay.options_of(report), replay.state_before(report, 4)
    assert (options.rounds, options.first_colour) == (7, "b")
    assert state.forbidden == frozenset(map(frozenset, [(1, 2), (1, 3), (2, 3), (3, 4)]))
    assert [entry.id for entry in state.entries if entry.here] == [1]
    assert [entry.id for entry in state.entries] == [1, 4, 2, 3]
    assert {(one.entry, one.points) for one in state.virtual} == {(1, 1), (2, 1), (4, 1), (4, Fraction(1, 2))}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello\n",
        PLAYERS.replace("    3 w 1", "    3 x 1"),
        PLAYERS.replace("001    2", "001    1"),
        PLAYERS.replace("    1 b 0     4 w +", "    2 b 0     4 w +"),
        PLAYERS.replace("    1 b 0     4 w +", "   77 b 0     4 w +"),
        PLAYERS.replace("    1 b 0     4 w +", "    1 w 0     4 w +"),
        PLAYERS.replace("    1 b 0     4 w +", "    1 b Q     4 w +"),
        PLAYERS.replace("2.5    1", "2,x    1"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.trf"
    path.write_text(text, encoding="utf-8")
    code, out = check(path, tmp_path / "missing.trf")
    assert code == 1
    assert out[-1] == "0 of 0 rounds agree"
    assert len(out) == 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    1 b 0     4 w +", "    2 b 0     4 w +", "line 2: round 1: 1 has 3, but not the other way round"),
        ("    1 b 0     4 w +", "    1 w 0     4 w +", "line 2: round 1: 1 and 3 have the same colour"),
        ("    1 b 0     4 w +", "    1 b Q     4 w +", "line 4: '001    3      Sidorov"),
        ("001    3", "001    x", "line 4: '001    x      Sidorov"),
    ],
)
def test_the_line_of_a_fault_is_named(old: str, new: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.trf"
    path.write_text(PLAYERS.replace(old, new), encoding="utf-8")
    assert check(path)[1][0].startswith(f"{path}: cannot be read: {said}")


def _renumbered(line: str) -> str:
    """Numbers with gaps: 1, 2, 3 become 8, 11, 14."""
    cells = [line[at : at + 10] for at in range(89, len(line.rstrip()), 10)]
    moved = [f"{3 * int(cell[:6]) + 5:6d}{cell[6:]}" if int(cell[:6]) else cell for cell in cells]
    return f"{line[:4]}{3 * int(line[4:8]) + 5:4d}{line[8:89]}{''.join(moved)}"


VARIANTS = {
    "byte order mark, CRLF": lambda lines: "\ufeff" + "\r\n".join(lines),
    "blank lines": lambda lines: "\n\n   \n".join(lines) + "\n\x1a\n",
    "players alone": lambda lines: "\n".join(line for line in lines if line.startswith("001")),
    "players last to first, before the rest": lambda lines: "\n".join(lines[::-1]),
    "no spaces at the ends": lambda lines: "\n".join(line.rstrip() for line in lines),
    "numbers with gaps": lambda lines: "\n".join(
        _renumbered(line) if line.startswith("001") else line for line in lines
    ),
    "a last round without results": lambda lines: "\n".join(line[:177] for line in lines),
    "blank instead of no bye": lambda lines: "\n".join(line.replace("0000 - Z", "        ") for line in lines),
    "small letters": lambda lines: "\n".join(line[:89] + line[89:].lower() for line in lines),
    "a round to come": lambda lines: "\n".join(
        line.ljust(179) + "  0000 - H" if line.startswith("001    3") else line for line in lines
    ),
    "records of nobody": lambda lines: "\n".join([*lines, "### seen", "XYZ 1", "999"]),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_report_may_come_in_many_ways(name: str, tmp_path: Path) -> None:
    lines = [line for line in REPORTS[-1].read_text(encoding="utf-8").replace("\r", "\n").split("\n") if line]
    path = tmp_path / "one.trf"
    path.write_bytes(VARIANTS[name](lines).encode())
    assert check(path) == (0, ["9 of 9 rounds agree"])


@pytest.mark.parametrize("seed", range(12))
def test_what_is_told_to_the_library_is_read_back(seed: int) -> None:
    """Late entries, absences, byes, forfeits and pairs kept apart, as the engine writes them down."""
    options = replace(FORMATS["dutch"], first_colour="wb"[seed % 2])
    for step in evening(options, 6 + seed * 2, 6, seed, turmoil=True):
        if step.plan.reasons[0].code != "dutch" or step.state.locked:
            continue
        pool = {entry.id for entry in step.state.entries if entry.here and not entry.asked}
        order = [entry.id for entry in step.state.entries]
        report = trf.read(dutch.as_trf(step.state, options, pool, order))
        state = replay.state_before(report, step.state.number)
        assert {order[entry.id - 1] for entry in state.entries if entry.here} == pool
        pairs = dutch.pair(state, replay.options_of(report), {entry.id for entry in state.entries if entry.here})
        again = {(order[white - 1], order[black - 1]) for white, black in pairs if black}
        assert again == {table.seats for table in step.plan.tables}


def test_a_missing_cell_is_a_round_without_points() -> None:
    report = trf.read(PLAYERS + "001    5      Late\n")
    assert report.players[5].cells == ()
    assert [bye.kind for bye in replay.state_before(report, 2).rounds[0].byes if bye.entry == 5] == [ZERO]
    assert not replay.state_before(report, 3).entries[4].here
