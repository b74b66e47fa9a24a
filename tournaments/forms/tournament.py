"""A tournament's form, for making one and for changing it, and the paste of people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from scoring import variants
from tournaments.forms.options import OptionsMixin
from tournaments.forms.plain import PlainField
from tournaments.models import Tournament
from tournaments.models.tournament import check_year
from tournaments.presets import Preset, presets_for


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

    teams = forms.BooleanField(
        label=_("Teams are ranked too"), required=False,
        help_text=_("By the team of each entry, or else by its club."),
    )  # fmt: skip
    team_best = forms.IntegerField(
        label=_("Best of a team counted"), required=False, min_value=1, max_value=100,
        help_text=_("Blank: all its entries count."),
    )  # fmt: skip

    SEASON = ("ends_on", "best_of", "minimum_games")
    SWITCHES = ("rated", "requires_confirmation", "private", "results_hidden")
    TEAMS = ("teams", "team_best")

    def __init__(
        self, *args: Any, code: str, tournament: Tournament | None = None, frozen: bool = False, **more: Any
    ) -> None:
        if tournament is not None:
            names = ("name", "kind", "venue", "starts_at", "club", *self.SEASON, *self.SWITCHES, *self.TEAMS)
            more["initial"] = {name: getattr(tournament, name) for name in names} | more.get("initial", {})
        super().__init__(*args, **more)
        self.variant = variants.get(code)
        self.options = tournament.options if tournament else {}
        season = tournament is not None and tournament.format == Tournament.Format.SEASON
        for name in ("requires_confirmation", *self.TEAMS) if season else self.SEASON:
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
            for name in ("name", "kind", "club", "venue", "starts_at", *self.SEASON, *self.SWITCHES, *self.TEAMS)
            if name in self.fields
        ]

    def facts(self) -> dict[str, Any]:
        """The arguments of the service, but for the rules."""
        facts = {name: self.cleaned_data[name] for name in self.fields if name in self.base_fields}
        if "minimum_games" in facts:
            facts["minimum_games"] = facts["minimum_games"] or 0
        return facts


class NewTournamentForm(TournamentForm):
    """A name and a way to hold it are enough; the rest can wait."""

    way = forms.ChoiceField(label=_("How it is played"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, code: str, **more: Any) -> None:
        super().__init__(*args, code=code, **more)
        self.ways = presets_for(code)
        for name in ("kind", "teams", "team_best"):
            self.fields.pop(name, None)
        self.fields["way"].choices = [(way.code, gettext(way.label)) for way in self.ways]
        self.fields["way"].initial = self.ways[0].code

    @property
    def chosen(self) -> Preset:
        """The way that was chosen, or the usual one."""
        code = self.cleaned_data.get("way")
        return next((way for way in self.ways if way.code == code), self.ways[0])

    def offered(self) -> list[tuple[Preset, forms.boundfield.BoundWidget]]:
        """Each way with its radio button."""
        return list(zip(self.ways, self["way"].subwidgets, strict=True))

    def facts(self) -> dict[str, Any]:
        return {name: value for name, value in super().facts().items() if name != "way"}


class CopyForm(forms.Form):
    """A copy of an earlier tournament."""

    name = PlainField(label=_("Name"), max_length=120)
    starts_at = forms.DateTimeField(
        label=_("Start"),
        required=False,
        validators=[check_year],
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    people = forms.BooleanField(
        label=_("With its people"), required=False,
        help_text=_("Everybody who did not withdraw, with teams, fixed tables and forbidden pairs."),
    )  # fmt: skip


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


class ArchiveForm(forms.Form):
    """A tournament's archive, and where its tournament is to stand."""

    file = forms.FileField(label=_("Archive"), widget=forms.FileInput({"accept": ".json"}))
    address = forms.SlugField(
        label=_("Address"),
        max_length=140,
        required=False,
        help_text=_("Blank: the one that it had. Here it has to be free."),
    )
