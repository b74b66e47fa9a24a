"""A small world for tests of pages: two tournaments of one organiser, one of another, and everybody who may come by.

`open` is published: round 1 is closed, round 2 is a draft. `played` is published and its round 1 is being played.
`hidden` is a draft with a draft of round 1. All games are Mandavoshka at one table of four.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.test import Client

from tournaments.access import LINKS_KEY, NAME_KEY, Actor
from tournaments.models import Game, PlayerLink, ScorekeeperLink, Tournament
from tournaments.services import confirming, entries, hands, links, rounds, tournaments

PEOPLE = ("anyone", "keeper", "organiser", "stranger", "admin")


@dataclass
class World:
    """Who and what there is. `games` by tournament and round: `open 1`; `personal`: a player's link of each."""

    users: dict[str, Any] = field(default_factory=dict)
    tournaments: dict[str, Tournament] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    links: dict[str, ScorekeeperLink] = field(default_factory=dict)
    personal: dict[str, PlayerLink] = field(default_factory=dict)

    def client(self, who: str, **options: Any) -> Client:
        """A browser of one of `PEOPLE`."""
        client = Client(**options)
        if who in self.users:
            client.force_login(self.users[who])
        if who == "keeper":
            session = client.session
            session[LINKS_KEY] = [link.pk for link in self.links.values()]
            session[NAME_KEY] = "Kira"
            session.save()
        return client


def build_world() -> World:
    """The world as described above."""
    world = World()
    make = get_user_model().objects
    world.users = {name: make.create_user(name) for name in ("organiser", "stranger")}
    world.users["admin"] = make.create_superuser("admin")
    actor = Actor(user=world.users["organiser"])
    _tournament(world, actor, "open", published=True)
    _tournament(world, actor, "played", published=True)
    _tournament(world, actor, "hidden", published=False)
    _tournament(world, Actor(user=world.users["stranger"]), "other", published=True)
    draw(world, actor, "open", 1)
    rounds.publish_round(tournament=world.tournaments["open"], number=1, actor=actor)
    call_time(world.games["open 1"], actor)
    rounds.close_round(tournament=world.tournaments["open"], number=1, actor=actor)
    draw(world, actor, "open", 2)
    draw(world, actor, "played", 1)
    rounds.publish_round(tournament=world.tournaments["played"], number=1, actor=actor)
    draw(world, actor, "hidden", 1)
    return world


def draw(world: World, actor: Actor, name: str, number: int) -> None:
    """Draw a round and remember its game."""
    round_ = rounds.draw_round(tournament=world.tournaments[name], number=number, actor=actor, seed=1)
    world.games[f"{name} {number}"] = Game.objects.get(table__round=round_)


def call_time(game: Game, actor: Actor) -> None:
    """End a game as it stands."""
    facts = {"judge": [{"stop": "time"}]}
    hands.record_hand(game=game, facts=facts, uuid=uuid4(), version=game.version, actor=actor)


def _tournament(world: World, actor: Actor, name: str, *, published: bool) -> None:
    tournament = tournaments.create_tournament(actor=actor, name=name, variant="mandavoshka")
    entries.add_entries(tournament=tournament, text="Anna\nBoris\nVera\nGleb", actor=actor)
    if published:
        tournament = tournaments.publish_tournament(tournament=tournament, actor=actor)
    world.tournaments[name] = tournament
    world.links[name] = links.make_link(tournament=tournament, actor=actor)
    world.personal[name] = confirming.make_player_links(tournament=tournament, actor=actor)[0]
