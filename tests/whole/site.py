"""A site where something stands on every page: tournaments of every kind in every state, and everybody who helps.

`build_site(rows)` makes it: with more rows there is more of everything, but of no other kind, so that the pages of a
small and of a large site may take no different number of queries. What the list of pages (listed.py) asks for stands in
`things` by a name; `PEOPLE` are those who may come by.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.backends.db import SessionStore
from django.core import signing
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from fido2.cose import ES256
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    RegistrationResponse,
)

from tests.whole import tournaments
from tournaments.access import LINKS_KEY, NAME_KEY, PLAYER_KEY, Actor
from tournaments.lists.games import read_games
from tournaments.models import Game, Ladder, Player, Tournament
from tournaments.services import confirming, histories, ladders, links, players, tokens
from tournaments.views.account_mail import SALT

PASSWORD = "a-long-way-home-7"
KEEPER = "Кира"
PEOPLE = ("anyone", "nobody", "player", "keeper", "referee", "organiser", "admin", "guarded", "half")
"""`guarded` has switched every second factor on and has just given the password; `half` has yet to give the code."""


@dataclass
class Site:
    """Who and what there is. `things` are slugs, numbers and tokens by the name under which a page asks for them."""

    rows: int
    users: dict[str, Any] = field(default_factory=dict)
    things: dict[str, Any] = field(default_factory=dict)

    def client(self, who: str) -> Client:
        """A browser of one of `PEOPLE`."""
        client = Client()
        if who in self.users:
            client.force_login(self.users[who])
        if who == "half":
            client.post("/sign-in/", {"username": "guarded", "password": PASSWORD})
        session = client.session
        if who == "keeper":
            session[LINKS_KEY], session[NAME_KEY] = self.things["keys"], KEEPER
        if who == "player":
            session[PLAYER_KEY] = {str(self.things["link"]): self.things["me"]}
        session.save()
        if who in ("guarded", "nobody"):
            client.post("/account/again/", {"password": PASSWORD})
        return client

    def program(self) -> Client:
        """A program that reads with a token of the organiser's."""
        user = self.users["organiser"]
        _token, secret = tokens.make_token(user=user, actor=Actor(user=user), label="Программа", scope="organise")
        return Client(headers={"authorization": f"Bearer {secret}"})


def build_site(rows: int) -> Site:
    """The site as described above, of the same kinds of things for any number of rows."""
    site = Site(rows)
    make = get_user_model().objects
    for name in ("organiser", "referee", "nobody", "guarded", *(f"helper-{at}" for at in range(rows))):
        site.users[name] = make.create_user(name, password=PASSWORD)
    site.users["admin"] = make.create_superuser("admin", password=PASSWORD)
    actor = Actor(user=site.users["organiser"])
    made = tournaments.make_all(actor, Random(7), rows)
    site.things |= {name: tournament.slug for name, tournament in made.items()}
    helpers = [user for name, user in site.users.items() if name.startswith("helper")]
    for tournament in made.values():
        tournament.referees.add(site.users["referee"])
    made["cup"].referees.add(*helpers)
    made["cup"].organisers.add(*helpers)
    _give_links(site, actor, made)
    _talk(site, made)
    _rate(site, actor)
    _guard(site)
    _name_games(site, made)
    return site


def _give_links(site: Site, actor: Actor, made: dict[str, Any]) -> None:
    """Invitations of every kind, the players' personal links, tokens of programs."""
    things = site.things
    keys = [links.make_link(tournament=made[name], actor=actor) for name in ("cup", "season", "pairs", "long")]
    things["keys"], things["key"] = [key.pk for key in keys], keys[0].token
    for role in ("referee", "organiser"):
        things[f"join {role}"] = links.make_link(tournament=made["cup"], actor=actor, role=role).token
    for table in range(1, site.rows + 1):
        links.make_link(tournament=made["cup"], actor=actor, tables=[table], label=f"Стол {table}")
        secret = {"label": f"Табло {table}", "scope": "read", "tournament": made["cup"]}
        tokens.make_token(user=site.users["organiser"], actor=actor, **secret)
        tokens.make_token(user=site.users["guarded"], actor=actor, label=f"Часы {table}", scope="keep")
    personal = {link.player_id: link for link in confirming.make_player_links(tournament=made["cup"], actor=actor)}
    confirming.make_player_links(tournament=made["pairs"], actor=actor)
    last = _over(made["cup"]).table.seats.latest("number")
    things["link"], things["me"] = personal[last.player_id].pk, personal[last.player_id].token


