"""The tables: who plays, where they sit, what lay on the table, and what follows from it.

Only facts are truth: `Hand.facts`, who sat where, and what the organiser ruled. `Result`, `Rating`, `RatedGame`,
the summaries and the fields of `Game` marked *derived* are worked out from these by the services and can be made anew
at any time.
"""

from tournaments.models.audit import AuditEntry, AuditHead
from tournaments.models.history import Confirmation, Revision
from tournaments.models.imports import Import
from tournaments.models.invitations import Invitation, PlayerLink
from tournaments.models.people import Merge, Player
from tournaments.models.play import Game, Hand, Result, Round, Seat, Table
from tournaments.models.ratings import Ladder, LadderStretch, PastGame, PastSeat, RatedGame, Rating
from tournaments.models.stages import Absence, Ban, Stage, StageEntry
from tournaments.models.summaries import GameSummary, PlayerSummary, SeatSummary, TournamentSummary
from tournaments.models.tokens import ApiToken
from tournaments.models.tournament import Entry, EntryPlayer, Tournament

__all__ = [
    "Absence",
    "ApiToken",
    "AuditEntry",
    "AuditHead",
    "Ban",
    "Confirmation",
    "Entry",
    "EntryPlayer",
    "Game",
    "GameSummary",
    "Hand",
    "Import",
    "Invitation",
    "Ladder",
    "LadderStretch",
    "Merge",
    "PastGame",
    "PastSeat",
    "Player",
    "PlayerLink",
    "PlayerSummary",
    "RatedGame",
    "Rating",
    "Result",
    "Revision",
    "Round",
    "Seat",
    "SeatSummary",
    "Stage",
    "StageEntry",
    "Table",
    "Tournament",
    "TournamentSummary",
]
