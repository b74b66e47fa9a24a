"""Tokens of the API: made by who signs in, told once, revoked when they are not needed any more."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor, digest_of, run_tournaments
from tournaments.models import ApiToken, Tournament
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError

PREFIX = "ryba_"
MOST = 20
SEEN_EVERY = timedelta(minutes=1)
"""The last use is noted to the minute, so that reading does not mean writing each time."""


@transaction.atomic
def make_token(
    *,
    user: AbstractBaseUser,
    actor: Actor,
    label: str,
    scope: str,
    tournament: Tournament | None = None,
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A new token of the account, and its secret, which is told nowhere else."""
    if tournament is not None and not run_tournaments(Actor(user=user)).filter(pk=tournament.pk).exists():
        raise ServiceError(_("You neither organise nor referee this tournament. Choose another."))
    if ApiToken.objects.open().filter(user=user).count() >= MOST:
        raise ServiceError(_("You have as many tokens as there may be. Revoke one that is not needed any more."))
    if expires_at is not None and expires_at <= timezone.now():
        raise ServiceError(_("That is past already. Choose a later end."))
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken(
        user=user,
        tournament=tournament,
        scope=scope,
        label=label.strip(),
        digest=digest_of(secret),
        hint=secret[: len(PREFIX) + 5],
        expires_at=expires_at,
    )
    token.full_clean()
    token.save()
    after = {"scope": scope, "expires_at": expires_at and expires_at.isoformat()}
    record_change(actor=actor, action="make_token", target=token.label, tournament=tournament, after=after)
    return token, secret


@transaction.atomic
def revoke_token(*, token: ApiToken, actor: Actor) -> ApiToken:
    """From now on it opens nothing."""
    token = ApiToken.objects.select_for_update().get(pk=token.pk)
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        record_change(actor=actor, action="revoke_token", target=token.label, tournament=token.tournament)
    return token


@transaction.atomic
def revoke_tokens(*, user: AbstractBaseUser, actor: Actor) -> None:
    """All of the account, each with its line in the log."""
    for token in ApiToken.objects.open().filter(user=user):
        revoke_token(token=token, actor=actor)


def note_use(*, token: ApiToken) -> None:
    """Remember that the token was used just now."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= SEEN_EVERY:
        seen = Q(last_used_at=None) | Q(last_used_at__lte=now - SEEN_EVERY)
        ApiToken.objects.filter(seen, pk=token.pk).update(last_used_at=now)
