"""The choices that a variant leaves to a tournament, each declared once.

The declaration gives the form field, the validation, the rules page and the `options` of the record. `chosen` marks
a default that is the house's choice where the source is silent (◇); otherwise the default is the source's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scoring.errors import OptionError, show
from scoring.notes import Note, gettext_noop

POINTS = (0, 1000)
TARGET = (1, 10000)
HANDS = (1, 1000)


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a choice, and what to call it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """One option. `low` and `high` bound an integer; `nullable` lets it be None, which means `empty`.

    `label`, `help` and `empty` are English msgids.
    """

    name: str
    kind: Literal["integer", "boolean", "choice"]
    default: Any
    label: str
    help: str
    low: int = 0
    high: int = 0
    nullable: bool = False
    empty: str = gettext_noop("off")
    choices: tuple[Choice, ...] = ()
    chosen: bool = False

    def check(self, value: Any) -> None:
        """`OptionError` where the value is not one that this option can take."""
        if value is None and self.nullable:
            return
        if self.kind == "boolean":
            if type(value) is not bool:
                self._refuse("option_boolean", value)
        elif self.kind == "integer":
            if type(value) is not int:
                self._refuse("option_integer", value)
            if not self.low <= value <= self.high:
                self._refuse("option_range", value, low=self.low, high=self.high)
        elif not any(value == choice.value for choice in self.choices):
            self._refuse("option_choice", value, choices=", ".join(choice.value for choice in self.choices))

    def _refuse(self, code: str, value: Any, **params: Any) -> None:
        raise OptionError(self.name, Note(code, {"option": self.name, "text": show(value), **params}))


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options to start from. `label` and `help` are English msgids."""

    code: str
    label: str
    help: str
    options: Mapping[str, Any]


AS_IN_THE_SOURCE = Preset(
    "source",
    gettext_noop("As in the source"),
    gettext_noop("Every rule as its source has it, and the usual choice where it is silent."),
    {},
)


def integer(
    name: str, default: int | None, label: str, help: str, *, bounds: tuple[int, int] = POINTS, **more: Any
) -> Option:
    """An integer option within bounds."""
    return Option(name, "integer", default, label, help, low=bounds[0], high=bounds[1], **more)


def count_of_hands() -> Option:
    """`hands`: how many hands a game has."""
    return integer(
        "hands", 1, gettext_noop("Hands"), gettext_noop("So many hands make a game."), bounds=HANDS, chosen=True
    )


def boolean(name: str, default: bool, label: str, help: str, **more: Any) -> Option:
    """A switch."""
    return Option(name, "boolean", default, label, help, **more)


def choice(name: str, default: str, label: str, help: str, choices: dict[str, str], **more: Any) -> Option:
    """One of a few named values; `choices` maps each to its label."""
    named = tuple(Choice(value, text) for value, text in choices.items())
    return Option(name, "choice", default, label, help, choices=named, **more)


def resolve(
    declared: Iterable[Option], given: Mapping[str, Any], switches: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Every declared option with its value: given by name, else set by a switch that is on, else the default.

    `switches` maps the name of a boolean option to the values that it sets. `OptionError` on an unknown name or an
    impossible value.
    """
    values = {option.name: option.default for option in declared}
    if not given:
        return values
    by_name = {option.name: option for option in declared}
    for name, value in given.items():
        option = by_name.get(name)
        if option is None:
            raise OptionError(str(name), Note("no_such_option", {"option": show(name)}))
        option.check(value)
    for switch, sets in switches.items():
        if given.get(switch, values[switch]):
            values.update(sets)
    values.update(given)
    return values
