"""What a reader asks of a ladder, and a ladder of an organiser's own."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import variants
from tournaments.forms.plain import PlainField
from tournaments.ladder_words import REASONS
from tournaments.models import Ladder
from tournaments.models.tournament import FIRST_YEAR, LAST_YEAR


def day_field(label: Any, **more: Any) -> forms.DateField:
    """A day from the calendar, or none."""
    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget, validators=[check_day], **more)


def check_day(day: date) -> None:
    """Refuse a year that can only be a slip."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise forms.ValidationError(
            _("The year must be from %(first)d to %(last)d.") % {"first": FIRST_YEAR, "last": LAST_YEAR}
        )


class LadderFilter(forms.Form):
    """Which players to show, and since when to compare."""

    ALL = _("All clubs")

    club = forms.CharField(label=_("Club"), required=False, widget=forms.Select)
    since = day_field(_("Moved since"))
    # Translators: players who have played within a year
    active = forms.BooleanField(label=_("Only active"), required=False)
    # Translators: players whose rating is not provisional
    settled = forms.BooleanField(label=_("Without provisional"), required=False)


class LadderForm(forms.Form):
    """What a ladder counts."""

    name = PlainField(label=_("Name"), max_length=80)
    variant = forms.ChoiceField(label=_("Game"), required=False)
    club = PlainField(
        label=_("Club"),
        max_length=80,
        required=False,
        help_text=_("Only tournaments and seasons of this club. Blank: of all."),
    )
    since = day_field(_("From"))
    until = day_field(_("Until"))

    def __init__(self, *args: Any, ladder: Ladder | None = None, **more: Any) -> None:
        if ladder is not None:
            more["initial"] = {name: getattr(ladder, name) for name in ("name", "variant", "club", "since", "until")}
        super().__init__(*args, **more)
        self.fields["variant"].choices = [("", _("All games")), *((v.code, _(v.name)) for v in variants.all())]


class SettingsForm(forms.Form):
    """The numbers that a ladder is worked out with."""

    sigma = forms.FloatField(min_value=0.1, max_value=100)
    beta = forms.FloatField(min_value=0.01, max_value=100)
    tau = forms.FloatField(min_value=0, max_value=100)
    idle_variance = forms.FloatField(min_value=0, max_value=100)
    temperature = forms.FloatField(min_value=0.05, max_value=20)

    def __init__(self, *args: Any, ladder: Ladder, **more: Any) -> None:
        more["initial"] = {name: round(getattr(ladder.model, name), 6) for name in self.base_fields}
        super().__init__(*args, **more)
        for name, field in self.fields.items():
            field.label, field.help_text = REASONS[name]
            field.widget.attrs["step"] = "any"

    def clean(self) -> dict[str, float]:
        """A number that was not touched stays as exact as it was."""
        given = super().clean() or {}
        return {name: value for name, value in given.items() if value != self.initial[name]}
