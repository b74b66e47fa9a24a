"""A whole tournament of any format, played by the simulator through the services, from the list to the last place.

Players have a skill from 0 to 1. Besides playing, people come late, leave, stay away for a round or do not turn up at
their table, as often as the plan says; the same plan and seed give the same tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from django.utils import timezone

from tournaments.access import Actor
from tournaments.demo.evening import Evening
from tournaments.models import Absence, Entry, Game, Tournament
from tournaments.queries.stages import current_stage
from tournaments.services.entries import add_entries, withdraw_entry
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import create_tournament, finish_tournament, publish_tournament
from tournaments.simulator import BOLD, CAREFUL, HEAVY, STEADY, Player, play_game
from tournaments.simulator.rules import Facts

FIRST = ("Алла", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар", "Инна", "Карл", "Лида", "Марк")
LAST = ("Астахов", "Белых", "Вишня", "Гроза", "Дымов", "Ершов", "Жук", "Зима", "Ильм", "Круг", "Лось", "Мак", "Нос")
MOST_ROUNDS = 200
"""A format without an end of its own stops here at the latest."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Simulation:
    """What is to be played. `people` are names with their skills; of pairs, two after another are one entry.

    `late`, `leaving`, `absent` and `no_shows` say how many people come after round 1, leave during the tournament,
    miss a round, or do not turn up. `rounds` None: as many as the format has.
    """

    name: str
    variant: str
    people: tuple[tuple[str, float], ...]
    pairs: bool = False
    rounds: int | None = None
    seed: int = 1
    late: int = 0
    leaving: int = 0
    absent: int = 0
    no_shows: int = 0
    rated: bool = False
    starts_at: datetime = field(default_factory=timezone.now)


def some_people(count: int, rng: Random) -> tuple[tuple[str, float], ...]:
    """So many people with names and skills, from the strongest to the weakest."""
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    rng.shuffle(names)
    while len(names) < count:
        names += [f"{name} {len(names) // (len(FIRST) * len(LAST)) + 1}" for name in names[: len(FIRST) * len(LAST)]]
    return tuple((name, round(1 - at / max(count - 1, 1), 3)) for at, name in enumerate(names[:count]))


def play_tournament(tournament: Tournament, plan: Simulation, actor: Actor, say: Say) -> Tournament:
    """Play a draft of a tournament with its stages set up: enter the people, play every round, finish it."""
    rng = Random(plan.seed)
    skills = {name: Player(skill, rng.choice((HEAVY, STEADY, CAREFUL, BOLD))) for name, skill in plan.people}
    lines = list(_lines(plan))
    late = [lines.pop(rng.randrange(len(lines))) for _ in range(min(plan.late, max(len(lines) - 4, 0)))]
    add_entries(tournament=tournament, text="\n".join(lines), actor=actor)
    tournament = publish_tournament(tournament=tournament, actor=actor)
    evening = Evening(tournament, actor, plan.starts_at, rng)
    events = _Events(plan, rng, late)

    def record(game: Game, names: list[str]) -> list[Facts]:
        if events.stays_away():
            return [{"judge": [{"seat": 0, "forfeit": True, "reason": "no show"}]}]
        return play_game(tournament.variant, tournament.options, names, [skills[name] for name in names], rng)

    while (number := tournament.rounds.count() + 1) <= MOST_ROUNDS and not _is_done(tournament, plan, number):
        events.before_round(tournament, number, actor)
        try:
            round_ = evening.play_round(record)
        except ServiceError as error:
            say(f"  round {number}: {error}")
            break
        evening.close(round_)
        say(f"  round {number}: {round_.tables.count()} tables")
    return finish_tournament(tournament=tournament, actor=actor)
