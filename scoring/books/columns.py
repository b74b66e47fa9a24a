"""Lucky threes, two lanes and the ladder in words."""

from typing import Any

from scoring.book import Book, Example, fish, house, out, rule
from scoring.books.shared import LINE, TROSHIN
from scoring.notes import gettext_noop as _


def plays(*events: str) -> list[dict[str, Any]]:
    """Events, parted by commas, as `seat event` or `seat event count`."""
    found = []
    for seat, event, *count in map(str.split, ", ".join(events).split(",")):
        found.append({"seat": int(seat), "event": event, **({"count": int(count[0])} if count else {})})
    return found


LUCKY_THREES = Book(
    sources=(TROSHIN,),
    play=(
        LINE,
        rule(_("Any time one may try one's luck and draw, up to five tiles on end.")),
    ),
    ends=(rule(_("A hand goes on as long as moves can be made and something is left to draw.")),),
    scoring=(
        rule(_("A move that makes the ends a multiple of three: 5 won, with a double 7.")),
        rule(_("The first double: 8 won.")),
        house(_("That is the first double of the hand, whoever lays it; it may score in the other ways as well.")),
        rule(_("A tile drawn for luck that scores: 10 won. One that does not: 5 of penalty.")),
        house(_("The lucky tile brings its 10 and nothing else.")),
        rule(_("One may set off points won against penalty points, as many of one as of the other.")),
        rule(_("The hand goes to the fewest penalty points: none at all beats any.")),
        house(_("Among equals most points won decide; equal in both, nothing is written.")),
        rule(_("The winner writes the losers' points together, less the winner's own points won.")),
        house(_("The losers' points are those they won; less than 0 is never written.")),
    ),
    game=(house(_("One hand makes a game, unless a tournament sets more hands or a target.")),),
    examples=(
        Example(
            _("20 won, 35 with 5 of penalty, 10 with 15 of penalty"),
            (
                out(
                    0,
                    plays=plays(
                        "0 lucky_draw, 0 scoring_move, 0 scoring_move",
                        "1 lucky_draw, 1 lucky_draw, 1 lucky_draw, 1 scoring_move, 1 unlucky_draw",
                        "2 scoring_move, 2 scoring_move, 2 unlucky_draw 3",
                    ),
                ),
            ),
        ),
        Example(
            _("A penalty set off"),
            (
                fish(
                    None,
                    plays=plays(
                        "0 unlucky_draw, 1 scoring_double, 0 scoring_move, 0 offset",
                        "2 first_double, 2 unlucky_draw",
                    ),
                ),
            ),
        ),
    ),
)
TWO_LANE = Book(
    sources=(TROSHIN,),
    play=(
        rule(_("The second tile goes to either half of the first, and from there the tiles run on in two lanes.")),
        rule(_("All tiles stand upright, doubles too; one lays at whichever free half suits.")),
        rule(_("Who cannot move draws one tile. If it does not fit, the move passes on.")),
    ),
    ends=(rule(_("A hand is over when somebody lays the last tile, or when nobody can move.")),),
    scoring=(
        rule(_("A drawn tile that did not fit costs 10 penalty points.")),
        rule(_("The hand is won by who went out or has the fewest penalty points.")),
        house(_("Going out counts first; the penalty points decide a fish, and equals share.")),
    ),
    game=(
        house(_("One hand makes a game: the winner first, the others by penalty points.")),
        house(_("Over several hands the hands won count first, then the fewest penalty points.")),
    ),
    examples=(
        Example(_("Out, in spite of a penalty"), (out(0, plays=plays("0 failed_draw 2", "2 failed_draw")),)),
        Example(_("A fish, two without penalty"), (fish(None, plays=plays("1 failed_draw 3")),)),
    ),
)
LADDER = Book(
    sources=(TROSHIN,),
    deal=(rule(_("One more tile is turned up and starts the ladder.")),),
    play=(
        rule(_("The first to move chooses the direction, and all build on that way.")),
        rule(_("The first tile stands upright, the next at an angle, each at either half of the one before.")),
        rule(_("Two or three tiles may be laid in one move.")),
        rule(_("Who cannot move draws one tile. If it does not fit, the move passes on.")),
    ),
    ends=(house(_("A hand is over when somebody lays the last tile, or when nobody can move.")),),
    scoring=(
        rule(_("A move gives 1 prize point, two or three tiles at once give 4.")),
        rule(_("A drawn tile that did not fit costs 10 penalty points.")),
        rule(_("Who wins has most prize points and fewest penalty points.")),
        house(_("Both are weighed as prize points less penalty points; equals share.")),
    ),
    game=(house(_("One hand makes a game; over several hands the points add up.")),),
    examples=(
        Example(
            _("Moves, a triple move and a tile that did not fit"),
            (out(0, plays=plays("0 move 3", "1 move 2", "1 multi_move", "2 move 2", "2 failed_draw", "0 move")),),
        ),
    ),
)
