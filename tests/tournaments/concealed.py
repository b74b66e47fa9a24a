"""A world of things that are hidden, each with marks that stand nowhere else; who may see which is `sees`.

    open            public, its results shown
    draft           a draft
    private         private
    silent          its results hidden
    both            private, its results hidden
    cup             a knockout, its results hidden
    season          an open season, its results hidden
    private season  an open season, private

Those in rounds have round 1 closed, of round 2 one game on, and a draft of round 3; the draft has one of round 1. Of
each the marks are a word in its name, its venue, its club, its teams and the names of its players (`being`); accounts,
what a judge, a referee and a player said (`results`); and the number of a table in the draft round (`round`). Anna
plays in all of them. Everybody but the stranger stands to all of them as the name says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.test import Client
from slugify import slugify

from tests.tournaments.world import PASSWORD, World
from tournaments.access import GUEST_KEY, Actor
from tournaments.models import Game, Ladder, Player, Tournament
from tournaments.presets import Preset, StageDraft
from tournaments.services import confirming, entries, hands, links, players, rounds, rulings, seasons
from tournaments.services.setup import create_by_preset
from tournaments.services.tournaments import publish_tournament, update_tournament

WORDS = {
    "open": "Белка", "draft": "Дюгонь", "private": "Вомбат", "silent": "Нарвал", "both": "Тапир", "cup": "Кинкажу",
    "season": "Окапи", "private season": "Аксолотль",
}  # fmt: skip
"""The word of each that stands in all its names."""
SAID = {
    "open": "Барсук", "private": "Мангуст", "silent": "Ехидна", "both": "Сурикат", "cup": "Выхухоль",
    "season": "Квокка", "private season": "Ленивец",
}  # fmt: skip
"""The word of each in what was said of its games."""
PRIVATE, SILENT = {"private", "both", "private season"}, {"silent", "both", "cup", "season"}
ANNA = "Анна Общая"
TWO_TABLES = ("Первый", "Второй", "Третий", "Четвёртый", "Пятый", "Шестой", "Седьмой")

HELPERS = {"keeper", "table", "far", "referee", "organiser", "admin"}
STAFF = {"referee", "organiser", "admin"}
WITHOUT_LINKS = {"referee", "organiser"}
"""Who is somebody to the API, which knows accounts and their tokens alone."""


@dataclass(frozen=True)
class Mark:
    """A text that stands nowhere else; `of` is the tournament, `kind` one of `being`, `results`, `round`."""

    text: str
    of: str
    kind: str


@dataclass
class Concealed(World):
    """The world with its marks; `players` has somebody of each tournament, `out` those whose draft is published."""

    marks: list[Mark] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    out: set[str] = field(default_factory=set)
    actor: Actor = field(default_factory=Actor)

    def client(self, who: str, **options: Any) -> Client:
        client = super().client(who, **options)
        if who == "guest":
            session = client.session
            session[GUEST_KEY] = [link.pk for name, link in self.links.items() if name.startswith("guest ")]
            session.save()
        return client

    def mark(self, of: str, kind: str) -> int:
        """A number for a new mark."""
        number = 11_401 + 173 * len(self.marks)
        self.marks.append(Mark(str(number), of, kind))
        return number

    def change(self, of: str, **facts: Any) -> None:
        """What the organiser sets, and all else as it was."""
        now = Tournament.objects.get(pk=self.tournaments[of].pk)
        told = {name: getattr(now, name) for name in ("name", "venue", "starts_at", "rated")}
        self.tournaments[of] = update_tournament(tournament=now, actor=self.actor, **told | facts)


def sees(world: Concealed, mark: Mark, who: str, address: str) -> bool:
    """Whether it is right that the mark stands on what this person finds at the address now."""
    tournament = world.tournaments[mark.of]
    if address.startswith("/api/") and who not in WITHOUT_LINKS:
        who = "anyone"
    if who == "player" and address.startswith("/me/") and mark.kind == "being":
        return True
    if tournament.status == "draft" and who not in HELPERS:
        return False
    if tournament.private and who not in HELPERS | {"guest", "player"}:
        return False
    if mark.kind == "round" and mark.of not in world.out:
        return who in STAFF
    if mark.kind == "results" and tournament.results_hidden:
        own = {"player": "/me/", "keeper": "/keep/", "table": "/keep/", "far": "/keep/"}
        return who in STAFF or address.startswith(own.get(who, "nowhere"))
    return True


def build_concealed() -> Concealed:
    """The world as described above."""
    world = Concealed()
    make = get_user_model().objects
    for name in ("organiser", "stranger", "referee", "nobody"):
        world.users[name] = make.create_user(name, password=PASSWORD)
    world.users["admin"] = make.create_superuser("admin", password=PASSWORD)
    world.actor = Actor(user=world.users["organiser"])
    other = create_by_preset(
        actor=Actor(user=world.users["stranger"]), preset=TABLES, name="Other", variant="mandavoshka"
    )
    world.tournaments["other"], world.links["other"] = other, links.make_link(tournament=other, actor=world.actor)
    for name in ("open", "private", "silent", "both"):
        _rounds(world, name)
    _draft(world)
    _cup(world)
    for name in ("season", "private season"):
        _season(world, name)
    _double(world)
    world.tournaments = {name: Tournament.objects.get(pk=one.pk) for name, one in world.tournaments.items()}
    return world


TABLES = Preset("tables", "", "", (StageDraft("tables", rounds=4, settings={"by_score": False}),))
KNOCKOUT = Preset("knockout", "", "", (StageDraft("knockout"),))
SEASON = Preset("season", "", "", ())


def _made(world: Concealed, name: str, preset: Preset, variant: str, people: int, *, published: bool = True) -> Actor:
    """A tournament with everybody who helps, and a link of each kind; one more of each is used up."""
    word, actor = WORDS[name], world.actor
    tournament = create_by_preset(
        actor=actor, preset=preset, name=f"Турнир {word}", variant=variant, venue=f"Зал {word}", club=f"Клуб {word}",
        private=name in PRIVATE, results_hidden=name in SILENT,
    )  # fmt: skip
    lines = [ANNA, *(f"{word} {second}, Клуб {word}, Команда {word}" for second in TWO_TABLES[: people - 1])]
    entries.add_entries(tournament=tournament, text="\n".join(lines), actor=actor)
    world.marks.append(Mark(word, name, "being"))
    tournament.refresh_from_db()
    world.tournaments[name] = publish_tournament(tournament=tournament, actor=actor) if published else tournament
    tournament.referees.add(world.users["referee"])
    for tables in ((), (1,), (2,)):
        world.links[f"{name} {tables}"] = links.make_link(tournament=tournament, actor=actor, tables=tables)
    world.links[f"guest {name}"] = links.make_link(tournament=tournament, actor=actor, role="guest")
    gone = links.make_link(tournament=tournament, actor=actor, role="guest")
    world.links[f"revoked {name}"] = links.revoke_link(link=gone, actor=actor)
    mine = confirming.make_player_links(tournament=tournament, actor=actor)
    world.personal[name] = next(link for link in mine if link.player.name == ANNA)
    world.players[name] = next(link.player.slug for link in mine if link.player.name != ANNA)
    return actor


def _rounds(world: Concealed, name: str) -> None:
    actor = _made(world, name, TABLES, "mandavoshka", 8)
    tournament = world.tournaments[name]
    for number in (1, 2):
        rounds.draw_round(tournament=tournament, number=number, actor=actor, seed=number)
        rounds.publish_round(tournament=tournament, number=number, actor=actor)
        games = list(Game.objects.filter(table__round__tournament=tournament, table__round__number=number))
        for game in games[: 2 if number == 1 else 1]:
            _write(world, name, game, over=number == 1)
        if number == 1:
            _talk(world, name, games)
            rounds.close_round(tournament=tournament, number=1, actor=actor)
        world.games[f"{name} {number}"] = games[0]
    _draw_hidden(world, name, 3)


def _draft(world: Concealed) -> None:
    _made(world, "draft", TABLES, "mandavoshka", 8, published=False)
    _draw_hidden(world, "draft", 1)


def _draw_hidden(world: Concealed, name: str, number: int) -> None:
    """A draft of a round, one of whose tables bears a mark."""
    tournament = world.tournaments[name]
    last = tournament.entries.latest("number")
    entries.update_entry(entry=last, actor=world.actor, team=last.team, fixed_table=world.mark(name, "round"))
    made = rounds.draw_round(tournament=tournament, number=number, actor=world.actor, seed=number)
    world.games[f"{name} {number}"] = Game.objects.filter(table__round=made).latest("table__number")


def _write(world: Concealed, name: str, game: Game, *, over: bool) -> None:
    """A judge's points, with what he said; over the target, or less than nothing while the game goes on."""
    points = world.mark(name, "results")
    said = {"seat": 0, "points": points if over else -points, "reason": f"за {SAID[name]}"}
    game.refresh_from_db()
    hands.record_hand(
        game=game, facts={"judge": [said]}, uuid=uuid4(), version=game.version, actor=world.actor
    )  # fmt: skip


