"""A variant's options in words: the rules that a tournament plays by, made from the options' declarations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _, ngettext

from scoring import variants
from scoring.options import Option
from scoring.variants.base import Variant
from tournaments.display import number
from tournaments.points import ACCOUNTS, LOSER, PLACE, Scheme, as_decimal

UNBROKEN_DASH = "\u2060–\u2060"


@dataclass(frozen=True)
class Rule:
    """One option with its value. `changed`: not the default. `chosen`: the default is a choice of this house (◇)."""

    name: str
    label: str
    value: str
    help: str
    changed: bool
    chosen: bool
    values: list[str]


def in_force(code: str, options: Mapping[str, Any]) -> list[Rule]:
    """Every rule of the variant as these options set it, in the order of declaration."""
    variant = variants.get(code)
    values = variant.resolve(options)
    return [
        Rule(
            name=option.name,
            label=_(option.label),
            value=value_in_words(option, values[option.name]),
            help=_(option.help),
            changed=values[option.name] != option.default,
            chosen=option.chosen,
            values=[_(choice.label) for choice in option.choices],
        )
        for option in variant.options
    ]


@dataclass(frozen=True)
class Difference:
    """A rule that two sets of options set differently, in words."""

    label: str
    before: str
    after: str


def differences(code: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """The rules in which the two differ."""
    pairs = zip(in_force(code, before), in_force(code, after), strict=True)
    return [Difference(old.label, old.value, new.value) for old, new in pairs if old.value != new.value]


def value_in_words(option: Option, value: Any) -> str:
    """A value as a page says it."""
    if value is None:
        return _(option.empty)
    if option.kind == "boolean":
        return _("yes") if value else _("no")
    if option.kind == "choice":
        return next(_(choice.label) for choice in option.choices if choice.value == value)
    return number(value)


def variant_name(code: str) -> str:
    """The variant's name in the reader's language; with no code, all games."""
    return _(variants.get(code).name) if code else _("All games")


def heading(code: str, options: Mapping[str, Any]) -> str:
    """The game and, where it has one whoever plays, its target: `Mandavoshka to 101`."""
    target = variants.get(code).resolve(options).get("target")
    if target is None:
        return variant_name(code)
    return _("%(game)s to %(target)s") % {"game": variant_name(code), "target": number(target)}


def points_in_words(scheme: Scheme) -> str:
    """What a game and a bye bring to the tournament."""
    bye = _("A bye brings %(bye)s.") % {"bye": _points(scheme.bye)}
    if scheme.kind == PLACE:
        two, three, four = (UNBROKEN_DASH.join(map(_points, scale)) for scale in scheme.places)
        words = _(
            "A table of four brings %(four)s points, of three %(three)s, of two %(two)s;"
            " who shares places shares the points."
        ) % {"four": four, "three": three, "two": two}
    elif scheme.kind == LOSER:
        words = _("A loser gets %(loss)s, everybody else %(win)s.") % {
            "loss": _points(scheme.loss),
            "win": _points(scheme.win),
        }
    elif scheme.kind == ACCOUNTS:
        words = _("What is written in a game counts, in a penalty game against its owner.")
    else:
        words = _("A win brings %(win)s, a draw %(draw)s, a loss %(loss)s.") % {
            "win": _points(scheme.win),
            "draw": _points(scheme.draw),
            "loss": _points(scheme.loss),
        }
    return f"{words} {bye}"


def _points(points: Fraction) -> str:
    return number(as_decimal(points))


@dataclass(frozen=True)
class About:
    """A variant as a list of games tells it. `goal`: whether points are good, and how many of them end a game."""

    code: str
    name: str
    pairs: bool
    low: int
    high: int
    goal: str


def about(code: str) -> About:
    """What a variant is, under its defaults; `UnknownVariant` where there is none."""
    variant = variants.get(code)
    low, high = variant.seats
    return About(code, _(variant.name), variant.pairs, low, high, goal(code, {}))


def goal(code: str, options: Mapping[str, Any]) -> str:
    """What one plays for: `points are bad, 101 lose`."""
    variant = variants.get(code)
    if variant.result_alone:
        return _("by the result alone")
    penalty, low, high = variant.penalty(variant.resolve(options)), *variant.seats
    few, many = (variant(options, seats) for seats in (low, high))
    if few.target is None:
        hands = few.hands or 1
        return ngettext("%(count)d hand makes a game", "%(count)d hands make a game", hands) % {"count": hands}
    target = number(few.target) if few.target == many.target else f"{number(few.target)} / {number(many.target)}"
    if penalty:
        return _("points are bad, %(target)s lose") % {"target": target}
    return _("points are good, %(target)s win") % {"target": target}


def families() -> list[tuple[str, list[About]]]:
    """All variants, grouped by what one plays for, in the order of the registry."""
    groups: dict[str, list[About]] = {}
    for variant in variants.all():
        groups.setdefault(_family(variant), []).append(about(variant.code))
    return list(groups.items())


def _family(variant: type[Variant]) -> str:
    """What one plays for, in a heading."""
    if variant.result_alone:
        return _("By the result alone")
    if variant.columns:
        return _("Points won and penalty points")
    if variant.ends or variant.events:
        return _("Points during the play")
    return _("Points are bad") if variant.penalty(variant.resolve({})) else _("Points are good")
