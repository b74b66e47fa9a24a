"""A game that is written down by its result alone.

Fields: `result` (the side that won, or `draw`), `how` (optional), and `uuid`, `version`, `seen` as in a hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scoring.record import DRAWN_BY, WON_BY
from tournaments.forms.entry import PreviewedForm
from tournaments.queries.picker import hows
from tournaments.queries.table import TableState


class ResultForm(PreviewedForm):
    """Who won, and how. Seat 0 has the white pieces."""

    result = forms.ChoiceField(label=gettext_lazy("Who won?"), widget=forms.RadioSelect)
    how = forms.ChoiceField(label=gettext_lazy("How?"), required=False)

    faults = {"bad_how": "how"}

    def __init__(
        self, state: TableState, data: Mapping[str, Any] | None = None, typed: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(state, data, typed)
        white, black = state.names
        self.fields["result"].choices = [
            ("0", _("%(name)s, white") % {"name": white}),
            ("1", _("%(name)s, black") % {"name": black}),
            # Translators: neither side won
            ("draw", _("Draw")),
        ]
        self.fields["result"].error_messages["required"] = _("Who won? Choose a name, or the draw.")
        self.fields["how"].choices = [
            ("", _("— not said —")),
            (_("Won"), hows(WON_BY)),
            (_("Drawn"), hows(DRAWN_BY)),
        ]

    @staticmethod
    def as_typed(facts: Mapping[str, Any]) -> dict[str, Any]:
        if "result" not in facts:
            return {}
        return {"result": "draw" if facts["result"] is None else facts["result"], "how": facts.get("how", "")}

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        possible = DRAWN_BY if data.get("result") == "draw" else WON_BY
        if data.get("how") and data.get("result") and data["how"] not in possible:
            words = (
                _("A draw does not come about so.") if data["result"] == "draw" else _("Nobody wins so: it is a draw.")
            )
            self.add_error("how", words)
        return data

    def facts(self) -> dict[str, Any]:
        data = self.cleaned_data
        facts: dict[str, Any] = {"result": None if data["result"] == "draw" else int(data["result"])}
        return facts | ({"how": data["how"]} if data["how"] else {})
