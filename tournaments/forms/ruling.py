"""What is asked beside a change of a game: why, and for rulings of the organiser about whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.forms.entry import EntryForm
from tournaments.forms.hand import next_form
from tournaments.forms.judge import JudgeForm, RedealForm
from tournaments.forms.plain import PlainField
from tournaments.queries.table import TableState


class WhyForm(forms.Form):
    """The reason of a change, for the history."""

    why = forms.CharField(label=gettext_lazy("Why (for the history)"), max_length=200, required=False)


class RulingForm(WhyForm):
    """A step of the organiser about one game, seen at one version."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, state: TableState, data: Mapping[str, Any] | None = None, *, prefix: str) -> None:
        super().__init__(data, initial={"version": state.game.version}, prefix=prefix)
        self.state = state

    def arguments(self) -> dict[str, Any]:
        """What the service takes beside the game and the actor."""
        return dict(self.cleaned_data)


class ReasonForm(RulingForm):
    """A ruling that all may read the reason of."""

    why = forms.CharField(label=gettext_lazy("Why (all can read it)"), max_length=200)


class ForfeitForm(ReasonForm):
    """Which sides lose the game."""

    sides = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who forfeits the game"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, state: TableState, data: Mapping[str, Any] | None = None, *, prefix: str) -> None:
        super().__init__(state, data, prefix=prefix)
        self.fields["sides"].choices = list(enumerate(state.sides))
        self.order_fields(["sides", "why", "version"])


class DecisionForm(ReasonForm):
    """The place of each side, as a judge has it."""

    def __init__(self, state: TableState, data: Mapping[str, Any] | None = None, *, prefix: str) -> None:
        super().__init__(state, data, prefix=prefix)
        places = [(place, str(place)) for place in range(1, len(state.sides) + 1)]
        for side, name in enumerate(state.sides):
            self.fields[f"place_{side}"] = forms.TypedChoiceField(
                label=_("Place: %(name)s") % {"name": name},
                coerce=int,
                choices=places,
                initial=state.outcome.places[side],
            )
        self.order_fields([*(f"place_{side}" for side in range(len(state.sides))), "why", "version"])

    def arguments(self) -> dict[str, Any]:
        data = self.cleaned_data
        places = [data[f"place_{side}"] for side in range(len(self.state.sides))]
        return {"places": places, "why": data["why"], "version": data["version"]}


class ExchangeForm(forms.Form):
    """Two entries of a round that sat each in the other's place."""

    one = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    other = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    why = PlainField(max_length=200, required=False)


class ReseatForm(RulingForm):
    """Who really sat where: for each seat one of the table's persons."""

    def __init__(self, state: TableState, data: Mapping[str, Any] | None = None, *, prefix: str) -> None:
        super().__init__(state, data, prefix=prefix)
        for seat in range(len(state.names)):
            self.fields[f"seat_{seat}"] = forms.TypedChoiceField(
                label=_("Seat %(number)d") % {"number": seat + 1},
                coerce=int,
                choices=list(enumerate(state.names)),
                initial=seat,
            )
        self.order_fields([*(f"seat_{seat}" for seat in range(len(state.names))), "why", "version"])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        order = [data.get(f"seat_{seat}") for seat in range(len(self.state.names))]
        if None not in order and len(set(order)) < len(order):
            raise forms.ValidationError(_("Everybody at the table sits on one seat: choose each person once."))
        return data

    def arguments(self) -> dict[str, Any]:
        data = self.cleaned_data
        order = [data[f"seat_{seat}"] for seat in range(len(self.state.names))]
        return {"order": order, "why": data["why"], "version": data["version"]}


class DisputeForm(forms.Form):
    """What a player says is wrong."""

    words = forms.CharField(label=gettext_lazy("What is wrong?"), max_length=300, widget=forms.Textarea({"rows": 3}))


def entry_form(state: TableState, facts: Mapping[str, Any], data: Mapping[str, Any] | None = None) -> EntryForm | None:
    """The form in which these facts would be written down, filled in with them; None where no form can say them."""
    if "judge" in facts:
        if len(facts["judge"]) > 1:
            return None
        return _filled(JudgeForm(state, data), _judge_as_typed(facts["judge"][0]))
    if "redeal" in facts:
        redeal = facts["redeal"]
        return _filled(RedealForm(state, data), {"whom": _whom(redeal), "why": redeal["why"]})
    form = next_form(state)
    return form.of_facts(state, facts) if data is None else form(state, data)


def _filled(form: JudgeForm | RedealForm, typed: Mapping[str, Any]) -> JudgeForm | RedealForm:
    form.initial |= typed
    return form


def _judge_as_typed(item: Mapping[str, Any]) -> dict[str, Any]:
    what = next(kind for kind in ("points", "warning", "forfeit", "stop") if kind in item)
    typed = {"what": what, "whom": _whom(item), "reason": item.get("reason", "")}
    return typed | {key: item[key] for key in ("points", "column") if key in item}


def _whom(item: Mapping[str, Any]) -> str:
    return next((f"{kind}-{item[kind]}" for kind in ("seat", "side") if kind in item), "")
