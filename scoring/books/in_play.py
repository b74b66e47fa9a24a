"""Bergen, fives and threes in words."""

from scoring.book import Book, Example, fish, house, out, rule
from scoring.books.shared import ARTICLE, AT_ONCE, DEAL_UNKNOWN, LAST_TILE_OR_FISH, LINE, ONE_DRAWN, TROSHIN
from scoring.notes import gettext_noop as _

CROSSWISE = rule(_("A double may lie along the line or across it, as its owner likes."), "4-4")
EMPTY_ENDS = rule(
    _("A hand is over when somebody lays the last tile, when nobody can move, or when nothing is left to draw.")
)
FISH_POINTS = (
    rule(_("Going out adds %(out_points)s.")),
    rule(_("In a fish the lowest hand gets %(fish_points)s.")),
    house(_("Several hold the lowest hand: nobody gets anything for the fish.")),
    house(_("A hand that ends because nothing is left to draw is written down as a fish.")),
)
TURNS = (
    {"seat": 0, "ends": 10},
    {"seat": 1, "ends": 7},
    {"seat": 2, "ends": 20},
)

BERGEN = Book(
    sources=(TROSHIN,),
    deal=(DEAL_UNKNOWN,),
    play=(LINE, ONE_DRAWN, rule(_("The last two tiles are never drawn."))),
    ends=(LAST_TILE_OR_FISH,),
    scoring=(
        house(_("A move after which both ends show the same number: %(double_heading)s. The source breaks off here.")),
        house(_("One of those ends is a crosswise double: %(triple_heading)s instead."), "5-5"),
        rule(_("Going out adds %(out_points)s.")),
        rule(
            _("In a fish %(fish_points)s go to the one hand without a double; with no double anywhere, to the lowest.")
        ),
        rule(_("If everybody has a double, they go to whoever holds the lowest one.")),
        house(_("Of several hands without a double the lowest counts; if these are equal, nobody gets anything.")),
    ),
    game=(rule(_("Two play to 15, three to 10.")), house(_("Four play to 10 too.")), AT_ONCE),
    examples=(
        Example(
            _("Ends alike, then out"),
            (
                out(
                    0,
                    plays=({"seat": 1, "event": "double_heading"}, {"seat": 0, "event": "triple_heading"}),
                ),
            ),
        ),
        Example(_("A fish, one hand without a double"), (fish(None, a="66", b="54 61", c="44 51"),)),
        Example(_("A fish, a double in every hand"), (fish(None, a="66 10", b="44", c="31 22"),)),
    ),
)
FIVES = Book(
    sources=(TROSHIN, ARTICLE),
    play=(LINE, CROSSWISE, ONE_DRAWN),
    ends=(EMPTY_ENDS,),
    scoring=(
        rule(_("After each move the two open ends are added up. A multiple of five gives a fifth of it to who moved.")),
        rule(
            _("A crosswise double counts with both halves: 4-4 and 6-6 at the ends make 20, which is 4 points."),
            "4-4 6-6",
        ),
        *FISH_POINTS,
    ),
    game=(rule(_("Two play to 25, three and four to 20.")), AT_ONCE),
    examples=(
        Example(_("Ends of 10, 7 and 20, then out"), (out(0, plays=TURNS),)),
        Example(_("A fish"), (fish(None, a="66 10", b="44", c="31"),)),
        Example(
            _("The target in the middle of a hand"),
            (out(0, plays=({"seat": 1, "ends": 15}, {"seat": 0, "ends": 5})),),
            start=(12, 17, 4),
        ),
    ),
)
THREES = Book(
    sources=(TROSHIN,),
    play=(LINE, CROSSWISE, ONE_DRAWN),
    ends=(EMPTY_ENDS,),
    scoring=(
        rule(
            _("After each move the two open ends are added up. A multiple of three gives a third of it to who moved.")
        ),
        rule(_("A crosswise double counts with both halves; 18, the most that can count, gives 6."), "6-6 6-1"),
        *FISH_POINTS,
    ),
    game=(rule(_("Two play to 33, three and four to 22.")), AT_ONCE),
    examples=(
        Example(
            _("Ends of 18, 7 and 9, then out"),
            (out(0, plays=({"seat": 0, "ends": 18}, {"seat": 1, "ends": 7}, {"seat": 2, "ends": 9})),),
        ),
        Example(_("A fish"), (fish(None, a="66 10", b="44", c="31"),)),
    ),
)
