"""The notes of a draw with other names for entries: ids there, numbers here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

GONE = 0
"""Stands for an entry that is not there any more."""


def renamed(reasons: Mapping[str, Any], names: Mapping[int, int]) -> dict[str, Any]:
    """The reasons of a round, each entry in them by its other name.

    >>> renamed({"whole": [], "tables": {"1": [["stays", {"entry": 7}]]}, "byes": {"9": []}}, {7: 1})
    {'whole': [], 'tables': {'1': [['stays', {'entry': 1}]]}, 'byes': {'0': []}}
    """
    if not reasons:
        return {}
    return {
        "whole": [_note(note, names) for note in reasons["whole"]],
        "tables": {number: [_note(note, names) for note in notes] for number, notes in reasons["tables"].items()},
        "byes": {
            str(names.get(int(entry), GONE)): [_note(note, names) for note in notes]
            for entry, notes in reasons["byes"].items()
        },
    }


def _note(note: Any, names: Mapping[int, int]) -> list[Any]:
    code, params = note
    return [code, {key: _value(key, value, names) for key, value in params.items()}]


def _value(key: str, value: Any, names: Mapping[int, int]) -> Any:
    if key in ("entry", "other"):
        return names.get(value, GONE)
    if key == "entries":
        return [names.get(item, GONE) for item in value]
    return {"note": _note(value["note"], names)} if isinstance(value, dict) else value
