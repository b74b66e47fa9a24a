"""A whole tournament of any format, played by the simulator through the services, from the list to the last place.

Players have a skill from 0 to 1. Besides playing, people come late, leave, stay away for a round or do not turn up at
their table, as often as the plan says; the same plan and seed give the same tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from django.utils import timezone

from tournaments.access import Actor
from tournaments.demo.evening import Evening
from tournaments.models import Entry, Game, Stage, Tournament
from tournaments.presets import Preset, StageDraft
from tournaments.queries.passage import preview_passage
from tournaments.queries.stages import current_stage
from tournaments.services.attendance import check_in, set_absence
from tournaments.services.entries import add_entries, withdraw_entry
from tournaments.services.errors import ServiceError
from tournaments.services.passage import start_next_stage
from tournaments.services.setup import create_by_preset
from tournaments.services.tournaments import finish_tournament, publish_tournament
from tournaments.simulator import BOLD, CAREFUL, HEAVY, STEADY, Player, play_game
from tournaments.simulator.rules import Facts

FIRST = ("Алла", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар", "Инна", "Карл", "Лида", "Марк")
LAST = ("Астахов", "Белых", "Вишня", "Гроза", "Дымов", "Ершов", "Жук", "Зима", "Ильм", "Круг", "Лось", "Мак", "Нос")
STYLES = (HEAVY, STEADY, CAREFUL, BOLD)
BETWEEN = " / "
ENDLESS = ("king",)
ROUNDS_WITHOUT_END = 6
MOST_ROUNDS = 100

type Person = tuple[str, float]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Simulation:
    """What is to be played: by whom, with their skills; in pairs two after another are one entry.

    `late`, `leaving`, `absent` and `no_shows` say how many come after round 1, leave after it, miss one round, or do
    not turn up at their table.
    """

    name: str
    variant: str
    stages: tuple[StageDraft, ...]
    people: tuple[Person, ...]
    pairs: bool = False
    check_in: bool = False
    seed: int = 1
    late: int = 0
    leaving: int = 0
    absent: int = 0
    no_shows: int = 0
    rated: bool = False
    starts_at: datetime = field(default_factory=timezone.now)


def some_people(count: int, seed: int) -> tuple[Person, ...]:
    """So many people, from the strongest to the weakest."""
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    Random(seed).shuffle(names)
    return tuple(
        (names[at % len(names)] + (f" {at // len(names) + 1}" if at >= len(names) else ""), 1 - at / max(count - 1, 1))
        for at in range(count)
    )


def simulate(plan: Simulation, actor: Actor, say: Say = lambda _line: None) -> Tournament:
    """Set the tournament up, play every stage to its end, and finish it."""
    preset = Preset("simulated", "", "", plan.stages, kind="pairs" if plan.pairs else "individual",
                    check_in=plan.check_in)  # fmt: skip
    tournament = create_by_preset(
        actor=actor, preset=preset, name=plan.name, variant=plan.variant, rated=plan.rated, starts_at=plan.starts_at
    )
    return _Play(tournament, plan, actor, say).to_the_end()


class _Play:
    """A simulation under way."""

    def __init__(self, tournament: Tournament, plan: Simulation, actor: Actor, say: Say) -> None:
        self.tournament, self.plan, self.actor, self.say = tournament, plan, actor, say
        self.rng = Random(plan.seed)
        self.people = {name: Player(skill, self.rng.choice(STYLES)) for name, skill in plan.people}
        self.skills: dict[str, Player] = {}  # by the name under which the list has entered each
        lines = list(_lines(plan))
        fewest = len(lines) - plan.late
        self.coming = [lines.pop(self.rng.randrange(len(lines))) for _ in range(plan.late) if fewest > 0]
        self.no_shows = plan.no_shows
        self._enter(lines)

    def to_the_end(self) -> Tournament:
        publish_tournament(tournament=self.tournament, actor=self.actor)
        evening = Evening(self.tournament, self.actor, self.plan.starts_at, self.rng)
        while True:
            stage = current_stage(self.tournament)
            self.say(f"stage {stage.number}: {stage.format}, {stage.members.count()} entries")
            self._play_stage(stage, evening)
            following = self.tournament.stages.filter(number=stage.number + 1).first()
            if following is None:
                return finish_tournament(tournament=self.tournament, actor=self.actor)
            self._go_on(stage)

    def _play_stage(self, stage: Stage, evening: Evening) -> None:
        most = stage.rounds or (ROUNDS_WITHOUT_END if stage.format in ENDLESS else MOST_ROUNDS)
        while stage.played.count() < most:
            number = self.tournament.rounds.count() + 1
            self._before(number)
            try:
                round_ = evening.play_round(self._record)
            except ServiceError:
                if not stage.played.exists() or stage.rounds:
                    raise
                self.say("  the format has come to its end")
                return
            evening.close(round_)
            self.say(f"  round {number}: {round_.tables.count()} tables")

    def _go_on(self, stage: Stage) -> None:
        """Who shares the place that decides goes on in the order of the table."""
        passage = preview_passage(tournament=self.tournament, stage=stage, chosen=None)
        chosen = [row.entry_id for line in passage.groups for row in line.rows[: stage.qualify]]
        start_next_stage(tournament=self.tournament, stage=stage, actor=self.actor, chosen=chosen or None)

    def _before(self, number: int) -> None:
        """Who comes, leaves or stays away before a round."""
        if number == 1:
            return
        if self.coming:
            self._enter([self.coming.pop()])
        here = list(self.tournament.entries.filter(withdrawn=False).order_by("number"))
        if number <= 1 + self.plan.leaving and len(here) > 4:
            withdraw_entry(entry=self._one_of(here), actor=self.actor)
        if number <= 1 + self.plan.absent and len(here) > 4:
            away = self._one_of([entry for entry in here if not entry.withdrawn])
            set_absence(entry=away, number=number, kind="zero", actor=self.actor)

    def _one_of(self, entries: Sequence[Entry]) -> Entry:
        found = self.rng.choice(entries)
        found.refresh_from_db()
        return found

    def _enter(self, lines: Sequence[str]) -> None:
        added = add_entries(tournament=self.tournament, text="\n".join(lines), actor=self.actor)
        for line, entry in zip(lines, added.entries, strict=True):
            for name, member in zip(line.split(BETWEEN), entry.members.all(), strict=True):
                self.skills[member.player.name] = self.people[name]
        if self.plan.check_in:
            numbers = [entry.number for entry in added.entries]
            check_in(tournament=self.tournament, numbers=numbers, here=True, actor=self.actor)

    def _record(self, _game: Game, names: list[str]) -> list[Facts]:
        if self.no_shows:
            self.no_shows -= 1
            return [{"judge": [{"seat": 0, "forfeit": True, "reason": "nobody came"}]}]
        skills = [self.skills[name] for name in names]
        return play_game(self.tournament.variant, self.tournament.options, names, skills, self.rng)


def _lines(plan: Simulation) -> Iterator[str]:
    """The list of entries, a line each."""
    names = [name for name, _skill in plan.people]
    if not plan.pairs:
        return iter(names)
    return (f"{one}{BETWEEN}{other}" for one, other in zip(names[::2], names[1::2], strict=True))
