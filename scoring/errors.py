"""What can be wrong with facts. Every error carries a `Note`, so that it can be said in the reader's language."""

import json
from collections.abc import Sequence

from scoring.notes import Note, render


class ScoringError(ValueError):
    """Facts that cannot stand. `note` says why."""

    def __init__(self, note: Note, names: Sequence[str] = ()) -> None:
        self.note = note
        self.names = tuple(names)
        super().__init__(note)

    def __str__(self) -> str:
        return render(self.note, self.names or ("0", "1", "2", "3"))


class TileError(ScoringError):
    """A text that names no tile."""

    def __init__(self, text: object) -> None:
        self.text = text
        super().__init__(Note("no_such_tile", {"text": show(text)}))


class UnknownVariant(ScoringError):
    """A variant that does not exist."""

    def __init__(self, code: object) -> None:
        super().__init__(Note("no_such_variant", {"text": show(code)}))


class OptionError(ScoringError):
    """An option that does not exist, or a value that it cannot take. `option` is its name."""

    def __init__(self, option: str, note: Note) -> None:
        self.option = option
        super().__init__(note)


class RecordError(ScoringError):
    """A record that breaks a rule of the record. `hand` counts the objects of `hands` from 1; None: outside them.

    `names` are the seats' names, once they are known: `render(error.note, error.names)` says it in any language.
    """

    def __init__(self, note: Note, hand: int | None = None, names: Sequence[str] = ()) -> None:
        self.hand = hand
        super().__init__(note, names)

    def located(self, hand: int, names: Sequence[str]) -> "RecordError":
        """The same fault, told of this hand and these seats."""
        return RecordError(self.note, hand, names)


def show(value: object) -> str:
    """A short printed form of a value as JSON has it, for messages; a text without its quotes."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= 40 else text[:39] + "…"
