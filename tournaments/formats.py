"""Which formats a game can be played in, which one is usual, and what each of them lets one settle.

A format is an engine of the pairing room. Its *settings* are whole numbers, yes or no, or a choice, declared here
once: the forms are made of the declarations, and a stage stores what differs from the defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop

from scoring import variants
from tournaments.pairing.engine import EACH, ENGINES, PAIR, PARTNERS, PERSON, TWO, Engine
from tournaments.pairing.planning import REGISTERED

assert REGISTERED  # the engines stand in their registry by being imported


@dataclass(frozen=True)
class Setting:
    """One setting of a format; `label` and `help` are msgids. A number lies from `low` to `high`.

    `fixed`: once a round is out it can change no more, since the rounds to come follow from it.
    """

    name: str
    default: bool | int
    label: str
    help: str = ""
    low: int = 0
    high: int = 0
    fixed: bool = False

    @property
    def is_number(self) -> bool:
        return not isinstance(self.default, bool)


BY_SCORE = Setting(
    "by_score", True, gettext_noop("Near in the standings sit together"),
    gettext_noop("Otherwise everybody is to meet as many others as possible, whatever the standings."),
)  # fmt: skip
SEEDED = Setting(
    "seeded", False, gettext_noop("The upper half of a score group plays the lower half"),
    gettext_noop("Otherwise chance decides within a score group."),
)  # fmt: skip
CYCLES = Setting("cycles", 1, gettext_noop("How often each pair meets"), low=1, high=4, fixed=True)
TABLES = Setting("tables", 1, gettext_noop("How many tables play at once"), low=1, high=100)
PLACES = Setting(
    "places", 2, gettext_noop("Places that are played for"),
    gettext_noop("2: the final alone; 4: the match for the third place too."), low=2, high=64, fixed=True,
)  # fmt: skip

SETTINGS: Mapping[str, tuple[Setting, ...]] = {
    "swiss": (SEEDED,),
    "dutch": (),
    "round_robin": (CYCLES,),
    "tables": (BY_SCORE,),
    "partners": (BY_SCORE,),
    "knockout": (PLACES,),
    "double_knockout": (),
    "king": (TABLES,),
}


@dataclass(frozen=True)
class FormatError(Exception):
    """A setting that the format does not have, or with a value that it cannot have."""

    setting: str
    value: Any = field(default=None)


def formats_for(variant: str, *, pairs: bool) -> tuple[Engine, ...]:
    """The formats in which a game can be played by persons or by fixed pairs, the usual one first."""
    usual = usual_format(variant, pairs=pairs)
    fitting = [engine for engine in ENGINES.values() if _fits(engine, variant, pairs)]
    return tuple(sorted(fitting, key=lambda engine: engine.code != usual))


def usual_format(variant: str, *, pairs: bool) -> str:
    """What is drawn where nobody chose: Swiss between two, otherwise tables."""
    declared = variants.get(variant)
    if declared.colours:
        return "dutch"
    if pairs or declared.seats[1] == 2:
        return "swiss"
    return "partners" if declared.pairs else "tables"


def is_duel(format: str) -> bool:
    """Whether two entries meet at a table, whatever number of people the game could seat."""
    return ENGINES[format].sides == TWO


def settled(format: str, given: Mapping[str, Any]) -> dict[str, bool | int]:
    """All settings of a format; `FormatError` where one is unknown or out of bounds."""
    declared = {setting.name: setting for setting in SETTINGS[format]}
    for name, value in given.items():
        setting = declared.get(name)
        if setting is None or type(value) is not type(setting.default):
            raise FormatError(name, value)
        if setting.is_number and not setting.low <= value <= setting.high:
            raise FormatError(name, value)
    return {name: given.get(name, setting.default) for name, setting in declared.items()}


def _fits(engine: Engine, variant: str, pairs: bool) -> bool:
    declared = variants.get(variant)
    if (PAIR if pairs else PERSON) not in engine.kinds:
        return False
    if engine.code == "dutch" and not declared.colours:
        return False
    two = pairs or declared.seats[1] == 2 or (declared.seats[0] == 2 and not declared.pairs)
    if engine.sides == TWO:
        return two
    if engine.sides == PARTNERS:
        return declared.pairs and not pairs
    return engine.sides == EACH and (engine.code == "king" or declared.seats[1] > 2) and (pairs or not declared.pairs)
