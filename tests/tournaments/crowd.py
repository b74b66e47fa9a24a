"""Many players and many games made straight by the models, in bulk: for what must stay fast however much there is.

Each player's strength is a known number, and places follow strength and luck. In a season the games are of two, of two
pairs, of three and of four in turn; in a cup all are of four.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection, models, transaction
from django.utils.text import slugify

from tournaments.models import (
    Entry,
    EntryPlayer,
    Game,
    Player,
    Result,
    Round,
    Seat,
    Stage,
    StageEntry,
    Table,
    Tournament,
)

START = datetime(2020, 1, 1, 18, tzinfo=UTC)
A_BATCH = 10_000
FIRST = 1_000_000
"""The first id given here: no other row of a test comes near."""

type Played = tuple[list[list[int]], list[int]]
"""A game as its sides, each of players' ids, and their places."""


@dataclass
class Crowd:
    """A tournament with all these players in it. `games` counts what has been played in `rounds`."""

    tournament: Tournament
    seated: list[tuple[int, int]]
    strength: dict[int, float]
    dice: random.Random = field(default_factory=lambda: random.Random(5))
    games: int = 0
    rounds: int = 0

    @classmethod
    def open(cls, players: Sequence[Player], name: str, **fields: object) -> Crowd:
        fields = {"variant": "mandavoshka", "status": "published"} | fields
        tournament = Tournament.objects.create(name=name, slug=slugify(name), **fields)
        entries = Entry.objects.bulk_create(Entry(tournament=tournament, number=n + 1) for n in range(len(players)))
        EntryPlayer.objects.bulk_create(
            EntryPlayer(entry=entry, tournament=tournament, player=player)
            for entry, player in zip(entries, players, strict=True)
        )
        seated = [(player.pk, entry.pk) for entry, player in zip(entries, players, strict=True)]
        return cls(tournament, seated, {player.pk: random.Random(player.pk).gauss(0, 1) for player in players})

    def play_season(self, count: int) -> list[Played]:
        """So many sittings, ten minutes apart."""
        made = []
        while count:
            batch = min(count, A_BATCH)
            sat = [self._sit((2, 4, 3, 4)[n % 4], n % 4 == 1) for n in range(self.games, self.games + batch)]
            made += self._play([(n, 1) for n in range(batch)], sat, sitting=True)
            count -= batch
        return made

    def play_cup(self, rounds: int, stage: Stage) -> None:
        """So many rounds of tables of four, in which everybody plays."""
        StageEntry.objects.bulk_create(
            StageEntry(stage=stage, entry_id=entry, seed=seed) for seed, (_, entry) in enumerate(self.seated, 1)
        )
        for _ in range(rounds):
            drawn = self.dice.sample(self.seated, len(self.seated) // 4 * 4)
            sat = [[[one] for one in drawn[n : n + 4]] for n in range(0, len(drawn), 4)]
            self._play([(0, n + 1) for n in range(len(sat))], sat, stage_id=stage.pk)

    def _sit(self, people: int, pairs: bool) -> list[list[tuple[int, int]]]:
        drawn = self.dice.sample(self.seated, people)
        return [drawn[0::2], drawn[1::2]] if pairs else [[one] for one in drawn]

    @transaction.atomic
    def _play(
        self, tables: Sequence[tuple[int, int]], sat: Iterable[list[list[tuple[int, int]]]], **of_round: object
    ) -> list[Played]:
        """Games at tables, each table given by its round (0 the next one) and its number. A game has its table's id."""
        round_ids, table_ids = _free_ids(Round), _free_ids(Table)
        seats, results, made = [], [], []
        for table, ((of_rounds, _), sides) in enumerate(zip(tables, sat, strict=True), start=table_ids):
            luck = [sum(self.strength[player] for player, _ in side) + self.dice.gauss(0, 1) for side in sides]
            places = [1 + sum(other > own for other in luck) for own in luck]
            round_, people = round_ids + of_rounds, 0
            for side, (members, place) in enumerate(zip(sides, places, strict=True)):
                for player, entry in members:
                    seats.append((round_, table, people, player, entry))
                    results.append((table, entry, side, place, place == 1, place == len(sides), len(sides) - place))
                    people += 1
            made.append(([[player for player, _ in side] for side in sides], places))
        count = 1 + max(n for n, _ in tables)
        rounds = [(round_ids + n, self.rounds + 1 + n) for n in range(count)]
        _insert(Round, "id number", rounds, tournament_id=self.tournament.pk, status="closed", **of_round)
        _insert(Table, "id round_id number", [(table_ids + i, round_ids + n, of) for i, (n, of) in enumerate(tables)])
        moments = [START + timedelta(minutes=10 * (self.games + i)) for i in range(len(tables))]
        games = [(table_ids + i, table_ids + i, moment) for i, moment in enumerate(moments)]
        _insert(Game, "id table_id finished_at", games, ended_by="target")
        _insert(Seat, "round_id table_id number player_id entry_id", seats)
        _insert(Result, "game_id entry_id side place won lost points", results, points_for=0, points_against=0)
        self.games += len(tables)
        self.rounds += count
        return made


def people(count: int, mark: str = "player") -> list[Player]:
    """Players of a few clubs; `mark` begins their addresses."""
    return Player.objects.bulk_create(
        Player(name=f"Player {i}", slug=f"{mark}-{i}", club=f"Club {i % 7}") for i in range(count)
    )


def _free_ids(model: type[models.Model]) -> int:
    return max(FIRST, 1 + (model.objects.aggregate(last=models.Max("pk"))["last"] or 0))


def _insert(model: type[models.Model], names: str, rows: Sequence[tuple[Any, ...]], **same: object) -> None:
    """Rows by the driver; what they do not name is as in a new object with the `same` fields."""
    blank, own = model(**same), names.split()
    rest = [each for each in model._meta.concrete_fields if each.attname not in own and not each.primary_key]
    more = tuple(each.get_db_prep_save(getattr(blank, each.attname), connection) for each in rest)
    fields = [*(model._meta.get_field(name) for name in own), *rest]
    if moments := [i for i, each in enumerate(fields[: len(own)]) if isinstance(each, models.DateTimeField)]:
        [at] = moments
        adapt = connection.ops.adapt_datetimefield_value
        rows = [(*row[:at], adapt(row[at]), *row[at + 1 :]) for row in rows]
    quote = connection.ops.quote_name
    into = f"{quote(model._meta.db_table)} ({', '.join(quote(each.column) for each in fields)})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row + more)
        else:
            values = ", ".join(["%s"] * len(fields))
            cursor.executemany(f"INSERT INTO {into} VALUES ({values})", [row + more for row in rows])
