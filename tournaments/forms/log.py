"""Which entries of a tournament's log to show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.forms.ladder import day_field

HIGHEST = 1_000_000


class LogFilter(forms.Form):
    """Blank: all. Only who is in the log, and what was done, can be asked for."""

    who = forms.ChoiceField(label=pgettext_lazy("log", "Who"), required=False)
    action = forms.ChoiceField(label=pgettext_lazy("log", "What"), required=False)
    round = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=HIGHEST)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=HIGHEST)
    since = day_field(_("From"))
    until = day_field(_("Until"))

    def __init__(self, *args: Any, who: Sequence[str], actions: Sequence[tuple[str, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["who"].choices = [("", _("Everybody")), *((name, name) for name in who)]
        self.fields["action"].choices = [("", _("Everything")), *actions]

    @property
    def asked(self) -> dict[str, Any]:
        """What was asked for; nothing where the form is wrong."""
        return {name: value for name, value in self.cleaned_data.items() if value} if self.is_valid() else {}
