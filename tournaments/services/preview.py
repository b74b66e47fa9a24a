"""What a change of a game would come to, before it is made.

The change itself is made, looked at, and taken back in one transaction: so the preview can say nothing else than what
saving does, down to standings and ratings, and is refused for the same reasons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from tournaments.models import Game, Hand, Rating
from tournaments.queries.outcome import OutcomeLine, outcome
from tournaments.queries.people import name_order
from tournaments.queries.sheet import Row, build_sheet
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
class ChangeRow:
    """An object of the record: each account after it, before and after the change; None where it does not stand.

    `told`: what it comes to, in words, before and after.
    """

    title: str
    number: int | None
    before: tuple[int, ...] | None
    after: tuple[int, ...] | None
    rewritten: bool
    told: tuple[str, str]

    @property
    def changed(self) -> bool:
        return self.rewritten or self.before != self.after

    @property
    def cells(self) -> list[tuple[int | None, int | None]]:
        """Before and after by side."""
        count = len(self.before or self.after or ())
        return list(zip(self.before or [None] * count, self.after or [None] * count, strict=True))


@dataclass(frozen=True)
class Preview:
    """The game before and after, and what changes elsewhere: only who is moved is in `standings` and `ratings`."""

    before: Look
    after: Look

    @property
    def rows(self) -> list[ChangeRow]:
        """The hands from the first that changes on, those that go away where they stood."""
        old, new = _rows(self.before.state), _rows(self.after.state)
        rows, waiting = [], list(new)
        for uuid in old:
            while waiting and waiting[0] not in old:
                rows.append(_joined(None, new[waiting.pop(0)]))
            if uuid in new:
                waiting.remove(uuid)
            rows.append(_joined(old[uuid], new.get(uuid)))
        rows += [_joined(None, new[uuid]) for uuid in waiting]
        first = next((at for at, row in enumerate(rows) if row.changed), len(rows))
        return rows[first:]

    @property
    def columns(self) -> list[str]:
        """The sides in short, as the change leaves them; none in a game without accounts."""
        sheet = build_sheet(self.after.state)
        return [" / ".join(column.short) for column in sheet.columns] if sheet.accounts else []

    @property
    def result(self) -> list[tuple[OutcomeLine | None, OutcomeLine]]:
        """Each side as it was and as it becomes, by its new place."""
        old = {line.name: line for line in self.before.lines}
        return [(old.get(line.name), line) for line in self.after.lines]

    @property
    def ends(self) -> tuple[str, str]:
        """How the game ended before and ends after, in words; blank where it goes on."""
        old, new = (build_sheet(look.state) for look in (self.before, self.after))
        return old.ended_by, new.ended_by

    @property
    def standings(self) -> list[Moved[tuple[int, int, Decimal]]]:
        """Place, by how many it is shared, and points of every entry for which one of these changes."""
        old, new = self.before.standings, self.after.standings
        moved = [Moved(row.name, _standing(old.get(entry)), _standing(row)) for entry, row in new.items()]
        return [move for move in moved if move.changed]

    @property
    def ratings(self) -> list[Moved[float | None]]:
        """The ratings over the games of this variant that change as they are shown, also by later games."""
        old, new = self.before.ratings, self.after.ratings
        names = {player: name for ratings in (old, new) for player, (name, _mu) in ratings.items()}
        moved = [Moved(name, _shown(old.get(player)), _shown(new.get(player))) for player, name in names.items()]
        return sorted((move for move in moved if move.changed), key=lambda move: name_order(move.name))


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


def _rows(state: TableState) -> dict[UUID, tuple[Hand, Row]]:
    return {hand.uuid: (hand, row) for hand, row in zip(state.hands, build_sheet(state).rows, strict=True)}


def _joined(old: tuple[Hand, Row] | None, new: tuple[Hand, Row] | None) -> ChangeRow:
    row = (new or old)[1]
    return ChangeRow(
        title=row.title,
        number=row.number,
        before=tuple(cell.total for cell in old[1].cells) if old else None,
        after=tuple(cell.total for cell in new[1].cells) if new else None,
        rewritten=bool(old and new and old[0].facts != new[0].facts),
        told=(_told(old), _told(new)),
    )


def _told(at: tuple[Hand, Row] | None) -> str:
    return "\N{NO-BREAK SPACE}· ".join(filter(None, (at[1].headline, *at[1].because))) if at else ""


def _shown(rating: tuple[str, float] | None) -> float | None:
    return None if rating is None else round(rating[1], 1)


def _standing(row: StandingRow | None) -> tuple[int, int, Decimal] | None:
    return None if row is None else (row.place, row.sharing, row.points)
