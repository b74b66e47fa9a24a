"""What a scorekeeper writes down beside hands: a judge's entry, a redeal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scoring.notes import COLUMNS
from tournaments.forms.entry import DASHES, EntryForm
from tournaments.forms.plain import PlainField
from tournaments.queries.table import TableState


class PointsField(forms.IntegerField):
    """A whole number, with whatever minus a keyboard gives."""

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.translate(DASHES) if isinstance(value, str) else value)


class SecondForm(EntryForm):
    """An entry beside hands. Its fields are parts of the hand's form on the page, told apart by their prefix."""

    name = ""

    def __init__(
        self, state: TableState, data: Mapping[str, Any] | None = None, posted: Mapping[str, str] | None = None
    ) -> None:
        """`posted`: a request of the page that was about something else; what stands in it for this form stays."""
        start = f"{self.name}-"
        posted = posted or {}
        typed = {key.removeprefix(start): posted[key] for key in posted if key.startswith(start) and posted[key]}
        super().__init__(state, data, typed, prefix=self.name)
        for field in self.fields.values():
            field.widget.attrs["form"] = "hand"

    @property
    def begun(self) -> bool:
        """Whether somebody has begun to fill it in."""
        return self.is_bound or any(self.initial.get(name) for name in ("whom", "points", "reason"))


class JudgeForm(SecondForm):
    """One ruling of a judge. `column` is asked where points may be put down to more than one."""

    name = "judge"

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
    points = PointsField(
        label=gettext_lazy("Points"),
        required=False,
        help_text=gettext_lazy("Added to the account; may be negative."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    column = forms.ChoiceField(label=gettext_lazy("Put down to"), required=False)
    reason = PlainField(label=gettext_lazy("Reason"), required=False, max_length=200)

    def __init__(
        self, state: TableState, data: Mapping[str, Any] | None = None, posted: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(state, data, posted)
        shape = state.ledger.rules.shape
        self.fields["whom"].choices = [("", _("— choose —")), *whose(state)]
        self.fields["column"].choices = [(column, _(COLUMNS[column])) for column in shape.columns]
        if not shape.columns:
            del self.fields["column"]
        if shape.result_alone:
            self.fields["what"].choices = self.fields["what"].choices[1:]
            del self.fields["points"]

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
        item |= {data["what"]: {"points": data.get("points"), "stop": "time"}.get(data["what"], True)}
        if data["what"] == "points" and data.get("column"):
            item["column"] = data["column"]
        if data["reason"]:
            item["reason"] = data["reason"]
        return {"judge": [item]}


class RedealForm(SecondForm):
    """A redeal: whose hand it was, and why."""

    name = "redeal"

    whom = forms.ChoiceField(label=gettext_lazy("Whose hand"))
    why = forms.ChoiceField(
        label=gettext_lazy("Why"),
        choices=[
            ("doubles", gettext_lazy("too many doubles")),
            ("suit", gettext_lazy("too many tiles of one suit")),
            ("other", gettext_lazy("another reason")),
        ],
    )

    def __init__(
        self, state: TableState, data: Mapping[str, Any] | None = None, posted: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(state, data, posted)
        self.fields["whom"].choices = [("", _("— choose —")), *whose(state)]

    def facts(self) -> dict[str, Any]:
        return {"redeal": {**_named(self.cleaned_data["whom"]), "why": self.cleaned_data["why"]}}


def whose(state: TableState) -> list[tuple[str, str]]:
    """Whom an entry can be about: the pairs, where there are pairs, and every seat."""
    seats = [(f"seat-{seat}", name) for seat, name in enumerate(state.names)]
    if state.ledger.sides == len(seats):
        return seats
    return [(f"side-{side}", name) for side, name in enumerate(state.sides)] + seats


def _named(whom: str) -> dict[str, int]:
    kind, _dash, number = whom.partition("-")
    return {kind: int(number)}
