"""Scorekeepers' links: secret addresses that let whoever opens them keep the score of one tournament."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils import timezone

from tournaments.access import Actor
from tournaments.models import ScorekeeperLink, Tournament
from tournaments.services.audit import record_change
from tournaments.services.tournaments import lock


@transaction.atomic
def make_link(*, tournament: Tournament, actor: Actor) -> ScorekeeperLink:
    """Make one more link. The secret itself stays out of the log."""
    tournament = lock(tournament)
    link = ScorekeeperLink(tournament=tournament, token=secrets.token_urlsafe(24))
    link.full_clean()
    link.save()
    record_change(actor=actor, action="make_link", target=f"link {link.pk}", tournament=tournament)
    return link


@transaction.atomic
def revoke_link(*, link: ScorekeeperLink, actor: Actor) -> ScorekeeperLink:
    """From now on the link opens nothing, also for those who came by it."""
    tournament = lock(link.tournament)
    link.refresh_from_db()
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.full_clean()
        link.save(update_fields=["revoked_at"])
        record_change(actor=actor, action="revoke_link", target=f"link {link.pk}", tournament=tournament)
    return link
