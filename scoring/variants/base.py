"""What every variant is: a declaration (code, name, seats, options) and, bound to a game's options and seats, rules.

A family's module holds a class for each of its variants. A class says how a hand is counted, to whom it is written
and who stands better; burning, targets, forfeits, places, winners and losers follow the same order everywhere and
live in the ledger.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from scoring.book import Book, Opening
from scoring.facts import Played
from scoring.notes import Note
from scoring.options import AS_IN_THE_SOURCE, Option, Preset, resolve
from scoring.record import Shape, fault
from scoring.redeal import RedealRule
from scoring.steps import State, Step
from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX, Tile

type Layout = Literal["line", "star", "house"]

SIX_ALONE = (DOUBLE_SIX,)
BLANK_ALONE = (DOUBLE_BLANK,)
"""A hand of one tile, 6-6 or 0-0."""


class Variant:
    """The rules of a game, bound to the options and the seats of one table.

    `target`: the account that ends the game (None: none does). `hands`: so many end it (None: any number).
    `burn_at`: an account of exactly this burns to 0 (None: never). `columns`: the names of the numbers kept beside
    the account. `by_opens`: who went out or made the fish opens the next hand.

    What can be checked depends on the layout: a `line` with two ends, a `star` with four arms from its first tile, a
    `house` with four arms from the first double covered on both sides; None: nothing can. `reserve_ends_hand`: a
    fish may also be an empty reserve. `draws_all`: who can't move draws to the last tile. `keeps_two`: the last two
    tiles of the reserve are never drawn.
    `looks_at`: of `last` and `first`, what these rules ask for beyond the checks. `pips_enough`: a hand that they count
    may be known by its pips alone.
    `lone_six`, `lone_blank`, `lone_both`: what 6-6, 0-0 or exactly the two count as a whole hand (None: their pips).

    For people, not for the account: `presets`, named sets of options, the source's own first; `deal`, the tiles each
    by the number of seats; `opening`, who opens a hand; `redeals`, the hands that are dealt anew; `book`, the rules
    in words, with examples.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    pairs: ClassVar[bool] = False
    seats: ClassVar[tuple[int, int]] = (2, 4)
    options: ClassVar[tuple[Option, ...]] = ()
    switches: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    presets: ClassVar[tuple[Preset, ...]] = (AS_IN_THE_SOURCE,)
    deal: ClassVar[Mapping[int, int]] = {}
    opening: ClassVar[Opening] = Opening(first_chosen=True)
    redeals: ClassVar[tuple[RedealRule, ...]] = ()
    book: ClassVar[Book]
    maker_may_be_empty: ClassVar[bool] = False
    ends: ClassVar[bool] = False
    events: ClassVar[Mapping[str, int]] = {}
    last_any: ClassVar[bool] = False
    result_alone: ClassVar[bool] = False
    colours: ClassVar[bool] = False
    """Seat 0 has white and seat 1 black, so whoever pairs keeps the colours in balance."""
    columns: ClassVar[tuple[str, ...]] = ()
    judge_columns: ClassVar[tuple[str, ...]] = ()
    by_opens: ClassVar[bool] = False
    pips_enough: ClassVar[bool] = True
    layout: ClassVar[Layout | None] = None
    reserve_ends_hand: ClassVar[bool] = False
    draws_all: ClassVar[bool] = False
    keeps_two: ClassVar[bool] = False
    deals_all_to: ClassVar[frozenset[int]] = frozenset()
    """The numbers of seats at which no tile stays in the reserve."""

    looks_at: frozenset[str] = frozenset()
    burn_at: int | None = None
    lone_six: int | None = None
    lone_blank: int | None = None
    lone_both: int | None = None
    is_penalty: bool
    target: int | None = None
    hands: int | None = None

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        """Bind the rules; `OptionError` on a bad option, `RecordError` on a number of seats that cannot be."""
        self.values = self.resolve(options)
        low, high = self.seats
        if not low <= seats <= high:
            if self.pairs:
                fault("seats_of_pairs", count=seats)
            fault("seats_range", low=low, high=high, count=seats)
        sides = 2 if self.pairs else seats
        self.shape = Shape(
            seats=seats,
            side_of=tuple(seat % sides for seat in range(seats)),
            sides=sides,
            all_dealt=seats in self.deals_all_to,
            maker_may_be_empty=self.maker_may_be_empty,
            ends=self.ends,
            events=self.events,
            last_any=self.last_any,
            columns=self.judge_columns,
            result_alone=self.result_alone,
        )
        self.target = self.values.get("target")
        self.is_penalty = self.penalty(self.values)

    @classmethod
    def resolve(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value; `OptionError` on an unknown, impossible or contradictory one."""
        values = resolve(cls.options, options, cls.switches)
        cls.check_options(values)
        return values

    @classmethod
    def check_options(cls, values: Mapping[str, Any]) -> None:
        """`OptionError` where values that are each possible cannot stand together."""

    @classmethod
    def two_sides(cls) -> bool:
        """Whether there are never more than two sides to a game."""
        return cls.pairs or cls.seats[1] == 2

    @classmethod
    def penalty(cls, values: Mapping[str, Any]) -> bool:
        """Whether points are bad: the account reaching the target loses."""
        return False

    @classmethod
    def fewer_is_better(cls, values: Mapping[str, Any]) -> bool:
        """Whether what is written counts against its owner, when games are compared in the standings."""
        return cls.penalty(values)

    def check(self, hand: Played) -> None:
        """`RecordError` where a hand lacks what these rules must know."""
        if None in hand.pips:
            for seat, pips in enumerate(hand.pips):
                if pips is None and self.counts(hand, seat):
                    fault("hand_missing", seat=seat)

    def counts(self, hand: Played, seat: int) -> bool:
        """Whether the rule counts this seat's hand: in a fish everybody's, in an out all others'."""
        return hand.end == "fish" or (hand.end == "out" and seat != hand.by)

    def count(self, hand: Played, step: Step) -> list[int | None]:
        """What each seat's hand counts for: special values of lone doubles, else its pips."""
        counted, left = hand.pips.copy(), hand.left
        for alone, points in self._alone:
            if alone in left:
                seat = left.index(alone)
                if points != counted[seat]:
                    counted[seat] = points
                    step.note("lone_counts", seat=seat, tile=alone[0], points=points)
        if self.lone_both is not None:
            for seat, tiles in enumerate(left):
                if tiles is not None and len(tiles) == 2 and DOUBLE_SIX in tiles and DOUBLE_BLANK in tiles:
                    counted[seat] = self.lone_both
                    step.note("both_count", seat=seat, points=self.lone_both)
        return counted

    @cached_property
    def _alone(self) -> list[tuple[tuple[Tile], int]]:
        """The hands of one tile that count for more than their pips."""
        special = ((SIX_ALONE, self.lone_six), (BLANK_ALONE, self.lone_blank))
        return [(tiles, points) for tiles, points in special if points is not None]

    def apply(self, hand: Played, state: State, step: Step) -> None:
        """A played hand: its plays; then, unless it was broken off or its plays ended the game, how it ended."""
        if hand.plays and self.plays(hand, state, step):
            step.note("void_after")
        elif hand.end == "stopped":
            step.note("stopped")
        else:
            state.hands += 1
            state.opener = hand.by if self.by_opens else None
            step.counted = self.count(hand, step)
            self.play(hand, step.counted, state, step)

    def plays(self, hand: Played, state: State, step: Step) -> bool:
        """Write the scoring events of a hand; whether they ended the game at that moment."""
        raise NotImplementedError

    def play(self, hand: Played, counted: list[int | None], state: State, step: Step) -> None:
        """Write an out or a fish: who is written; threshold; bonuses; eggs."""
        raise NotImplementedError

    def judge(self, side: int, points: int, column: str | None, state: State, step: Step) -> None:
        """Add a judge's points to an account as it stands."""
        step.write(state, side, points, "judge")

    def order(self, state: State, side: int) -> Any:
        """Where a side stands among others: the smaller, the better."""
        total = state.totals[side]
        return total if self.is_penalty else -total

    def at_target(self, total: int) -> bool:
        """Whether an account of this many points ends the game."""
        return self.target is not None and total >= self.target


def withheld(scope: str, state: State, side: int) -> str | None:
    """Whether a threshold of this scope holds for a side: the ending of its note's code, None where it does not.

    `always`; `never_recorded`: only while nothing was ever written to the side; `at_zero`: only while it stands at 0.
    """
    if scope == "always":
        return ""
    holds = not state.recorded[side] if scope == "never_recorded" else state.totals[side] == 0
    return f"_{scope}" if holds else None


def burn_below_target(values: Mapping[str, Any]) -> Note | None:
    """The fault of burning at or past the target, where there is one."""
    burn_at, target = values["burn_at"], values["target"]
    if burn_at is not None and burn_at >= target:
        return Note("burn_below_target", {"burn_at": burn_at, "target": target})
    return None
