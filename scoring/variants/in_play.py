"""Points won during the play of a hand: bergen, fives and threes (S2, S3); each for himself, the target wins."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from scoring.books.in_play import BERGEN, FIVES, THREES
from scoring.books.shared import FIVES_DEAL
from scoring.facts import Played
from scoring.notes import gettext_noop as _
from scoring.options import TARGET, Option, choice, integer
from scoring.record import fault
from scoring.steps import State, Step
from scoring.variants.base import Variant


def _target(default: str) -> Option:
    return integer(
        "target",
        None,
        _("Target"),
        _("The first to have this many points wins. Empty: by the number of players."),
        bounds=TARGET,
        nullable=True,
        empty=default,
    )


AT_TARGET = choice(
    "at_target",
    "stop",
    _("The target reached in play"),
    _("Whether the game stops at that moment or after the hand."),
    {"stop": _("the game stops at once"), "finish_hand": _("the hand is finished, the highest account wins")},
    chosen=True,
)
OUT_POINTS = integer("out_points", 2, _("Going out"), _("What going out adds."))


class InPlay(Variant):
    """What the games of this module share: events in order, a target that may stop the game in the middle of a hand.

    `targets`: the target for two players, and for more.
    """

    layout = "line"
    deal = FIVES_DEAL
    targets: ClassVar[tuple[int, int]]

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        super().__init__(options, seats)
        if self.target is None:
            self.target = self.targets[seats > 2]
        self.stops_at_once = self.values["at_target"] == "stop"
        self.out_points: int = self.values["out_points"]
        self.fish_points: int = self.values["fish_points"]

    def counts(self, hand: Played, seat: int) -> bool:
        return hand.end == "fish"

    def plays(self, hand: Played, state: State, step: Step) -> bool:
        for play in hand.plays:
            points = self.points_of(play.what, play.number)
            if play.what == "ends":
                step.note("ends" if points else "ends_nothing", side=play.seat, ends=play.number, points=points)
            else:
                step.note(play.what, side=play.seat, points=points)
            step.write(state, play.seat, points, play.what)
            if self.stops_at_once and self.at_target(state.totals[play.seat]):
                return True
        return False

    def points_of(self, what: str, number: int | None) -> int:
        """What an event gives to who made it."""
        raise NotImplementedError

    def fish_winner(self, hand: Played, hands: list[int], step: Step) -> int | None:
        """Who gets the points of a fish; None where nobody does."""
        return _lowest(range(len(hands)), hands, step)

    def play(self, hand: Played, counted: list[int | None], state: State, step: Step) -> None:
        if hand.end == "out":
            assert hand.by is not None  # the record's reader asks it of every out
            step.note("out_points", side=hand.by, points=self.out_points)
            step.write(state, hand.by, self.out_points, "out")
            return
        winner = self.fish_winner(hand, [points or 0 for points in counted], step)
        if winner is not None:
            step.note("fish_points", side=winner, points=self.fish_points)
            step.write(state, winner, self.fish_points, "fish")


def _lowest(seats: Sequence[int], hands: list[int], step: Step) -> int | None:
    """The seat with the lowest hand of these, with a note; None where equal lowest hands share nothing."""
    low = min(hands[seat] for seat in seats)
    lowest = [seat for seat in seats if hands[seat] == low]
    if len(lowest) > 1:
        step.note("lowest_tie_void", sides=lowest, hand=low)
        return None
    step.note("lowest_hand", side=lowest[0], hand=low)
    return lowest[0]


class Fives(InPlay):
    """Fives: open ends that add up to a multiple of five give a fifth of it."""

    code = "fives"
    name = _("Fives")
    options = (
        _target(_("25 for two players, 20 for more")),
        OUT_POINTS,
        integer("fish_points", 1, _("Fish"), _("What the lowest hand gets after a fish.")),
        AT_TARGET,
    )
    ends = True
    reserve_ends_hand = True
    targets = (25, 20)
    book = FIVES
    divisor: ClassVar[int] = 5

    def points_of(self, what: str, number: int | None) -> int:
        ends = number or 0
        return 0 if ends % self.divisor else ends // self.divisor


class Threes(Fives):
    """Threes: as fives, with multiples of three."""

    code = "threes"
    name = _("Threes")
    options = (_target(_("33 for two players, 22 for more")), *Fives.options[1:])
    targets = (33, 22)
    book = THREES
    divisor = 3


class Bergen(InPlay):
    """Bergen: points for both ends alike, for going out, and in a fish for having no doubles."""

    code = "bergen"
    name = _("Bergen")
    options = (
        _target(_("15 for two players, 10 for more")),
        OUT_POINTS,
        integer("fish_points", 2, _("Fish"), _("What the owner of no double, or of the lowest one, gets.")),
        integer("double_heading", 2, _("Double heading"), _("What both ends alike give. 0: nothing."), chosen=True),
        integer(
            "triple_heading",
            3,
            _("Triple heading"),
            _("What both ends alike, one of them a crosswise double, give. 0: nothing."),
            chosen=True,
        ),
        AT_TARGET,
    )
    events = {"double_heading": 0, "triple_heading": 0}
    keeps_two = True
    pips_enough = False
    targets = (15, 10)
    book = BERGEN

    def check(self, hand: Played) -> None:
        super().check(hand)
        if hand.end == "fish":
            for seat, tiles in enumerate(hand.left):
                if tiles is None:
                    fault("tiles_wanted", seat=seat)

    def points_of(self, what: str, number: int | None) -> int:
        return int(self.values[what])

    def fish_winner(self, hand: Played, hands: list[int], step: Step) -> int | None:
        doubles = {
            seat: [tile for tile in tiles if tile.double] for seat, tiles in enumerate(hand.left) if tiles is not None
        }
        without = [seat for seat, held in doubles.items() if not held]
        if len(without) == 1:
            step.note("only_without_double", side=without[0])
            return without[0]
        if without:
            return _lowest(without, hands, step)
        tile, owner = min((min(held), seat) for seat, held in doubles.items())
        step.note("lowest_double", side=owner, tile=tile)
        return owner
