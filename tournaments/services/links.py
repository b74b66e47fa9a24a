"""Invitations: secret addresses that make whoever opens them a helper or a guest of one tournament."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Actor
from tournaments.models import Invitation, Tournament
from tournaments.services.audit import record_change
from tournaments.services.errors import ServiceError
from tournaments.services.tournaments import lock

PLACES = {Invitation.Role.ORGANISER: "organisers", Invitation.Role.REFEREE: "referees"}
"""Where a tournament keeps those who accepted."""


@transaction.atomic
def make_link(
    *,
    tournament: Tournament,
    actor: Actor,
    role: str = Invitation.Role.KEEPER,
    tables: Sequence[int] = (),
    label: str = "",
    expires_at: datetime | None = None,
) -> Invitation:
    """Make one more. The secret itself stays out of the log."""
    tournament = lock(tournament)
    if tables and role != Invitation.Role.KEEPER:
        raise ServiceError(_("Only a scorekeeper is invited to single tables. Leave the tables out."))
    link = Invitation(
        tournament=tournament,
        role=role,
        tables=sorted(set(tables)),
        label=label.strip(),
        token=secrets.token_urlsafe(24),
        created_by=actor.user,
        expires_at=expires_at,
    )
    link.full_clean()
    link.save()
    _log(actor, "make_link", link, after=_facts(link))
    return link


@transaction.atomic
def revoke_link(*, link: Invitation, actor: Actor) -> Invitation:
    """From now on the address opens nothing, also for those who came by it without an account."""
    lock(link.tournament)
    link.refresh_from_db()
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.full_clean()
        link.save(update_fields=["revoked_at"])
        _log(actor, "revoke_link", link)
    return link


@transaction.atomic
def use_link(*, link: Invitation, name: str) -> Invitation:
    """Note that somebody of this name came in by it."""
    link.last_used_at, link.last_used_by = timezone.now(), name[:80]
    link.save(update_fields=["last_used_at", "last_used_by"])
    return link


@transaction.atomic
def accept_invitation(*, link: Invitation, user: AbstractBaseUser, origin: str = "") -> Tournament:
    """The account becomes organiser or referee; the invitation is spent."""
    tournament = lock(link.tournament)
    link.refresh_from_db()
    if not link.is_open() or link.role not in PLACES:
        raise ServiceError(_("This invitation is used up or taken back. Ask for another one."))
    getattr(tournament, PLACES[Invitation.Role(link.role)]).add(user.pk)
    use_link(link=link, name=user.get_username())
    _log(Actor(user=user, origin=origin), "accept_invitation", link, after={"role": link.role})
    return tournament


@transaction.atomic
def accept_with_new_account(*, link: Invitation, username: str, password: str, origin: str = "") -> AbstractBaseUser:
    """The same with an account made for it; none is left over where the invitation is used up meanwhile."""
    user = get_user_model().objects.create_user(username, password=password)
    accept_invitation(link=link, user=user, origin=origin)
    return user


@transaction.atomic
def remove_helper(*, tournament: Tournament, user: AbstractBaseUser, role: str, actor: Actor) -> None:
    """The account is organiser, or referee, no more. The owner stays."""
    tournament = lock(tournament)
    if role == Invitation.Role.ORGANISER and user.pk == tournament.owner_id:
        raise ServiceError(_("The owner stays an organiser."))
    getattr(tournament, PLACES[Invitation.Role(role)]).remove(user.pk)
    record_change(
        actor=actor,
        action="remove_helper",
        target=user.get_username(),
        tournament=tournament,
        before={"role": role},
    )


@transaction.atomic
def hand_over(*, tournament: Tournament, user: AbstractBaseUser, actor: Actor) -> None:
    """Another of its organisers owns the tournament from now on; who owned it stays an organiser."""
    tournament = lock(tournament)
    if not tournament.organisers.filter(pk=user.pk, is_active=True).exists():
        raise ServiceError(_("Only one of the organisers can own the tournament. Invite whoever is to, first."))
    before = tournament.owner and tournament.owner.get_username()
    if tournament.owner_id == user.pk:
        return
    tournament.owner_id = user.pk
    tournament.save(update_fields=["owner"])
    record_change(
        actor=actor,
        action="hand_over",
        target=user.get_username(),
        tournament=tournament,
        before={"owner": before},
        after={"owner": user.get_username()},
    )


def _facts(link: Invitation) -> dict[str, Any]:
    facts = {
        "role": link.role,
        "tables": link.tables,
        "label": link.label,
        "expires_at": link.expires_at and link.expires_at.isoformat(),
    }
    return {key: value for key, value in facts.items() if value}


def _log(actor: Actor, action: str, link: Invitation, after: dict[str, Any] | None = None) -> None:
    record_change(actor=actor, action=action, target=f"link {link.pk}", tournament=link.tournament, after=after)
