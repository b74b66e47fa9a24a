"""Reading one game whole: who sits where, what was written down, and what it comes to by now.

A `TableState` is made by two queries, whatever the length of the game, and its ledger has all stored facts applied.
`tables_to_keep` lists the tables that a scorekeeper sees first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Exists, OuterRef, Prefetch, QuerySet, When

from scoring import variants
from scoring.ledger import Ledger, Outcome
from scoring.notes import side_names
from scoring.record import FORMAT
from tournaments.access import Actor, kept_games, kept_tournaments
from tournaments.display import isolated
from tournaments.models import Game, Hand, Round, Seat, Stage, Tournament

IN_ORDER = ("table__round__tournament", "table__round", "table__number", "number")


@dataclass(frozen=True)
class TableState:
    """One game as it stands: `seats` and `hands` in order, `ledger` with all of `hands` applied."""

    game: Game
    seats: list[Seat]
    hands: list[Hand]
    ledger: Ledger

    @property
    def tournament(self) -> Tournament:
        return self.game.table.round.tournament

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, each once."""
        return self.ledger.names

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides' names: a seat's, or both of a pair."""
        return self.ledger.side_names

    @property
    def outcome(self) -> Outcome:
        """Places, winners and losers by side, after what the organiser ruled: who forfeited is behind all others."""
        outcome = self.ledger.outcome()
        if self.game.decided:
            return _decided(self.game.decided)
        forfeited = set(self.game.forfeited)
        if not forfeited:
            return outcome
        if len(forfeited) == self.ledger.sides:
            return Outcome([1] * self.ledger.sides, [], sorted(forfeited))
        keys = [(side in forfeited, place) for side, place in enumerate(outcome.places)]
        places = [1 + sum(other < key for other in keys) for key in keys]
        winners = [side for side, place in enumerate(places) if place == 1 and side not in forfeited]
        return Outcome(places, winners, sorted(forfeited))

    @property
    def record(self) -> dict[str, Any]:
        """The game as a record of `ryba-game/1`."""
        tournament = self.tournament
        return {
            "format": FORMAT,
            "variant": tournament.variant,
            "options": tournament.options,
            "seats": list(self.names),
            "hands": [hand.facts for hand in self.hands],
        }

    @property
    def stops_as_laid(self) -> bool:
        """Whether the game stops after a number of hands because its stage is played so, not since time was called."""
        stage = self.game.table.round.stage
        if stage is None or stage.games != Stage.Games.HANDS:
            return False
        return self.game.stop_after == stage.games_count

    @property
    def forfeiters(self) -> list[str]:
        """The sides that lose by the organiser's ruling."""
        return [self.sides[side] for side in self.game.forfeited]

    def before(self, number: int) -> TableState:
        """The table as it stood before its hand of this number; no query."""
        hands = self.hands[: number - 1]
        return state_of(self.game, self.seats, hands)

    def entry_ids(self, side: int) -> list[int]:
        """The entries that play on a side: one, or two persons who share it for this game."""
        return list(dict.fromkeys(seat.entry_id for i, seat in enumerate(self.seats) if self.ledger.side_of(i) == side))


def _decided(places: list[int]) -> Outcome:
    """What a judge decided: the first win, unless all are equal; the others lose."""
    if len(set(places)) == 1:
        return Outcome(places, [], [])
    return Outcome(
        places,
        [side for side, place in enumerate(places) if place == 1],
        [side for side, place in enumerate(places) if place > 1],
    )


def games_with_table() -> QuerySet[Game]:
    """Games with their table, round, stage and tournament in the same query."""
    return Game.objects.select_related("table__round__tournament", "table__round__stage")


def table_state(game: Game) -> TableState:
    """The state of a game that came from `games_with_table`, by two queries."""
    seats = list(Seat.objects.filter(table_id=game.table_id).select_related("player").order_by("number"))
    hands = list(game.hands.select_related("created_by").order_by("number"))
    return state_of(game, seats, hands)


def games_with_hands() -> QuerySet[Game]:
    """As `games_with_table`, with all that a state is made of, by a fixed number of queries."""
    return games_with_table().prefetch_related(
        Prefetch("table__seats", Seat.objects.select_related("player").order_by("number")),
        Prefetch("hands", Hand.objects.select_related("created_by").order_by("number")),
    )


def fetched_state(game: Game) -> TableState:
    """The state of a game that came from `games_with_hands`, by no query."""
    return state_of(game, list(game.table.seats.all()), list(game.hands.all()))


def state_of(game: Game, seats: list[Seat], hands: list[Hand]) -> TableState:
    """The state that these seats and hands give."""
    tournament = game.table.round.tournament
    ledger = Ledger(tournament.variant, tournament.options, seat_names(seats))
    for hand in hands:
        ledger.add(hand.facts)
    return TableState(game, seats, hands, ledger)


def seat_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """A name for each seat; persons of one name at a table are told apart by club, or else by number."""
    bare = [seat.player.name for seat in seats]
    names = [
        f"{name} ({seat.player.club})" if bare.count(name) > 1 and seat.player.club else name
        for name, seat in zip(bare, seats, strict=True)
    ]
    return tuple(isolated(name if names.count(name) == 1 else f"{name} {i + 1}") for i, name in enumerate(names))


@dataclass(frozen=True)
class KeptTable:
    """A table of a scorekeeper's list: its game, and each side's name with its account (None: the game has none)."""

    game: Game
    sides: list[tuple[str, int | None]]

    @property
    def round(self) -> Round:
        return self.game.table.round


def tables_to_keep(actor: Actor) -> list[KeptTable]:
    """The tables of the published rounds where this actor may keep the score; two queries."""
    games = _games_to_keep(actor).prefetch_related(
        Prefetch("table__seats", Seat.objects.select_related("player").order_by("number"))
    )
    return [_kept(game) for game in games.order_by(*IN_ORDER)]


def next_to_keep(actor: Actor, game: Game) -> Game | None:
    """With what this actor goes on after a game: the next one at its table, else the first of its tournament.

    One query.
    """
    going_on = _games_to_keep(actor).filter(finished_at=None, table__round__tournament=game.table.round.tournament_id)
    elsewhere = Case(When(table=game.table_id, then=0), default=1)
    return going_on.exclude(pk=game.pk).order_by(elsewhere, *IN_ORDER).first()


def _games_to_keep(actor: Actor) -> QuerySet[Game]:
    """The last game of each table of the published rounds where this actor may keep the score."""
    return (
        kept_games(actor)
        .select_related("table__round__tournament")
        .filter(table__round__status=Round.Status.PUBLISHED)
        .exclude(table__round__sitting=True, finished_at__isnull=False)
        .exclude(Exists(Game.objects.filter(table=OuterRef("table"), number__gt=OuterRef("number"))))
    )


def seasons_to_keep(actor: Actor) -> QuerySet[Tournament]:
    """The seasons going on of which this actor keeps the scores."""
    seasons = kept_tournaments(actor).filter(format=Tournament.Format.SEASON)
    return seasons.filter(status=Tournament.Status.PUBLISHED).order_by("name")


def _kept(game: Game) -> KeptTable:
    names = seat_names(list(game.table.seats.all()))
    variant = variants.get(game.table.round.tournament.variant)
    sides = side_names(names, 2 if variant.pairs else len(names))
    totals = [None] * len(sides) if variant.result_alone else game.totals or [0] * len(sides)
    return KeptTable(game, list(zip(sides, totals, strict=True)))
