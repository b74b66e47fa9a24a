"""What a scorekeeper fills in for a played hand; it gives one object of the game record.

The fields, by name, and the fact that each gives (n is a seat, r a row):

- `end`: `out`, `fish` or `stopped`; `by`: the seat that went out or made the fish.
- `left_n`: the tiles in a hand; `pips_n`: their total, where the tiles are not known.
- `play_r_seat` with `play_r_ends` or `play_r_event`, and `play_r_count`: the scoring events (`forms.plays`).
- `last`, `first`, `reserve`: tiles of the last move, the tile that opened, what stayed in the reserve.
- hidden: `uuid` of the entry, `version` of the game, `seen`, the mark of the last preview.

Tiles are typed as on the phone one would: `64 00 5-1`, or all digits in a row, `640051`. A dash says that there are
none; a blank field, that it was not written down. All fields stand in every form but those of the events, which are
where the variant has some; what the variant does not count is folded. The rules are not asked here: the ledger
refuses what cannot be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from scoring.facts import Played
from scoring.tiles import Tile
from tournaments.display import initials, short_names
from tournaments.forms.entry import PreviewedForm, TilesField
from tournaments.forms.plays import Plays
from tournaments.forms.result import ResultForm
from tournaments.queries.table import TableState


@dataclass(frozen=True)
class SeatFields:
    """A seat in the form: its fields, its account (None where a pair shares one), and whether it opens the hand."""

    seat: int
    name: str
    short: str
    letters: str
    total: int | None
    opens: bool
    chosen: bool
    left: forms.BoundField
    pips: forms.BoundField | None


class HandForm(PreviewedForm):
    """A played hand."""

    end = forms.ChoiceField(
        label=gettext_lazy("How did the hand end?"),
        choices=[
            # Translators: a player laid the last tile
            ("out", gettext_lazy("Out")),
            # Translators: the hand is blocked
            ("fish", gettext_lazy("Fish")),
            # Translators: the hand was broken off before its end
            ("stopped", gettext_lazy("Stopped")),
        ],
        widget=forms.RadioSelect,
        initial="out",
    )
    by = forms.TypedChoiceField(label=gettext_lazy("Who"), required=False, coerce=int, empty_value=None)
    last = TilesField(label=gettext_lazy("Last move"))
    first = TilesField(label=gettext_lazy("First tile"))
    reserve = TilesField(label=gettext_lazy("Reserve"))

    faults = {
        "out_needs_by": "by",
        "last_not_doubles": "last",
        "last_too_many": "last",
        "empty_last": "last",
        "first_is_double_six": "first",
        "bad_pips": "pips_{seat}",
        "too_many_pips": "pips_{seat}",
    } | dict.fromkeys(("bad_ends", "bad_count", "nothing_to_offset", "offset_too_large", "second_first_double"), "")

    def __init__(
        self, state: TableState, data: Mapping[str, Any] | None = None, typed: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(state, data, typed)
        self.rules = state.ledger.rules
        by = self.fields["by"]
        by.widget = forms.RadioSelect()
        by.choices = list(enumerate(state.names))
        for seat, name in enumerate(state.names):
            self.fields[f"left_{seat}"] = TilesField(of=name, label=name)
            if self.rules.pips_enough:
                self.fields[f"pips_{seat}"] = _pips_field(name)
        if self.rules.shape.all_dealt:
            del self.fields["reserve"]
        self.plays = Plays(self, self.rules.shape, short_names(state.names), (typed or {}) if data is None else data)

    @classmethod
    def with_more_rows(cls, state: TableState, data: Mapping[str, Any]) -> Self:
        """The form as typed so far, not judged yet, with more rows for events."""
        kept = {name: value for name, value in data.items() if name != "seen"}
        return cls(state, typed=kept | Plays.more_rows(data))

    @staticmethod
    def as_typed(facts: Mapping[str, Any]) -> dict[str, Any]:
        if "end" not in facts:
            return {}
        typed = {key: facts[key] for key in ("end", "by", "first") if key in facts}
        typed |= {f"left_{seat}": " ".join(tiles) or "–" for seat, tiles in facts.get("left", {}).items()}
        typed |= {f"pips_{seat}": pips for seat, pips in facts.get("pips", {}).items()}
        typed |= {key: " ".join(facts[key]) or "–" for key in ("last", "reserve") if key in facts}
        return typed | Plays.as_typed(facts.get("plays", ()))

    @property
    def seats(self) -> list[SeatFields]:
        """The fields by seat, with what stands on the seat's card."""
        ledger = self.state.ledger
        letters, short = initials(self.state.names), short_names(self.state.names)
        return [
            SeatFields(
                seat=seat,
                name=name,
                short=short[seat],
                letters=letters[seat],
                total=ledger.totals[seat] if ledger.sides == len(self.state.names) else None,
                opens=ledger.next_opener == seat,
                chosen=str(self["by"].value()) == str(seat),
                left=self[f"left_{seat}"],
                pips=self[f"pips_{seat}"] if f"pips_{seat}" in self.fields else None,
            )
            for seat, name in enumerate(self.state.names)
        ]

    @cached_property
    def counted_in(self) -> set[str]:
        """The ends of a hand, out and fish, after which the rules count what is left in hands."""
        count = len(self.state.names)
        trials = {end: Played(end, 0, [None] * count, [None] * count) for end in ("out", "fish")}
        return {end for end, hand in trials.items() if any(self.rules.counts(hand, seat) for seat in range(count))}

    @property
    def hands_folded(self) -> bool:
        """Whether the tiles left need not be asked: the rules do not count them, and none were typed."""
        if "out" in self.counted_in or (self.counted_in and self["end"].value() == "fish"):
            return False
        names = [name for name in self.fields if name.startswith(("left_", "pips_"))]
        return not any(self[name].value() or self[name].errors for name in names)

    @property
    def asked_tiles(self) -> list[forms.BoundField]:
        """Of the last move and the first tile, what the rules look at."""
        return [self[name] for name in ("last", "first") if name in self.rules.looks_at]

    @property
    def extra_tiles(self) -> list[forms.BoundField]:
        """The tiles that only help to find what was misread."""
        names = [name for name in ("last", "first", "reserve") if name not in self.rules.looks_at]
        return [self[name] for name in names if name in self.fields]

    @property
    def extra_open(self) -> bool:
        return any(field.value() or field.errors for field in self.extra_tiles)

    def clean_first(self) -> tuple[Tile, ...] | None:
        first: tuple[Tile, ...] | None = self.cleaned_data["first"]
        if first is not None and len(first) != 1:
            raise forms.ValidationError(_("One tile opens a hand."))
        return first

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("end") == "out" and data.get("by") is None and "by" not in self.errors:
            self.add_error("by", _("Who went out? Choose a name."))
        for seat, name in enumerate(self.state.names):
            if data.get(f"left_{seat}") is not None and data.get(f"pips_{seat}") is not None:
                self.add_error(f"pips_{seat}", _("%(name)s: the tiles or only the pips, not both.") % {"name": name})
        self.plays.clean()
        return data

    def facts(self) -> dict[str, Any]:
        data = self.cleaned_data
        seats = range(len(self.state.names))
        facts: dict[str, Any] = {"end": data["end"]}
        if data["by"] is not None and data["end"] != "stopped":
            facts["by"] = data["by"]
        left = {str(seat): [*map(str, data[f"left_{seat}"])] for seat in seats if data[f"left_{seat}"] is not None}
        pips = {str(seat): data[f"pips_{seat}"] for seat in seats if data.get(f"pips_{seat}") is not None}
        facts |= {key: value for key, value in (("left", left), ("pips", pips)) if value}
        if data["last"]:
            facts["last"] = [*map(str, data["last"])]
        if data["first"]:
            facts["first"] = str(data["first"][0])
        if data.get("reserve") is not None:
            facts["reserve"] = [*map(str, data["reserve"])]
        plays = self.plays.facts()
        return facts | ({"plays": plays} if plays else {})


def next_form(state: TableState) -> type[HandForm | ResultForm]:
    """The form for what comes next in a game: a hand, or the result where there are no hands."""
    return ResultForm if state.ledger.rules.shape.result_alone else HandForm


def _pips_field(name: str) -> forms.IntegerField:
    whole = _("%(name)s: pips are a whole number from 1 to 168.") % {"name": name}
    return forms.IntegerField(
        label=_("%(name)s: only pips") % {"name": name},
        required=False,
        min_value=1,
        max_value=168,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), whole),
        # Translators: a hint in a narrow field for the total of a hand
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "placeholder": _("pips")}),
    )
