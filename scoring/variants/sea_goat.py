"""The goats, two pairs: the sea goat («Морской козёл»), where points are good and 200 win, and the goat («Козёл»).

A pair is written the hands of the other pair when it goes out, all four hands when it has less in a fish (source S1).
In the goat it is the losers who are written (public rules).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.books.goats import EXCHANGE, KOZEL, KOZEL_OPENING, OPENING, REDEALS, SEA_GOAT
from scoring.facts import Played
from scoring.notes import gettext_noop as _
from scoring.options import AS_IN_THE_SOURCE, TARGET, Option, Preset, boolean, choice, integer
from scoring.redeal import SIX_DOUBLES_OF_A_PAIR, RedealRule
from scoring.steps import State, Step, as_sum
from scoring.tiles import DOUBLE_BLANK, DOUBLE_SIX
from scoring.variants.base import Variant, withheld

BONUS = {DOUBLE_BLANK: 25, DOUBLE_SIX: 50}
"""What 0-0 and 6-6 add as the last or the first tile of a hand; both in one move add up."""


def _options(direction: str, target: int, scope: str, blank: int, chosen: bool) -> tuple[Option, ...]:
    """The options of the family; the defaults in which its games differ, and whether all of them are a choice (◇)."""
    return (
        choice(
            "direction",
            direction,
            _("Points are"),
            _("Whether the winners of a hand write it as their gain, or the losers as their loss."),
            {
                "winner": _("good: the hand's winners write them, the target wins"),
                "loser": _("bad: the hand's losers are written them, the target loses"),
            },
            chosen=chosen,
        ),
        integer(
            "target",
            target,
            _("Target"),
            _("The first pair with this many points or more ends the game."),
            bounds=TARGET,
            chosen=chosen,
        ),
        integer(
            "threshold",
            13,
            _("Threshold"),
            _("What would be written from the hands is dropped below this. 0: never."),
            chosen=chosen,
        ),
        choice(
            "threshold_scope",
            scope,
            _("Threshold holds"),
            _("For which pair the threshold is asked: the one that would be written."),
            {
                "always": _("always"),
                "never_recorded": _("while nothing was ever written to the pair"),
                "at_zero": _("while the pair's account stands at 0"),
            },
            chosen=chosen,
        ),
        choice(
            "threshold_basis",
            "hand",
            _("Threshold measures"),
            _("Whether a finishing bonus and eggs are measured with the hands, and lost with them."),
            {
                "hand": _("the hands alone; bonuses and eggs are always written"),
                "total": _("hands, finishing bonus and eggs together"),
            },
            chosen=True,
        ),
        choice(
            "fish_writes",
            "all_four",
            _("A fish writes the losers"),
            _("Where points are bad: what the pair with more is written after a fish."),
            {"all_four": _("the sum of all four hands"), "own": _("its own two hands")},
            chosen=True,
        ),
        boolean(
            "popular_doubles",
            False,
            _("Popular doubles"),
            _("Sets: 0-0 alone counts 25, 6-6 alone 50, exactly these two 75; finishing and opening bonus on."),
            chosen=chosen,
        ),
        integer(
            "lone_double_blank",
            blank,
            _("0-0 alone"),
            _("What 0-0 counts when it is all that is left in a hand."),
            chosen=chosen,
        ),
        integer(
            "lone_double_six",
            12,
            _("6-6 alone"),
            _("What 6-6 counts when it is all that is left in a hand."),
            chosen=chosen,
        ),
        integer(
            "lone_both",
            None,
            _("0-0 and 6-6 alone"),
            _("What a hand of exactly 0-0 and 6-6 counts. Empty: its pips."),
            nullable=True,
            chosen=chosen,
        ),
        boolean(
            "finish_bonus",
            False,
            _("Finishing bonus"),
            _("Going out with 0-0 alone in the last move adds 25, with 6-6 50, with both 75."),
            chosen=chosen,
        ),
        boolean(
            "opening_bonus",
            False,
            _("Opening bonus"),
            _("A hand opened with 0-0 adds 25, with 6-6 50; always written."),
            chosen=chosen,
        ),
    )


PRESETS = (
    AS_IN_THE_SOURCE,
    Preset(
        "popular",
        _("With the popular doubles"),
        _("0-0 and 6-6 as the only tiles count 25 and 50, and finishing or opening with them adds points."),
        {"popular_doubles": True},
    ),
    Preset(
        "popular_losers",
        _("With the popular doubles, the losers write"),
        _("As the note of the source words it: points are bad, and who reaches the target has lost."),
        {"popular_doubles": True, "direction": "loser"},
    ),
)


class SeaGoatExchange(Variant):
    """The sea goat with exchange of hands between partners, bound to a table."""

    code = "morskoy_kozel_exchange"
    name = _("Sea goat with exchange")
    pairs = True
    seats = (4, 4)
    by_opens = True
    layout = "line"
    options = _options("winner", 200, "always", 10, chosen=False)
    switches = {
        "popular_doubles": {
            "lone_double_blank": 25,
            "lone_double_six": 50,
            "lone_both": 75,
            "finish_bonus": True,
            "opening_bonus": True,
        }
    }
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    deals_all_to = frozenset({4})
    deal = {4: 7}
    opening = OPENING
    redeals: ClassVar[tuple[RedealRule, ...]] = (SIX_DOUBLES_OF_A_PAIR,)
    book = EXCHANGE

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        super().__init__(options, seats)
        values = self.values
        self.lone_six = values["lone_double_six"]
        self.lone_blank = values["lone_double_blank"]
        self.lone_both = values["lone_both"]
        self.threshold: int = values["threshold"]
        self.threshold_scope: str = values["threshold_scope"]
        self.measure_all = values["threshold_basis"] == "total"
        self.fish_writes: str = values["fish_writes"]
        self.finish_bonus: bool = values["finish_bonus"]
        self.opening_bonus: bool = values["opening_bonus"]
        asked = (("last", self.finish_bonus), ("first", self.opening_bonus))
        self.looks_at = frozenset(fact for fact, bonus in asked if bonus)

    @classmethod
    def penalty(cls, values: Mapping[str, Any]) -> bool:
        return bool(values["direction"] == "loser")

    def counts(self, hand: Played, seat: int) -> bool:
        if hand.end == "out" and hand.by is not None:
            return (seat - hand.by) % 2 == 1
        return hand.end == "fish"

    def play(self, hand: Played, counted: list[int | None], state: State, step: Step) -> None:
        hands = [points or 0 for points in counted]
        if hand.end == "out":
            self._out(hand, hands, state, step)
        else:
            self._fish(hand, hands, state, step)

    def _out(self, hand: Played, hands: list[int], state: State, step: Step) -> None:
        assert hand.by is not None  # the record's reader asks it of every out
        loser = 1 - hand.by % 2
        bonus = 0
        if self.finish_bonus and BONUS.keys() >= set(hand.last):
            bonus = sum(BONUS[tile] for tile in hand.last)
        parts = [hands[loser], hands[loser + 2]]
        if self.is_penalty:
            step.note("out_written", side=loser, sum=as_sum(parts))
            self._award(loser, parts, bonus, hand, state, step)
        else:
            step.note("out_writes", side=1 - loser, sides=[loser], sum=as_sum(parts))
            self._award(1 - loser, parts, bonus, hand, state, step)

    def _fish(self, hand: Played, hands: list[int], state: State, step: Step) -> None:
        pairs = [hands[0] + hands[2], hands[1] + hands[3]]
        low, high = min(pairs), max(pairs)
        if low == high:
            self._lay_eggs(hand, hands, state, step)
            return
        side = pairs.index(high if self.is_penalty else low)
        parts = hands
        if self.is_penalty and self.fish_writes == "own":
            parts = hands[side::2]
        code = "fish_higher" if self.is_penalty else "fish_lower"
        step.note(code, side=side, low=low, high=high, sum=as_sum(parts))
        self._award(side, parts, 0, hand, state, step)

    def _award(self, side: int, parts: list[int], bonus: int, hand: Played, state: State, step: Step) -> None:
        """Write the hands to a side where the threshold lets them, then bonuses and eggs."""
        eggs = state.eggs
        measured = [*parts, bonus, eggs] if self.measure_all else parts
        scope = withheld(self.threshold_scope, state, side) if sum(measured) < self.threshold else None
        if scope is None:
            step.write(state, side, sum(parts), hand.end)
        else:
            step.note(f"below{scope}", side=side, sum=as_sum(measured), threshold=self.threshold)
        state.eggs = 0
        if scope is None or not self.measure_all:
            if bonus:
                step.note("finish_bonus", side=side, tile=", ".join(map(str, hand.last)), points=bonus)
                step.write(state, side, bonus, "finish_bonus")
            if eggs:
                step.note("eggs_written", side=side, points=eggs)
                step.write(state, side, eggs, "eggs")
        elif bonus or eggs:
            step.note("lost_with_it", bonus=bonus, eggs=eggs)
        if opening := self._opening(hand):
            step.note("opening_bonus", side=side, tile=hand.first, points=opening)
            step.write(state, side, opening, "opening_bonus")

    def _lay_eggs(self, hand: Played, hands: list[int], state: State, step: Step) -> None:
        """A fish with equal pairs: all four hands, and an opening bonus, wait for the next hand."""
        step.note("fish_equal", low=sum(hands) // 2, sum=as_sum(hands))
        opening = self._opening(hand)
        if opening:
            step.note("opening_bonus_eggs", tile=hand.first, points=opening)
        if state.eggs or opening:
            step.note("eggs_carried", eggs=state.eggs + sum(hands) + opening)
        state.eggs += sum(hands) + opening

    def _opening(self, hand: Played) -> int:
        return BONUS.get(hand.first, 0) if self.opening_bonus and hand.first is not None else 0


class SeaGoat(SeaGoatExchange):
    """The sea goat without the exchange of hands."""

    code = "morskoy_kozel"
    name = _("Sea goat")
    redeals = REDEALS
    book = SEA_GOAT


class Kozel(SeaGoatExchange):
    """The goat («Козёл»), by public rules: points are bad, 101 lose."""

    code = "kozel"
    name = _("Goat")
    options = _options("loser", 101, "never_recorded", 25, chosen=True)
    presets = (AS_IN_THE_SOURCE,)
    opening = KOZEL_OPENING
    redeals = REDEALS
    book = KOZEL
