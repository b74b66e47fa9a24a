"""Whatever is done by the services, in any order, ratings are what a replay gives, and sums those of the games."""

from __future__ import annotations

import contextlib
from datetime import UTC, date, datetime, timedelta
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction

from scoring.ratings import stretches
from scoring.ratings.history import PlayedGame
from tests.tournaments.room import KEEPER, add_table, seat_table, write
from tests.tournaments.test_amending import BIG, BIG_TOO, HUGE, SMALL, SMALLER, fresh
from tournaments.models import Game, Import, Ladder, Merge, Player, Rating, Round, Seat, Tournament
from tournaments.services import histories, ladders, players
from tournaments.services.amending import amend_hand, delete_hand, restore_revision
from tournaments.services.errors import ServiceError
from tournaments.services.hands import HandRefused, record_hand, undo_hand
from tournaments.services.ratings_verify import verify_all
from tournaments.services.reseating import exchange_people, reseat_table
from tournaments.services.rulings import annul_game, decide_game, forfeit_game, readmit_game, reopen_game, shut_game
from tournaments.services.sums import differences as wrong_sums
from tournaments.services.tournaments import update_tournament

pytestmark = pytest.mark.django_db
STOP = {"judge": [{"stop": "time"}]}
HANDS = (SMALL, SMALLER, BIG, BIG_TOO, HUGE, STOP)
NAMES = ("Anna", "Boris", "Vera", "Gleb", "Zoya", "Yan")
EDITS = (
    *("record",) * 5, "amend", "delete", "undo", "restore", "annul", "decide", "forfeit", "readmit", "readmit",
    "reopen", "reseat", "exchange", "merge", "unmerge", "import", "unimport", "ladder", "change_ladder",
    "settings", "tournament",
)  # fmt: skip


