"""A ladder's numbers in words: each setting with what it does and why it is what it is, and the tenths of a chance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy

from scoring.ratings.measure import Bin
from scoring.ratings.model import DEFAULT, Settings
from tournaments.display import number, percent

REASONS = {
    "mu": (gettext_lazy("Start"), gettext_lazy("A newcomer's rating. Any number would do: only differences count.")),
    "sigma": (
        gettext_lazy("Start σ"),
        gettext_lazy(
            "How unsure a newcomer's rating is. Smaller where newcomers are much alike, so that the first "
            "games move them less."
        ),
    ),
    "beta": (
        gettext_lazy("Luck (β)"),
        gettext_lazy("How far luck carries one game. It is the unit in which strength is measured."),
    ),
    "tau": (
        gettext_lazy("Change (τ)"),
        gettext_lazy(
            "How much strength may change between two games. Larger keeps ratings moving; too large makes "
            "them restless."
        ),
    ),
    "idle_variance": (
        gettext_lazy("A day away"),
        gettext_lazy(
            "What a day without a game adds to σ²: after about a year away a settled rating is provisional again."
        ),
    ),
    "temperature": (
        gettext_lazy("Caution"),
        gettext_lazy(
            "Above 1 the chances are nearer to each other, below 1 further apart. Found on games that were "
            "played, so that what is said comes true."
        ),
    ),
    "model": (
        gettext_lazy("Model"),
        gettext_lazy(
            "Of OpenSkill's models the one that orders ties rightly and takes no larger steps in a game of "
            "four than in a duel."
        ),
    ),
}


@dataclass(frozen=True)
class SettingLine:
    """A setting with its value here and the usual one; `own` where they differ."""

    name: str
    here: str
    usual: str
    own: bool
    why: str


@dataclass(frozen=True)
class TenthLine:
    """A tenth of the chances, `20–30%`, with how many sides it had, what was said and what came."""

    label: str
    sides: int
    said: float
    came: float


def settings_in_words(settings: Settings) -> list[SettingLine]:
    """Every number that a ladder may have of its own."""
    lines = []
    for field, (name, why) in REASONS.items():
        here, usual = getattr(settings, field), getattr(DEFAULT, field)
        lines.append(SettingLine(str(name), _told(here), _told(usual), here != usual, str(why)))
    return lines


def tenths_in_words(bins: Sequence[Bin]) -> list[TenthLine]:
    """The bins with what each stands for."""
    lines = []
    for each in bins:
        tenth = min(9, int(each.said * 10))
        label = _("%(low)d–%(high)s") % {"low": 10 * tenth, "high": percent(10 * tenth + 10)}
        lines.append(TenthLine(label, each.sides, each.said, each.came))
    return lines


def _told(value: float | str) -> str:
    """A number with four digits at most; the name of a model as words, so that it fits a phone."""
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", value) if isinstance(value, str) else number(round(value, 4))
