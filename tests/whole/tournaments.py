"""The tournaments of the whole site, one of every kind and state; each is made through the services.

cup     an evening of Mandavoshka: round 1 is over, of round 2 a table is, the others play; its clock runs
drawn   as far, but round 2 is a draft
pairs   pairs in two groups are through, the knockout has begun
groups  groups are through, the next stage has not begun
done    a Swiss of duels to its end
season  a season, with games over and one going on
new     a draft with its people on the list, some by an import, and a draft of round 1
long    just published, nothing drawn
silent  results are hidden; private: only for those who help
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

from django.utils import timezone

from tournaments.access import Actor
from tournaments.demo.evening import Evening
from tournaments.demo.people import PLAYERS
from tournaments.models import Game, Tournament
from tournaments.presets import Preset, StageDraft
from tournaments.services import attendance, bans, clock, entries, passage, rosters, rounds, seasons, stages
from tournaments.services.hands import record_hand
from tournaments.services.setup import create_by_preset
from tournaments.services.tournaments import finish_tournament, publish_tournament
from tournaments.simulator import play_game
from tournaments.simulator.rules import Facts

VENUE = "Клуб «Костяшки», Москва"
TABLES, SWISS = StageDraft("tables", rounds=4), StageDraft("swiss", rounds=3)

type Made = dict[str, Tournament]


class Maker:
    """Makes them one after another, in the order in which it would have happened."""

    def __init__(self, actor: Actor, rng: Random, rows: int) -> None:
        self.actor, self.rng, self.rows = actor, rng, rows
        self.names = list(PLAYERS)

    def start(
        self, name: str, variant: str, count: int, *drafts: StageDraft, days_ago: int = 0, **facts: Any
    ) -> Evening:
        """A published tournament of so many people, in pairs where it is said."""
        starts = timezone.now() - timedelta(days=days_ago, hours=3)
        tournament = self.draft(name, variant, count, *drafts, starts_at=starts, **facts)
        return Evening(publish_tournament(tournament=tournament, actor=self.actor), self.actor, starts, self.rng)

    def draft(
        self, name: str, variant: str, count: int, *drafts: StageDraft, kind: str = "individual", **facts: Any
    ) -> Tournament:
        preset = Preset("whole", "", "", drafts, kind=kind, check_in=facts.pop("check_in", False))
        tournament = create_by_preset(
            actor=self.actor, preset=preset, name=name, variant=variant, venue=VENUE, club="Костяшки", **facts
        )
        lines = self.names[:count]
        if kind == "pairs":
            lines = [f"{one} / {other}" for one, other in zip(lines[::2], lines[1::2], strict=True)]
        entries.add_entries(tournament=tournament, text="\n".join(lines), actor=self.actor)
        return tournament

    def played(self, evening: Evening, game: Game, names: list[str], most: int | None = None) -> list[Facts]:
        """A whole game, or its first hands, but not to its end."""
        tournament = evening.tournament
        players = [PLAYERS[name] for name in names]
        hands = play_game(tournament.variant, tournament.options, names, players, self.rng)
        return hands if most is None else hands[: min(most, len(hands) - 1)]

    def whole_round(self, evening: Evening) -> None:
        evening.close(evening.play_round(partial(self.played, evening)))

    def cup(self) -> Tournament:
        evening = self.start("Вечер в клубе", "mandavoshka", 4 + 4 * self.rows, TABLES)
        tournament = evening.tournament
        tournament.teams, tournament.team_best = True, 1
        tournament.save(update_fields=["teams", "team_best"])
        for entry in tournament.entries.all():
            entries.update_entry(
                entry=entry,
                actor=self.actor,
                team=f"Команда {entry.number % 2 + 1}",
                fixed_table=None,
                category=("ветераны", "женщины")[entry.number % 2],
            )
        stages.update_stage(stage=tournament.stages.get(), actor=self.actor, clock_minutes=50)
        self.whole_round(evening)
        evening.now = timezone.now() - timedelta(minutes=75)
        evening.play_round(lambda game, names: self.played(evening, game, names, None if game.table.number == 1 else 3))
        clock.start_clock(tournament=tournament, number=2, actor=self.actor)
        for at in range(self.rows):
            late = entries.add_entries(tournament=tournament, text=f"Опоздавший {at + 1}", actor=self.actor).entries[0]
            entries.withdraw_entry(entry=late, actor=self.actor)
        return tournament

    def drawn(self) -> Tournament:
        evening = self.start("Двор на Лесной", "fives", 4 * self.rows, TABLES, rated=False)
        self.whole_round(evening)
        rounds.draw_round(tournament=evening.tournament, number=2, actor=self.actor, seed=3)
        return evening.tournament

    def pairs(self) -> Tournament:
        cup = (StageDraft("round_robin", "Группы", groups=2, qualify=2), StageDraft("knockout", "Финал"))
        evening = self.start("Кубок пар", "kozel", 8 * min(self.rows, 2), *cup, kind="pairs", days_ago=4)
        stage = evening.tournament.stages.get(number=1)
        while stage.members.count() // 2 > stage.played.count() + 1:
            self.whole_round(evening)
        self.go_on(evening)
        evening.play_round(lambda game, names: self.played(evening, game, names, None if game.table.number == 1 else 2))
        return evening.tournament

    def go_on(self, evening: Evening) -> None:
        """The first two of each group, whoever shares a place."""
        stage = evening.tournament.stages.get(number=1)
        ahead = passage.preview_passage(tournament=evening.tournament, stage=stage, chosen=None)
        chosen = [row.entry_id for line in ahead.groups for row in line.rows[: stage.qualify]]
        passage.start_next_stage(tournament=evening.tournament, stage=stage, actor=self.actor, chosen=chosen)

    def groups(self) -> Tournament:
        both = (StageDraft("round_robin", "Отбор", groups=2, rounds=1, qualify=1), StageDraft("knockout", "Финал"))
        evening = self.start("Шашечный отбор", "draughts", 4 * self.rows, *both, rated=False)
        self.whole_round(evening)
        return evening.tournament

    def done(self) -> Tournament:
        evening = self.start("Швейцарка", "draughts", 8, SWISS, days_ago=12)
        for _round in range(3):
            self.whole_round(evening)
        return finish_tournament(tournament=evening.tournament, actor=self.actor)

    def season(self) -> Tournament:
        evening = self.start("Сезон клуба", "mandavoshka", 4 * self.rows + 4, days_ago=30, minimum_games=1)
        tournament = evening.tournament
        everybody = list(tournament.entries.order_by("number"))
        for at in range(self.rows + 1):
            four = everybody[4 * at : 4 * at + 4]
            game = seasons.start_game(tournament=tournament, entries=[e.pk for e in four], actor=self.actor, seed=at)
            names = [seat.player.name for seat in game.table.seats.select_related("player").order_by("number")]
            for facts in self.played(evening, game, names, None if at < self.rows else 2):
                self.write(game, facts)
        for entry in everybody[-2:]:
            seasons.come_in(entry=entry, actor=self.actor)
        return tournament

    def write(self, game: Game, facts: Facts) -> None:
        uuid = UUID(int=self.rng.getrandbits(128), version=4)
        game.refresh_from_db()
        record_hand(game=game, facts=facts, uuid=uuid, version=game.version, actor=self.actor)

    def new(self) -> Tournament:
        tournament = self.draft("Весенний кубок", "morskoy_kozel", 8 * self.rows, SWISS, kind="pairs", check_in=True)
        for at in range(self.rows):
            text = f"Новый Игрок{at} / Другой Игрок{at}"
            rosters.import_roster(tournament=tournament, text=text, choices={}, actor=self.actor)
        everybody = list(tournament.entries.order_by("number"))
        attendance.check_in(tournament=tournament, numbers=None, here=True, actor=self.actor)
        for at in range(self.rows):
            two = (everybody[at], everybody[-1 - at])
            bans.forbid_pair(tournament=tournament, entries=two, actor=self.actor)
            attendance.set_absence(entry=everybody[at], number=2, kind="zero", actor=self.actor)
        rounds.draw_round(tournament=tournament, number=1, actor=self.actor, seed=5)
        return tournament

    def long(self) -> Tournament:
        return self.start("Турнир памяти Константина Константинопольского", "traditional", 4, TABLES).tournament

    def silent(self) -> Tournament:
        evening = self.start("Тихий турнир", "draughts", 4, SWISS, results_hidden=True)
        self.whole_round(evening)
        return evening.tournament

    def private(self) -> Tournament:
        return self.start("Закрытый турнир", "draughts", 4, SWISS, private=True).tournament


def make_all(actor: Actor, rng: Random, rows: int) -> Made:
    """Each by its name; of those that are only listed somewhere, more with more rows."""
    maker = Maker(actor, rng, rows)
    kinds: tuple[Callable[[], Tournament], ...] = (
        maker.done, maker.pairs, maker.season, maker.groups, maker.drawn, maker.silent, maker.private, maker.long,
        maker.new, maker.cup,
    )  # fmt: skip
    made = {kind.__name__: kind() for kind in kinds}
    for _more in range(rows - 1):
        maker.done()
        maker.long()
    return made
