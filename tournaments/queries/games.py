"""Which games count, and who sat at them: the one base of standings, pairing and ratings."""

from itertools import groupby
from operator import itemgetter

from django.db.models import F, QuerySet

from scoring.ratings.replay import Game as RatedGame
from tournaments.models import Game, Result, Tournament


def counted_games() -> QuerySet[Game]:
    """All finished games that the organiser has not annulled: those that have results."""
    return Game.objects.filter(finished_at__isnull=False).exclude(ruling=Game.Ruling.ANNULLED)


def rated_games(variant: str = "") -> QuerySet[Game]:
    """The counted games that a ladder rates, of one variant or of all: of rated tournaments that are no drafts.

    A game ended by a forfeit, at its table or by the organiser, says nothing of skill and is left out.
    """
    games = (
        counted_games()
        .filter(table__round__tournament__rated=True)
        .exclude(table__round__tournament__status=Tournament.Status.DRAFT)
        .exclude(ended_by="forfeit")
        .exclude(ruling=Game.Ruling.FORFEITED)
    )
    return games.filter(table__round__tournament__variant=variant) if variant else games


def at_table(games: QuerySet[Game]) -> QuerySet[Result]:
    """The games' results, one row for every person of the entry who sat at the table."""
    return Result.objects.filter(game__in=games, game__table__seats__entry=F("entry"))


def played(games: QuerySet[Game]) -> list[RatedGame]:
    """The games as a replay takes them, in its order. One query. A game of fewer than two sides is left out."""
    rows = (
        at_table(games)
        .order_by("game__finished_at", "game_id", "side", "game__table__seats__number")
        .values_list("game__finished_at", "game_id", "side", "place", "game__table__seats__player_id")
    )
    replayed = []
    for (finished_at, game), people in groupby(rows, key=itemgetter(0, 1)):
        sides = [list(side) for _, side in groupby(people, key=itemgetter(2))]
        if len(sides) > 1:
            players = tuple(tuple(row[4] for row in side) for side in sides)
            replayed.append(RatedGame(finished_at, game, players, tuple(side[0][3] for side in sides)))
    return replayed
