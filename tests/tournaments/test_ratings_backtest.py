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
