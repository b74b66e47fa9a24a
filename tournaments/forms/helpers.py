"""An invitation: to what, for whom, at which tables, until when."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.plain import PlainField
from tournaments.models import Invitation

PERIODS = {
    "day": (timedelta(days=1), _("for a day")),
    "week": (timedelta(days=7), _("for a week")),
    "month": (timedelta(days=31), _("for a month")),
    "": (None, _("until it is revoked")),
}
RANGE = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?", re.ASCII)
ROLES = {
    Invitation.Role.KEEPER: _("A scorekeeper, without a password"),
    Invitation.Role.REFEREE: _("A referee, with an account: rules about games and corrects them"),
    Invitation.Role.GUEST: _("A guest: sees the tournament though it is private"),
    Invitation.Role.ORGANISER: _("An organiser, with an account: may do all that you may, but for this"),
}


class InvitationForm(forms.Form):
    """What is left out makes a scorekeeper's link to all tables."""

    role = forms.ChoiceField(label=_("Who is invited"), required=False, widget=forms.RadioSelect)
    tables = PlainField(
        label=_("Tables"), max_length=100, required=False,
        help_text=_("Of a scorekeeper: “3”, “1-4, 7”. Blank: all tables."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )  # fmt: skip
    label = PlainField(
        label=_("For whom"), max_length=80, required=False, help_text=_("For you, to tell the links apart.")
    )
    period = forms.ChoiceField(
        label=_("It works"), choices=[(key, label) for key, (_time, label) in PERIODS.items()], required=False
    )

    def __init__(self, *args: Any, owner: bool, **more: Any) -> None:
        more["initial"] = {"role": Invitation.Role.KEEPER, "period": "month"}
        super().__init__(*args, **more)
        self.fields["role"].choices = [
            (role, label) for role, label in ROLES.items() if owner or role != Invitation.Role.ORGANISER
        ]

    def clean_tables(self) -> list[int]:
        numbers: set[int] = set()
        for part in filter(None, (part.strip() for part in self.cleaned_data["tables"].split(","))):
            found = RANGE.fullmatch(part)
            if found is None:
                raise ValidationError(_("“%(part)s” is no table: write numbers, as “1-4, 7”.") % {"part": part})
            first, last = int(found[1]), int(found[2] or found[1])
            if not 1 <= first <= last:
                raise ValidationError(_("“%(part)s” is no table: write numbers, as “1-4, 7”.") % {"part": part})
            numbers |= set(range(first, last + 1))
        return sorted(numbers)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["role"] = data.get("role") or Invitation.Role.KEEPER
        if data.get("tables") and data["role"] != Invitation.Role.KEEPER:
            self.add_error("tables", _("Only a scorekeeper is invited to single tables. Leave the tables out."))
        return data

    def arguments(self) -> dict[str, Any]:
        """The arguments of the service."""
        time, _label = PERIODS[self.cleaned_data["period"]]
        return {
            "role": self.cleaned_data["role"],
            "tables": self.cleaned_data["tables"],
            "label": self.cleaned_data["label"],
            "expires_at": time and timezone.now() + time,
        }
