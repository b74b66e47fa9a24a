"""Sources, and the sentences that several games share."""

from scoring.book import Opening, Source, house, rule
from scoring.notes import gettext_noop as _
from scoring.tiles import TILES

PLAYERS = Source(_("“The game of dominoes ‘Mandavoshka’”, a description by people who play it"))
LET_US_PLAY = Source(_("“Let us play dominoes!”, the chapter “Sea goat with exchange of tiles”"))
TROSHIN = Source(_("Vladimir Troshin, “Dominoes” (the beginning is lost)"))
ARTICLE = Source(_("“Fives dominoes”, an article on dominoes and draughts of 2015"))
COMMON = Source(_("the common rules of the goat, as most people play it"), public=True)

LINE = rule(_("The tiles make a line with two ends; equal numbers meet."), "6-4 4-1")
ONE_DRAWN = rule(_("Who cannot move draws one tile; if it does not fit either, the move passes on."))
LAST_TILE_OR_FISH = rule(_("The hand ends when somebody lays the last tile, or with a fish: nobody can move."))
BY_LOT = Opening()
"""The source lets lots decide who begins."""

ONES_UP = tuple(TILES[f"{n}-{n}"] for n in (1, 2, 3, 4, 5, 6, 0))
"""1-1, lacking it 2-2 and so on, at last 0-0."""

SIXES_DOWN = tuple(TILES[f"{n}-{n}"] for n in range(6, -1, -1))
"""6-6, lacking it 5-5 and so on."""

FIVES_DEAL = {2: 6, 3: 6, 4: 5}
DEAL_UNKNOWN = house(_("That part of the source is lost: the deal is that of the games beside it."))
AT_ONCE = house(_("Who reaches the target in the middle of a hand wins at that moment; what follows is void."))
