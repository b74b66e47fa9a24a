"""The tables: who plays, where they sit, what lay on the table, and what follows from it.

Only facts are truth: `Hand.facts` and who sat where. `Result`, `Rating`, `RatingChange` and the fields of `Game`
marked *derived* are worked out from the facts by the services and can be made anew at any time.
"""

from tournaments.models.audit import AuditEntry
from tournaments.models.people import Player
from tournaments.models.play import Game, Hand, Result, Round, Seat, Table
from tournaments.models.ratings import Ladder, Rating, RatingChange
from tournaments.models.tournament import Entry, EntryPlayer, ScorekeeperLink, Tournament

__all__ = [
    "AuditEntry",
    "Entry",
    "EntryPlayer",
    "Game",
    "Hand",
    "Ladder",
    "Player",
    "Rating",
    "RatingChange",
    "Result",
    "Round",
    "ScorekeeperLink",
    "Seat",
    "Table",
    "Tournament",
]
