"""Which games count: the one base of standings, pairing and ratings."""

from django.db.models import QuerySet

from tournaments.models import Game, Tournament


def counted_games() -> QuerySet[Game]:
    """All finished games: those that have results."""
    return Game.objects.filter(finished_at__isnull=False)


def rated_games(variant: str = "") -> QuerySet[Game]:
    """The counted games that a ladder rates, of one variant or of all: of rated tournaments that are no drafts.

    A game ended by a forfeit says nothing of skill and is left out.
    """
    games = (
        counted_games()
        .filter(table__round__tournament__rated=True)
        .exclude(table__round__tournament__status=Tournament.Status.DRAFT)
        .exclude(ended_by="forfeit")
    )
    return games.filter(table__round__tournament__variant=variant) if variant else games
