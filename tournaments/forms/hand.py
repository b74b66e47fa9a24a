"""What a scorekeeper fills in: a hand, a judge's entry, a redeal; each gives one object of the game record.

Tiles are typed as on the phone one would: `64 00 5-1`, or all digits in a row, `640051`. A dash says that the hand is
known to be empty; a blank field, that it was not written down. The rules are not asked here: the ledger refuses what
cannot be.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scoring.errors import TileError
from scoring.notes import render
from scoring.tiles import Tile, parse_tiles
from tournaments.display import initials
from tournaments.queries.sheet import short_names
from tournaments.queries.table import TableState
from tournaments.services.hands import HandRefused

DASHES = {"-", "–", "—", "−"}

FIELD_OF_FAULT = {
    "out_needs_by": "by",
    "last_not_doubles": "last",
    "empty_last": "last",
    "bad_pips": "pips_{seat}",
    "too_many_pips": "pips_{seat}",
}


class TilesField(forms.CharField):
    """Tiles in a line. Gives a tuple of them; () for a dash, None for a blank field. `of`: whose they are."""

    def __init__(self, of: str = "", **kwargs: Any) -> None:
        self.of = of
        attrs = {"inputmode": "numeric", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        super().__init__(required=False, widget=forms.TextInput(attrs), max_length=120, **kwargs)

    def to_python(self, value: Any) -> tuple[Tile, ...] | None:
        text = super().to_python(value).strip()
        if not text or text in DASHES:
            return () if text else None
        try:
            return parse_tiles(re.sub(r"\d+", _in_twos, text))
        except TileError as error:
            said = render(error.note, (), translate=_)
            raise forms.ValidationError(f"{self.of}: {said}" if self.of else said) from error


@dataclass(frozen=True)
class SeatFields:
    """A seat in the form: its fields, its account (None where a pair shares one), and whether it opens the hand."""

    seat: int
    name: str
    short: str
    letters: str
    total: int | None
    opens: bool
    chosen: bool
    left: forms.BoundField
    pips: forms.BoundField


class EntryForm(forms.Form):
    """What all entries carry: a uuid of their own, and the version of the game that the writer saw."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, state: TableState, data: Mapping[str, Any] | None = None, *, prefix: str | None = None) -> None:
        initial = {"uuid": uuid4(), "version": state.game.version}
        super().__init__(data, initial=initial, prefix=prefix)
        self.state = state

    def facts(self) -> dict[str, Any]:
        """The object of the game record that a valid form says."""
        raise NotImplementedError

    def refuse(self, error: HandRefused) -> None:
        """Say the ledger's refusal at the field that it is about."""
        name = FIELD_OF_FAULT.get(error.code, "left_{seat}").format(seat=error.seat)
        self.add_error(name if name in self.fields else None, error.message)


class HandForm(EntryForm):
    """A played hand. `seen` is the mark of what the last preview showed, blank before the first."""

    end = forms.ChoiceField(
        label=gettext_lazy("How did the hand end?"),
        choices=[
            # Translators: a player laid the last tile
            ("out", gettext_lazy("Out")),
            # Translators: the hand is blocked
            ("fish", gettext_lazy("Fish")),
            # Translators: the hand was broken off before its end
            ("stopped", gettext_lazy("Stopped")),
        ],
        widget=forms.RadioSelect,
        initial="out",
    )
    by = forms.TypedChoiceField(label=gettext_lazy("Who"), required=False, coerce=int, empty_value=None)
    last = TilesField(label=gettext_lazy("Last move"))
    first = TilesField(label=gettext_lazy("First tile"))
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, state: TableState, data: Mapping[str, Any] | None = None, facts: Mapping[str, Any] | None = None
    ) -> None:
        """`facts`: a hand to begin with, such as one that was just undone."""
        super().__init__(state, data)
        self.initial |= _as_typed(facts or {})
        by = self.fields["by"]
        by.widget = forms.RadioSelect()
        by.choices = list(enumerate(state.names))
        if not state.ledger.rules.values.get("opening_bonus"):
            del self.fields["first"]
        for seat, name in enumerate(state.names):
            self.fields[f"left_{seat}"] = TilesField(of=name, label=name)
            whole = _("%(name)s: pips are a whole number from 1 to 168.") % {"name": name}
            self.fields[f"pips_{seat}"] = forms.IntegerField(
                label=_("%(name)s: only pips") % {"name": name},
                required=False,
                min_value=1,
                max_value=168,
                error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), whole),
                # Translators: a hint in a narrow field for the total of a hand
                widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "placeholder": _("pips")}),
            )

    @property
    def seats(self) -> list[SeatFields]:
        """The fields by seat, with what stands on the seat's card."""
        ledger = self.state.ledger
        letters, short = initials(self.state.names), short_names(self.state.names)
        return [
            SeatFields(
                seat=seat,
                name=name,
                short=short[seat],
                letters=letters[seat],
                total=ledger.totals[seat] if ledger.sides == len(self.state.names) else None,
                opens=ledger.next_opener == seat,
                chosen=str(self["by"].value()) == str(seat),
                left=self[f"left_{seat}"],
                pips=self[f"pips_{seat}"],
            )
            for seat, name in enumerate(self.state.names)
        ]

    def clean_first(self) -> tuple[Tile, ...] | None:
        first: tuple[Tile, ...] | None = self.cleaned_data["first"]
        if first is not None and len(first) != 1:
            raise forms.ValidationError(_("One tile opens a hand."))
        return first

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("end") == "out" and data.get("by") is None and "by" not in self.errors:
            self.add_error("by", _("Who went out? Choose a name."))
        for seat, name in enumerate(self.state.names):
            if data.get(f"left_{seat}") is not None and data.get(f"pips_{seat}") is not None:
                self.add_error(f"pips_{seat}", _("%(name)s: the tiles or only the pips, not both.") % {"name": name})
        return data

    def facts(self) -> dict[str, Any]:
        data = self.cleaned_data
        seats = range(len(self.state.names))
        facts: dict[str, Any] = {"end": data["end"]}
        if data["by"] is not None and data["end"] != "stopped":
            facts["by"] = data["by"]
        left = {str(seat): [*map(str, data[f"left_{seat}"])] for seat in seats if data[f"left_{seat}"] is not None}
        pips = {str(seat): data[f"pips_{seat}"] for seat in seats if data[f"pips_{seat}"] is not None}
        facts |= {key: value for key, value in (("left", left), ("pips", pips)) if value}
        if data["last"]:
            facts["last"] = [*map(str, data["last"])]
        if data.get("first"):
            facts["first"] = str(data["first"][0])
        return facts

    def mark(self) -> str:
        """A short mark of the facts, to see whether they are still those of the preview."""
        return hashlib.sha256(json.dumps(self.facts(), sort_keys=True).encode()).hexdigest()[:16]

    @property
    def changed_since_preview(self) -> bool:
        """Whether the hand was changed after the preview that the writer looked at."""
        return bool(self.cleaned_data["seen"]) and self.cleaned_data["seen"] != self.mark()


