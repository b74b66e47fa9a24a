"""A game's history: its revisions as a person reads them, and its hands at any earlier version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from tournaments.models import Game, Hand, Revision
from tournaments.queries.record_words import facts_in_words
from tournaments.queries.table import TableState

Listed = list[list[Any]]
"""Hands in order, each its uuid and its facts."""


@dataclass(frozen=True)
class HistoryLine:
    """A revision, what it changed in words, and whether the hands can be brought back to what they were after it."""

    revision: Revision
    before: str
    after: str
    restorable: bool


def as_listed(hands: Iterable[Hand]) -> Listed:
    """These hands as a revision lists them."""
    return [[str(hand.uuid), hand.facts] for hand in hands]


def hands_at(game: Game, version: int) -> Listed | None:
    """The hands as they stood at a version of the game. None where its history does not reach back so far."""
    revisions = list(Revision.objects.filter(game=game, version__lte=version).order_by("version"))
    if version < 0 or len(revisions) != version:
        return None
    return folded(revisions)


def history(state: TableState) -> list[HistoryLine]:
    """All changes of a game, the latest first. One query."""
    game = state.game
    revisions = list(Revision.objects.filter(game=game).select_related("user").order_by("version"))
    whole = len(revisions) == game.version
    now = folded(revisions) if whole else None
    hands: Listed = []
    lines = []
    for revision in revisions:
        if whole:
            _fold(hands, revision)
        lines.append(
            HistoryLine(
                revision, _in_words(revision.before, state), _in_words(revision.after, state), whole and hands != now
            )
        )
    return lines[::-1]


def _in_words(told: dict[str, Any] | None, state: TableState) -> str:
    """One side of a revision as a person reads it."""
    told = told or {}
    if "facts" in told:
        return facts_in_words(told["facts"], state)
    if "hands" in told:
        count = len(told["hands"])
        return ngettext("%(count)d entry on the sheet", "%(count)d entries on the sheet", count) % {"count": count}
    if told.get("stop_after"):
        return _("stops after hand %(number)d") % {"number": told["stop_after"]}
    if "decided" in told:
        return ", ".join(f"{name}: {place}" for name, place in told["decided"].items())
    return ", ".join(told.get("seats") or told.get("sides") or ())


def folded(revisions: Sequence[Revision]) -> Listed:
    """The hands as they stood after these revisions, a game's first ones without a gap."""
    hands: Listed = []
    for revision in revisions:
        _fold(hands, revision)
    return hands


def _fold(hands: Listed, revision: Revision) -> None:
    """Do to the hands what the revision did."""
    before, after = revision.before or {}, revision.after or {}
    if "hands" in after:
        hands[:] = [list(hand) for hand in after["hands"]]
    elif "facts" in before and "facts" in after:
        hands[after["number"] - 1] = [after["uuid"], after["facts"]]
    elif "facts" in after:
        hands.insert(after["number"] - 1, [after["uuid"], after["facts"]])
    elif "facts" in before:
        del hands[before["number"] - 1]
