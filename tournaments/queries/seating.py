"""How many sit at a table of a tournament."""

from scoring import variants
from tournaments.models import Tournament


def places_at_a_table(tournament: Tournament) -> tuple[int, int]:
    """The fewest and the most entries at one table: two pairs, or as many players as the game has seats."""
    return (2, 2) if tournament.kind == Tournament.Kind.PAIRS else variants.get(tournament.variant).seats