def _talk(site: Site, made: dict[str, Any]) -> None:
    """What is said of the first table: its players agree, and one does not."""
    game = _over(made["cup"])
    seated = [seat.player for seat in game.table.seats.select_related("player").order_by("number")]
    for player in seated[1:3]:
        confirming.confirm_game(game=game, player=player, version=game.version, actor=Actor())
    confirming.dispute_game(
        game=game, player=seated[0], version=game.version, actor=Actor(), words="В третьей раздаче было 24, а не 34."
    )


def _over(cup: Tournament) -> Game:
    """The game that came to its end last."""
    return Game.objects.filter(table__round__tournament=cup, finished_at__isnull=False).latest("pk")


def _rate(site: Site, actor: Actor) -> None:
    """A ladder of the club's own with an earlier season in it; players that are there twice, and one that was."""
    own = ladders.create_ladder(actor=actor, name="Лестница клуба")
    names = list(Player.objects.order_by("pk").values_list("name", flat=True)[: 4 * site.rows])
    for at in range(site.rows):
        four = ";".join(names[4 * at : 4 * at + 4])
        histories.import_history(ladder=own, games=read_games(f"{at + 1:02}.05.2024;{four}"), actor=actor)
        Ladder.objects.create(name=f"Лестница {at}", slug=f"more-{at}", owner=actor.user)
    twice = [Player.objects.create(name=f"Дора {at}", slug=f"dora-{at}") for at in range(2 * site.rows + 2)]
    for at in range(site.rows):
        players.merge_players(kept=twice[0], duplicate=twice[at + 1], actor=Actor(user=site.users["admin"]))
    first = Player.objects.order_by("pk").first()
    site.things |= {"own": own.slug, "anna": first.slug, "dora": twice[-2].slug, "dora again": twice[-1].slug}


def _guard(site: Site) -> None:
    """Every second factor of one account, the places where it is signed in, and a link to a new password."""
    user = site.users["guarded"]
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    for at in range(site.rows):
        key = Authenticator.objects.create(
            user=user, type=Authenticator.Type.WEBAUTHN,
            data={"name": f"Ключ {at}", "credential": _security_key(at)},
        )  # fmt: skip
        session = SessionStore()
        session.create()
        UserSession.objects.create(user=user, ip="192.0.2.1", session_key=session.session_key, user_agent="Firefox")
        site.things["security key"] = key.pk
    nobody = site.users["nobody"]
    site.things["letter"] = signing.dumps([nobody.pk, nobody.email, "nina@example.org"], salt=SALT)
    site.things["uid"] = urlsafe_base64_encode(force_bytes(nobody.pk))
    site.things["way back"] = default_token_generator.make_token(nobody)


def _security_key(at: int) -> dict[str, Any]:
    """What a browser tells of a security key."""
    public = ES256({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})
    key = AttestedCredentialData.create(bytes(16), f"key-{at}".encode(), public)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT
    proof = AttestationObject.create("none", AuthenticatorData.create(bytes(32), flags, 0, key), {})
    asked = CollectedClientData.create("webauthn.create", "Y2hhbGxlbmdl", "https://localhost")
    answer = AuthenticatorAttestationResponse(client_data=asked, attestation_object=proof)
    return json.loads(json.dumps(dict(RegistrationResponse(raw_id=key.credential_id, response=answer))))


def _name_games(site: Site, made: dict[str, Any]) -> None:
    """`over` and `running`: games of the cup; `first`: an entry of it."""
    games = Game.objects.filter(table__round__tournament=made["cup"])
    over = _over(made["cup"])
    running = games.filter(finished_at=None, hand_count__gt=0).latest("pk")
    site.things |= {
        "over": over.pk,
        "over version": over.version,
        "running": running.pk,
        "running version": running.version,
        "helper": site.users["helper-0"].pk,
        "waiting": Game.objects.filter(table__round__tournament=made["pairs"], finished_at=None).latest("pk").pk,
        "in season": Game.objects.filter(table__round__tournament=made["season"], finished_at=None).latest("pk").pk,
        "kept secret": Game.objects.filter(table__round__tournament=made["silent"]).latest("pk").pk,
        "of a pair": Game.objects.filter(table__round__tournament=made["pairs"], finished_at__isnull=False).first().pk,
        "final": made["pairs"].rounds.count(),
        "first": made["cup"].entries.earliest("number").pk,
    }
