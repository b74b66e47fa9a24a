"""A token of the API: for what, how far it reaches, until when."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.plain import PlainField
from tournaments.models import ApiToken, Tournament

PERIODS = {
    "month": (timedelta(days=31), _("for a month")),
    "year": (timedelta(days=366), _("for a year")),
    "": (None, _("until it is revoked")),
}
SCOPES = {
    ApiToken.Scope.READ: _("Read what you may read, drafts too"),
    ApiToken.Scope.KEEP: _("Keep score: write down and correct hands too"),
    ApiToken.Scope.ORGANISE: _("Organise: people, rounds and rulings too"),
}


class TokenForm(forms.Form):
    """`tournaments` are those that the token may be for."""

    label = PlainField(label=_("For what"), max_length=80, help_text=_("For you, to tell the tokens apart."))
    scope = forms.ChoiceField(label=_("It may"), choices=list(SCOPES.items()), widget=forms.RadioSelect)
    tournament = forms.ModelChoiceField(
        Tournament.objects.none(), label=_("In"), required=False, empty_label=_("all your tournaments")
    )
    period = forms.ChoiceField(
        label=_("It works"), choices=[(key, label) for key, (_time, label) in PERIODS.items()], required=False
    )

    def __init__(self, *args: Any, tournaments: QuerySet[Tournament], **more: Any) -> None:
        super().__init__(*args, initial={"scope": ApiToken.Scope.READ, "period": "year"}, **more)
        self.fields["tournament"].queryset = tournaments

    def arguments(self) -> dict[str, Any]:
        """The arguments of the service."""
        time, _label = PERIODS[self.cleaned_data["period"]]
        told = {name: self.cleaned_data[name] for name in ("label", "scope", "tournament")}
        return {**told, "expires_at": time and timezone.now() + time}
