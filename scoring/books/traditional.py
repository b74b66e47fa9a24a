"""Traditional dominoes, Sevastopol and Matador in words."""

from scoring.book import Book, Example, Opening, fish, house, out, rule
from scoring.books.shared import ARTICLE, LAST_TILE_OR_FISH, LINE, SIXES_DOWN
from scoring.notes import gettext_noop as _

OPENING = Opening(first=SIXES_DOWN, heaviest=True, later="winner", later_chosen=True)
MATADOR_OPENING = Opening(first=SIXES_DOWN, heaviest=True, later="winner", first_chosen=True, later_chosen=True)
SEVASTOPOL_OPENING = Opening(first=SIXES_DOWN[:1], later="same")

SCORING = (
    rule(_("Out: the winner writes everything that the others hold.")),
    rule(_("Fish: the lowest hand wins and writes the difference.")),
    house(_("The difference is what the others hold together, less the winner's own hand.")),
    house(_("Several hold the lowest hand: nothing is written.")),
)
GAME = (rule(_("The first to reach %(target)s wins.")),)
THREE = (
    Example(_("Out"), (out(0, b="54 10", c="65 20"),)),
    Example(_("A fish of 5, 12 and 20"), (fish(1, a="50", b="54 21", c="65 62 10"),)),
    Example(_("Equal lowest hands"), (fish(1, a="50", b="41", c="65"),)),
)
FOUR = (
    Example(_("Out"), (out(2, a="63 50", b="41", d="65 10"),), seats=4),
    Example(_("A fish"), (fish(0, a="22", b="51", c="10 44", d="50"),), seats=4),
)

TRADITIONAL = Book(
    sources=(ARTICLE,),
    play=(LINE, rule(_("Who cannot move draws as many tiles as it takes, down to the last one."))),
    ends=(
        rule(
            _("A hand is over when somebody lays the last tile, or with a fish: nothing fits, nothing is left to draw.")
        ),
    ),
    scoring=SCORING,
    game=GAME,
    examples=THREE,
)
SEVASTOPOL = Book(
    sources=(ARTICLE,),
    play=(
        rule(
            _("6-6 is the middle of a star: with the first move each player begins one of its four arms."),
            "6-5 6-6 6-2",
        ),
        rule(_("Later one moves at whichever end one likes. All tiles are out: who has nothing to lay passes.")),
    ),
    ends=(LAST_TILE_OR_FISH,),
    scoring=SCORING,
    game=GAME,
    examples=FOUR,
)
MATADOR = Book(
    sources=(ARTICLE,),
    play=(
        rule(_("Halves that meet make seven together: a five goes to a two, a four to a three."), "6-2 5-3 4-4"),
        rule(
            _("To a blank go only the matadors, laid crosswise; but for 0-0 they also serve as any other tile."),
            "6-1 5-2 4-3 0-0",
        ),
        rule(_("One tile a move may be drawn.")),
    ),
    ends=(
        rule(_("A hand is over when somebody lays the last tile.")),
        house(_("It is over too when nothing is left to draw and nobody can move; that is written down as a fish.")),
    ),
    scoring=SCORING,
    game=GAME,
    examples=THREE,
)
