"""Latin American dominoes to 200: two pairs, and the winners of a hand write all the tiles that are left.

Source: the public rules of partnership dominoes as played in Puerto Rico and round the Caribbean. They agree on the
deal, on the double six that opens the first hand, on the winners writing the tiles of everybody, and on 200. They
differ on how a blocked hand («рыба», tranque) is decided and what a tie does: those are choices (◇).
"""

from collections.abc import Mapping
from typing import Any

from scoring.book import Book, Example, Opening, Source, fish, house, out, rule
from scoring.books.shared import LAST_TILE_OR_FISH, LINE, SIXES_DOWN
from scoring.facts import Played
from scoring.notes import gettext_noop as _
from scoring.options import TARGET, choice, integer
from scoring.steps import State, Step, as_sum
from scoring.variants.base import Variant

OPTIONS = (
    integer("target", 200, _("Target"), _("The first pair with this many points or more wins."), bounds=TARGET),
    choice(
        "fish_by",
        "player",
        _("A fish is won by"),
        _("Whose hand decides a blocked hand."),
        {"player": _("the pair of the player with the lowest hand"), "pair": _("the pair that holds less together")},
        chosen=True,
    ),
    choice(
        "fish_tie",
        "void",
        _("A fish with equal hands"),
        _("What becomes of a blocked hand that nobody wins."),
        {"void": _("nothing is written"), "eggs": _("eggs: all hands wait for the winners of the next hand")},
        chosen=True,
    ),
)

BOOK = Book(
    sources=(Source(_("the public rules of partnership dominoes in Puerto Rico and round the Caribbean")),),
    play=(rule(_("Two pairs, partners face to face. All 28 tiles are out: who has nothing to lay passes.")), LINE),
    ends=(LAST_TILE_OR_FISH,),
    scoring=(
        rule(_("Out: the pair writes everything that is left, the partner's tiles too.")),
        rule(_("Fish: the lighter side wins and writes all four hands.")),
        house(_("Lighter is the pair of the player with the lowest hand.")),
        house(_("The lowest hand stands on either side: nothing is written.")),
    ),
    game=(rule(_("The first pair to reach %(target)s wins.")),),
    examples=(
        Example(_("Out: the partner's tiles are written too"), (out(0, b="64 43", c="53", d="22"),), seats=4),
        Example(_("A fish: the lowest hand decides"), (fish(1, a="50 55", b="51", c="11", d="10"),), seats=4),
        Example(_("A fish with equal hands"), (fish(1, a="50", b="41", c="54", d="10 55"),), seats=4),
    ),
)


class LatinAmerican(Variant):
    """Latin American dominoes to 200, bound to a table."""

    code = "latin_american"
    name = _("Latin American dominoes")
    pairs = True
    seats = (4, 4)
    options = OPTIONS
    layout = "line"
    by_opens = True
    deals_all_to = frozenset({4})
    deal = {4: 7}
    opening = Opening(first=SIXES_DOWN[:1], later="maker", later_chosen=True)
    book = BOOK

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        super().__init__(options, seats)
        self.by_player = self.values["fish_by"] == "player"
        self.fish_tie: str = self.values["fish_tie"]

    def play(self, hand: Played, counted: list[int | None], state: State, step: Step) -> None:
        hands = [points or 0 for points in counted]
        if hand.end == "out":
            assert hand.by is not None  # the record's reader asks it of every out
            side = hand.by % 2
            step.note("out_others", side=side, sum=as_sum(hands))
            self._award(side, sum(hands), state, step, "out")
            return
        pairs = [hands[0] + hands[2], hands[1] + hands[3]]
        measured = [min(hands[0], hands[2]), min(hands[1], hands[3])] if self.by_player else pairs
        low, high = min(measured), max(measured)
        if low < high:
            side = measured.index(low)
            step.note("fish_lower", side=side, low=low, high=high, sum=as_sum(hands))
            self._award(side, sum(hands), state, step, "fish")
            return
        step.note(f"lowest_tie_{self.fish_tie}", sides=[0, 1], hand=low, sum=as_sum(hands))
        if self.fish_tie == "eggs":
            state.eggs += sum(hands)

    def _award(self, side: int, points: int, state: State, step: Step, why: str) -> None:
        step.write(state, side, points, why)
        if state.eggs:
            step.note("eggs_written", side=side, points=state.eggs)
            step.write(state, side, state.eggs, "eggs")
            state.eggs = 0
