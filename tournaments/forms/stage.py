"""A stage's form. What it offers comes from the declarations: formats, settings, schemes of points, measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.formats import SETTINGS, formats_for, settled
from tournaments.forms.plain import PlainField
from tournaments.models import Stage, Tournament
from tournaments.points import PLACE, PRESETS, Scheme, SchemeError
from tournaments.queries.field import has, order_of
from tournaments.services.stages import fixed_facts, needs_reason
from tournaments.standings.measure import MEASURES
from tournaments.standings.orders import offered, orders_for

SETTING = "setting-"
MEASURE = "measure-"
USUAL, OWN = "", "own"
MOST_MEASURES = 7
TAKE = "take"
"""The button that shows the settings of another format, with everything else as it was typed."""


class StageForm(forms.Form):
    """All of a stage; what is fixed is shown and cannot be changed."""

    name = PlainField(label=gettext_lazy("Name"), max_length=60, required=False)
    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"), required=False, min_value=1, max_value=200,
        help_text=gettext_lazy("Blank: until you end it, or as many as the format has."),
    )  # fmt: skip
    groups = forms.IntegerField(label=gettext_lazy("Groups"), min_value=1, max_value=32)
    games = forms.ChoiceField(
        label=gettext_lazy("A table plays"), choices=Stage.Games, widget=forms.RadioSelect
    )  # fmt: skip
    games_count = forms.IntegerField(
        label=gettext_lazy("How many"), min_value=1, max_value=99,
        help_text=gettext_lazy("Games of the series, or hands of the game."),
    )  # fmt: skip
    scheme = forms.ChoiceField(label=gettext_lazy("Points"), required=False)
    own_points = PlainField(
        label=gettext_lazy("Own points by place"), max_length=80, required=False,
        help_text=gettext_lazy("For tables of four, three and two, with slashes between: 5 3 1 0 / 5 2 0 / 5 0."),
    )  # fmt: skip
    order = forms.ChoiceField(label=gettext_lazy("Order of the standings"), required=False)
    qualify = forms.IntegerField(
        label=gettext_lazy("Go on from each group"), required=False, min_value=1, max_value=500,
        help_text=gettext_lazy("So many play in the next stage. Blank: there is none, or all go on."),
    )  # fmt: skip
    carry = forms.BooleanField(label=gettext_lazy("They take their points along"), required=False)
    clock_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a round"), required=False, min_value=1, max_value=1440,
        help_text=gettext_lazy("Blank: no clock."),
    )  # fmt: skip
    time_rule = forms.ChoiceField(
        label=gettext_lazy("When time is up"), choices=Stage.TimeRule, widget=forms.RadioSelect
    )
    shown = forms.BooleanField(
        label=gettext_lazy("Show the rounds that are laid out beforehand"), required=False,
        help_text=gettext_lazy("Otherwise a round is seen when it is published."),
    )  # fmt: skip
    why = PlainField(
        label=gettext_lazy("Why"), max_length=200, required=False,
        help_text=gettext_lazy("A round is closed: other points or another order need a reason, which goes on record."),
    )  # fmt: skip

    def __init__(self, *args: Any, stage: Stage, **more: Any) -> None:
        given = {name: getattr(stage, name) for name in self.base_fields if hasattr(stage, name) and name != "scheme"}
        more["initial"] = given | _points(stage) | {"order": _order(stage)} | more.get("initial", {})
        super().__init__(*args, **more)
        self.stage, self.tournament = stage, stage.tournament
        pairs = self.tournament.kind == Tournament.Kind.PAIRS
        self.engines = formats_for(self.tournament.variant, pairs=pairs)
        self.fields["format"].choices = [(engine.code, _(engine.name)) for engine in self.engines]
        self.fields["scheme"].choices = [
            (USUAL, _("as usual in this game")),
            *((code, _(name)) for code, (name, _scheme) in PRESETS.items()),
            (OWN, _("own points, see below")),
        ]
        self.chosen = self._chosen_format()
        self._add_settings()
        self._add_order()
        if not needs_reason(stage):
            del self.fields["why"]
        for name in fixed_facts(stage):
            self._fix(name)

    def _chosen_format(self) -> str:
        code = self.data.get("format") if self.is_bound else self.initial["format"]
        codes = [engine.code for engine in self.engines]
        return code if code in codes else self.stage.format if self.stage.format in codes else codes[0]

    def _add_settings(self) -> None:
        stored = self.stage.settings if self.chosen == self.stage.format else {}
        for setting in SETTINGS[self.chosen]:
            value = settled(self.chosen, stored)[setting.name]
            words = {"label": _(setting.label), "help_text": _(setting.help) if setting.help else "", "initial": value}
            self.fields[SETTING + setting.name] = (
                forms.IntegerField(min_value=setting.low, max_value=setting.high, **words)
                if setting.is_number
                else forms.BooleanField(required=False, **words)
            )

    def _add_order(self) -> None:
        there = has(self.tournament)
        orders = orders_for(self.chosen, there)
        self.fields["order"].choices = [
            (USUAL, _("as usual in this game")),
            *((code, _(order.name)) for code, order in orders.items()),
            (OWN, _("own order, see below")),
        ]
        measures = [
            ("", "—"),
            *((one.code, _(one.name)) for one in offered(self.chosen, there) if one.code != "points"),
        ]
        now = [code for code in order_of(self.stage, self.tournament) if code != "points"]
        for number in range(1, MOST_MEASURES):
            self.fields[f"{MEASURE}{number}"] = forms.ChoiceField(
                label=_("Then, %(number)d") % {"number": number}, choices=measures, required=False,
                initial=now[number - 1] if number <= len(now) else "",
            )  # fmt: skip

    def _fix(self, name: str) -> None:
        own = {"measures": ["order", *(f"{MEASURE}{at}" for at in range(1, MOST_MEASURES))],
               "scheme": ["scheme", "own_points"]}  # fmt: skip
        for field in own.get(name, [name.replace("settings.", SETTING)]):
            if field in self.fields:
                self.fields[field].disabled = True

    def parts(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """The fields under their headings; whether one begins folded."""
        settings = [SETTING + setting.name for setting in SETTINGS[self.chosen]]
        measures = [f"{MEASURE}{number}" for number in range(1, MOST_MEASURES)]
        headings = (
            (_("Format"), ["name", "format"], False),
            (_("Rounds and groups"), ["rounds", *settings, "groups"], False),
            (_("Who goes on"), ["qualify", "carry"], False),
            (_("Games at a table"), ["games", "games_count"], True),
            (_("Points"), ["scheme", "own_points"], True),
            (_("Standings"), ["order", *measures, "why"], True),
            (_("Clock and schedule"), ["clock_minutes", "time_rule", "shown"], True),
        )
        return [
            (
                heading,
                [self[name] for name in names if name in self.fields],
                folded and not any(name in self.errors for name in names),
            )
            for heading, names, folded in headings
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("games") == Stage.Games.BEST_OF and (cleaned.get("games_count") or 0) % 2 == 0:
            self.add_error("games_count", _("A series is the best of an odd number: 3, 5, 7."))
        if cleaned.get("games") in (Stage.Games.FIXED, Stage.Games.HANDS) and cleaned.get("games_count") == 1:
            self.add_error("games_count", _("Two at least, or choose “one game”."))
        if cleaned.get("scheme") == OWN:
            try:
                self._own_scheme()
            except SchemeError:
                self.add_error("own_points", _("Write points for four, three and two places, the best place first."))
        return cleaned

    def facts(self) -> dict[str, Any]:
        """The arguments of the service."""
        cleaned = self.cleaned_data
        plain = ("name", "rounds", "groups", "games", "games_count", "qualify", "carry", "clock_minutes", "time_rule")
        facts = {name: cleaned[name] for name in (*plain, "shown", "format")}
        declared = {setting.name: setting for setting in SETTINGS[self.chosen]}
        facts["settings"] = {
            name: cleaned[SETTING + name]
            for name, setting in declared.items()
            if cleaned[SETTING + name] != setting.default
        }
        if cleaned["games"] == Stage.Games.ONE:
            facts["games_count"] = 1
        code = cleaned["scheme"]
        facts["scheme"] = {} if code == USUAL else (self._own_scheme() if code == OWN else PRESETS[code][1]).as_json()
        facts["measures"] = self._measures(cleaned)
        return facts

    def _measures(self, cleaned: Mapping[str, Any]) -> list[str]:
        if cleaned["order"] == USUAL:
            return []
        if cleaned["order"] != OWN:
            return list(orders_for(self.chosen, has(self.tournament))[cleaned["order"]].measures)
        chosen = [cleaned.get(f"{MEASURE}{number}") for number in range(1, MOST_MEASURES)]
        return ["points", *dict.fromkeys(code for code in chosen if code in MEASURES)]

    def _own_scheme(self) -> Scheme:
        rows = [part.split() for part in self.cleaned_data.get("own_points", "").split("/")]
        scheme = Scheme.from_json({"kind": PLACE, "places": rows})
        middle = sum(scheme.places[-1], Fraction(0)) / 4
        return replace(scheme, bye=middle, half_bye=middle / 2)


def _points(stage: Stage) -> dict[str, Any]:
    """Which scheme the stage has, as the form says it."""
    if not stage.scheme:
        return {"scheme": USUAL}
    stored = Scheme.from_json(stage.scheme)
    named = next((code for code, (_name, scheme) in PRESETS.items() if scheme == stored), OWN)
    rows = (" ".join(f"{float(points):g}" for points in row) for row in reversed(stored.places))
    return {"scheme": named, "own_points": " / ".join(rows) if named == OWN else ""}


def _order(stage: Stage) -> str:
    if not stage.measures:
        return USUAL
    named = orders_for(stage.format, has(stage.tournament))
    return next((code for code, order in named.items() if list(order.measures) == list(stage.measures)), OWN)