class JudgeForm(EntryForm):
    """One ruling of a judge."""

    what = forms.ChoiceField(
        label=gettext_lazy("What"),
        choices=[
            ("points", gettext_lazy("Points")),
            ("warning", gettext_lazy("Warning")),
            ("forfeit", gettext_lazy("Forfeit: the game is lost")),
            ("stop", gettext_lazy("Stop: time, the game ends as it stands")),
        ],
    )
    whom = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        required=False,
        help_text=gettext_lazy("Added to the account; may be negative."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=200)

    def __init__(self, state: TableState, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(state, data, prefix="judge")
        self.fields["whom"].choices = [("", _("— choose —")), *_whose(state)]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("what") != "stop" and not data.get("whom") and "whom" not in self.errors:
            self.add_error("whom", _("Whom is it about?"))
        if data.get("what") == "points" and data.get("points") in (None, 0) and "points" not in self.errors:
            self.add_error("points", _("How many points? A number other than 0."))
        return data

    def facts(self) -> dict[str, Any]:
        data = self.cleaned_data
        item: dict[str, Any] = {} if data["what"] == "stop" else _named(data["whom"])
        item |= {data["what"]: {"points": data["points"], "stop": "time"}.get(data["what"], True)}
        if data["reason"]:
            item["reason"] = data["reason"]
        return {"judge": [item]}


class RedealForm(EntryForm):
    """A redeal: whose hand it was, and why."""

    whom = forms.ChoiceField(label=gettext_lazy("Whose hand"))
    why = forms.ChoiceField(
        label=gettext_lazy("Why"),
        choices=[
            ("doubles", gettext_lazy("too many doubles")),
            ("suit", gettext_lazy("too many tiles of one suit")),
            ("other", gettext_lazy("another reason")),
        ],
    )

    def __init__(self, state: TableState, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(state, data, prefix="redeal")
        self.fields["whom"].choices = [("", _("— choose —")), *_whose(state)]

    def facts(self) -> dict[str, Any]:
        return {"redeal": {**_named(self.cleaned_data["whom"]), "why": self.cleaned_data["why"]}}


def _in_twos(digits: re.Match[str]) -> str:
    """A row of digits that can only be several tiles, parted: 640051 is 64 00 51."""
    row = digits.group()
    return " ".join(row[i : i + 2] for i in range(0, len(row), 2)) if len(row) > 2 and len(row) % 2 == 0 else row


def _whose(state: TableState) -> list[tuple[str, str]]:
    """Whom an entry can be about: the pairs, where there are pairs, and every seat."""
    seats = [(f"seat-{seat}", name) for seat, name in enumerate(state.names)]
    if state.ledger.sides == len(seats):
        return seats
    return [(f"side-{side}", name) for side, name in enumerate(state.sides)] + seats


def _as_typed(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The fields' values that would give these facts of a played hand."""
    if "end" not in facts:
        return {}
    typed = {key: facts[key] for key in ("end", "by", "first") if key in facts}
    typed |= {f"left_{seat}": " ".join(tiles) or "–" for seat, tiles in facts.get("left", {}).items()}
    typed |= {f"pips_{seat}": pips for seat, pips in facts.get("pips", {}).items()}
    return typed | ({"last": " ".join(facts["last"])} if "last" in facts else {})


def _named(whom: str) -> dict[str, int]:
    kind, _dash, number = whom.partition("-")
    return {kind: int(number)}
