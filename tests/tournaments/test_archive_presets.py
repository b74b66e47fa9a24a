"""Every way to hold a tournament, played to its end with all that may happen on the way, goes out and comes in."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import UUID

import pytest

from tests.tournaments.test_archive import ACTOR, record_of, round_trip
from tournaments.demo.evening import games_of
from tournaments.models import Confirmation, Game, Revision, Round, Stage, Tournament
from tournaments.presets import PAIRS, PRESETS, Preset, presets_for
from tournaments.queries.field import order_of
from tournaments.queries.passage import preview_passage
from tournaments.queries.stages import current_stage
from tournaments.services import (
    attendance,
    confirming,
    entries,
    hands,
    lots,
    passage,
    rounds,
    rulings,
    seasons,
    stages,
    tournaments as services,
)
from tournaments.services.errors import ServiceError
from tournaments.services.setup import create_by_preset
from tournaments.services.verify import verify

pytestmark = pytest.mark.django_db

FITTING = {game: {preset.code: preset for preset in presets_for(game)} for game in ("draughts", "kozel", "mandavoshka")}
"""One against one, two against two, each for himself."""
CASES = [next((game, one.code) for game, presets in FITTING.items() if one.code in presets) for one in PRESETS]
CASES += [("mandavoshka", "season"), ("mandavoshka", "king")]
MANY_ROUNDS = {"round_robin", "pairs_round_robin", "groups", "pairs_groups"}
ENDLESS = 3
STOP = {"judge": [{"stop": "time"}]}


def now(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


class Play:
    """A tournament on its way through everything. `rng` deals, draws and decides."""

    def __init__(self, variant: str, preset: Preset) -> None:
        self.rng = Random(f"{variant} {preset.code}")
        self.cup = create_by_preset(
            actor=ACTOR, preset=preset, name="Cup", variant=variant, requires_confirmation=not preset.season,
            club="«Костяшки»",
        )  # fmt: skip
        count = 5 if preset.code in MANY_ROUNDS else 7
        partner = " / Partner {0}" if preset.kind == PAIRS else ""
        lines = [f"Player {{0}}{partner}".format(number) for number in range(count)]
        entries.add_entries(tournament=self.cup, text="\n".join(lines), actor=ACTOR)
        if not preset.season:
            self.settle_the_field()
        self.cup = services.publish_tournament(tournament=self.cup, actor=ACTOR)

    def settle_the_field(self) -> None:
        cup = self.cup
        Tournament.objects.filter(pk=cup.pk).update(teams=True, team_best=2)
        for stage in cup.stages.all():
            stages.update_stage(stage=stage, actor=ACTOR, measures=[*order_of(stage, cup), "lots"])
        for entry in cup.entries.order_by("number"):
            entries.update_entry(
                entry=entry, team="Reds" if entry.number % 2 else "Blues", fixed_table=None, actor=ACTOR
            )
        if cup.check_in:
            attendance.check_in(tournament=cup, numbers=None, here=True, actor=ACTOR)

    def write(self, game: Game, names: Sequence[str], *objects: dict[str, Any]) -> None:
        for facts in objects or self.record(names):
            if now(game).finished_at:
                return
            uuid = UUID(int=self.rng.getrandbits(128), version=4)
            hands.record_hand(game=game, facts=facts, uuid=uuid, version=now(game).version, actor=ACTOR)

    def record(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """A game of two hands, so that it takes no time."""
        record = record_of(self.cup, list(names), self.rng)
        fault = {"judge": [{"seat": 0, "warning": True}, {"seat": 1, "points": 5, "reason": "тише"}]}
        return record if self.cup.variant == "draughts" else [record[0], fault, record[1], STOP]

    def round(self, number: int) -> list[Game]:
        """The games of a round, played."""
        rounds.draw_round(tournament=self.cup, number=number, actor=ACTOR, seed=self.rng.getrandbits(32))
        round_ = rounds.publish_round(tournament=self.cup, number=number, actor=ACTOR)
        while games := [(one, names) for one, names in games_of(round_) if not one.finished_at and not one.ruling]:
            for game, names in games:
                self.write(game, names)
        return [game for game, _names in games_of(round_)]

    def rule(self, games: list[Game]) -> None:
        """What the organiser and the players say to the games of a round; some of it is taken back again."""
        first, last = now(games[0]), now(games[-1])
        seat = first.table.seats.order_by("number").first()
        confirming.dispute_game(game=first, player=seat.player, version=first.version, actor=ACTOR, words="не так")
        rulings.annul_game(game=first, version=first.version, actor=ACTOR, why="noise")
        rulings.readmit_game(game=first, version=now(first).version, actor=ACTOR)
        rulings.reopen_game(game=first, version=now(first).version, actor=ACTOR, why="a slip")
        self.write(first, (), STOP)
        rulings.shut_game(game=first, version=now(first).version, actor=ACTOR)
        sides = len({result.side for result in last.results.all()})
        places = list(range(1, sides + 1))
        rulings.decide_game(game=last, places=places, version=now(last).version, actor=ACTOR, why="by the judge")
        if len(games) > 2:
            middle = now(games[1])
            rulings.forfeit_game(game=middle, sides=[1], version=middle.version, actor=ACTOR, why="left early")

    def close(self, number: int) -> None:
        for game in Game.objects.filter(table__round__tournament=self.cup, table__round__number=number):
            if game.finished_at and not game.confirmations.filter(player=None, version=game.version).exists():
                confirming.settle_game(game=game, version=game.version, actor=ACTOR)
        rounds.close_round(tournament=self.cup, number=number, actor=ACTOR)

    def stage(self, stage: Stage) -> None:
        """All rounds of a stage: in the second somebody is away, after it somebody leaves for good."""
        most = stage.rounds or (ENDLESS if stage.format == "king" else 99)
        while stage.played.count() < most:
            number = self.cup.rounds.count() + 1
            if number == 2:
                away = self.cup.entries.get(number=2)
                attendance.set_absence(entry=away, number=2, kind="half", actor=ACTOR)
            try:
                games = self.round(number)
            except ServiceError:
                assert stage.played.exists()
                assert not stage.rounds
                break
            if number == 1:
                self.rule(games)
            self.close(number)
            if number == 2:
                entries.withdraw_entry(entry=self.cup.entries.get(number=5), actor=ACTOR)
        lots.draw_lots(stage=stage, actor=ACTOR, seed=self.rng.getrandbits(40))

    def to_the_end(self) -> Tournament:
        while True:
            stage = current_stage(self.cup)
            self.stage(stage)
            if not self.cup.stages.filter(number=stage.number + 1).exists():
                return services.finish_tournament(tournament=self.cup, actor=ACTOR)
            ahead = preview_passage(tournament=self.cup, stage=stage, chosen=None)
            chosen = [row.entry_id for line in ahead.groups for row in line.rows[: stage.qualify]]
            passage.start_next_stage(tournament=self.cup, stage=stage, actor=ACTOR, chosen=chosen)

    def season(self) -> Tournament:
        for entry in self.cup.entries.all():
            seasons.come_in(entry=entry, actor=ACTOR)
        for _game in range(3):
            people = 2 if self.cup.variant == "draughts" else 4
            chosen = self.rng.sample(list(self.cup.entries.values_list("pk", flat=True)), people)
            game = seasons.start_game(tournament=self.cup, entries=chosen, actor=ACTOR, seed=1)
            self.write(game, [seat.player.name for seat in game.table.seats.order_by("number")])
        rulings.annul_game(game=game, version=now(game).version, actor=ACTOR, why="noise")
        seasons.go_home(entry=self.cup.entries.get(number=1), actor=ACTOR)
        return seasons.finish_season(tournament=self.cup, actor=ACTOR)


@pytest.mark.parametrize(("variant", "code"), CASES)
def test_every_preset_comes_in_as_it_went_out(variant: str, code: str) -> None:
    preset = FITTING[variant][code]
    play = Play(variant, preset)
    cup = play.season() if preset.season else play.to_the_end()
    back = round_trip(cup)
    assert list(verify()) == []
    assert back.status == Tournament.Status.FINISHED
    if not preset.season:
        kinds = set(Revision.objects.filter(tournament=back).values_list("kind", flat=True))
        assert {"record", "annul", "readmit", "reopen", "decide"} <= kinds
        assert Game.objects.get(ruling="decided").results.filter(place=1).count() >= 1
        assert Confirmation.objects.filter(player=None).exists()
        assert not Round.objects.filter(drawn_at=None).exists()
        assert back.stages.exclude(lots_seed=None).count() == back.stages.count()