class Life:
    """Two cups of two tables each, a ladder with a history, and a dice."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.games = [seat_table(), seat_table(slug="evening")]
        for first in self.games[:]:
            self.games.append(add_table(first.table.round, NAMES[:4]))
        Tournament.objects.filter(slug="cup").update(club="Nevsky")
        for day, game in enumerate(self.games, 1):
            write(game, SMALL, BIG, STOP, at=datetime(2026, 3, day, 12, 30, tzinfo=UTC))
        self.number = 0
        self.done: list[str] = []

    def step(self) -> None:
        edit = self.dice.choice(EDITS)
        game = fresh(self.dice.choice(self.games))
        with contextlib.suppress(ServiceError, HandRefused), transaction.atomic():
            getattr(self, f"do_{edit}")(game, {"game": game, "version": game.version, "actor": KEEPER})
            self.done.append(edit)

    def do_record(self, game: Game, at: dict) -> None:
        when = datetime(2026, 3, self.dice.randint(1, 9), self.dice.choice([0, 12, 21, 23]), 30, tzinfo=UTC)
        record_hand(**at, facts=self.dice.choice(HANDS), uuid=uuid4(), at=when)

    def do_amend(self, game: Game, at: dict) -> None:
        amend_hand(**at, number=self.dice.randint(1, 3), facts=self.dice.choice(HANDS), why="x")

    def do_delete(self, game: Game, at: dict) -> None:
        delete_hand(**at, number=self.dice.randint(1, 3), why="x")

    def do_undo(self, game: Game, at: dict) -> None:
        undo_hand(**at)

    def do_restore(self, game: Game, at: dict) -> None:
        restore_revision(**at, restored=self.dice.randint(0, game.version), why="x")

    def do_annul(self, game: Game, at: dict) -> None:
        annul_game(**at, why="x")

    def do_decide(self, game: Game, at: dict) -> None:
        decide_game(**at, places=[1, 2, 2, 4], why="x")

    def do_forfeit(self, game: Game, at: dict) -> None:
        forfeit_game(**at, sides=[self.dice.randint(0, 3)], why="x")

    def do_readmit(self, game: Game, at: dict) -> None:
        readmit_game(**at)

    def do_reopen(self, game: Game, at: dict) -> None:
        Round.objects.filter(pk=game.table.round_id).update(status=self.dice.choice(["closed", "published"]))
        if game.reopened_at:
            shut_game(**at)
        else:
            reopen_game(**at)

    def do_reseat(self, game: Game, at: dict) -> None:
        reseat_table(**at, order=self.dice.sample(range(4), 4))

    def do_exchange(self, game: Game, at: dict) -> None:
        one, other = self.dice.sample(list(Seat.objects.filter(round=game.table.round).order_by("id")), 2)
        exchange_people(
            tournament=game.table.round.tournament, number=1, one=one.entry_id, other=other.entry_id, actor=KEEPER
        )

    def do_merge(self, game: Game, at: dict) -> None:
        kept, duplicate = self.dice.sample(list(Player.objects.order_by("id")), 2)
        players.merge_players(kept=kept, duplicate=duplicate, actor=KEEPER)

    def do_unmerge(self, game: Game, at: dict) -> None:
        if merges := list(Merge.objects.order_by("id")):
            players.undo_merge(merge=self.dice.choice(merges), actor=KEEPER)

    def do_import(self, game: Game, at: dict) -> None:
        """Names that only the history has, so that nobody is doubtful."""
        games = []
        for _ in range(3):
            names = self.dice.sample([f"Old {name}" for name in NAMES], 4)
            day = datetime(2026, 3, self.dice.randint(1, 9), 12, 30, tzinfo=UTC)
            sides = ((names[0],), (names[1],)) if self.dice.random() < 0.5 else (tuple(names[:2]), tuple(names[2:]))
            games.append(PlayedGame(day, "", sides, (1, self.dice.randint(1, 2))))
        ladder = self.dice.choice(list(Ladder.objects.order_by("id")) or [self.new_ladder()])
        histories.import_history(ladder=ladder, games=games, actor=KEEPER)

    def do_unimport(self, game: Game, at: dict) -> None:
        if records := list(Import.objects.order_by("id")):
            histories.undo_history(record=self.dice.choice(records), actor=KEEPER)

    def do_ladder(self, game: Game, at: dict) -> None:
        if Ladder.objects.count() < 6:
            self.new_ladder()
        else:
            ladders.delete_ladder(ladder=self.dice.choice(list(Ladder.objects.order_by("id"))), actor=KEEPER)

    def new_ladder(self) -> Ladder:
        self.number += 1
        return ladders.create_ladder(actor=KEEPER, name=f"Own {self.number}", **self.counted())

    def counted(self) -> dict:
        since = date(2026, 3, self.dice.randint(1, 9))
        return {
            "variant": self.dice.choice(["", "mandavoshka", "draughts"]),
            "club": self.dice.choice(["", "Nevsky"]),
            "since": self.dice.choice([None, since]),
            "until": self.dice.choice([None, since + timedelta(days=self.dice.randint(0, 4))]),
        }

    def do_change_ladder(self, game: Game, at: dict) -> None:
        if found := list(Ladder.objects.exclude(name="").order_by("id")):
            ladder = self.dice.choice(found)
            ladders.update_ladder(ladder=ladder, actor=KEEPER, name=ladder.name, **self.counted())

    def do_settings(self, game: Game, at: dict) -> None:
        if found := list(Ladder.objects.order_by("id")):
            settings = {"tau": self.dice.choice([0, 0.5]), "sigma": self.dice.choice([4, 25 / 3])}
            ladders.set_settings(ladder=self.dice.choice(found), actor=KEEPER, settings=settings)

    def do_tournament(self, game: Game, at: dict) -> None:
        tournament = game.table.round.tournament
        update_tournament(
            tournament=tournament, actor=KEEPER, name=tournament.name, venue="", starts_at=None,
            rated=self.dice.random() < 0.8, club=self.dice.choice(["", "Nevsky", "Neva"]),
            private=self.dice.random() < 0.1, results_hidden=self.dice.random() < 0.1,
        )  # fmt: skip


@pytest.mark.parametrize("seed", [100, 101])
def test_after_any_life_the_stored_is_what_a_replay_gives(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "SIZE", 2)
    monkeypatch.setattr(stretches, "APART", 4)
    life = Life(seed)
    rated = 0
    for _ in range(45):
        life.step()
        assert verify_all() == [], life.done
        assert list(wrong_sums()) == [], life.done
        rated += Rating.objects.exists()
    assert rated > 20
