"""A small world for tests of pages: two tournaments of one organiser, one of another, and everybody who may come by.

`open` is published: round 1 is closed, round 2 is a draft. `played` is published and its round 1 is being played.
`hidden` is a draft with a draft of round 1. All games are Mandavoshka at one table of four. Everybody but the stranger,
whose is `other`, stands to all the tournaments of the organiser as the name says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.test import Client

from tournaments.access import LINKS_KEY, NAME_KEY, PLAYER_KEY, Actor
from tournaments.models import Game, Invitation, PlayerLink, Tournament
from tournaments.services import confirming, entries, hands, links, rounds, tokens, tournaments

PEOPLE = {
    "anyone": "no account, no link",
    "nobody": "an account without any office",
    "player": "a player who has opened the personal link",
    "keeper": "a scorekeeper of the tournament",
    "table": "a scorekeeper of table 1, where the game is",
    "far": "a scorekeeper of table 2",
    "foreign": "a scorekeeper of another tournament",
    "referee": "a referee of the tournament",
    "organiser": "its owner and organiser",
    "stranger": "an organiser of another tournament",
    "admin": "a site admin",
}
PASSWORD = "a-long-way-home-7"
TABLES = {"keeper": [], "table": [1], "far": [2], "foreign": []}


@dataclass
class World:
    """Who and what there is. `games` by tournament and round: `open 1`; `personal`: a player's link of each."""

    users: dict[str, Any] = field(default_factory=dict)
    tournaments: dict[str, Tournament] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    links: dict[str, Invitation] = field(default_factory=dict)
    personal: dict[str, PlayerLink] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)

    def client(self, who: str, **options: Any) -> Client:
        """A browser of one of `PEOPLE`; with an account it sends a token too, at which the pages do not look."""
        client = Client(**options, headers=self.token(who))
        if who in self.users:
            client.force_login(self.users[who])
        session = client.session
        if who in TABLES:
            session[LINKS_KEY] = [link.pk for link in self.keepers(who)]
            session[NAME_KEY] = "Kira"
        if who == "player":
            mine = (link for name, link in self.personal.items() if name != "other")
            session[PLAYER_KEY] = {str(link.pk): link.token for link in mine}
        session.save()
        return client

    def token(self, who: str) -> dict[str, str]:
        """The header of a token that may all that its account may; nothing without an account."""
        if who not in self.users:
            return {}
        if who not in self.secrets:
            user = self.users[who]
            told = {"label": "world", "scope": "organise"}
            _token, self.secrets[who] = tokens.make_token(user=user, actor=Actor(user=user), **told)
        return {"Authorization": f"Bearer {self.secrets[who]}"}

    def keepers(self, who: str) -> list[Invitation]:
        """The invitations that one of the keepers has opened."""
        if who == "foreign":
            return [self.links["other"]]
        found = Invitation.objects.filter(role=Invitation.Role.KEEPER, tables=TABLES[who])
        return list(found.exclude(pk=self.links["other"].pk))


def build_world() -> World:
    """The world as described above."""
    world = World()
    make = get_user_model().objects
    world.users = {
        name: make.create_user(name, password=PASSWORD) for name in ("organiser", "stranger", "referee", "nobody")
    }
    world.users["admin"] = make.create_superuser("admin", password=PASSWORD)
    actor = Actor(user=world.users["organiser"])
    add_tournament(world, actor, "open", published=True)
    add_tournament(world, actor, "played", published=True)
    add_tournament(world, actor, "hidden", published=False)
    add_tournament(world, Actor(user=world.users["stranger"]), "other", published=True)
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


def add_tournament(world: World, actor: Actor, name: str, *, published: bool, **more: Any) -> None:
    """Make a tournament of four with everybody who helps, a scorekeeper's link, and a player's."""
    tournament = tournaments.create_tournament(actor=actor, name=name, variant="mandavoshka", **more)
    entries.add_entries(tournament=tournament, text="Anna\nBoris\nVera\nGleb", actor=actor)
    if published:
        tournament = tournaments.publish_tournament(tournament=tournament, actor=actor)
    world.tournaments[name] = tournament
    world.links[name] = links.make_link(tournament=tournament, actor=actor)
    if name != "other":
        tournament.referees.add(world.users["referee"])
        for number in (1, 2):
            links.make_link(tournament=tournament, actor=actor, tables=[number])
    world.personal[name] = confirming.make_player_links(tournament=tournament, actor=actor)[0]
