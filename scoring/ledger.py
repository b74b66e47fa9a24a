"""The fold: a game's hands, one after another, into accounts, and what the game came to.

A hand is one step, in this order: who is written; threshold; bonuses; eggs; all of it added at once; burn; target.
A judge's entry: all its points in order, then burn, target, forfeit, stop. Nothing may follow the end of a game.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring import variants
from scoring.checks import doubts
from scoring.errors import OptionError, RecordError, UnknownVariant
from scoring.facts import Hand, Judge, Played, Redeal, Result
from scoring.notes import Note, side_names
from scoring.record import check_seats, parse_hand, read_heading
from scoring.steps import State, Step
from scoring.variants.base import Variant


class Outcome(NamedTuple):
    """Places by side (equal sides share), and the sides that won and lost."""

    places: list[int]
    winners: list[int]
    losers: list[int]


class Ledger:
    """A game under its rules, as far as its hands were entered.

    `hands` holds a `Step` for each object of the record's `hands`. `names` are the seats', `side_names` the sides'.
    """

    def __init__(self, variant: str, options: Mapping[str, Any], seats: Sequence[str]) -> None:
        """An empty game; `RecordError` on an unknown variant, a bad option or seats that the game cannot have."""
        try:
            self.rules = _bind(variant, options, len(seats))
        except (UnknownVariant, OptionError) as error:
            raise RecordError(error.note) from None
        check_seats(seats)
        self.variant = variant
        self.names: tuple[str, ...] = tuple(seats)
        self.sides: int = self.rules.shape.sides
        self.hands: list[Step] = []
        self.ended_by: str | None = None
        columns = {name: [0] * self.sides for name in self.rules.columns}
        self._state = State([0] * self.sides, [False] * self.sides, columns)

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
    def columns(self) -> dict[str, list[int]]:
        """Where the variant keeps more than one number a side: each column by its name, one number a side."""
        return {name: column.copy() for name, column in self._state.columns.items()}

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
            self.rules.apply(hand, state, step)
            step.doubts += doubts(self.rules, hand)
        elif isinstance(hand, Judge):
            step = Step("judge", hand)
            self._judge(hand, step)
        elif isinstance(hand, Redeal):
            step = Step("redeal", hand)
            step.note(f"redeal_{hand.why}", side=hand.side)
        else:
            step = Step("result", hand)
            self._result(hand, step)
        self._settle(step)
        step.totals = state.totals.copy()
        step.columns = {name: column.copy() for name, column in state.columns.items()}
        step.eggs = state.eggs
        self.hands.append(step)
        return step

    def _result(self, result: Result, step: Step) -> None:
        if result.side is None:
            step.note("drawn")
        else:
            step.note("won", side=result.side)
        if result.how is not None:
            step.note(f"how_{result.how}")
        self._state.result = -1 if result.side is None else result.side

    def _judge(self, judge: Judge, step: Step) -> None:
        state = self._state
        for ruling in judge.rulings:
            if ruling.side is not None:
                if ruling.kind == "points":
                    step.note("judge_points", side=ruling.side, signed=f"{ruling.points:+d}".replace("-", "−"))
                    self.rules.judge(ruling.side, ruling.points, ruling.column, state, step)
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
        if rules.burn_at in state.totals and state.early_winner is None:
            for side, total in enumerate(state.totals):
                if total and total == rules.burn_at:
                    step.note("burn", side=side, points=total)
                    step.write(state, side, -total, "burn")
        reached = rules.at_target(max(state.totals))
        if reached and state.early_winner is None:
            for side, total in enumerate(state.totals):
                if rules.at_target(total):
                    step.note("target", side=side, total=total, target=rules.target)
        if state.forfeited:
            self.ended_by = "forfeit"
        elif state.early_winner is not None:
            self.ended_by = "early_win"
        elif reached:
            self.ended_by = "target"
        elif state.result is not None:
            self.ended_by = "result"
        elif rules.hands is not None and state.hands >= rules.hands:
            self.ended_by = "hands"
        elif state.stopped:
            self.ended_by = "time"
        if self.ended_by and state.eggs:
            step.note("eggs_lost", eggs=state.eggs)
            state.eggs = 0

    def outcome(self) -> Outcome:
        """Places, winners and losers as the game stands; the latter two are empty while it goes on."""
        state, rules = self._state, self.rules
        every = range(self.sides)
        forfeited, early = state.forfeited, state.early_winner
        if len(forfeited) == self.sides:
            return Outcome([1] * self.sides, [], list(every))
        keys = [(side in forfeited, side != early, rules.order(state, side)) for side in every]
        ordered = sorted(keys)
        places = [1 + ordered.index(key) for key in keys]
        if not self.ended_by or ordered[0] == ordered[-1]:
            return Outcome(places, [], [])
        winners = [side for side, place in enumerate(places) if place == 1]
        if not rules.is_penalty or self.ended_by == "early_win":
            losers = [side for side, place in enumerate(places) if place != 1]
        elif self.ended_by == "forfeit":
            losers = sorted(forfeited)
        elif self.ended_by == "time":
            losers = [side for side in every if keys[side] == ordered[-1]]
        else:
            losers = [side for side in every if rules.at_target(state.totals[side])]
        return Outcome(places, winners, losers)

    @property
    def places(self) -> list[int]:
        """The place of each side: 1 + the number of sides that stand strictly better; equal sides share."""
        return self.outcome().places

    @property
    def winners(self) -> list[int]:
        """The sides that won."""
        return self.outcome().winners

    @property
    def losers(self) -> list[int]:
        """The sides that lost: in a penalty game by what ended it, else all but the winners."""
        return self.outcome().losers


def _bind(variant: str, options: Mapping[str, Any], seats: int) -> Variant:
    """The rules of a variant; those with its defaults are bound once, for most games have no others."""
    if options:
        return variants.get(variant)(options, seats)
    try:
        return _DEFAULTS[variant, seats]
    except (KeyError, TypeError):
        rules = _DEFAULTS[variant, seats] = variants.get(variant)({}, seats)
        return rules


_DEFAULTS: dict[tuple[str, int], Variant] = {}


def score_game(record: Any) -> Ledger:
    """A whole record in the form of `ryba-game/1`, scored; `RecordError` on its first fault."""
    variant, options, seats, hands = read_heading(record)
    ledger = Ledger(variant, options, seats)
    for facts in hands:
        ledger.add(facts)
    return ledger
