"""Builds the demo through the services, in the order in which it would have happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone, translation

from tournaments.access import Actor
from tournaments.demo import cases, people
from tournaments.demo.evening import Evening
from tournaments.demo.simulate import Simulation, simulate
from tournaments.models import Game, Tournament
from tournaments.presets import presets_for
from tournaments.services.entries import add_entries
from tournaments.services.links import make_link
from tournaments.services.tournaments import create_tournament, finish_tournament, publish_tournament
from tournaments.simulator import play_game
from tournaments.simulator.rules import Facts

ADMIN, ORGANISER, PASSWORD = "admin", "organiser", "ryba-demo"
MANDAVOSHKA, SEA_GOAT, KOZEL = "mandavoshka", "morskoy_kozel_exchange", "kozel"
CLUB, PARK = "Клуб «Костяшки», Москва", "Парк у маяка"

Say = Callable[[str], None]


class _Evenings:
    """Makes the tournaments, one after another."""

    def __init__(self, actor: Actor, rng: Random, say: Say) -> None:
        self.actor = actor
        self.rng = rng
        self.say = say
        self.made: list[Tournament] = []

    def start(
        self, name: str, variant: str, lines: list[str], *, days_ago: int = 0, venue: str = "", rated: bool = True
    ) -> Evening:
        """A published tournament with its entries: on a day that is past at half past six, today three hours ago."""
        self.say(name)
        starts = timezone.localtime().replace(second=0, microsecond=0) - timedelta(days=days_ago)
        starts = starts.replace(hour=18, minute=30) if days_ago else starts - timedelta(hours=3)
        tournament = create_tournament(
            actor=self.actor,
            name=name,
            variant=variant,
            kind=Tournament.Kind.PAIRS if "/" in lines[0] else Tournament.Kind.INDIVIDUAL,
            rated=rated,
            venue=venue,
            starts_at=starts,
        )
        add_entries(tournament=tournament, text="\n".join(lines), actor=self.actor)
        tournament = publish_tournament(tournament=tournament, actor=self.actor)
        self.made.append(tournament)
        return Evening(tournament, self.actor, starts, self.rng)


@transaction.atomic
def build_demo(*, seed: int, say: Say) -> list[Tournament]:
    """All of the demo, or nothing of it; `say` is told what is being made."""
    users = demo_users()
    actor = Actor(user=users[ORGANISER])
    evenings = _Evenings(actor, Random(seed), say)
    six = list(people.CASE_PEOPLE)
    pairs = [" / ".join(six[:2]), " / ".join(six[2:4])]
    worked = [
        (evenings.start("Разбор примеров · Мандавошка", MANDAVOSHKA, six, days_ago=30, rated=False), cases.MANDAVOSHKA),
        (evenings.start("Разбор примеров · Морской козёл", SEA_GOAT, pairs, days_ago=29, rated=False), cases.SEA_GOAT),
    ]
    for evening, its_cases in worked:
        _work_cases(evening, its_cases)
    lines = [people.entry_line(person) for person in people.CUP]
    _play_out(evenings.start("Кубок двора · Мандавошка", MANDAVOSHKA, lines, days_ago=21, venue=CLUB), 6, say)
    lines = [people.entry_line(*pair) for pair in people.PAIRS]
    _play_out(evenings.start("Морской козёл, парный турнир", SEA_GOAT, lines, days_ago=9, venue=PARK), 5, say)
    evenings.made.append(_groups_and_cup(actor, seed, say))
    lines = [people.entry_line(person) for person in people.TONIGHT]
    tonight = evenings.start("Вечер в клубе · Мандавошка", MANDAVOSHKA, lines, venue=CLUB)
    _play_until_now(tonight)
    make_link(tournament=tonight.tournament, actor=actor)
    return evenings.made


def _groups_and_cup(actor: Actor, seed: int, say: Say) -> Tournament:
    """Pairs in two groups, and a knockout of the best."""
    say("Кубок пар · группы и плей-офф")
    preset = next(one for one in presets_for(KOZEL) if one.code == "pairs_groups")
    names = tuple((person.name, person.plays.skill) for pair in people.PAIRS for person in pair)
    starts = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=4)
    plan = Simulation(
        "Кубок пар · группы и плей-офф", KOZEL, preset.stages, names, pairs=True, seed=seed, rated=True,
        starts_at=starts,
    )  # fmt: skip
    with translation.override("ru"):  # the stages are named as everything in the demo
        return simulate(plan, actor, say)


def demo_users() -> dict[str, AbstractBaseUser]:
    """The site admin and the organiser; where they exist they keep their passwords."""
    users = get_user_model().objects
    found = {user.get_username(): user for user in users.filter(username__in=(ADMIN, ORGANISER))}
    if ADMIN not in found:
        found[ADMIN] = users.create_superuser(ADMIN, password=PASSWORD)
    if ORGANISER not in found:
        found[ORGANISER] = users.create_user(ORGANISER, password=PASSWORD)
    return found


def _simulate(evening: Evening, names: list[str]) -> list[Facts]:
    players = [people.PLAYERS[name] for name in names]
    return play_game(evening.tournament.variant, evening.tournament.options, names, players, evening.rng)


def _play_out(evening: Evening, rounds: int, say: Say) -> None:
    """So many whole rounds, and the end of the tournament."""
    for number in range(1, rounds + 1):
        say(f"  round {number} of {rounds}")
        evening.close(evening.play_round(lambda _game, names: _simulate(evening, names)))
    finish_tournament(tournament=evening.tournament, actor=evening.actor)


def _play_until_now(evening: Evening) -> None:
    """A whole first round; in the second, table 1 has finished, the last has not begun, the others are under way."""
    evening.close(evening.play_round(lambda _game, names: _simulate(evening, names)))
    tables = evening.tournament.rounds.get().tables.count()

    def so_far(game: Game, names: list[str]) -> list[Facts]:
        record = _simulate(evening, names)
        number = game.table.number
        if number == 1:
            return record
        return record[: 0 if number == tables else min(number, len(record) - 1)]

    evening.now = timezone.now() - timedelta(minutes=75)
    evening.play_round(so_far)


def _work_cases(evening: Evening, all_cases: Sequence[cases.Case]) -> None:
    """A game a case, in their order: a warning that names the case, its hands, and time where the game is not over."""
    waiting = list(all_cases)
    while waiting:
        evening.close(evening.play_round(lambda _game, _names: _case_record(waiting.pop(0))))
    finish_tournament(tournament=evening.tournament, actor=evening.actor)


def _case_record(case: cases.Case) -> list[Facts]:
    why = {"judge": [{"seat": 0, "warning": True, "reason": f"Пример {case.number}: {case.shows}"}]}
    return [why, *case.hands, *([] if case.ends else [{"judge": [{"stop": "time"}]}])]
