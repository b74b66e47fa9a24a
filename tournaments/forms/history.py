"""The form of a history: games pasted or as a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from scoring.ratings.history import HistoryError, PlayedGame
from tournaments.forms.entries import FILE_FAULTS
from tournaments.lists.files import MOST_BYTES, WORKBOOKS, FileError, decoded, text_of
from tournaments.lists.games import NO_DAY, NO_NAME, NO_SIDES, TWICE, GameRow, read_rows

TABLE_FAULTS = {
    NO_DAY: _("a day like 01.05.2024 is wanted first"),
    NO_NAME: _("a name is missing beside “/”"),
    NO_SIDES: _("a game has 2 to 8 sides"),
    TWICE: _("somebody plays twice"),
}
"""What may be wrong with a row of a table; the faults of JSON Lines are msgids already."""
MOST_FAULTS = 20


class HistoryForm(forms.Form):
    """Games, one a line. `rows` are the lines of a valid form, each with its game."""

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

    rows: list[GameRow]

    @property
    def games(self) -> list[PlayedGame]:
        return [row.game for row in self.rows if row.game is not None]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if file := cleaned.get("file"):
            try:
                cleaned["text"] = self._text(file.read())
            except FileError as error:
                self.add_error("file", FILE_FAULTS[error.code])
                return cleaned
            self.data = {**self.data.dict(), "text": cleaned["text"]}  # to be mended in its place
        self.rows = read_rows(cleaned.get("text") or "")
        faults = [row.fault for row in self.rows if row.fault is not None]
        for fault in faults[:MOST_FAULTS]:
            self.add_error("text", _told(fault))
        if len(faults) > MOST_FAULTS:
            self.add_error("text", _("Lines with faults: %(count)d. The first are named.") % {"count": len(faults)})
        if not self.rows:
            self.add_error("text", _("There are no games in it."))
        return cleaned

    @staticmethod
    def _text(content: bytes) -> str:
        """A workbook or a table becomes lines; JSON Lines stay as they are, however many."""
        if len(content) > MOST_BYTES:
            raise FileError("large")
        text = "" if content.startswith(WORKBOOKS) else decoded(content)
        return text if text.lstrip().startswith("{") else text_of(content, MOST_BYTES)


def _told(fault: HistoryError) -> str:
    known = TABLE_FAULTS.get(fault.fault)
    told = str(known) if known is not None else gettext(fault.fault) % fault.words
    return gettext("Line %(line)d: %(fault)s.") % {"line": fault.line, "fault": told}
