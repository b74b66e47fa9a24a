"""Another game, and who plays it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import rules
from tournaments.models import Tournament


class RecastForm(forms.Form):
    """The games by family, and single players or fixed pairs; `version` is what the organiser looked at."""

    variant = forms.ChoiceField(label=_("Game"))
    kind = forms.ChoiceField(label=_("Who plays"), choices=Tournament.Kind, widget=forms.RadioSelect)

    def __init__(self, *args: Any, tournament: Tournament) -> None:
        super().__init__(*args, initial={"variant": tournament.variant, "kind": tournament.kind})
        self.fields["variant"].choices = [
            (family, [(game.code, game.name) for game in games]) for family, games in rules.families()
        ]
        if tournament.format == Tournament.Format.SEASON:
            del self.fields["kind"]

    def facts(self) -> dict[str, str]:
        """The arguments of the service."""
        return {"kind": Tournament.Kind.INDIVIDUAL, **self.cleaned_data}
