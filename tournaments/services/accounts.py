"""Accounts: what was done to them, by their owners and by site admins; new passwords for who can't sign in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.signals import password_changed
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournaments.access import Actor, actor_of
from tournaments.models import AuditEntry
from tournaments.services.audit import record_change

LETTERS_AN_HOUR = 3
"""So many at most go to one account, however often somebody asks for them."""
OWN_CHANGES = {
    password_changed: "change_password",
    authenticator_added: "add_second_factor",
    authenticator_removed: "remove_second_factor",
    authenticator_reset: "renew_recovery_codes",
}


@transaction.atomic
def give_password_link(*, user: AbstractBaseUser, actor: Actor) -> tuple[str, str]:
    """What the address of a new password is made of. It works once, for three days, and not after a signing in."""
    record_change(actor=actor, action="give_password_link", target=user.get_username())
    return _secret(user)


@transaction.atomic
def password_letters(*, told: str, actor: Actor) -> list[tuple[AbstractBaseUser, tuple[str, str]]]:
    """Whom to write: the accounts of this name or address that have an address, each with its secret."""
    users = get_user_model().objects.filter(is_active=True).exclude(email="").order_by("pk")
    found = []
    for user in users.filter(Q(username__iexact=told) | Q(email__iexact=told)):
        sent = AuditEntry.objects.filter(chain=0, action="send_password_letter", target=user.get_username())
        if sent.filter(at__gt=timezone.now() - timedelta(hours=1)).count() < LETTERS_AN_HOUR:
            record_change(actor=actor, action="send_password_letter", target=user.get_username())
            found.append((user, _secret(user)))
    return found


@transaction.atomic
def note_password(*, user: AbstractBaseUser, actor: Actor) -> None:
    """A link to a new password was used."""
    record_change(actor=actor, action="set_password", target=user.get_username())


@transaction.atomic
def set_address(*, user: AbstractBaseUser, address: str, actor: Actor) -> None:
    """Where letters go to; blank: nowhere. The log says that it changed, not to what."""
    if user.email != address:
        user.email = address
        user.save(update_fields=["email"])
        record_change(actor=actor, action="set_address", target=user.get_username(), after={"address": bool(address)})


@transaction.atomic
def drop_second_factor(*, user: AbstractBaseUser, actor: Actor) -> None:
    """From now on the password alone signs in: phone and codes were lost."""
    factors = Authenticator.objects.filter(user=user)
    before = {"factors": sorted(factors.values_list("type", flat=True))}
    factors.delete()
    record_change(actor=actor, action="drop_second_factor", target=user.get_username(), before=before)


def rights_of(user: AbstractBaseUser) -> dict[str, Any]:
    """What the log says of an account."""
    said = {"name": user.get_username(), "active": user.is_active, "staff": user.is_staff, "admin": user.is_superuser}
    allowed = sorted(user.user_permissions.values_list("codename", flat=True))
    return {**said, "address": bool(user.email), "permissions": allowed}


@transaction.atomic
def note_account(*, user: AbstractBaseUser, before: dict[str, Any] | None, password: bool, actor: Actor) -> None:
    """A site admin made an account, or changed what it is or its `password`."""
    after = {**rights_of(user), **({"password": "***"} if password else {})}
    action = "make_account" if before is None else "change_account"
    record_change(actor=actor, action=action, target=user.get_username(), before=before, after=after)


@receiver(password_changed)
@receiver([authenticator_added, authenticator_removed, authenticator_reset])
@transaction.atomic
def note_own_change(
    *,
    signal: Any,
    request: HttpRequest,
    user: AbstractBaseUser,
    authenticator: Authenticator | None = None,
    **more: Any,
) -> None:
    """Somebody changed how he signs in himself: it is the first trace of a stolen account."""
    factor = authenticator and {"factors": [authenticator.type]}
    gone = signal is authenticator_removed
    record_change(
        actor=actor_of(request),
        action=OWN_CHANGES[signal],
        target=user.get_username(),
        before=factor if gone else None,
        after=None if gone else factor,
    )


def _secret(user: AbstractBaseUser) -> tuple[str, str]:
    """What the address of a new password is made of."""
    return urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
