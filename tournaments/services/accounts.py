"""What a site admin does for somebody who can't sign in: without e-mail, from hand to hand."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournaments.access import Actor
from tournaments.services.audit import record_change


@transaction.atomic
def give_password_link(*, user: AbstractBaseUser, actor: Actor) -> tuple[str, str]:
    """What the address of a new password is made of. It works once, for three days, and not after a signing in."""
    record_change(actor=actor, action="give_password_link", target=user.get_username())
    return urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)


@transaction.atomic
def drop_second_factor(*, user: AbstractBaseUser, actor: Actor) -> None:
    """From now on the password alone signs in: phone and codes were lost."""
    Authenticator.objects.filter(user=user).delete()
    record_change(actor=actor, action="drop_second_factor", target=user.get_username())
