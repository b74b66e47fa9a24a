"""Mandavoshka in words."""

from scoring.book import Book, Example, Opening, fish, house, out, rule
from scoring.books.shared import ONES_UP, PLAYERS
from scoring.notes import gettext_noop as _

OPENING = Opening(first=ONES_UP, heaviest=True, later="maker", doubles=True)

MANDAVOSHKA = Book(
    sources=(PLAYERS,),
    play=(
        rule(
            _("One tile a move, equal numbers meet; but several doubles that fit may be laid in one move."), "5-5 3-3"
        ),
        rule(
            _("Who cannot move draws until a tile fits. Four players hold the whole set between them and pass instead.")
        ),
        rule(
            _("The first double with a tile on either side is the house: from there one may build four ways."),
            "2-1 2-2 3-2",
        ),
        house(_("While there is no house, a double that has been laid may not be shut by another.")),
        house(
            _("With the house built, or where a hand was opened without a double, a double may shut its end for good.")
        ),
    ),
    ends=(
        rule(_("A hand is over when somebody lays the last tile, or with a fish: nobody can move.")),
        rule(_("It is a fish too when doubles have shut every end.")),
    ),
    scoring=(
        rule(_("All count the pips they hold. The highest hand loses and takes the pips of all hands together.")),
        rule(
            _("As a player's only tile 6-6 counts %(lone_double_six)s and 0-0 %(lone_double_blank)s."),
            "6-6 0-0",
        ),
        rule(_("The two of them together in one hand are worth their pips, 12.")),
        rule(_("One holds 0-0 alone and another 6-6 alone: the one with 0-0 has lost the whole game.")),
        rule(_("Who was never written anything is let off while the losing hand is below %(threshold)s.")),
        house(_("Several hold the highest hand: the sum becomes eggs and falls to the loser of the next hand on top.")),
    ),
    game=(
        rule(_("An account of exactly %(burn_at)s burns down to 0.")),
        rule(_("With %(target)s or more the game is over, and whoever stands there has lost it.")),
        house(_("The others are placed by their points, the fewest first.")),
        rule(
            _("Early win: a last move of 6-6, 0-0 or both at once wins the game; all others stand at %(target)s."),
            "6-6 0-0",
        ),
        rule(_("It is no early win when another tile went down in the same move, or when the move made a fish.")),
    ),
    examples=(
        Example(_("The highest hand takes it all"), (out(0, last="61", b="54 10", c="65 43 20"),)),
        Example(_("6-6 as the only tile"), (out(0, last="61", b="66", c="65 54"),)),
        Example(_("Exactly 100"), (out(1, last="61", a="53 62", c="64 40"),), start=(70, 0, 0)),
        Example(_("A losing hand below 13"), (out(0, last="61", b="54 30", c="65"),)),
        Example(
            _("Equal highest hands, then one loser"),
            (fish(0, a="21", b="64 50", c="65 40"), out(2, last="61", a="41", b="63")),
        ),
        Example(_("An early win"), (out(2, last="66 00"),), start=(40, 88, 93)),
    ),
)
