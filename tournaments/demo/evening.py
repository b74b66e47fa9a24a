"""A tournament being played through the services, in the order and at the times in which it would have happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from tournaments.access import Actor
from tournaments.models import Game, Round, Tournament
from tournaments.services.hands import record_hand
from tournaments.services.rounds import close_round, draw_round, publish_round
from tournaments.simulator.rules import Facts

Keeps = Callable[[Game, list[str]], list[Facts]]
"""What is written down of a game, from the game and the names at its seats."""


@dataclass
class Evening:
    """A tournament being played: who organises it, what time it is in it, and the chance it is played with."""

    tournament: Tournament
    actor: Actor
    now: datetime
    rng: Random

    def play_round(self, record: Keeps) -> Round:
        """Draw and publish the next round and write down what `record` gives for each game, table beside table."""
        number = self.tournament.rounds.count() + 1
        draw_round(tournament=self.tournament, number=number, actor=self.actor, seed=self.rng.getrandbits(32))
        round_ = publish_round(tournament=self.tournament, number=number, actor=self.actor, at=self.now)
        written: set[int] = set()
        while games := [pair for pair in games_of(round_) if pair[0].pk not in written and not _is_over(pair[0])]:
            self._write(games, record)
            written |= {game.pk for game, _names in games}
        return round_

    def close(self, round_: Round) -> None:
        """Five minutes after the last hand; the next round is drawn ten minutes later."""
        self.now += timedelta(minutes=5)
        close_round(tournament=self.tournament, number=round_.number, actor=self.actor, at=self.now)
        self.now += timedelta(minutes=10)

    def _write(self, games: list[tuple[Game, list[str]]], record: Keeps) -> None:
        """A game of each table, side by side; in a series the next one comes of it."""
        events = [(at, game, facts) for game, names in games for at, facts in self._timed(record(game, names))]
        versions: dict[int, int] = {}
        for at, game, facts in sorted(events, key=lambda event: event[0]):
            outcome = record_hand(
                game=game,
                facts=facts,
                uuid=UUID(int=self.rng.getrandbits(128), version=4),
                version=versions.get(game.pk, game.version),
                actor=self.actor,
                at=at,
            )
            versions[game.pk] = outcome.state.game.version
            self.now = at

    def _timed(self, record: list[Facts]) -> Iterator[tuple[datetime, Facts]]:
        """Three to six minutes a hand; what is no hand is written down at once."""
        at = self.now
        for facts in record:
            at += timedelta(seconds=self.rng.randint(180, 360) if "end" in facts else self.rng.randint(10, 40))
            yield at, facts


def games_of(round_: Round) -> Iterator[tuple[Game, list[str]]]:
    """The games of a round in the order of tables, each with the names at its seats."""
    for table in round_.tables.prefetch_related("games", "seats__player"):
        names = [seat.player.name for seat in sorted(table.seats.all(), key=lambda seat: seat.number)]
        for game in table.games.all():
            yield game, names


def _is_over(game: Game) -> bool:
    return game.finished_at is not None or game.ruling == Game.Ruling.ANNULLED
