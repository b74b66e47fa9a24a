"""What a change of a game would come to, before it is made.

The change itself is made, looked at, and taken back in one transaction: so the preview can say nothing else than what
saving does, down to standings and ratings, and is refused for the same reasons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from tournaments.models import Game, Rating
from tournaments.queries.outcome import OutcomeLine, outcome
from tournaments.queries.standings import StandingRow, standings
from tournaments.queries.table import TableState, games_with_table, table_state


@dataclass(frozen=True)
class Look:
    """A game and what follows from it, at one moment: standings by entry, ratings by player."""

    state: TableState
    lines: list[OutcomeLine]
    standings: dict[int, StandingRow]
    ratings: dict[int, tuple[str, float]]


@dataclass(frozen=True)
class Moved[T]:
    """Something with a name that was one thing and becomes another."""

    name: str
    before: T
    after: T

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Preview:
    """The game before and after, and what changes elsewhere: only who is moved is in `standings` and `ratings`."""

    before: Look
    after: Look

    @property
    def standings(self) -> list[Moved[tuple[int, int, Decimal]]]:
        """Place, by how many it is shared, and points of every entry for which one of these changes."""
        old, new = self.before.standings, self.after.standings
        moved = [Moved(row.name, _standing(old.get(entry)), _standing(row)) for entry, row in new.items()]
        return [move for move in moved if move.changed]

    @property
    def ratings(self) -> list[Moved[float | None]]:
        """The ratings over the games of this variant that change, also by later games that are replayed."""
        old, new = self.before.ratings, self.after.ratings
        names = {player: name for ratings in (old, new) for player, (name, _mu) in ratings.items()}
        moved = [
            Moved(name, old[player][1] if player in old else None, new[player][1] if player in new else None)
            for player, name in names.items()
        ]
        return sorted((move for move in moved if move.changed), key=lambda move: move.name)


def preview_change(*, game: Game, change: Callable[[], object]) -> Preview:
    """What `change`, a service with all its arguments, would do to the game. Stores nothing; refuses as it does."""
    with transaction.atomic():
        before = _look(game)
        change()
        after = _look(game)
        transaction.set_rollback(True)
    return Preview(before, after)


def _look(game: Game) -> Look:
    state = table_state(games_with_table().get(pk=game.pk))
    ratings = Rating.objects.filter(ladder__variant=state.tournament.variant).order_by()
    return Look(
        state=state,
        lines=outcome(state),
        standings={row.entry_id: row for row in standings(state.tournament).rows},
        ratings={player: (name, mu) for player, name, mu in ratings.values_list("player_id", "player__name", "mu")},
    )


def _standing(row: StandingRow | None) -> tuple[int, int, Decimal] | None:
    return None if row is None else (row.place, row.sharing, row.points)
