"""Russian draughts in words."""

from scoring.book import Book, Example, house, rule
from scoring.books.shared import ARTICLE
from scoring.notes import gettext_noop as _

DRAUGHTS = Book(
    sources=(ARTICLE,),
    deal=(rule(_("Twelve white and twelve black men stand on the dark squares of an 8 × 8 board.")),),
    play=(
        rule(_("White begins. A man goes one square forward along the diagonal.")),
        rule(_("Men capture forwards and backwards, several in one move; who can capture must.")),
        rule(_("A man that reaches the far edge becomes a king: it goes and captures along the whole diagonal.")),
        rule(_("A king that can take either a man or a king must take the man.")),
    ),
    ends=(
        rule(_("It is won by who captures all pieces of the other, or leaves them no move.")),
        rule(_("It is drawn with king against king, or two kings against a king that holds the main road.")),
    ),
    scoring=(house(_("Only the result is written down, with how it came about; there are no points.")),),
    game=(house(_("Resigning and running out of time lose; a draw may be agreed.")),),
    examples=(
        Example(_("Blocked"), ({"result": 0, "how": "blocked"},), seats=2),
        Example(
            _("Two kings against one on the main road"), ({"result": None, "how": "two_kings_main_road"},), seats=2
        ),
    ),
)
