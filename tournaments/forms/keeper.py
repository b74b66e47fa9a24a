"""Who keeps the score."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.plain import PlainField


class KeeperForm(forms.Form):
    """The keeper's name, for the log and the sheet."""

    name = PlainField(
        label=_("Your name"),
        max_length=60,
        help_text=_("It stands beside what you write down."),
        widget=forms.TextInput({"autocomplete": "name"}),
    )
