"""Traditional dominoes, Sevastopol, Matador: each for himself; the winner of a hand writes what others hold (S3)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.books.shared import FIVES_DEAL
from scoring.books.traditional import (
    MATADOR,
    MATADOR_OPENING,
    OPENING,
    SEVASTOPOL,
    SEVASTOPOL_OPENING,
    TRADITIONAL,
)
from scoring.facts import Played
from scoring.notes import gettext_noop as _
from scoring.options import TARGET, choice, integer
from scoring.record import fault
from scoring.steps import State, Step, as_sum
from scoring.tiles import DOUBLE_SIX
from scoring.variants.base import Layout, Variant


class Traditional(Variant):
    """Traditional dominoes, bound to a table."""

    code = "traditional"
    name = _("Traditional dominoes")
    options = (
        integer("target", 100, _("Target"), _("The first to have this many points or more wins."), bounds=TARGET),
        choice(
            "fish_difference",
            "others_minus_own",
            _("A fish writes"),
            _("What the lowest hand is written after a fish."),
            {
                "others_minus_own": _("the sum of the others, less his own hand"),
                "pairwise": _("each other hand less his own, added up"),
                "others": _("the sum of the others"),
            },
            chosen=True,
        ),
        choice(
            "fish_tie",
            "void",
            _("Equal lowest hands"),
            _("What becomes of a fish in which two or more share the lowest hand."),
            {"void": _("nothing is written"), "eggs": _("eggs: the sum of all waits for the next hand's winner")},
            chosen=True,
        ),
    )
    layout: ClassVar[Layout | None] = "line"
    draws_all = True
    winner_opens = True
    deal: ClassVar[Mapping[int, int]] = {2: 7, 3: 5, 4: 5}
    opening = OPENING
    book = TRADITIONAL

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        super().__init__(options, seats)
        self.fish_difference: str = self.values["fish_difference"]
        self.fish_tie: str = self.values["fish_tie"]

    def play(self, hand: Played, counted: list[int | None], state: State, step: Step) -> None:
        hands = [points or 0 for points in counted]
        winner = hand.by
        if hand.end == "out":
            assert winner is not None  # the record's reader asks it of every out
            others = [points for seat, points in enumerate(hands) if seat != winner]
            step.note("out_others", side=winner, sum=as_sum(others))
            self._award(winner, sum(others), state, step, "out")
        else:
            low = min(hands)
            lowest = [seat for seat, points in enumerate(hands) if points == low]
            if len(lowest) == 1:
                winner = lowest[0]
                self._fish(winner, hands, state, step)
            else:
                step.note(f"lowest_tie_{self.fish_tie}", sides=lowest, hand=low, sum=as_sum(hands))
                if self.fish_tie == "eggs":
                    state.eggs += sum(hands)
        if self.winner_opens:
            state.opener = winner

    def _fish(self, winner: int, hands: list[int], state: State, step: Step) -> None:
        own = hands[winner]
        others = [points for seat, points in enumerate(hands) if seat != winner]
        if self.fish_difference == "others_minus_own":
            points = sum(others) - own
            shown = f"{' + '.join(map(str, sorted(others, reverse=True)))} − {own} = {points}"
        elif self.fish_difference == "pairwise":
            differences = [other - own for other in others]
            points, shown = sum(differences), as_sum(differences)
        else:
            points, shown = sum(others), as_sum(others)
        step.note("fish_lowest", side=winner, hand=own, sum=shown)
        self._award(winner, points, state, step, "fish")

    def _award(self, side: int, points: int, state: State, step: Step, why: str) -> None:
        step.write(state, side, points, why)
        if state.eggs:
            step.note("eggs_written", side=side, points=state.eggs)
            step.write(state, side, state.eggs, "eggs")
            state.eggs = 0


class Sevastopol(Traditional):
    """Sevastopol: a star of four arms round 6-6, which opens every hand."""

    code = "sevastopol"
    name = _("Sevastopol")
    seats = (4, 4)
    deals_all_to = frozenset({4})
    layout = "star"
    draws_all = False
    winner_opens = False
    deal = {4: 7}
    opening = SEVASTOPOL_OPENING
    book = SEVASTOPOL

    def check(self, hand: Played) -> None:
        super().check(hand)
        if hand.first is not None and hand.first is not DOUBLE_SIX:
            fault("first_is_double_six", tile=hand.first)


class Matador(Traditional):
    """Matador: halves that meet add up to seven."""

    code = "matador"
    name = _("Matador")
    layout = None
    draws_all = False
    deal = FIVES_DEAL
    opening = MATADOR_OPENING
    book = MATADOR
