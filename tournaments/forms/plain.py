"""A line of text without what is not seen."""

from typing import Any

from django import forms

from tournaments.plain import line


class PlainField(forms.CharField):
    """A name or a reason, in one line; one of invisible characters alone is blank."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(line(value) if isinstance(value, str) else value)
