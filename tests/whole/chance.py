"""Tournaments as chance would have them, made by the services alone; steps that are refused are not taken.

A `Course` plays one: of any game, by any preset, with whoever comes, as far as its steps lead. Hypothesis chooses what
is drawn (`courses`), so that a course that shows a fault shrinks to a short one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone
from hypothesis import strategies as st

from scoring import variants
from tests.scoring.games import options
from tournaments.access import Actor
from tournaments.models import Absence, Entry, Game, Round, Stage, Tournament
from tournaments.presets import Preset, presets_for
from tournaments.services import (
    attendance,
    bans,
    clock,
    confirming,
    entries,
    hands,
    lots,
    passage,
    rounds,
    rulings,
    seasons,
)  # fmt: skip
from tournaments.services.errors import ServiceError
from tournaments.services.setup import create_by_preset
from tournaments.services.tournaments import finish_tournament, publish_tournament, update_tournament
from tournaments.simulator import STEADY, Player, play_game

ODD = (
    "Ян", "Щ", "Ёжик Ёлкин", "«Костяшка»", "О'Нил Д'Артаньян", 'Кот "Рыба" Рыбин', "<b>Жирный</b>", "&amp;Сын",
    "{{Фигура}}", "{%Процент%}", "%(имя)s", "محمد العربي", "שלום עליכם", "🐟", "\u0301\u0302\u0303",
    "Ко\u0301стя", "\u202eНаоборот", "Ноль\u200bШирины", "王小明", "1", "0", "-5", "=1+1", "…", "Анна\tТаб", "ΑΒΓ ДЕЖ",
    "Ещё-Ещё-Ещё-Ещё Самый-Длинный-Из-Всех Имён-Которые-Поместятся-В-Строку-Поле", "Слово" * 15,
)  # fmt: skip
"""Names as they are met, and as they are not."""


class Course(NamedTuple):
    """What chance has chosen. `steps` are numbers, each read as one of the steps that are open then."""

    variant: str
    preset: int
    options: dict[str, Any]
    name: str
    names: list[str]
    settings: dict[str, Any]
    published: bool
    steps: list[int]
    seed: int


@st.composite
def courses(draw: st.DrawFn, most_steps: int = 30) -> Course:
    """Any course."""
    variant = draw(st.sampled_from([variant.code for variant in variants.all()]))
    plain = st.sampled_from([f"Игрок {chr(0x410 + at)}" for at in range(16)])
    names = st.lists(
        plain | st.sampled_from(ODD), min_size=draw(st.sampled_from([0, 2, 5, 8])), max_size=12, unique=True
    )
    settings = {
        "teams": st.booleans(), "team_best": st.integers(1, 3), "private": st.booleans(),
        "results_hidden": st.booleans(), "requires_confirmation": st.booleans(), "rated": st.booleans(),
        "minimum_games": st.integers(0, 2), "best_of": st.none() | st.integers(1, 3),
    }  # fmt: skip
    return Course(
        variant,
        draw(st.integers(0, 20)),
        draw(options(variant)),
        draw(st.sampled_from(ODD)),
        draw(names),
        draw(st.fixed_dictionaries({}, optional=settings)),
        draw(st.sampled_from([True, True, True, False])),
        draw(st.lists(st.integers(0, 999), min_size=draw(st.sampled_from([0, 3, 8])), max_size=most_steps)),
        draw(st.integers(0, 9)),
    )


class Played:
    """A course being taken: the tournament, and what became of each step."""

    def __init__(self, course: Course, actor: Actor) -> None:
        self.course, self.actor, self.rng = course, actor, Random(course.seed)
        presets = presets_for(course.variant)
        preset = presets[course.preset % len(presets)]
        try:
            self.tournament = self._made(preset, course.options)
        except ServiceError:  # these options do not stand together
            self.tournament = self._made(preset, {})
        self.taken: list[str] = []
        self.try_to("enter", self.enter, course.names)
        self.try_to("set", self.set, course.settings)
        if course.published:
            self.try_to("publish", self.publish, 0)
        for step in course.steps:
            name, do = self.STEPS[step % len(self.STEPS)]
            self.try_to(name, do, self, step // len(self.STEPS))
        self.tournament = Tournament.objects.get(pk=self.tournament.pk)

    def _made(self, preset: Preset, rules: dict[str, Any]) -> Tournament:
        facts = {"name": self.course.name, "variant": self.course.variant, "options": rules}
        return create_by_preset(actor=self.actor, preset=preset, **facts)

    def try_to(self, name: str, do: Callable[..., object], *args: Any) -> None:
        try:
            done = do(*args)
        except ServiceError:
            done = False
        self.taken += [] if done is False else [name]

    def enter(self, names: list[str]) -> None:
        """One a line, or two; who is refused, as a name without a letter, stays out."""
        pairs = self.tournament.kind == Tournament.Kind.PAIRS
        lines = [" / ".join(names[at : at + 2]) for at in range(0, len(names), 2)] if pairs else names
        for at, line in enumerate(lines):
            text = f"{line}, Клуб {at % 3}, Команда {at % 2}" if at % 2 else line
            self.try_to("enter", lambda text=text: entries.add_entries(text=text, **self.here()))

    def set(self, settings: dict[str, Any]) -> None:
        now = self.tournament
        told = {"name": now.name, "venue": "Зал <1>", "starts_at": timezone.now(), "rated": now.rated}
        update_tournament(tournament=now, actor=self.actor, **told | settings)

    def here(self) -> dict[str, Any]:
        return {"tournament": self.tournament, "actor": self.actor}

    # What the steps are about

    def entry(self, at: int) -> Entry | None:
        found = list(self.tournament.entries.order_by("number"))
        return found[at % len(found)] if found else None

    def round(self) -> Round | None:
        return self.tournament.rounds.order_by("number").last()

    def game(self, at: int, *, over: bool = False) -> Game | None:
        games = Game.objects.filter(table__round__tournament=self.tournament, finished_at__isnull=not over)
        found = list(games.exclude(table__round__status=Round.Status.DRAFT).order_by("pk"))
        return found[at % len(found)] if found else None

    def stage(self) -> Stage | None:
        return self.tournament.stages.order_by("number").last()

    # The steps; each is False where there is nothing to do it to

    def publish(self, _at: int) -> object:
        return publish_tournament(**self.here())

    def draw(self, at: int) -> object:
        last = self.round()
        return rounds.draw_round(number=last.number + 1 if last else 1, seed=at, **self.here())

    def publish_round(self, _at: int) -> object:
        last = self.round()
        return last is not None and rounds.publish_round(number=last.number, **self.here())

    def close_round(self, _at: int) -> object:
        last = self.round()
        return last is not None and rounds.close_round(number=last.number, **self.here())

    def take_back_round(self, at: int) -> object:
        last = self.round()
        undo = (rounds.discard_round, rounds.unpublish_round, rounds.reopen_round)[at % 3]
        return last is not None and undo(number=last.number, **self.here())

    def play(self, at: int) -> object:
        """A game to its end, or its first hands."""
        game = self.game(at)
        return game is not None and self._write(game, most=(None, None, 1, 2)[at % 4])

    def play_all(self, _at: int) -> object:
        """Every game that is out, to its end; in a series the next comes of it."""
        done = False
        for _more in range(12):
            game = self.game(0)
            if game is None:
                break
            self._write(game, most=None)
            done = True
        return done

    def _write(self, game: Game, most: int | None) -> None:
        names = [seat.player.name for seat in game.table.seats.select_related("player").order_by("number")]
        skills = [Player(self.rng.random(), STEADY) for _name in names]
        seats = [f"Игрок {at}" for at in range(len(names))]
        for facts in play_game(self.course.variant, self.tournament.options, seats, skills, self.rng)[:most]:
            game.refresh_from_db()
            if game.finished_at:
                break
            uuid = UUID(int=self.rng.getrandbits(128), version=4)
            hands.record_hand(game=game, facts=facts, uuid=uuid, version=game.version, actor=self.actor)

    def rule(self, at: int) -> object:
        """A word of the referee's about a game."""
        game = self.game(at, over=at % 2 == 0) or self.game(at)
        if game is None:
            return False
        told = {"game": game, "version": game.version, "actor": self.actor}
        sides = game.table.seats.values("entry").distinct().count()
        kinds: tuple[Callable[[], object], ...] = (
            lambda: rulings.annul_game(why="Шум <в зале>", **told),
            lambda: rulings.forfeit_game(sides=[0], why="Не пришли", **told),
            lambda: rulings.decide_game(places=[1] * sides, why="Видели", **told),
            lambda: rulings.reopen_game(why="Ошибка", **told),
            lambda: rulings.call_time(stop="now", **told),
            lambda: rulings.call_time(stop="hand", **told),
        )
        return kinds[at // 2 % len(kinds)]()

    def call_time(self, at: int) -> object:
        last = self.round()
        if last is None:
            return False
        do = (clock.start_clock, clock.call_round_time, clock.pause_clock)[at % 3]
        return do(number=last.number, **self.here())

    def leave(self, at: int) -> object:
        entry = self.entry(at)
        return entry is not None and entries.withdraw_entry(entry=entry, actor=self.actor)

    def come_late(self, at: int) -> object:
        text = f"Опоздавший {at}" + (f" / Другой {at}" if self.tournament.kind == Tournament.Kind.PAIRS else "")
        return entries.add_entries(text=text, **self.here())

    def stay_away(self, at: int) -> object:
        entry, last = self.entry(at), self.round()
        kind = Absence.Kind.values[at % len(Absence.Kind.values)]
        number = last.number + 1 if last else 1
        return entry is not None and attendance.set_absence(entry=entry, number=number, kind=kind, actor=self.actor)

    def forbid(self, at: int) -> object:
        one, other = self.entry(at), self.entry(at + 1)
        return bool(one and other) and bans.forbid_pair(entries=(one, other), **self.here())

    def check_in(self, at: int) -> object:
        return attendance.check_in(numbers=None if at % 3 else [1, 2, 3], here=True, **self.here())

    def sit_down(self, at: int) -> object:
        """A game of a season between some who are there."""
        everybody = list(self.tournament.entries.order_by("number").values_list("pk", flat=True))
        low, high = variants.get(self.course.variant).seats
        count = low + at % (high - low + 1)
        first = at % max(1, len(everybody))
        return seasons.start_game(entries=everybody[first : first + count], seed=at, **self.here())

    def come_in(self, at: int) -> object:
        entry = self.entry(at)
        return entry is not None and seasons.come_in(entry=entry, actor=self.actor)

    def go_on(self, at: int) -> object:
        """To the next stage, by lot or by hand where places are shared."""
        for stage in self.tournament.stages.order_by("number"):
            ahead = passage.preview_passage(tournament=self.tournament, stage=stage, chosen=None)
            chosen = [row.entry_id for line in ahead.groups for row in line.rows[: stage.qualify]]
            self.try_to("go on", lambda s=stage, c=chosen: passage.start_next_stage(stage=s, chosen=c, **self.here()))

    def draw_lots(self, at: int) -> object:
        stage = self.stage()
        return stage is not None and lots.draw_lots(stage=stage, actor=self.actor, seed=at)

    def say(self, at: int) -> object:
        """A player confirms his game, or does not."""
        game = self.game(at, over=True)
        if game is None:
            return False
        confirming.make_player_links(**self.here())
        told = {"game": game, "player": game.table.seats.first().player, "version": game.version, "actor": Actor()}
        return confirming.dispute_game(words="<i>Нет</i>", **told) if at % 2 else confirming.confirm_game(**told)

    def finish(self, _at: int) -> object:
        if self.tournament.format == Tournament.Format.SEASON:
            return seasons.finish_season(**self.here())
        return finish_tournament(**self.here())

    def a_round(self, at: int) -> None:
        """Draw, publish, play, close: what most evenings are."""
        for name, do in (("draw", self.draw), ("out", self.publish_round), ("play all", self.play_all)):
            self.try_to(name, do, at)
        self.try_to("close", self.close_round, at)

    STEPS = (
        *[("a round", a_round)] * 6, *[("play", play)] * 3, *[("sit down", sit_down)] * 3, *[("rule", rule)] * 3,
        *[("draw", draw), ("out", publish_round), ("go on", go_on), ("say", say)] * 2, ("publish", publish),
        ("play all", play_all), ("close", close_round), ("back", take_back_round), ("time", call_time),
        ("leave", leave), ("late", come_late), ("away", stay_away), ("forbid", forbid), ("here", check_in),
        ("come in", come_in), ("lots", draw_lots), ("finish", finish),
    )  # fmt: skip
    """Names and steps, as often as they are met."""
