"""What every variant is: a declaration (code, name, seats, options) and, bound to a game's options and seats, rules.

A family's module holds a class for each of its variants. A class says how a hand is counted, to whom it is written
and who stands better; burning, targets, forfeits, places, winners and losers follow the same order everywhere and
live in the ledger.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.notes import Note
from scoring.options import Option, resolve
from scoring.record import Played, Shape, check_seats, fault
from scoring.steps import State, Step
from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX


class Variant:
    """The rules of a game, bound to the options and the seats of one table.

    `target`: the account that ends the game. `burn_at`: an account of exactly this burns to 0 (None: never).
    `lone_six`, `lone_blank`, `lone_both`: what 6-6, 0-0 or exactly the two count as a whole hand (None: their pips).
    """

    code: ClassVar[str]
    name: ClassVar[str]
    pairs: ClassVar[bool] = False
    seats: ClassVar[tuple[int, int]] = (2, 4)
    options: ClassVar[tuple[Option, ...]] = ()
    switches: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    maker_may_be_empty: ClassVar[bool] = False
    deals_all_to: ClassVar[frozenset[int]] = frozenset()
    """The numbers of seats at which no tile stays in the reserve."""

    burn_at: int | None = None
    lone_six: int | None = None
    lone_blank: int | None = None
    lone_both: int | None = None
    is_penalty: bool
    target: int

    def __init__(self, options: Mapping[str, Any], seats: tuple[str, ...]) -> None:
        """Bind the rules; `OptionError` on a bad option, `RecordError` on seats that the game cannot have."""
        self.values = self.resolve(options)
        check_seats(seats)
        low, high = self.seats
        if not low <= len(seats) <= high:
            if self.pairs:
                fault("seats_of_pairs", count=len(seats))
            fault("seats_range", low=low, high=high, count=len(seats))
        sides = 2 if self.pairs else len(seats)
        self.shape = Shape(
            seats=seats,
            side_of=tuple(seat % sides for seat in range(len(seats))),
            sides=sides,
            all_dealt=len(seats) in self.deals_all_to,
            maker_may_be_empty=self.maker_may_be_empty,
        )
        self.target = self.values["target"]
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
    def penalty(cls, values: Mapping[str, Any]) -> bool:
        """Whether points are bad: the account reaching the target loses."""
        raise NotImplementedError

    def check(self, hand: Played) -> None:
        """`RecordError` where a hand lacks what these rules must know."""
        for seat in self.counted_seats(hand):
            if hand.pips[seat] is None:
                fault("hand_missing", seat=seat)

    def counted_seats(self, hand: Played) -> list[int]:
        """The seats whose hands the rule counts: in a fish all, in an out all others'."""
        seats = range(len(self.shape.seats))
        if hand.end == "fish":
            return list(seats)
        if hand.end == "out":
            return [seat for seat in seats if seat != hand.by]
        return []

    def count(self, hand: Played, step: Step) -> list[int | None]:
        """What each seat's hand counts for: special values of lone doubles, else its pips."""
        counted = list(hand.pips)
        for seat, tiles in enumerate(hand.left):
            if tiles is None or len(tiles) > 2:
                continue
            if len(tiles) == 1:
                tile = tiles[0]
                lone = self.lone_six if tile is DOUBLE_SIX else self.lone_blank if tile is DOUBLE_BLANK else None
                if lone is not None and lone != counted[seat]:
                    counted[seat] = lone
                    step.note("lone_counts", seat=seat, tile=tile, points=lone)
            elif self.lone_both is not None and DOUBLE_SIX in tiles and DOUBLE_BLANK in tiles:
                counted[seat] = self.lone_both
                step.note("both_count", seat=seat, points=self.lone_both)
        return counted

    def play(self, hand: Played, counted: list[int | None], state: State, step: Step) -> None:
        """Write an out or a fish: who is written; threshold; bonuses; eggs."""
        raise NotImplementedError

    def order(self, total: int) -> int:
        """Where an account stands among others: the smaller, the better."""
        return total if self.is_penalty else -total


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
