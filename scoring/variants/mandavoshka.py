"""«Мандавошка»: two to four players, each for himself; the highest hand is written the sum of all (source S0)."""

from collections.abc import Mapping
from typing import Any

from scoring.books.mandavoshka import MANDAVOSHKA, OPENING
from scoring.errors import OptionError
from scoring.facts import Played
from scoring.notes import gettext_noop as _
from scoring.options import TARGET, boolean, choice, integer
from scoring.redeal import FIVE_DOUBLES, SIX_OF_A_SUIT
from scoring.steps import State, Step, as_sum
from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX, Tile
from scoring.variants.base import BLANK_ALONE, SIX_ALONE, Variant, burn_below_target, withheld

_SPECIAL = {DOUBLE_SIX, DOUBLE_BLANK}

OPTIONS = (
    integer(
        "target",
        101,
        _("Target"),
        _("An account of this many points or more ends the game; its owner loses."),
        bounds=TARGET,
    ),
    integer(
        "burn_at",
        100,
        _("Burns at"),
        _("An account of exactly this many points burns to 0. Empty: never."),
        nullable=True,
    ),
    integer(
        "threshold",
        13,
        _("Threshold"),
        _("A losing hand below this writes nothing to a player without a record. 0 turns it off."),
    ),
    choice(
        "threshold_scope",
        "never_recorded",
        _("Threshold holds"),
        _("For whom the threshold is asked."),
        {
            "never_recorded": _("while nothing was ever written to the player"),
            "at_zero": _("while the player's account stands at 0"),
            "always": _("always"),
        },
        chosen=True,
    ),
    integer("lone_double_six", 50, _("6-6 alone"), _("What 6-6 counts when it is all that is left in a hand.")),
    integer("lone_double_blank", 75, _("0-0 alone"), _("What 0-0 counts when it is all that is left in a hand.")),
    boolean(
        "lone_loses",
        False,
        _("A lone 0-0 or 6-6 loses the hand"),
        _("On: who holds 0-0 alone, else who holds 6-6 alone, loses the hand, whoever has more."),
        chosen=True,
    ),
    choice(
        "tie",
        "eggs",
        _("Equal highest hands"),
        _("What becomes of the sum when two or more share the highest hand."),
        {
            "eggs": _("eggs: it waits for the next hand's loser"),
            "void": _("nothing is written"),
            "each": _("each of them is written the sum"),
        },
        chosen=True,
    ),
    choice(
        "places",
        "by_points",
        _("Places"),
        _("How those who did not lose are placed."),
        {
            "by_points": _("by points, fewest first"),
            "loser_only": _("only the loser is told apart, the others share the first place"),
        },
        chosen=True,
    ),
)


