"""Forms about who takes part: a list pasted or uploaded, an entry, and what is asked for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.plain import PlainField
from tournaments.forms.tournament import EntriesForm
from tournaments.lists.files import MOST_ROWS, FileError, text_of
from tournaments.models import Absence, Entry
from tournaments.queries.known import NEW, SAME, Choices

FILE_FAULTS = {
    "large": _("The file is larger than 2 MB. Send the list of names alone."),
    "rows": _("There are more than 600 lines. Bring them in by parts."),
    "workbook": _("The file cannot be read. Save the list alone as XLSX or CSV and send it again."),
    "empty": _("The file is empty."),
}
WHO = re.compile(r"who-(\d{1,6})-([01])")


class RosterForm(EntriesForm):
    """A list of people, pasted or as a file; the file's lines take the place of the text."""

    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV, XLSX or ODS. Headings such as Name, Club, Team, Partner or Seed are understood."),
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,.xlsx,.xls,.ods"}),
    )
    missed = forms.ChoiceField(
        label=_("Rounds that are missed count as"),
        choices=[(kind.value, kind.label) for kind in (Absence.Kind.ZERO, Absence.Kind.HALF)],
        initial=Absence.Kind.ZERO,
        required=False,
    )

    def __init__(self, *args: Any, late: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["text"].required = False
        self.fields["text"].max_length = 100_000
        if not late:
            del self.fields["missed"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file:
            try:
                cleaned["text"] = text_of(file.read())
            except FileError as error:
                self.add_error("file", FILE_FAULTS[error.code])
        text = cleaned.get("text") or ""
        if not self.errors and not text.strip():
            self.add_error("text", _("The list is empty. Write one name a line."))
        elif len(text.splitlines()) > MOST_ROWS + 1:
            self.add_error("text", FILE_FAULTS["rows"])
        return cleaned

    @property
    def missed_kind(self) -> str:
        """What a missed round is worth to who comes late."""
        return self.cleaned_data.get("missed") or Absence.Kind.ZERO


def choices_in(data: Mapping[str, Any]) -> Choices:
    """The answers of a preview to who is meant: by line and position, `NEW`, `SAME` or a player's id."""
    found = {name: WHO.fullmatch(name) for name in data}
    return {
        (int(match[1]), int(match[2])): str(data[name])
        for name, match in found.items()
        if match and (data[name] in (NEW, SAME) or str(data[name]).isdecimal())
    }


class EntryDetailsForm(forms.Form):
    """Whom an entry plays for, and where it sits."""

    team = PlainField(
        label=_("Team"), max_length=80, required=False, help_text=_("Blank: the club, where there is one.")
    )
    category = PlainField(
        label=_("Category"), max_length=80, required=False,
        help_text=_("As “women” or “veterans”: the standings name the best of each. Several with commas between."),
    )  # fmt: skip
    fixed_table = forms.IntegerField(
        label=_("Always at table"), required=False, min_value=1, max_value=500,
        help_text=_("For who cannot walk from table to table. Blank: wherever the draw says."),
    )  # fmt: skip


class AbsenceForm(forms.Form):
    """A round that somebody is away for."""

    number = forms.IntegerField(label=_("Round"), min_value=1, max_value=999)
    kind = forms.ChoiceField(
        label=_("Counts as"),
        choices=[("zero", _("nothing")), ("half", _("half a win")), ("full", _("a win"))],
        widget=forms.RadioSelect,
        initial="zero",
    )


class ReplaceForm(forms.Form):
    """Who comes in the place of whom."""

    player = forms.ChoiceField(label=_("Who leaves"))
    name = PlainField(label=_("Who comes"), max_length=160, help_text=_("A name, or “Name, club”."))
    who = forms.ChoiceField(label=_("Who is meant"), required=False, choices=())

    def __init__(self, *args: Any, entry: Entry, candidates: list[tuple[str, str]] | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["player"].choices = [(str(member.player_id), member.player.name) for member in entry.members.all()]
        if candidates:
            self.fields["who"].choices = candidates
        else:
            del self.fields["who"]


class BanForm(forms.Form):
    """Two who are not drawn together."""

    one = forms.ChoiceField(label=_("These"))
    other = forms.ChoiceField(label=_("and these"))

    def __init__(self, *args: Any, entries: list[tuple[str, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("one", "other"):
            self.fields[name].choices = [("", "—"), *entries]
