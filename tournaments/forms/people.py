"""A player's name and club."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.forms.plain import PlainField


class PlayerForm(forms.Form):
    """As the player is to be called from now on."""

    name = PlainField(label=pgettext_lazy("of a person", "Name"), max_length=80)
    club = PlainField(label=_("Club or city"), max_length=80, required=False)
