"""`manage.py simulate_tournament`: a whole tournament of any format, played out by players of given skill.

For learning the organiser's desk on a full tournament, and for tests. Give a `--preset` of the wizard, or a `--format`
of your own; `--people FILE` has a name a line, with a skill from 0 to 1 after a comma.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from scoring import variants
from scoring.errors import UnknownVariant
from tournaments.access import Actor
from tournaments.demo.simulate import Person, Simulation, simulate, some_people
from tournaments.formats import FormatError, formats_for
from tournaments.models import Stage, Tournament
from tournaments.presets import PAIRS, StageDraft, presets_for
from tournaments.queries.standings import standings
from tournaments.services.errors import ServiceError


class Command(BaseCommand):
    help = "Plays a whole tournament through: draws, hands, results, stages, the end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--variant", default="mandavoshka", help="the game (default mandavoshka)")
        parser.add_argument("--preset", help="a preset of the wizard, such as evening, swiss, groups")
        parser.add_argument("--format", help="a format of one's own, such as tables, swiss, round_robin, knockout")
        parser.add_argument("--pairs", action="store_true", help="fixed pairs (with --format)")
        parser.add_argument("--rounds", type=int, help="how many rounds the first stage has")
        parser.add_argument("--groups", type=int, default=1, help="how many groups the first stage has (1)")
        parser.add_argument("--then", help="the format of a second stage, such as knockout")
        parser.add_argument("--qualify", type=int, default=2, help="how many of each group go on to it (2)")
        parser.add_argument("--games", choices=Stage.Games.values, help="the games at a table (one)")
        parser.add_argument("--games-count", type=int, default=1, help="how many games, or hands, at a table (1)")
        parser.add_argument("--players", type=int, default=14, help="how many people (14); the first are the strongest")
        parser.add_argument("--people", type=Path, help="a file of people instead: `Name, 0.8` a line")
        parser.add_argument("--late", type=int, default=0, help="how many come after round 1")
        parser.add_argument("--leaving", type=int, default=0, help="how many leave, one a round")
        parser.add_argument("--absent", type=int, default=0, help="how many miss a round, one a round")
        parser.add_argument("--no-shows", type=int, default=0, help="at how many tables somebody does not turn up")
        parser.add_argument("--rated", action="store_true", help="let the games count for the ratings")
        parser.add_argument("--name", default="Simulated tournament", help="the tournament's name")
        parser.add_argument("--organiser", help="the user who organises it")
        parser.add_argument("--seed", type=int, default=1, help="another seed, another tournament (1)")

    @transaction.atomic
    def handle(self, **options: Any) -> None:
        try:
            plan = _plan(options)
            tournament = simulate(plan, _actor(options["organiser"]), self._say)
        except (ServiceError, FormatError, UnknownVariant) as error:
            raise CommandError(_told(error)) from error
        self._say_result(tournament)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _say_result(self, tournament: Tournament) -> None:
        self.stdout.write(f"{tournament.get_absolute_url()}  {tournament.name}")
        for row in standings(tournament).rows[:10]:
            self.stdout.write(f"{row.place:>3}  {row.name}  {row.points.normalize():f}")


def _plan(options: dict[str, Any]) -> Simulation:
    variant = variants.get(options["variant"])
    people = _people(options["people"]) if options["people"] else some_people(options["players"], options["seed"])
    pairs, check_in, stages = _stages(variant.code, options)
    if pairs and len(people) % 2:
        raise CommandError(f"Pairs want an even number of people, not {len(people)}.")
    return Simulation(
        name=options["name"],
        variant=variant.code,
        stages=stages,
        people=people,
        pairs=pairs,
        check_in=check_in,
        **{name: options[name] for name in ("seed", "late", "leaving", "absent", "no_shows", "rated")},
    )


def _stages(variant: str, options: dict[str, Any]) -> tuple[bool, bool, tuple[StageDraft, ...]]:
    """Whether pairs play, whether people are checked in, and the stages."""
    changed = {name: options[name] for name in ("rounds",) if options[name]}
    if options["games"]:
        changed |= {"games": options["games"], "games_count": options["games_count"]}
    if options["preset"]:
        preset = next((one for one in presets_for(variant) if one.code == options["preset"]), None)
        if preset is None or preset.season:
            known = ", ".join(one.code for one in presets_for(variant) if not one.season)
            raise CommandError(f"There is no preset {options['preset']!r} for this game. Take one of: {known}.")
        return preset.kind == PAIRS, preset.check_in, (replace(preset.stages[0], **changed), *preset.stages[1:])
    fitting = [engine.code for engine in formats_for(variant, pairs=options["pairs"])]
    for code in filter(None, (options["format"], options["then"])):
        if code not in fitting:
            raise CommandError(f"This game is not played as {code!r}. Take one of: {', '.join(fitting)}.")
    first = StageDraft(options["format"] or fitting[0], groups=options["groups"], **changed)
    if not options["then"]:
        return options["pairs"], False, (first,)
    return options["pairs"], False, (replace(first, qualify=options["qualify"]), StageDraft(options["then"]))


def _people(path: Path) -> tuple[Person, ...]:
    people: list[Person] = []
    try:
        lines: Sequence[str] = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: {error}") from error
    for number, line in enumerate(lines, start=1):
        name, _comma, skill = (part.strip() for part in line.partition(","))
        if not name:
            continue
        try:
            people.append((name, float(skill or 0.5)))
        except ValueError as error:
            raise CommandError(f"{path}, line {number}: {skill!r} is no skill; write a number from 0 to 1.") from error
        if not 0 <= people[-1][1] <= 1:
            raise CommandError(f"{path}, line {number}: a skill is from 0 to 1, not {skill}.")
    return tuple(people)


def _actor(name: str | None) -> Actor:
    if name is None:
        return Actor(keeper="simulator")
    user = get_user_model().objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user {name!r}.")
    return Actor(user=user, admin=user.is_superuser)


def _told(error: Exception) -> str:
    if isinstance(error, ServiceError):
        return " ".join([error.message, *map(str, error.details)])
    return str(error)
