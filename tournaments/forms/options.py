"""Form fields for a variant's options, made from their declarations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.errors import OptionError
from scoring.notes import render
from scoring.options import Option, Preset
from scoring.variants.base import Variant

PREFIX = "option-"
TAKE = "take"
"""The name of the buttons that fill the form with a preset."""


class OptionsMixin(forms.Form):
    """Adds a field for each option of `variant`, filled from `options` (what differs from the defaults).

    What a visitor leaves as shown is not an answer, so that switching a named rule on or off still moves the options
    that it stands for. `given_options` is what goes to the service. A preset that was taken fills the fields instead
    of `options`; everything else that was typed stays.
    """

    variant: type[Variant]
    options: Mapping[str, Any]

    @classmethod
    def of_request(cls, request: HttpRequest, **more: Any) -> OptionsMixin:
        """The form as it was sent; where a preset was asked for, filled in and not yet sent."""
        if request.method != "POST":
            return cls(**more)
        if TAKE not in request.POST:
            return cls(request.POST, **more)
        typed = {name: request.POST.get(name) for name in cls.base_fields}
        return cls(initial=typed | {"preset": request.POST[TAKE]}, **more)

    def add_option_fields(self) -> None:
        code = self.data.get("preset", "") if self.is_bound else self.initial.get("preset", "")
        taken = next((preset for preset in self.variant.presets if preset.code == code), None)
        if taken is not None:
            self.options = taken.options
        self.fields["preset"] = forms.CharField(required=False, widget=forms.HiddenInput, initial=code)
        shown = self.variant.resolve(self.options)
        for option in self.variant.options:
            self.fields[PREFIX + option.name] = _field(option, shown[option.name])

    def option_groups(self) -> list[tuple[bool, list[forms.BoundField]]]:
        """The fields of the source's rules, then those of the house's choices."""
        groups = [
            (chosen, [self[PREFIX + option.name] for option in self.variant.options if option.chosen is chosen])
            for chosen in (False, True)
        ]
        return [(chosen, fields) for chosen, fields in groups if fields]

    def presets(self) -> list[tuple[Preset, bool]]:
        """The named sets of rules to start from, and whether each is what the form is filled with."""
        shown = None
        if not self.is_bound or self.is_valid():
            shown = self.variant.resolve(self.given_options() if self.is_bound else self.options)
        return [(preset, self.variant.resolve(preset.options) == shown) for preset in self.variant.presets]

    def given_options(self) -> dict[str, Any]:
        shown = self.variant.resolve(self.options)
        answers = {name: self.cleaned_data.get(PREFIX + name) for name in shown if PREFIX + name in self.cleaned_data}
        return {**self.options, **{name: value for name, value in answers.items() if value != shown[name]}}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not any(name.startswith(PREFIX) for name in self.errors):
            try:
                self.variant.resolve(self.given_options())
            except OptionError as error:
                field = PREFIX + error.option
                self.add_error(field if field in self.fields else None, render(error.note, (), translate=_))
        return cleaned


def _field(option: Option, value: Any) -> forms.Field:
    label, help_text = _(option.label), _(option.help)
    if option.kind == "boolean":
        return forms.BooleanField(label=label, help_text=help_text, initial=value, required=False)
    if option.kind == "integer":
        widget = forms.NumberInput({"placeholder": _(option.empty)} if option.nullable else {})
        return forms.IntegerField(
            label=label, help_text=help_text, initial=value, required=not option.nullable, widget=widget,
            min_value=option.low, max_value=option.high,
        )  # fmt: skip
    choices = [(choice.value, _(choice.label)) for choice in option.choices]
    return forms.ChoiceField(label=label, help_text=help_text, initial=value, choices=choices)
