"""New passwords for who can't sign in, by a letter or from a site admin's hand, and where letters go."""

from __future__ import annotations

from datetime import timedelta

from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournaments.access import Actor
from tournaments.models import AuditEntry
from tournaments.services.audit import record_change

LETTERS_AN_HOUR = 3
"""So many at most go to one account, however often somebody asks for them."""


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


def _secret(user: AbstractBaseUser) -> tuple[str, str]:
    """What the address of a new password is made of."""
    return urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
