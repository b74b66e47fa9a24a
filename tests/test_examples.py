"""The games to try in docs/examples: each scores to its end, or fails as the README says; each variant has one."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import variants
from scoring.errors import RecordError
from scoring.ledger import score_game

EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")
FILES = sorted(EXAMPLES.glob("*.json*"))


def records(path: Path) -> list[dict[str, Any]]:
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()] if path.suffix == ".jsonl" else [json.loads(text)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_example_is_a_game_played_to_its_end(path: Path) -> None:
    assert f"`{path.name}`" in README
    if path.stem == "tile_twice":
        with pytest.raises(RecordError, match=r"Anna: the tile 6-2 is written down twice\.") as refusal:
            score_game(records(path)[0])
        assert refusal.value.hand == 2
        return
    games = [score_game(record) for record in records(path)]
    assert all(game.finished for game in games)
    assert [doubt for game in games for step in game.hands for doubt in step.doubts] == []


def test_every_variant_has_an_example() -> None:
    shown = {record["variant"] for path in FILES for record in records(path)}
    assert shown == {variant.code for variant in variants.all()}
