"""A tournament's form, for making one and for changing it, and the paste of people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring import variants
from tournaments.forms.options import OptionsMixin
from tournaments.forms.plain import PlainField
from tournaments.models import Tournament
from tournaments.models.tournament import check_year


class TournamentForm(OptionsMixin):
    """Name, place and time, and, while no hand is written down, the rules."""

    name = PlainField(label=_("Name"), max_length=120)
    kind = forms.ChoiceField(
        label=_("Who plays"), choices=Tournament.Kind, initial=Tournament.Kind.INDIVIDUAL, widget=forms.RadioSelect
    )
    venue = PlainField(label=_("Venue"), max_length=120, required=False)
    starts_at = forms.DateTimeField(
        label=_("Start"),
        required=False,
        validators=[check_year],
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    rated = forms.BooleanField(
        label=_("Rated"), help_text=_("Its games move the players' ratings."), initial=True, required=False
    )
    requires_confirmation = forms.BooleanField(
        label=_("Players confirm the results"),
        help_text=_("A round closes only when every player at a table, or you, has confirmed what it came to."),
        required=False,
    )

    private = forms.BooleanField(
        label=_("Private"),
        help_text=_(
            "Only its organisers, helpers and players see it, and whoever has a guest link. "
            "Its games move no ratings while it is so."
        ),
        required=False,
    )
    results_hidden = forms.BooleanField(
        label=_("Hide the results"),
        help_text=_(
            "Until you show them: all see who plays where, but neither results nor standings, and no rating moves."
        ),
        required=False,
    )
    club = PlainField(
        label=_("Club"), max_length=80, required=False, help_text=_("For the club's own ladder, where it has one.")
    )
    ends_on = forms.DateField(
        label=_("Last day"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    best_of = forms.IntegerField(
        label=_("Best games counted"), required=False, min_value=1, max_value=1000,
        help_text=_("The season's table adds up so many of a player's best games. Blank: all."),
    )  # fmt: skip
    minimum_games = forms.IntegerField(
        label=_("Games needed for a place"), required=False, min_value=0, max_value=1000,
        help_text=_("Who has played fewer stands below, without a place."),
    )  # fmt: skip

    SEASON = ("ends_on", "best_of", "minimum_games")
    SWITCHES = ("rated", "requires_confirmation", "private", "results_hidden")

    def __init__(
        self, *args: Any, code: str, tournament: Tournament | None = None, frozen: bool = False, season: bool = False,
        **more: Any,
    ):  # fmt: skip
        if tournament is not None:
            names = ("name", "kind", "venue", "starts_at", "club", *self.SEASON, *self.SWITCHES)
            more["initial"] = {name: getattr(tournament, name) for name in names} | more.get("initial", {})
        super().__init__(*args, **more)
        self.variant = variants.get(code)
        self.options = tournament.options if tournament else {}
        season = tournament.format == Tournament.Format.SEASON if tournament else season
        for name in ("requires_confirmation",) if season else self.SEASON:
            del self.fields[name]
        if tournament is not None or season or not self.variant.pairs:
            del self.fields["kind"]
        else:
            self.fields["kind"].initial = Tournament.Kind.PAIRS
        if not frozen:
            self.add_option_fields()

    def basics(self) -> list[forms.BoundField]:
        """The fields that are no rules."""
        return [
            self[name]
            for name in ("name", "kind", "club", "venue", "starts_at", *self.SEASON, *self.SWITCHES)
            if name in self.fields
        ]

    def facts(self) -> dict[str, Any]:
        """The arguments of the service, but for the rules."""
        facts = {name: self.cleaned_data[name] for name in self.fields if name in self.base_fields}
        if "minimum_games" in facts:
            facts["minimum_games"] = facts["minimum_games"] or 0
        return facts


class RulesForm(OptionsMixin):
    """The rules alone, of a tournament that plays by them already."""

    def __init__(self, *args: Any, tournament: Tournament, **more: Any) -> None:
        super().__init__(*args, **more)
        self.variant = variants.get(tournament.variant)
        self.options = tournament.options
        self.add_option_fields()


class EntriesForm(forms.Form):
    """A list of people, pasted."""

    text = forms.CharField(
        label=_("Names, one a line"),
        max_length=20_000,
        strip=False,
        widget=forms.Textarea({"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, kind: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["text"].help_text = (
            _(
                "A pair a line: “Anna / Boris”. After each name a club or city may follow: “Anna, Baku / Boris, Omsk”. "
                "One name alone is somebody who has no partner yet."
            )
            if kind == Tournament.Kind.PAIRS
            else _("After the name a club or city may follow: “Anna Petrova, Omsk”.")
        )
