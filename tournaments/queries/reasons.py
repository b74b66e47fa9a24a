"""Why a round was drawn as it was, in the reader's language. Rounds drawn before reasons were kept have none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Entry, Round
from tournaments.pairing.reasons import from_json, render


@dataclass(frozen=True)
class Reasons:
    """Sentences: of the round as a whole, by the number of a table, and of each entry with a bye."""

    whole: list[str] = field(default_factory=list)
    tables: Mapping[int, list[str]] = field(default_factory=dict)
    byes: list[tuple[str, list[str]]] = field(default_factory=list)


def reasons_of(round_: Round, entries: Iterable[Entry] | None = None) -> Reasons:
    """The reasons of a round; without the tournament's `entries` they are fetched, with their players."""
    stored: Mapping[str, Any] = round_.reasons
    if not stored:
        return Reasons()
    if entries is None:
        entries = Entry.objects.filter(tournament=round_.tournament_id).prefetch_related("members__player")
    names = {entry.pk: str(entry) for entry in entries}

    def say(notes: list[Any]) -> list[str]:
        return [render(from_json(note), names, gettext) for note in notes]

    return Reasons(
        whole=say(stored["whole"]),
        tables={int(number): say(notes) for number, notes in stored["tables"].items()},
        byes=[(names.get(int(entry), entry), say(notes)) for entry, notes in stored["byes"].items()],
    )
