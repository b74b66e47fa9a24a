"""`manage.py ratings backtest`: a table, JSON, and a refusal that names the line."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.scoring.ratings.histories import made_history


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "history.jsonl"
    path.write_text("\n".join(map(json.dumps, made_history("fours", 60, players=8))))
    return path


def run(*args: object) -> tuple[str, str]:
    stdout, stderr = io.StringIO(), io.StringIO()
    call_command("ratings", "backtest", *map(str, args), stdout=stdout, stderr=stderr)
    return stdout.getvalue(), stderr.getvalue()


def test_json(file: Path) -> None:
    shown, said = run(file, "--json", "--fit")
    tried = json.loads(shown)
    assert (tried["games"], tried["scored"]) == (60, 30)
    assert set(tried["models"]) >= {"ours", "elo", "uniform"}
    assert set(tried["models"]["ours"]) == {"log_loss", "brier", "ece", "params"}
    assert "fitting" in said


def test_table(file: Path) -> None:
    lines = run(file)[0].splitlines()
    assert lines[0] == "60 games, the last 30 judged"
    assert next(line.split()[0] for line in lines[2:]) == "ours"


def test_refusals(file: Path, tmp_path: Path) -> None:
    file.write_text(file.read_text() + "\nnonsense")
    with pytest.raises(CommandError, match="line 61: this is not JSON") as refused:
        run(file)
    assert refused.value.returncode == 2
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "none")


def test_lines_end_where_json_lines_end(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte order mark, Windows line ends, blank lines, and separators of lines that are signs within a name."""
    written = ("\ufeff" + "\r\n\r\n".join(file.read_text().split("\n")) + "\r\n").encode()
    other = tmp_path / "windows.jsonl"
    other.write_bytes(written)
    assert run(other, "--json") == run(file, "--json")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(written), encoding="ascii"))
    assert run("-", "--json") == run(file, "--json")
    game = json.loads(file.read_text().split("\n")[0]) | {"sides": [["Anna\u2028"], ["Boris"]], "places": [1, 2]}
    other.write_text(json.dumps(game, ensure_ascii=False) + "\n" + file.read_text())
    assert run(other)[0].startswith("61 games")


def test_a_line_in_another_encoding_is_named(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes() + b"\n\n" + "Анна".encode("cp1251"))
    with pytest.raises(CommandError, match="line 62: this is not UTF-8"):
        run(file)
