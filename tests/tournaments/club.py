"""Games made straight by the models, without a hand played: for tests of what follows from results."""

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count

from scoring.ratings.replay import Change, changes_of
from tournaments.formats import usual_format
from tournaments.models import (
    Entry,
    EntryPlayer,
    Game,
    Ladder,
    Player,
    RatedGame,
    Result,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.services.ratings import rerate_game

DAY0 = datetime(2026, 3, 1, 18, tzinfo=UTC)


@dataclass
class Club:
    """A tournament, and its games made straight by the models, a table each in a round each."""

    tournament: Tournament
    entries: list[Entry]
    players: list[Player]

    @classmethod
    def open(cls, name="Cup", *, entries=4, size=1, players=(), **fields) -> "Club":
        fields = {"variant": "mandavoshka", "status": "published"} | fields
        tournament = Tournament.objects.create(name=name, slug=name.lower(), **fields)
        if tournament.format == Tournament.Format.ROUNDS:
            pairs = tournament.kind == Tournament.Kind.PAIRS
            tournament.stages.create(number=1, format=usual_format(tournament.variant, pairs=pairs))
        numbers = count(1)
        persons = list(players) or [
            Player.objects.create(name=f"{name} {i}", slug=f"{name.lower()}-{i}") for i in range(entries * size)
        ]
        made = []
        for at in range(0, len(persons), size):
            entry = Entry.objects.create(tournament=tournament, number=next(numbers))
            for stage in tournament.stages.all():
                stage.members.create(entry=entry, seed=entry.number)
            for position, player in enumerate(persons[at : at + size]):
                EntryPlayer.objects.create(entry=entry, tournament=tournament, player=player, position=position)
            made.append(entry)
        return cls(tournament, made, persons)

    def sit(self, *entries: int) -> Game:
        """A game of these entries; partners sit opposite each other."""
        number = self.tournament.rounds.count() + 1
        stage = self.tournament.stages.get()
        round_ = Round.objects.create(tournament=self.tournament, stage=stage, number=number, status="closed")
        table = Table.objects.create(round=round_, number=1)
        for at, index in enumerate(entries):
            for member in self.entries[index].members.all():
                seat = at + member.position * len(entries)
                entry = self.entries[index]
                Seat.objects.create(round=round_, table=table, number=seat, player=member.player, entry=entry)
        return Game.objects.create(table=table)


def finish(
    game: Game, places: list[int], at: datetime = DAY0, ended_by: str = "target", sides: int | None = None
) -> Game:
    """What the services store of a finished game: places go by the sides, seats to sides by turns."""
    seats = list(game.table.seats.order_by("number"))
    sides = sides or len(places)
    Result.objects.filter(game=game).delete()
    for entry_id, side in dict.fromkeys((seat.entry_id, seat.number % sides) for seat in seats):
        place = places[side]
        Result.objects.create(
            game=game,
            entry_id=entry_id,
            side=side,
            place=place,
            won=place == 1 and places.count(1) < sides,
            lost=place > 1,
            points_for=0,
            points_against=0,
            points=0,
        )
    game.finished_at, game.ended_by = at, ended_by
    game.save()
    return game


def reopen(game: Game) -> Game:
    Result.objects.filter(game=game).delete()
    game.finished_at, game.ended_by = None, ""
    game.save()
    return game


def play(club: Club, entries: list[int], places: list[int], at: datetime = DAY0, **more) -> Game:
    game = finish(club.sit(*entries), places, at, **more)
    rerate_game(game=game)
    return game


def changes(ladder: Ladder | None = None) -> list[Change]:
    """What all rated games did to their players, on one ladder or on every one, in the order of play."""
    kept = RatedGame.objects.select_related("ladder").order_by("ladder__slug", "finished_at", "order")
    if ladder is not None:
        kept = kept.filter(ladder=ladder)
    return [change for row in kept for change in changes_of(row.finished_at, row.order, row.kept, row.ladder.model)]