class Mandavoshka(Variant):
    """Mandavoshka, bound to a table."""

    code = "mandavoshka"
    name = _("Mandavoshka")
    seats = (2, 4)
    options = OPTIONS
    maker_may_be_empty = True
    by_opens = True
    looks_at = frozenset({"last"})
    layout = "house"
    target: int
    deals_all_to = frozenset({4})
    deal = {2: 7, 3: 7, 4: 7}
    opening = OPENING
    redeals = (SIX_OF_A_SUIT, FIVE_DOUBLES)
    book = MANDAVOSHKA

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        super().__init__(options, seats)
        values = self.values
        self.burn_at = values["burn_at"]
        self.lone_six = values["lone_double_six"]
        self.lone_blank = values["lone_double_blank"]
        self.threshold: int = values["threshold"]
        self.threshold_scope: str = values["threshold_scope"]
        self.lone_loses: bool = values["lone_loses"]
        self.tie: str = values["tie"]
        self.loser_only = values["places"] == "loser_only"

    @classmethod
    def check_options(cls, values: Mapping[str, Any]) -> None:
        if wrong := burn_below_target(values):
            raise OptionError("burn_at", wrong)

    @classmethod
    def penalty(cls, values: Mapping[str, Any]) -> bool:
        return True

    def counts(self, hand: Played, seat: int) -> bool:
        return super().counts(hand, seat) and not _is_early(hand)

    def order(self, state: State, side: int) -> int:
        total = state.totals[side]
        return int(total >= self.target) if self.loser_only else total

    def play(self, hand: Played, counted: list[int | None], state: State, step: Step) -> None:
        if _is_early(hand):
            self._win_early(hand, state, step)
            return
        if hand.end == "out" and not hand.last:
            _doubt_early(hand, step)
        hands = [points or 0 for points in counted]
        blank, six = _holder(hand, BLANK_ALONE), _holder(hand, SIX_ALONE)
        if blank is not None and six is not None:
            step.note("lone_both_out", side=blank, sum=as_sum(hands))
            self._write(blank, sum(hands), state, step, "lone_double_blank")
            if (short := self.target - state.totals[blank]) > 0:
                step.note("raised_to_target", side=blank, points=short, target=self.target)
                step.write(state, blank, short, "to_target")
            return
        lone = blank if blank is not None else six
        if self.lone_loses and lone is not None:
            tile = DOUBLE_BLANK if lone == blank else DOUBLE_SIX
            self._lose(lone, hands, state, step, "lone_loses", tile=tile)
            return
        highest = max(hands)
        gone = hand.by if hand.end == "out" else None
        losers = [seat for seat, points in enumerate(hands) if points == highest and seat != gone]
        if len(losers) == 1:
            self._lose(losers[0], hands, state, step, "highest_hand")
            return
        step.note(f"tie_{self.tie}", sides=losers, hand=highest, sum=as_sum(hands))
        if self.tie == "eggs":
            if state.eggs:
                step.note("eggs_carried", eggs=state.eggs + sum(hands))
            state.eggs += sum(hands)
        elif self.tie == "each":
            for loser in losers:
                self._lose(loser, hands, state, step, None)

    def _lose(
        self, loser: int, hands: list[int], state: State, step: Step, why: str | None, tile: Tile | None = None
    ) -> None:
        """Write the sum of all hands to the hand's loser, unless his own hand is below the threshold."""
        own, points = hands[loser], sum(hands)
        scope = withheld(self.threshold_scope, state, loser) if own < self.threshold else None
        if scope is not None:
            step.note(f"threshold{scope}", side=loser, hand=own, threshold=self.threshold, points=points)
            points = 0
        elif why:
            step.note(why, side=loser, hand=own, sum=as_sum(hands), tile=tile)
        self._write(loser, points, state, step, why or "highest_hand")

    def _write(self, side: int, points: int, state: State, step: Step, why: str) -> None:
        """Write points, and the waiting eggs on top."""
        step.write(state, side, points, why)
        if state.eggs:
            step.note("eggs_written", side=side, points=state.eggs)
            step.write(state, side, state.eggs, "eggs")
            state.eggs = 0

    def _win_early(self, hand: Played, state: State, step: Step) -> None:
        """The last tile was 6-6, 0-0 or both: the game is won, every other account becomes the target."""
        state.early_winner = hand.by
        step.note("early_win", seat=hand.by, tile=", ".join(map(str, hand.last)), target=self.target)
        for side, total in enumerate(state.totals):
            if side != hand.by:
                step.write(state, side, self.target - total, "early_win")


def _is_early(hand: Played) -> bool:
    return hand.end == "out" and bool(hand.last) and _SPECIAL.issuperset(hand.last)


def _holder(hand: Played, alone: tuple[Tile]) -> int | None:
    """The seat whose whole hand is this one tile."""
    return hand.left.index(alone) if alone in hand.left else None


def _doubt_early(hand: Played, step: Step) -> None:
    """An out without its last tile, while 6-6 or 0-0 lies in no hand that was written down."""
    seen = {tile for tiles in hand.left if tiles for tile in tiles}
    seen.update(hand.reserve or ())
    unseen = [tile for tile in (DOUBLE_SIX, DOUBLE_BLANK) if tile not in seen and tile is not hand.first]
    if unseen:
        code = "doubt_early_win" if len(unseen) == 1 else "doubt_early_win_either"
        step.doubt(code, seat=hand.by, tiles=", ".join(map(str, unseen)))
