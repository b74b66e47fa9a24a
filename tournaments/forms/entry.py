"""What every entry of a scorekeeper is: a form whose valid content is one object of the game record."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Self
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _

from scoring.errors import TileError
from scoring.notes import render
from scoring.tiles import Tile, parse_tiles
from tournaments.display import unbroken
from tournaments.queries.table import TableState
from tournaments.services.hands import HandRefused

DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
NOTHING = {"-", "0"}
"""What says that no tile was left; a phone's keypad of digits has no dash."""


class TilesField(forms.CharField):
    """Tiles in a line, with whatever dash, dot or full-width digit a keyboard gives.

    Gives a tuple of them; () for a dash or 0 alone, None for a blank field. `of`: whose they are.
    """

    def __init__(self, of: str = "", **kwargs: Any) -> None:
        self.of = of
        attrs = {"inputmode": "numeric", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        super().__init__(required=False, widget=forms.TextInput(attrs), max_length=120, **kwargs)

    def to_python(self, value: Any) -> tuple[Tile, ...] | None:
        text = _as_typed_plainly(super().to_python(value))
        if not text or text in NOTHING:
            return () if text else None
        try:
            return parse_tiles(re.sub(r"\d+", _in_twos, text))
        except TileError as error:
            said = unbroken(render(error.note, (), translate=_))
            raise forms.ValidationError(f"{self.of}: {said}" if self.of else said) from error


class EntryForm(forms.Form):
    """What all entries carry: a uuid of their own, and the version of the game that the writer saw."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31)

    faults: Mapping[str, str] = {}
    """The field that a refusal of the ledger is about, by its code; `{seat}` stands for the seat that it names."""

    def __init__(
        self,
        state: TableState,
        data: Mapping[str, Any] | None = None,
        typed: Mapping[str, Any] | None = None,
        *,
        prefix: str | None = None,
    ) -> None:
        """`typed`: values of fields to begin with, not judged yet."""
        initial = {"uuid": uuid4(), "version": state.game.version} | dict(typed or {})
        super().__init__(data, initial=initial, prefix=prefix)
        self.state = state

    def facts(self) -> dict[str, Any]:
        """The object of the game record that a valid form says."""
        raise NotImplementedError

    @property
    def read(self) -> list[tuple[str, str]]:
        """What was typed, field by field, where it can be saved no more."""
        lines = []
        for field in self.visible_fields():
            value = field.value()
            if value not in (None, ""):
                named = {str(key): words for key, words in getattr(field.field, "choices", ())}
                lines.append((str(field.label), str(named.get(str(value), value))))
        return lines

    def refuse(self, error: HandRefused) -> None:
        """Say the ledger's refusal at the field that it is about."""
        name = self.faults.get(error.code, "left_{seat}").format(seat=error.seat)
        self.add_error(name if name in self.fields else None, unbroken(error.message))


class PreviewedForm(EntryForm):
    """An entry that is looked at before it is saved. `seen` is the mark of what the last preview showed."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    @classmethod
    def of_facts(cls, state: TableState, facts: Mapping[str, Any]) -> Self:
        """The form as it would be filled in for these facts, such as those that were just undone."""
        return cls(state, typed=cls.as_typed(facts))

    @staticmethod
    def as_typed(facts: Mapping[str, Any]) -> dict[str, Any]:
        """The fields' values that would give these facts; none where they are of another kind."""
        raise NotImplementedError

    def mark(self) -> str:
        """A short mark of the facts, to see whether they are still those of the preview."""
        return hashlib.sha256(json.dumps(self.facts(), sort_keys=True).encode()).hexdigest()[:16]

    @property
    def changed_since_preview(self) -> bool:
        """Whether the entry was changed after the preview that the writer looked at."""
        return bool(self.cleaned_data["seen"]) and self.cleaned_data["seen"] != self.mark()


def _as_typed_plainly(text: str) -> str:
    """The same tiles in plain digits and hyphens: `６.４ 5–1` is 6-4 5-1."""
    plain = unicodedata.normalize("NFKC", text.translate(DASHES)).translate(DASHES)
    return re.sub(r"(?<!\d)(\d) ?[-.·] ?(\d)(?!\d)", r"\1-\2", plain).replace(".", " ").strip()


def _in_twos(digits: re.Match[str]) -> str:
    """A row of digits that can only be several tiles, parted: 640051 is 64 00 51."""
    row = digits.group()
    return " ".join(row[i : i + 2] for i in range(0, len(row), 2)) if len(row) > 2 and len(row) % 2 == 0 else row
