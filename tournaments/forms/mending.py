"""One change of a draft, as its page sends it: what to do, with whom, at which table, seen at which version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.plain import whole
from tournaments.services import mending

TWO = {"swap": mending.swap, "forbid": mending.forbid}
ONE = {"move": mending.move, "fix": mending.fix_table}
TABLE = {"lock": mending.set_lock, "unlock": mending.set_lock, "number": mending.renumber}
WHOLE = {"redraw": mending.redraw, "undo": mending.undo}


class MendForm(forms.Form):
    """`do` names the change, after a space the table: `swap`, `move 3`, `move 0` (a bye), `lock 3`.

    The number that table 3 is to have comes as `to-3`.
    """

    version = forms.IntegerField(min_value=0)
    do = forms.RegexField(r"^[a-z]+( \d{1,4})?$", error_messages={"invalid": gettext_lazy("Choose what to do.")})
    entry = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["entry"].choices = [(pk, pk) for pk in data.getlist("entry") if whole(pk) is not None]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        do, _space, table = data.get("do", "").partition(" ")
        entries = data.get("entry") or []
        if do in TWO and len(entries) != 2:
            raise forms.ValidationError(_("Choose two: tick both, then press the button."))
        if do in ONE and len(entries) != 1:
            raise forms.ValidationError(_("Choose one: tick who it is about, then press the button."))
        if do == "number":
            try:
                data["to"] = forms.IntegerField(min_value=1, max_value=9999).clean(self.data.get(f"to-{table}"))
            except forms.ValidationError:
                raise forms.ValidationError(_("Which number is the table to have?")) from None
        if "do" in data and not ({**TWO, **WHOLE}.get(do) or (table and {**ONE, **TABLE}.get(do))):
            raise forms.ValidationError(_("Choose what to do."))
        return data

    def change(self) -> tuple[Callable[..., Any], dict[str, Any]]:
        """The service, and what it takes beside tournament, round and actor."""
        data = self.cleaned_data
        do, _space, table = data["do"].partition(" ")
        entries, arguments = data["entry"], {"version": data["version"]}
        if do in TWO:
            return TWO[do], arguments | {"one": entries[0], "other": entries[1]}
        if do in ONE:
            return ONE[do], arguments | {"entry": entries[0], "table": int(table)}
        if do in ("lock", "unlock"):
            return TABLE[do], arguments | {"table": int(table), "locked": do == "lock"}
        if do == "number":
            return TABLE[do], arguments | {"table": int(table), "to": data["to"]}
        return WHOLE[do], arguments
