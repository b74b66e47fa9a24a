"""Who may do what, and what is visible to whom: decided here and nowhere else.

Four kinds of people: anyone; a scorekeeper, who came by a tournament's secret link; an organiser of a tournament,
who signed in; a site admin. Views ask `may`, queries of lists start from `visible_tournaments`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from tournaments.models import EntryPlayer, Player, Rating, Round, ScorekeeperLink, Tournament

LINKS_KEY = "scorekeeper_links"
NAME_KEY = "scorekeeper_name"
DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")

Action = Literal["see", "see_draft_round", "keep_score", "organise", "create_tournament", "administer"]


@dataclass(frozen=True)
class Actor:
    """Who is asking. `keeps`: ids of the tournaments whose scorekeeper's link this person has opened.

    `origin`: from where, for the history of a game: the beginning of the address, and the kind of browser.
    """

    user: AbstractBaseUser | None = None
    keeper: str = ""
    keeps: frozenset[int] = frozenset()
    admin: bool = False
    origin: str = ""

    @property
    def name(self) -> str:
        """The name to write into the log."""
        return (self.user.get_username() if self.user else self.keeper) or "—"

    @property
    def key(self) -> str:
        """Who this is, to a phone that keeps hands to be sent for nobody else."""
        return f"user:{self.user.pk}" if self.user else f"keeper:{self.keeper}"


def actor_of(request: HttpRequest) -> Actor:
    """The actor behind a request. At most one query, and only where a scorekeeper's link was opened."""
    user = request.user if request.user.is_authenticated else None
    link_ids = request.session.get(LINKS_KEY, [])
    keeps = (
        frozenset(
            ScorekeeperLink.objects.filter(id__in=link_ids, revoked_at__isnull=True).values_list(
                "tournament_id", flat=True
            )
        )
        if link_ids
        else frozenset()
    )
    return Actor(
        user=user,
        keeper=request.session.get(NAME_KEY, ""),
        keeps=keeps,
        admin=bool(user and user.is_active and user.is_superuser),
        origin=origin_of(request),
    )


def origin_of(request: HttpRequest) -> str:
    """From where a request comes, with no more of it than helps to tell two phones apart: `192.168.1.*, Android`."""
    address = request.META.get("REMOTE_ADDR", "")
    if settings.SECURE_PROXY_SSL_HEADER:
        address = request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
    agent = request.headers.get("User-Agent", "")
    device = next((name for name in DEVICES if name in agent), "")
    return ", ".join(filter(None, (_shortened(address), device)))[:80]


def _shortened(address: str) -> str:
    """Without the part that names one machine."""
    if ":" in address:
        return ":".join(address.split(":")[:3]) + ":*"
    return address.rpartition(".")[0] + ".*" if "." in address else ""


def organises(actor: Actor, tournament: Tournament) -> bool:
    return actor.admin or (actor.user is not None and tournament.organisers.filter(pk=actor.user.pk).exists())


def may(actor: Actor, action: Action, tournament: Tournament | None = None) -> bool:
    """Whether the actor may do this in the tournament.

    A draft tournament is seen by its organisers and scorekeepers only, a draft round by its organisers only. Any
    signed-in person may create a tournament, and organises it from then on.
    """
    if action == "administer":
        return actor.admin
    if action == "create_tournament":
        return actor.user is not None
    if tournament is None:
        raise ValueError(f"{action} is asked of a tournament")
    if action == "see" and tournament.status != Tournament.Status.DRAFT:
        return True
    if action in ("see", "keep_score") and tournament.pk in actor.keeps:
        return True
    return organises(actor, tournament)


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """All tournaments that the actor may see."""
    if actor.admin:
        return Tournament.objects.all()
    seen = ~Q(status=Tournament.Status.DRAFT) | Q(pk__in=actor.keeps)
    if actor.user is not None:
        seen |= Q(organisers=actor.user.pk)
    return Tournament.objects.filter(seen).distinct()


def visible_players(actor: Actor) -> QuerySet[Player]:
    """All players with an entry in a tournament that the actor may see, or with a rating; and merged records."""
    if actor.admin:
        return Player.objects.all()
    entered = EntryPlayer.objects.filter(tournament__in=visible_tournaments(actor).values("pk"))
    rated = Rating.objects.values("player")
    shown = Q(pk__in=entered.values("player")) | Q(pk__in=rated) | Q(merged_into__isnull=False)
    return Player.objects.filter(shown)


def visible_rounds(actor: Actor, tournament: Tournament) -> QuerySet[Round]:
    """The rounds of a tournament that the actor may see: drafts only with `see_draft_round`, or in a shown schedule."""
    rounds = tournament.rounds.select_related("stage")
    if may(actor, "see_draft_round", tournament):
        return rounds
    return rounds.filter(~Q(status=Round.Status.DRAFT) | Q(stage__shown=True))
