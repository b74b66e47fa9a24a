"""The form of a history: games pasted or as a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.ratings.history import HistoryError, PlayedGame
from tournaments.forms.entries import FILE_FAULTS
from tournaments.lists.files import MOST_BYTES, WORKBOOKS, FileError, decoded, text_of
from tournaments.lists.games import NO_DAY, NO_NAME, NO_SIDES, TWICE, read_games

TABLE_FAULTS = {
    NO_DAY: _("a day like 01.05.2024 is wanted first"),
    NO_NAME: _("a name is missing beside “/”"),
    NO_SIDES: _("a game has 2 to 8 sides"),
    TWICE: _("somebody plays twice"),
}
"""What may be wrong with a row of a table; who brings JSON Lines reads their faults as they are."""


class HistoryForm(forms.Form):
    """Games, one a line. `games` are those of a valid form."""

    text = forms.CharField(
        label=_("Games, one a line"),
        max_length=MOST_BYTES,
        required=False,
        strip=False,
        help_text=_(
            "The day and then the sides, the best place first, with semicolons between: “01.05.2025; Anna / Vera; "
            "Boris / Gleb”. A side that shares the place before it begins with “=”. JSON Lines are understood too."
        ),
        widget=forms.Textarea({"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"), required=False, help_text=_("JSON Lines, CSV, XLSX or ODS."),
        widget=forms.FileInput({"accept": ".jsonl,.csv,.tsv,.txt,.xlsx,.xls,.ods"}),
    )  # fmt: skip

    games: list[PlayedGame]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if file := cleaned.get("file"):
            try:
                cleaned["text"] = self._text(file.read())
            except FileError as error:
                self.add_error("file", FILE_FAULTS[error.code])
                return cleaned
        try:
            self.games = read_games(cleaned.get("text") or "")
        except HistoryError as error:
            fault = TABLE_FAULTS.get(error.fault, error.fault)
            self.add_error("text", _("Line %(line)d: %(fault)s.") % {"line": error.line, "fault": fault})
        else:
            if not self.games:
                self.add_error("text", _("There are no games in it."))
        return cleaned

    @staticmethod
    def _text(content: bytes) -> str:
        """A workbook or a table becomes lines; JSON Lines stay as they are, however many."""
        if len(content) > MOST_BYTES:
            raise FileError("large")
        text = "" if content.startswith(WORKBOOKS) else decoded(content)
        return text if text.lstrip().startswith("{") else text_of(content, MOST_BYTES)