def _talk(world: Concealed, name: str, games: list[Game]) -> None:
    """A referee decides one of the games, a player of the other one disputes it."""
    world.marks.append(Mark(SAID[name], name, "results"))
    for game in games:
        game.refresh_from_db()
    player = games[0].table.seats.first().player
    confirming.dispute_game(
        game=games[0], player=player, version=games[0].version, actor=Actor(), words=f"Там был {SAID[name]}"
    )
    rulings.decide_game(
        game=games[1], places=[1, 2, 3, 4], version=games[1].version, actor=world.actor, why=f"Видели: {SAID[name]}"
    )


def _cup(world: Concealed) -> None:
    """A knockout of four, whose first round is over."""
    actor = _made(world, "cup", KNOCKOUT, "draughts", 4)
    tournament = world.tournaments["cup"]
    rounds.draw_round(tournament=tournament, number=1, actor=actor, seed=1)
    rounds.publish_round(tournament=tournament, number=1, actor=actor)
    world.marks.append(Mark(SAID["cup"], "cup", "results"))
    for game in Game.objects.filter(table__round__tournament=tournament):
        rulings.decide_game(game=game, places=[1, 2], version=0, actor=actor, why=f"Видели: {SAID['cup']}")
        world.games["cup 1"] = game
    rounds.close_round(tournament=tournament, number=1, actor=actor)


def _season(world: Concealed, name: str) -> None:
    """A season with one game over and one going on."""
    actor = _made(world, name, SEASON, "mandavoshka", 8)
    everybody = list(world.tournaments[name].entries.order_by("number").values_list("pk", flat=True))
    for at in range(2):
        game = seasons.start_game(
            tournament=world.tournaments[name], entries=everybody[4 * at : 4 * at + 4], actor=actor, seed=at
        )
        _write(world, name, game, over=at == 0)
        world.games[f"{name} {at + 1}"] = game
    world.marks.append(Mark(SAID[name], name, "results"))


def _double(world: Concealed) -> None:
    """Somebody who is there twice, once as a player of the private tournament only."""
    kept = Player.objects.get(slug=world.players["private"])
    twice = Player.objects.create(name="Двойник", slug="double")
    players.merge_players(kept=kept, duplicate=twice, actor=Actor(user=world.users["admin"]))
    Ladder.objects.create(name="Наша", slug="ours", owner=world.users["organiser"])


@cache
def slug_of(mark: Mark) -> str:
    """The mark as addresses have it."""
    return slugify(mark.text)
