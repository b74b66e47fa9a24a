"""Who is asking with a token of the API."""

from __future__ import annotations

from hashlib import sha256

from tournaments.access.actors import Actor, Reach
from tournaments.access.policy import SCOPES
from tournaments.models import ApiToken


def digest_of(secret: str) -> str:
    """What is kept of a secret. It is long and random, so one pass suffices."""
    return sha256(secret.encode()).hexdigest()


def token_of(secret: str) -> ApiToken | None:
    """The token of this secret, while it lets somebody in. One query."""
    return ApiToken.objects.open().select_related("user").filter(digest=digest_of(secret)).first()


def actor_with(token: ApiToken, origin: str = "") -> Actor:
    """Its account, within the token's reach: neither a site admin's office nor any link goes with it."""
    return Actor(user=token.user, reach=Reach(SCOPES[token.scope], token.tournament_id), origin=origin)
