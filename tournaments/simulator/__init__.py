"""A pure room that deals the 28 tiles and plays legal hands out to their end, with nothing but a seed from outside.

It gives the facts that a scorekeeper would write down, complete. `play_game` plays a game to its end by the ledger,
`random_records` gives as many game records as one wants.
"""

from tournaments.simulator.games import play_game, random_records
from tournaments.simulator.players import BOLD, CAREFUL, HEAVY, STEADY, Player, Style

__all__ = ["BOLD", "CAREFUL", "HEAVY", "STEADY", "Player", "Style", "play_game", "random_records"]
