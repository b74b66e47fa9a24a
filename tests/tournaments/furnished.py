"""A world in which every page shows all that it can: where the forms come from that bad inputs are sent to."""

from __future__ import annotations

from uuid import uuid4

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core import signing
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from tests.tournaments.matrix import Case, get
from tests.tournaments.test_access import ROUTES, whole_world
from tests.tournaments.world import World, add_tournament, draw
from tournaments.access import Actor
from tournaments.lists.games import read_games
from tournaments.models import Ladder, Player, Round, Stage, StageEntry, Tournament
from tournaments.services import bans, hands, histories, lots, players, rosters, rounds, seasons, stages
from tournaments.services.entries import add_entries
from tournaments.services.tournaments import create_tournament, publish_tournament
from tournaments.views.account_mail import SALT

LEFT_OUT = {"sign-out", "account_logout", "admin:index"}
"""Signing out would leave nobody signed in; Django guards its own admin site."""
OF_ANY = ("desk", "people", "settings", "rules", "links", "personal", "stages", "seeds", "check-in", "bans", "recast")
SEEN = "403; 200: organisers"
OF_API = [name for name in ROUTES if name.startswith("api-1:")]
WARNING = {"judge": [{"seat": 0, "warning": True}]}


def pages(world: World) -> list[tuple[str, Case]]:
    """Every page of the site, and those which the table of permissions does not ask for, having others of the kind."""
    token = signing.dumps([world.users["organiser"].pk, "", "olga@club.example"], salt=SALT)
    ways = [("stage", 1), ("stage", 2), ("next-stage", 1), ("next-stage", 2)]
    return [
        *((name, case) for name in ROUTES if name not in LEFT_OUT | set(OF_API) for case in ROUTES[name]),
        *((f"organiser:{name}", get(SEEN, slug)) for slug in ("played", "pairs", "season", "timed") for name in OF_ANY),
        *((f"organiser:{name}", get(SEEN, "pairs", number)) for name, number in ways),
        ("confirm-address", get("200", token)),
        ("keep:history", get("403; 200: keeper staff", "game: season")),
        ("keep:game", get("403; 200: staff", "game: draughts 1")),
        ("keep:season", get("403; 200: keeper staff", "season")),
        ("organiser:desk", get(SEEN, "bare")),
        ("organiser:game", get(SEEN, "played", "game: played 1")),
        ("organiser:ladder-history", get(SEEN, "own")),
        ("organiser:merge", get("403; 200: admin", "dora", "dora-2")),
        ("organiser:players", get("403; 200: admin")),
        ("organiser:stages", get(SEEN, "begun")),
    ]


def furnished_world() -> World:
    """The world of the table of permissions, and what is only there after somebody has done something."""
    world = whole_world()
    actor = Actor(user=world.users["organiser"])
    opened = world.tournaments["open"]
    one, other = opened.entries.order_by("number")[:2]
    bans.forbid_pair(tournament=opened, entries=(one, other), actor=actor)
    rosters.import_roster(tournament=opened, text="Eva, Nevsky\nFedor", choices={}, actor=actor)
    games = read_games("01.05.2024; Anna; Boris")
    histories.import_history(ladder=Ladder.objects.get(slug="own"), games=games, actor=actor)
    kept, duplicate = (Player.objects.create(name="Galina", slug=slug) for slug in ("galina", "galina-2"))
    players.merge_players(kept=kept, duplicate=duplicate, actor=Actor(user=world.users["admin"]))
    _season(world, actor)
    _pairs(actor)
    _draughts(world, actor)
    _clock(world, actor)
    for kind, data in (("totp", {"secret": "nonsense"}), ("recovery_codes", {"seed": "x", "used_mask": 0})):
        Authenticator.objects.create(user=world.users["referee"], type=kind, data=data)
    another = world.client("organiser").session.session_key
    UserSession.objects.create(user=world.users["organiser"], ip="127.0.0.1", session_key=another)
    return world


def _season(world: World, actor: Actor) -> None:
    """One game goes on, and four wait for the next."""
    season = Tournament.objects.get(slug="season")
    add_entries(tournament=season, text="\n".join("CDEFGH"), actor=actor)
    for entry in season.entries.all():
        seasons.come_in(entry=entry, actor=actor)
    four = season.entries.order_by("number").values_list("pk", flat=True)[:4]
    game = world.games["season"] = seasons.start_game(tournament=season, entries=list(four), actor=actor, seed=1)
    for version in range(2):
        hands.record_hand(game=game, facts=WARNING, uuid=uuid4(), version=version, actor=actor)


def _pairs(actor: Actor) -> None:
    """Pairs of which two wait for a partner, in two stages; and a tournament in which nothing is drawn yet."""
    pairs = create_tournament(actor=actor, name="pairs", variant="morskoy_kozel", kind="pairs")
    add_entries(tournament=pairs, text="Ida / Ivan\nKlara / Kirill\nLida\nLev", actor=actor)
    Stage.objects.filter(tournament=pairs).update(measures=["points", "lots"])
    stage = stages.add_stage(tournament=pairs, actor=actor, format="swiss", rounds=2, measures=["points", "lots"])
    lots.draw_lots(stage=stage, actor=actor, seed=1)
    bare = create_tournament(actor=actor, name="bare", variant="mandavoshka")
    add_entries(tournament=bare, text="\n".join("ABCDEFGH"), actor=actor)
    publish_tournament(tournament=bare, actor=actor)
    Stage.objects.filter(tournament=bare).update(settings={"by_score": False})
    begun = create_tournament(actor=actor, name="begun", variant="mandavoshka")
    stages.add_stage(tournament=begun, actor=actor, format="swiss", rounds=2)
    for entry in add_entries(tournament=begun, text="ABCD", actor=actor).entries:
        StageEntry.objects.create(stage=begun.stages.get(number=2), entry=entry, seed=1)
    begun.stages.filter(number=1).update(closed_at=timezone.now())


def _draughts(world: World, actor: Actor) -> None:
    """A game of which nothing but its result is kept."""
    draughts = create_tournament(actor=actor, name="draughts", variant="draughts", kind="individual")
    add_entries(tournament=draughts, text="Anna\nBoris", actor=actor)
    world.tournaments["draughts"] = publish_tournament(tournament=draughts, actor=actor)
    draw(world, actor, "draughts", 1)
    rounds.publish_round(tournament=draughts, number=1, actor=actor)


def _clock(world: World, actor: Actor) -> None:
    """A round whose clock runs."""
    add_tournament(world, actor, "timed", published=True)
    timed = world.tournaments["timed"]
    Stage.objects.filter(tournament=timed).update(clock_minutes=40)
    draw(world, actor, "timed", 1)
    rounds.publish_round(tournament=timed, number=1, actor=actor)
    Round.objects.filter(stage__tournament=timed).update(clock_left=2400, clock_started_at=timezone.now())


def browser_of(world: World, who: str) -> Client:
    """A browser in which the password was typed just now, so that those pages open too that ask for it once more."""
    client = world.client(who)
    if who in world.users:
        request = HttpRequest()
        request.session, request.user = client.session, world.users[who]
        record_authentication(request, request.user, "password", reauthenticated=True)
        request.session.save()
    return client
