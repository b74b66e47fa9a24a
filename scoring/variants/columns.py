"""Games that keep more than one number a side: lucky threes, two lanes, the ladder (all S2).

Events of a hand go to columns that start from 0 in each hand and add up over the hands; the account is one number
made of them, so that a game may have several hands.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.books.columns import LADDER, LUCKY_THREES, TWO_LANE
from scoring.books.shared import BY_LOT, FIVES_DEAL
from scoring.facts import Play, Played
from scoring.notes import gettext_noop as _
from scoring.options import TARGET, choice, count_of_hands, integer
from scoring.record import fault
from scoring.steps import State, Step, as_sum
from scoring.variants.base import Variant

MANY = 100
"""The most that an event may count at once, where the rules give no number."""

FAILED_DRAW = 10
"""Penalty points for a drawn tile that did not fit."""

WON = {"scoring_move": 5, "scoring_double": 7, "first_double": 8, "lucky_draw": 10}
UNLUCKY_DRAW = 5


class LuckyThrees(Variant):
    """Threes with luck: points won and penalty points, which one may set off against each other."""

    code = "lucky_threes"
    name = _("Lucky threes")
    options = (
        choice(
            "losers_points",
            "won",
            _("The losers' points"),
            _("What is added up for the winner; his own points won are taken off."),
            {"won": _("what they won"), "penalty": _("their penalty points"), "tiles": _("the tiles in their hands")},
            chosen=True,
        ),
        count_of_hands(),
        integer(
            "target",
            None,
            _("Target"),
            _("A game goes on until an account has this many points. Empty: the number of hands ends it."),
            bounds=TARGET,
            nullable=True,
            chosen=True,
        ),
    )
    events = {**dict.fromkeys(WON, 0), "unlucky_draw": 5, "offset": 1000}
    columns = ("won", "penalty")
    deal = FIVES_DEAL
    book = LUCKY_THREES
    layout = "line"
    reserve_ends_hand = True

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        super().__init__(options, seats)
        self.losers_points: str = self.values["losers_points"]
        self.hands = self.values["hands"] if self.target is None else None

    def counts(self, hand: Played, seat: int) -> bool:
        return self.losers_points == "tiles" and super().counts(hand, seat)

    def check(self, hand: Played) -> None:
        super().check(hand)
        self._tally(hand.plays)

    def _tally(self, plays: tuple[Play, ...]) -> tuple[list[int], list[int]]:
        """Points won and penalty points of one hand, by side; `RecordError` on an event that cannot have been."""
        won, penalty = [0] * self.shape.sides, [0] * self.shape.sides
        doubled = False
        for seat, event, count in plays:
            if event == "offset":
                most = min(won[seat], penalty[seat])
                if not most:
                    fault("nothing_to_offset", seat=seat)
                if count is not None and count > most:
                    fault("offset_too_large", seat=seat, count=count, most=most)
                won[seat] -= count or most
                penalty[seat] -= count or most
            elif event == "unlucky_draw":
                penalty[seat] += UNLUCKY_DRAW * (count or 1)
            else:
                if event == "first_double" and doubled:
                    fault("second_first_double", seat=seat)
                doubled = doubled or event == "first_double"
                won[seat] += WON[event]
        return won, penalty

    def apply(self, hand: Played, state: State, step: Step) -> None:
        won, penalty = self._tally(hand.plays)
        for side in range(self.shape.sides):
            state.columns["won"][side] += won[side]
            state.columns["penalty"][side] += penalty[side]
            if won[side] or penalty[side]:
                step.note("columns_won", side=side, won=won[side], penalty=penalty[side])
        if hand.end == "stopped":
            step.note("stopped_plays_count")
            return
        state.hands += 1
        state.opener = None
        step.counted = self.count(hand, step)
        best = min(zip(penalty, (-points for points in won), strict=True))
        winners = [side for side in range(self.shape.sides) if (penalty[side], -won[side]) == best]
        if len(winners) > 1:
            step.note("equal_columns", sides=winners)
            return
        winner = winners[0]
        given = {"won": won, "penalty": penalty, "tiles": [points or 0 for points in step.counted]}[self.losers_points]
        losers = [points for side, points in enumerate(given) if side != winner]
        points = max(0, sum(losers) - won[winner])
        step.note("hand_won", side=winner, sum=as_sum(losers), own=won[winner], points=points)
        step.write(state, winner, points, "hand")

    def order(self, state: State, side: int) -> Any:
        if self.hands == 1:
            return state.columns["penalty"][side], -state.columns["won"][side]
        return -state.totals[side]


class TwoLane(Variant):
    """Two lanes: a penalty for each drawn tile that does not fit; who goes out wins the hand."""

    code = "two_lane"
    name = _("Two lanes")
    options = (
        choice(
            "winner_by",
            "out_first",
            _("A hand is won by"),
            _("Who wins a hand that somebody went out of; a fish goes to the fewest penalty points."),
            {"out_first": _("who went out"), "least_penalty": _("who has the fewest penalty points")},
            chosen=True,
        ),
        count_of_hands(),
    )
    events = {"failed_draw": MANY}
    columns = ("hands_won", "penalty")
    deal = {2: 5, 3: 5, 4: 6}
    opening = BY_LOT
    book = TWO_LANE

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        super().__init__(options, seats)
        self.hands = self.values["hands"]
        self.out_first = self.values["winner_by"] == "out_first"

    @classmethod
    def fewer_is_better(cls, values: Mapping[str, Any]) -> bool:
        return True

    def counts(self, hand: Played, seat: int) -> bool:
        return False

    def apply(self, hand: Played, state: State, step: Step) -> None:
        penalty = [0] * self.shape.sides
        for seat, _event, count in hand.plays:
            points = FAILED_DRAW * (count or 1)
            penalty[seat] += points
            state.columns["penalty"][seat] += points
            step.note("failed_draw", side=seat, points=points)
            step.write(state, seat, points, "failed_draw")
        if hand.end == "stopped":
            step.note("stopped_plays_count")
            return
        state.hands += 1
        step.counted = self.count(hand, step)
        if hand.end == "out" and self.out_first:
            winners = [side for side in range(self.shape.sides) if side == hand.by]
        else:
            winners = [side for side, points in enumerate(penalty) if points == min(penalty)]
        for side in winners:
            state.columns["hands_won"][side] += 1
        step.note("hand_taken", sides=winners)

    def judge(self, side: int, points: int, column: str | None, state: State, step: Step) -> None:
        state.columns["penalty"][side] += points
        step.write(state, side, points, "judge")

    def order(self, state: State, side: int) -> Any:
        return -state.columns["hands_won"][side], state.columns["penalty"][side]


class Ladder(Variant):
    """The ladder: prize points for each move, a penalty for each drawn tile that does not fit."""

    code = "ladder"
    name = _("Ladder")
    options = (
        choice(
            "winner_by",
            "net",
            _("The winner has"),
            _("How prize points and penalty points are weighed."),
            {
                "net": _("most prize points less penalty points"),
                "prize_first": _("most prize points, then fewest penalty points"),
                "penalty_first": _("fewest penalty points, then most prize points"),
            },
            chosen=True,
        ),
        count_of_hands(),
    )
    events = {"move": MANY, "multi_move": MANY, "failed_draw": MANY}
    last_any = True
    columns = ("prize", "penalty")
    judge_columns = ("prize", "penalty")
    deal = {2: 5, 3: 5, 4: 5}
    opening = BY_LOT
    book = LADDER
    prizes: ClassVar[Mapping[str, int]] = {"move": 1, "multi_move": 4}

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        super().__init__(options, seats)
        self.hands = self.values["hands"]
        self.winner_by: str = self.values["winner_by"]

    def counts(self, hand: Played, seat: int) -> bool:
        return False

    def apply(self, hand: Played, state: State, step: Step) -> None:
        for seat, event, count in hand.plays:
            if event == "failed_draw":
                self._add("penalty", seat, FAILED_DRAW * (count or 1), event, state, step)
            else:
                self._add("prize", seat, self.prizes[event] * (count or 1), event, state, step)
        if hand.end == "stopped":
            step.note("stopped_plays_count")
            return
        state.hands += 1
        step.counted = self.count(hand, step)

    def _add(self, column: str, side: int, points: int, why: str, state: State, step: Step) -> None:
        state.columns[column][side] += points
        if why != "judge":
            step.note(why, side=side, points=points)
        step.write(state, side, -points if column == "penalty" else points, why)

    def judge(self, side: int, points: int, column: str | None, state: State, step: Step) -> None:
        self._add(column or "prize", side, points, "judge", state, step)

    def order(self, state: State, side: int) -> Any:
        prize, penalty = state.columns["prize"][side], state.columns["penalty"][side]
        if self.winner_by == "net":
            return penalty - prize
        return (-prize, penalty) if self.winner_by == "prize_first" else (penalty, -prize)
