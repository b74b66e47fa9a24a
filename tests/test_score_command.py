"""`manage.py score`: files in, sheets or JSON out, refusals by line and hand, exit status."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.scoring.build import judge, out, record
from tournaments.management.commands import score

GOOD = record("mandavoshka", out(0, {1: "54 60", 2: "33"}, "64"))
BAD = record("mandavoshka", out(0, {1: "54 60", 2: "33"}, "64"), out(0, {1: "54", 2: "54"}))


def run(*files: Path | str, **options: Any) -> tuple[int, list[str], list[str]]:
    stdout, stderr = io.StringIO(), io.StringIO()
    try:
        call_command("score", *map(str, files), stdout=stdout, stderr=stderr, **options)
        status = 0
    except SystemExit as stop:
        status = int(stop.code or 0)
    return status, *([line for line in out.getvalue().split("\n") if line] for out in (stdout, stderr))


def write(path: Path, *records: object) -> Path:
    path.write_text("\n".join(json.dumps(record, ensure_ascii=False) for record in records), encoding="utf-8")
    return path


def test_the_example_as_json(tmp_path: Path) -> None:
    status, lines, errors = run(write(tmp_path / "game.json", GOOD), json=True)
    assert (status, errors, len(lines)) == (0, [], 1)
    assert json.loads(lines[0]) == {
        "variant": "mandavoshka",
        "hands": [
            {
                "counted": [None, 15, 6],
                "entries": [{"side": 1, "points": 21, "why": "highest_hand"}],
                "totals": [0, 21, 0],
                "eggs": 0,
                "notes": ["Highest hand: Boris, 15. The sum of all hands is written: 15 + 6 = 21."],
                "doubts": [],
            }
        ],
        "totals": [0, 21, 0],
        "eggs": 0,
        "finished": False,
        "ended_by": None,
        "places": [1, 3, 1],
        "winners": [],
        "losers": [],
        "next_opener": 0,
    }


def test_entries_outside_play_count_no_hand(tmp_path: Path) -> None:
    game = record("mandavoshka", judge({"seat": 0, "warning": True}))
    _, lines, _ = run(write(tmp_path / "game.json", game), json=True)
    assert json.loads(lines[0])["hands"][0]["counted"] == [None, None, None]


def test_a_refused_game_keeps_its_place_and_the_others_are_scored(tmp_path: Path) -> None:
    file = write(tmp_path / "games.jsonl", GOOD, BAD, GOOD)
    status, lines, errors = run(file, json=True)
    assert status == 2
    assert errors == [f"{file}:2: hand 2: Boris: the tile 5-4 is written down twice."]
    assert [json.loads(line).get("hand", "scored") for line in lines] == ["scored", 2, "scored"]
    assert json.loads(lines[1]) == {"error": "Boris: the tile 5-4 is written down twice.", "hand": 2}


def test_a_fault_outside_the_hands_has_no_hand(tmp_path: Path) -> None:
    file = write(tmp_path / "games.jsonl", {**GOOD, "variant": "chess"})
    status, lines, errors = run(file, json=True)
    assert (status, json.loads(lines[0])["hand"]) == (2, None)
    assert errors == [f"{file}: There is no variant “chess”."]


def test_a_game_printed_over_many_lines(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("\ufeff" + json.dumps(GOOD, indent=2), encoding="utf-8")
    assert len(run(file, json=True)[1]) == 1


def test_broken_lines_among_good_ones(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"nonsense\n\n{json.dumps(GOOD)}\n")
    status, lines, errors = run(file, json=True)
    assert (status, len(lines)) == (2, 2)
    assert errors[0].startswith(f"{file}:1: This is not JSON")


@pytest.mark.parametrize("content", [b"", b" \n", b"{", b"\xff\xfe", b"[]", b"{\n1\n"])
def test_files_without_a_game(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    status, lines, errors = run(file, json=True)
    assert (status, len(lines), len(errors)) == (2, 1, 1)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    status, lines, errors = run(tmp_path / "none", write(tmp_path / "game", GOOD), json=True)
    assert (status, len(lines), len(errors)) == (2, 2, 1)


def test_many_games(tmp_path: Path) -> None:
    assert len(run(write(tmp_path / "games", *[GOOD] * 1203), json=True)[1]) == 1203


@pytest.mark.parametrize("processors", [1, 2])
def test_many_games_over_all_processors_keep_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processors: int
) -> None:
    monkeypatch.setattr(score, "MANY", 4)
    monkeypatch.setattr(score, "BATCH", 2)
    monkeypatch.setattr("os.process_cpu_count", lambda: processors)
    file = write(tmp_path / "games.jsonl", *[GOOD, BAD, GOOD, GOOD, BAD] * 3)
    status, lines, errors = run(file, json=True)
    assert status == 2
    assert ["error" in json.loads(line) for line in lines] == [False, True, False, False, True] * 3
    assert [int(error.split(":")[1]) for error in errors] == [2, 5, 7, 10, 12, 15]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(json.dumps(GOOD).encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    assert run("-", json=True)[0] == 0


def test_the_sheet(tmp_path: Path) -> None:
    _, lines, _ = run(write(tmp_path / "game", GOOD))
    assert lines[0] == "Mandavoshka"
    assert lines[2].split() == ["1", "out", "0", "+21", "21", "0"]
    ended = record("mandavoshka", out(0, {1: "64", 2: "63"}), out(0, last="00"))
    _, lines, _ = run(write(tmp_path / "game", ended))
    assert any("? Anna: was 6-6 or 0-0 the last tile?" in line for line in lines)
    assert "Over by an early win." in lines
    eggs = record("mandavoshka", {"end": "fish", "by": 0, "pips": {"0": 5, "1": 9, "2": 9}})
    assert "Eggs waiting: 23." in run(write(tmp_path / "game", eggs))[1]


@pytest.mark.parametrize("lines", [["nonsense", "more of it"], ['{"format": "ryba-game/2"}'] * 2, ["[]", "5"]])
def test_every_line_has_its_place_whatever_is_wrong_with_all(tmp_path: Path, lines: list[str]) -> None:
    file = tmp_path / "games"
    file.write_text("\n".join(lines))
    status, shown, errors = run(file, json=True)
    assert (status, len(shown), len(errors)) == (2, 2, 2)
    assert errors[1].startswith(f"{file}:2: ")


def test_a_broken_game_over_many_lines_is_one(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(json.dumps(GOOD, indent=1)[:-3])
    assert len(run(file, json=True)[1]) == 1


def test_escapes_and_line_separators_inside_texts(tmp_path: Path) -> None:
    games = [{**GOOD, "seats": ["Anna\u2028", "Boris\u0085", "Vera"]}, GOOD]
    file = tmp_path / "games"
    file.write_text("\r\n".join(json.dumps(game, ensure_ascii=False).replace("/", "\\/") for game in games))
    status, shown, _ = run(file, json=True)
    assert (status, len(shown)) == (0, 2)


@pytest.mark.parametrize(
    "twice",
    ['"seats": [], "seats": ["Anna", "Boris", "Vera"]', '"seats": ["A", "B"], "hands": [{"end" :"out", "end":"fish"}]'],
)
def test_a_key_twice_is_refused(tmp_path: Path, twice: str) -> None:
    file = tmp_path / "game"
    file.write_text(f'{{"format": "ryba-game/1", "variant": "mandavoshka", {twice}}}')
    _, shown, errors = run(file, json=True)
    assert "is there twice" in errors[0]
    assert json.loads(shown[0])["hand"] is None


def test_an_odd_colon_is_no_key(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(json.dumps({**GOOD, "seats": ['"x": "', "Boris", "Vera"]}).replace('": ', '" : '))
    assert run(file, json=True)[0] == 0


def test_a_fault_is_one_line_and_steers_no_terminal(tmp_path: Path) -> None:
    file = write(tmp_path / "game", {**GOOD, "a\nb\x1b[31m": 1})
    _, _, errors = run(file)
    assert len(errors) == 1
    assert "a\\nb\\x1b[31m" in errors[0]


def test_a_reader_who_goes_early(tmp_path: Path) -> None:
    file = write(tmp_path / "games", *[GOOD] * 3000)
    command = f"{sys.executable} manage.py score {file} --json | head -n 1"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=True, env={**os.environ, "DEBUG": "1"}
    )
    assert (done.stdout.count("\n"), done.stderr) == (1, "")
