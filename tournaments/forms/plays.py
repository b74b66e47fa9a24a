"""The scoring events of a hand, as rows of a form in the order in which they happened.

Row n has the fields `play_n_seat`, and `play_n_ends` (the total of the open ends) or `play_n_event` (left out where a
game has but one), and `play_n_count` where an event may count more than once. Empty rows mean nothing. There are as
many rows as the data names, and always a few empty ones at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.notes import EVENTS
from scoring.record import Shape

SPARE, MOST = 3, 300
FIELD = re.compile(r"play_(\d{1,3})_(?:seat|ends|event|count)")


@dataclass(frozen=True)
class PlayRow:
    """A row: its number from 1, its fields, and what is wrong in it."""

    number: int
    fields: list[forms.BoundField]

    @property
    def errors(self) -> list[tuple[str, str]]:
        """What is wrong, each with the id of its field."""
        return [(f"{field.auto_id}_error", error) for field in self.fields for error in field.errors]


class Plays:
    """The rows of events in a form; nothing at all where the variant has no events."""

    def __init__(self, form: forms.Form, shape: Shape, names: Iterable[str], typed: Mapping[str, Any]) -> None:
        self.form = form
        self.shape = shape
        self.wanted = shape.ends or bool(shape.events)
        self.kinds = ["ends"] if shape.ends else ["event"] if len(shape.events) > 1 else []
        if any(shape.events.values()):
            self.kinds.append("count")
        self.rows = self._rows_of(typed) if self.wanted else 0
        for row in range(self.rows):
            for kind in ("seat", *self.kinds):
                form.fields[f"play_{row}_{kind}"] = self._field(kind, row, list(names))

    @staticmethod
    def as_typed(plays: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """The fields' values that would give these events."""
        return {f"play_{row}_{key}": value for row, play in enumerate(plays) for key, value in play.items()}

    @staticmethod
    def more_rows(typed: Mapping[str, Any]) -> dict[str, str]:
        """An empty field that makes the rows of this data some more."""
        there = max((int(match[1]) for name in typed if (match := FIELD.fullmatch(name))), default=0)
        return {f"play_{there + SPARE}_seat": ""}

    def __iter__(self) -> Any:
        for row in range(self.rows):
            yield PlayRow(row + 1, [self.form[f"play_{row}_{kind}"] for kind in ("seat", *self.kinds)])

    @property
    def layout(self) -> str:
        """What a row holds beside its seat, as one word."""
        return "-".join(self.kinds)

    @property
    def heads(self) -> list[str]:
        """What stands over the columns of the rows."""
        # Translators: heads of the columns of a hand's events: who; which event; how many; the total of the open ends
        words = {"seat": _("Who"), "ends": _("Open ends"), "event": _("Event"), "count": _("Times")}
        return [words[kind] for kind in ("seat", *self.kinds)]

    def clean(self) -> None:
        """Say what a row that is begun still lacks."""
        data = self.form.cleaned_data
        what = next((kind for kind in self.kinds if kind != "count"), None)
        for row in range(self.rows):
            name = f"play_{row}_"
            if not any(data.get(name + kind) not in (None, "") for kind in ("seat", *self.kinds)):
                continue
            for kind, words in (("seat", _("Row %(row)d: who was it?")), (what, _("Row %(row)d: what was it?"))):
                if kind and data.get(name + kind) in (None, "") and name + kind not in self.form.errors:
                    self.form.add_error(name + kind, words % {"row": row + 1})

    def facts(self) -> list[dict[str, Any]]:
        """The events of the record, in order."""
        return [play for row in range(self.rows) if (play := self._play(row))]

    def _play(self, row: int) -> dict[str, Any]:
        data = self.form.cleaned_data
        said = {kind: data.get(f"play_{row}_{kind}") for kind in ("seat", "ends", "event", "count")}
        play = {kind: value for kind, value in said.items() if value not in (None, "")}
        if play and not self.shape.ends and len(self.shape.events) == 1:
            play["event"] = next(iter(self.shape.events))
        return play

    def _rows_of(self, typed: Mapping[str, Any]) -> int:
        """So many rows hold all that was typed and some empty ones behind it."""
        matches = [(match, value) for name, value in typed.items() if (match := FIELD.fullmatch(name))]
        there = max((int(match[1]) + 1 for match, _value in matches), default=0)
        filled = max((int(match[1]) + 1 for match, value in matches if value not in (None, "")), default=0)
        return min(MOST, max(there, filled + SPARE))

    def _field(self, kind: str, row: int, names: list[str]) -> forms.Field:
        label = _("%(what)s, row %(row)d") % {
            "what": dict(zip(("seat", *self.kinds), self.heads, strict=True))[kind],
            "row": row + 1,
        }
        if kind == "seat":
            seats = [("", "—"), *enumerate(names)]
            return forms.TypedChoiceField(label=label, choices=seats, required=False, coerce=int, empty_value=None)
        if kind == "event":
            events = [("", "—"), *((event, _(EVENTS[event])) for event in self.shape.events)]
            return forms.ChoiceField(label=label, choices=events, required=False)
        whole = _("Row %(row)d: a whole number is wanted.") % {"row": row + 1}
        return forms.IntegerField(
            label=label,
            required=False,
            min_value=0,
            error_messages=dict.fromkeys(("invalid", "min_value"), whole),
            widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
        )
