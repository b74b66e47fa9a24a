"""The goats in words."""

from scoring.book import Book, Example, Opening, fish, house, out, rule
from scoring.books.shared import COMMON, LAST_TILE_OR_FISH, LET_US_PLAY, LINE, ONES_UP
from scoring.notes import gettext_noop as _
from scoring.redeal import FIVE_DOUBLES, SIX_OF_A_SUIT

OPENING = Opening(first=ONES_UP[:1], later="maker", first_chosen=True)
KOZEL_OPENING = Opening(first=ONES_UP[:1], later="maker", first_chosen=True, later_chosen=True)

REDEALS = tuple(redeal._replace(chosen=True) for redeal in (FIVE_DOUBLES, SIX_OF_A_SUIT))

PAIRS = rule(_("Two pairs, partners face to face. All 28 tiles are out: who has nothing to lay passes."))
HAND_OVER = rule(_("Whose move is the very first of a hand may leave it to the partner, who cannot refuse."))
WRITES = (
    rule(_("Out: the pair writes what the two opponents still hold. The partner's tiles do not count.")),
    rule(_("Fish: the pair that holds less writes all four hands.")),
    rule(_("A sum below %(threshold)s is not written.")),
    rule(_("A fish with equal pairs lays eggs: all four hands wait for the pair that wins the next hand.")),
    house(_("The threshold is asked of the hands alone; eggs and bonuses are written in any case.")),
    rule(
        _("0-0 counts %(lone_double_blank)s when it is all that somebody holds, and nothing beside other tiles."), "0-0"
    ),
)
POPULAR = (
    rule(
        _("A popular addition, only where a tournament says so: 0-0 alone counts 25, 6-6 alone 50, just the two 75."),
        "0-0 6-6",
    ),
    rule(_("In it, going out with 0-0 adds 25 and with 6-6 50; so does opening a hand with them, which nobody must.")),
    house(_("In it, both in one last move add 75; a fish made with one of them adds nothing.")),
)
TO_WIN = (rule(_("The first pair to reach %(target)s wins.")),)
HANDS = (
    Example(_("Out, just enough to write"), (out(0, b="43", d="51"),), seats=4),
    Example(_("Out, below the threshold"), (out(0, b="43", d="50"),), seats=4),
    Example(_("The pair with less writes a fish"), (fish(1, a="50", b="51", c="33", d="10 44"),), seats=4),
    Example(_("Eggs, and who gets them"), (fish(2, a="64", b="65", c="55", d="54"), out(1, a="65", c="40")), seats=4),
    Example(_("0-0 as the only tile"), (out(0, b="00", d="40"),), seats=4),
)

EXCHANGE = Book(
    sources=(LET_US_PLAY,),
    deal=(
        rule(
            _("Having looked at them, partners swap all their tiles unseen: each then knows what the other was dealt.")
        ),
    ),
    play=(PAIRS, LINE, HAND_OVER),
    ends=(LAST_TILE_OR_FISH,),
    scoring=(*WRITES, *POPULAR),
    game=TO_WIN,
    examples=(
        *HANDS,
        Example(
            _("With the popular doubles: opened with 0-0, finished with 6-6"),
            ({**out(0, last="66", b="43", d="51"), "first": "0-0"},),
            seats=4,
            options={"popular_doubles": True},
        ),
    ),
)
SEA_GOAT = Book(
    sources=(LET_US_PLAY,),
    deal=(house(_("The source only names this game. Here it is the game with the exchange, without the exchange.")),),
    play=(PAIRS, LINE, HAND_OVER),
    ends=(LAST_TILE_OR_FISH,),
    scoring=(*WRITES, *POPULAR),
    game=TO_WIN,
    examples=HANDS,
)
KOZEL = Book(
    sources=(COMMON,),
    play=(PAIRS, LINE),
    ends=(LAST_TILE_OR_FISH,),
    scoring=(
        house(_("Out: the other pair is written what it holds itself.")),
        house(_("Fish: the pair that holds more is written all four hands.")),
        house(_("A pair that was never written anything is let off while the sum is below %(threshold)s.")),
        house(_("A fish with equal pairs lays eggs: all four hands wait for the pair that loses the next hand.")),
        house(_("0-0 counts %(lone_double_blank)s when it is all that somebody holds."), "0-0"),
    ),
    game=(house(_("The pair that reaches %(target)s has lost: they are the goats.")),),
    examples=(
        Example(_("Out: the losers are written their own hands"), (out(0, b="63", d="51"),), seats=4),
        Example(_("Below 13, and nothing written before"), (out(0, b="43", d="50"),), seats=4),
        Example(_("Below 13, but something was written before"), (out(0, b="43", d="50"),), seats=4, start=(0, 20)),
        Example(_("A fish"), (fish(1, a="50", b="51", c="33", d="10 44"),), seats=4),
        Example(_("The target"), (out(3, a="00", c="52"),), seats=4, start=(75, 40)),
    ),
)
