"""Every sentence is used, and can be said."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments.pairing import reasons
from tournaments.pairing.reasons import PHRASES, Note, render

ROOM = Path(reasons.__file__).parent
SOURCE = "".join(path.read_text(encoding="utf-8") for path in ROOM.glob("*.py") if path.name != "reasons.py")


def test_every_sentence_is_used() -> None:
    assert {code for code in PHRASES if f'"{code}"' not in SOURCE} == set()


def test_every_note_has_its_sentence() -> None:
    codes = set(re.findall(r'(?:note|PairingError)\(\s*"(\w+)"', SOURCE))
    assert codes - PHRASES.keys() == set()


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (Note("first_meeting", {}), "They meet for the first time."),
        (Note("scores", {"low": Fraction(1, 2), "high": Fraction(3)}), "Points at this table: from ½ to 3."),
        (Note("from_queue", {"entries": (2, 1)}), "Next in the queue: Борис, Анна."),
        (
            Note("match", {"match": 3, "first": Note("seed", {"number": 1}), "second": Note("loser_of", {"match": 2})}),
            "Match 3: seed 1, loser of 2.",
        ),
        (Note("opens", {"entry": 9, "times": 0}), "Opens: 9, times before: 0."),
    ],
)
def test_a_note_in_words(note: Note, text: str) -> None:
    assert render(note, {1: "Анна", 2: "Борис"}) == text


def test_words_are_translated_inside_too() -> None:
    note = Note("match", {"match": 3, "first": Note("seed", {"number": 1}), "second": Note("seed", {"number": 8})})
    assert render(note, {}, lambda text: text.replace("seed", "№")) == "Match 3: № 1, № 8."
