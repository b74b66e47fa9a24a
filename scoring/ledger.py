"""The fold: a game's hands, one after another, into accounts, and what the game came to.

A hand is one step, in this order: who is written; threshold; bonuses; eggs; all of it added at once; burn; target.
A judge's entry: all its points in order, then burn, target, forfeit, stop. Nothing may follow the end of a game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import variants
from scoring.errors import OptionError, RecordError, UnknownVariant
from scoring.notes import Note, side_names
from scoring.record import Hand, Judge, Played, parse_hand, read_heading
from scoring.steps import State, Step


class Ledger:
    """A game under its rules, as far as its hands were entered.

    `hands` holds a `Step` for each object of the record's `hands`. `names` are the seats', `side_names` the sides'.
    """

    def __init__(self, variant: str, options: Mapping[str, Any], seats: Sequence[str]) -> None:
        """An empty game; `RecordError` on an unknown variant, a bad option or seats that the game cannot have."""
        try:
            self.rules = variants.get(variant)(options, tuple(seats))
        except (UnknownVariant, OptionError) as error:
            raise RecordError(error.note) from None
        self.variant = variant
        self.names: tuple[str, ...] = self.rules.shape.seats
        self.sides: int = self.rules.shape.sides
        self.hands: list[Step] = []
        self.ended_by: str | None = None
        self._state = State([0] * self.sides, [False] * self.sides)

    @property
    def side_names(self) -> tuple[str, ...]:
        """The name of each side."""
        return side_names(self.names, self.sides)

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return self.rules.shape.side_of[seat]

    @property
    def totals(self) -> list[int]:
        """The account of each side."""
        return list(self._state.totals)

    @property
    def eggs(self) -> int:
        """Points waiting for the next hand."""
        return self._state.eggs

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.ended_by is not None

    @property
    def next_opener(self) -> int | None:
        """The seat that opens the next hand, where the rules name one."""
        return None if self.ended_by else self._state.opener

    def parse(self, facts: Any) -> Hand:
        """Read one object of `hands` strictly, as it would come next; nothing changes. `RecordError` on a fault."""
        number = len(self.hands) + 1
        try:
            if self.ended_by:
                raise RecordError(Note("after_the_end", {}))
            hand = parse_hand(facts, self.rules.shape)
            if isinstance(hand, Played):
                self.rules.check(hand)
        except RecordError as error:
            raise error.located(number, self.names) from None
        return hand

    def add(self, facts: Any) -> Step:
        """Read one object of `hands` and apply it; a `RecordError` leaves the game as it was."""
        hand = self.parse(facts)
        state = self._state
        if isinstance(hand, Played):
            step = Step(hand.end, hand)
            if hand.end == "stopped":
                step.note("stopped")
            else:
                state.opener = hand.by
                step.counted = self.rules.count(hand, step)
                self.rules.play(hand, step.counted, state, step)
        elif isinstance(hand, Judge):
            step = Step("judge", hand)
            self._judge(hand, step)
        else:
            step = Step("redeal", hand)
            step.note(f"redeal_{hand.why}", side=hand.side)
        self._settle(step)
        step.totals = state.totals.copy()
        step.eggs = state.eggs
        self.hands.append(step)
        return step

    def _judge(self, judge: Judge, step: Step) -> None:
        state = self._state
        for ruling in judge.rulings:
            if ruling.side is not None:
                if ruling.kind == "points":
                    step.note("judge_points", side=ruling.side, signed=f"{ruling.points:+d}".replace("-", "−"))
                    step.write(state, ruling.side, ruling.points, "judge")
                else:
                    step.note(f"judge_{ruling.kind}", side=ruling.side)
                    if ruling.kind == "forfeit":
                        state.forfeited.add(ruling.side)
            else:
                step.note("judge_stop")
                state.stopped = True
            if ruling.reason:
                step.note("reason", text=ruling.reason)

    def _settle(self, step: Step) -> None:
        """Burn what stands at exactly the burning number, then see whether the game is over, and by what."""
        state, rules = self._state, self.rules
        if not step.entries and step.kind != "judge":
            return
        if rules.burn_at is not None and state.early_winner is None:
            for side in sorted({entry.side for entry in step.entries}):
                if state.totals[side] == rules.burn_at:
                    step.note("burn", side=side, points=rules.burn_at)
                    step.write(state, side, -rules.burn_at, "burn")
        reached = [side for side, total in enumerate(state.totals) if total >= rules.target]
        if state.early_winner is None:
            for side in reached:
                step.note("target", side=side, total=state.totals[side], target=rules.target)
        if state.forfeited:
            self.ended_by = "forfeit"
        elif state.early_winner is not None:
            self.ended_by = "early_win"
        elif reached:
            self.ended_by = "target"
        elif state.stopped:
            self.ended_by = "time"
        if self.ended_by and state.eggs:
            step.note("eggs_lost", eggs=state.eggs)
            state.eggs = 0

    @property
    def places(self) -> list[int]:
        """The place of each side: 1 + the number of sides that stand strictly better; equal sides share."""
        state = self._state
        if len(state.forfeited) == self.sides:
            return [1] * self.sides
        keys = [
            (side in state.forfeited, side != state.early_winner, self.rules.order(total))
            for side, total in enumerate(state.totals)
        ]
        return [1 + sum([other < key for other in keys]) for key in keys]

    @property
    def winners(self) -> list[int]:
        """The sides that won; none while unfinished and where all share the first place."""
        places = self.places
        if not self.ended_by or max(places) == 1:
            return []
        return [side for side, place in enumerate(places) if place == 1]

    @property
    def losers(self) -> list[int]:
        """The sides that lost: in a penalty game by what ended it, else all but the winners."""
        state, places = self._state, self.places
        every = range(self.sides)
        if not self.ended_by:
            return []
        if len(state.forfeited) == self.sides:
            return list(every)
        worst = max(places)
        if worst == 1:
            return []
        if not self.rules.is_penalty or self.ended_by == "early_win":
            return [side for side in every if places[side] != 1]
        if self.ended_by == "forfeit":
            return sorted(state.forfeited)
        if self.ended_by == "time":
            return [side for side in every if places[side] == worst]
        return [side for side in every if state.totals[side] >= self.rules.target]


def score_game(record: Any) -> Ledger:
    """A whole record in the form of `ryba-game/1`, scored; `RecordError` on its first fault."""
    variant, options, seats, hands = read_heading(record)
    ledger = Ledger(variant, options, seats)
    for facts in hands:
        ledger.add(facts)
    return ledger
