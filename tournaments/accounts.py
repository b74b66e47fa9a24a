"""How signing in by allauth (second factors, passkeys, sessions) and throttling by axes fit together here.

Wrong passwords and wrong codes are counted by axes in the database, so that many processes count together: after
`AXES_FAILURE_LIMIT` of them for one account from one address nothing is tried for a while, not even what is right.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import ChangePasswordForm
from allauth.account.signals import user_logged_in
from allauth.core import context
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed
from allauth.mfa.totp.internal.auth import generate_totp_secret
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.usersessions.models import UserSession
from axes.handlers.proxy import AxesProxyHandler
from axes.utils import reset
from cryptography.fernet import InvalidToken
from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_login_failed
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.access import digest_of, network_of, without_end
from tournaments.plain import read_json
from tournaments.sealing import opened, sealed

log = logging.getLogger("ryba.accounts")
BACKEND = "django.contrib.auth.backends.ModelBackend"
PASSWORD_HELP = _("At least 8 characters, not digits alone, and nothing that everybody takes.")
CODE_LASTS = mfa_settings.TOTP_PERIOD * (2 * mfa_settings.TOTP_TOLERANCE + 1)
"""Seconds in which an app's code is right."""
LISTED = "listed"
"""In the session: that it stands in the list of its account's sessions."""
SEEN_EVERY = 600
"""Seconds between two notes of when a browser was seen last."""
SPENT = _("This code was used already. Wait until the app shows the next one.")
LOCKED = _("Too many wrong attempts. Wait a quarter of an hour, then try again.")


class AccountAdapter(DefaultAccountAdapter):
    """Nobody signs up by himself: accounts are made by invitations, by the admins, or on the command line."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """To the page that says what else gets in."""
        return reverse("mfa_index")

    def get_client_ip(self, request: HttpRequest) -> str:
        return network_of(request)

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        user.backend = BACKEND
        super().login(request, user)


class MFAAdapter(DefaultMFAAdapter):
    """Codes drawn like all others of the site, nothing inline, in the colours of a tile; secrets sealed."""

    def build_totp_svg(self, url: str) -> str:
        made = segno.make(url, error="m")
        return made.svg_inline(omitsize=True, border=3, svgclass="run-qr", lineclass="run-qr-line")

    def encrypt(self, text: str) -> str:
        return sealed(text)

    def decrypt(self, encrypted_text: str) -> str:
        """What was sealed; where its key is lost, a secret that nobody knows, so that no code is right."""
        try:
            return opened(encrypted_text)
        except InvalidToken:
            log.error("A second factor was sealed with a key that is neither SECRET_KEY nor in OLD_SECRET_KEYS")
            return generate_totp_secret()


def refuse_locked(user: AbstractBaseUser) -> None:
    """Nothing is tried for a while, not even what is right."""
    if not AxesProxyHandler.is_allowed(context.request, {"username": user.get_username()}):
        raise ValidationError(LOCKED)


class Throttled:
    """Codes of a second factor count as passwords do, and each opens once, whichever process is asked."""

    def clean_code(self) -> str:
        refuse_locked(self.user)
        code = super().clean_code()
        if self.authenticator.type == Authenticator.Type.TOTP and not _spent(self.authenticator, code):
            raise ValidationError(SPENT)
        return code


@transaction.atomic
def _spent(authenticator: Authenticator, code: str) -> bool:
    """Note that this code was used; False where it was before (RFC 6238, 5.2: a code is accepted once).

    allauth notes it in the cache, which each process may have for itself.
    """
    stored = Authenticator.objects.select_for_update().get(pk=authenticator.pk)
    now = time.time()
    spent = {old: at for old, at in stored.data.get("spent", {}).items() if now - at < CODE_LASTS}
    if code in spent:
        return False
    stored.data["spent"] = authenticator.data["spent"] = {**spent, code: now}
    stored.save(update_fields=["data"])
    return True


class CodeForm(Throttled, AuthenticateForm):
    """A code after the password."""


class CodeAgainForm(Throttled, ReauthenticateForm):
    """A code before something that matters."""


class ChangeForm(ChangePasswordForm):
    """Another password, with what it must be in one sentence. The old one is not guessed at an open browser either."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["password1"].help_text = PASSWORD_HELP

    def clean_oldpassword(self) -> str:
        refuse_locked(self.user)
        try:
            return super().clean_oldpassword()
        except ValidationError:
            count_failure(type(self), context.request, self.user)
            raise


class CredentialField(forms.Field):
    """What a browser says of a key, read as all other JSON: no number or nesting is too long for it."""

    default_error_messages = forms.JSONField.default_error_messages

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values:
            return None
        try:
            return read_json(value.encode())
        except ValueError as fault:
            raise ValidationError(self.error_messages["invalid"], code="invalid", params={"value": value}) from fault


class SaidByKey:
    """A form with what a key says."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["credential"] = CredentialField(widget=forms.HiddenInput)


class KeyOpens(SaidByKey):
    """A key that is known says who is there."""

    def clean_credential(self) -> Authenticator:
        with nonsense_refused():
            return super().clean_credential()


class LoginKeyForm(KeyOpens, LoginWebAuthnForm):
    """A passkey instead of name and password."""


class SecondKeyForm(KeyOpens, AuthenticateWebAuthnForm):
    """A key after the password."""


class KeyAgainForm(KeyOpens, ReauthenticateWebAuthnForm):
    """A key before something that matters."""


@contextmanager
def nonsense_refused() -> Iterator[None]:
    """The library that reads what a key says answers nonsense with errors of many kinds: for us it is one."""
    try:
        yield
    except (DatabaseError, ValidationError):
        raise
    except Exception as fault:
        log.info("What a key said cannot be read: %r", fault)
        raise get_adapter().validation_error("incorrect_code") from fault


class NamedKey:
    """What the field of a key's name is called."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"].label = _("Name of the key")


class KeyForm(NamedKey, SaidByKey, AddWebAuthnForm):
    """One more key."""

    def clean(self) -> dict[str, Any]:
        with nonsense_refused():
            return super().clean()


class RenameForm(NamedKey, EditWebAuthnForm):
    """Another name for a key."""


@receiver(authentication_failed)
def count_failure(sender: Any, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> None:
    """A wrong code, or old password, is told to axes in the way that Django tells of wrong passwords."""
    credentials = {"username": user.get_username()}
    user_login_failed.send(sender=__name__, credentials=credentials, request=request)


def username_of(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """The account that an attempt is about, however large its letters are written."""
    told = (credentials or {}).get("username") or request.POST.get("username", "")
    return str(told).replace("\0", "").lower()[:150]


def forget_failures(username: str) -> None:
    """Whoever has set a new password may try it at once, from wherever."""
    reset(username=username.lower())


@receiver(user_logged_in)
def list_session(sender: Any, request: HttpRequest, **more: Any) -> None:
    """From now on allauth lists this session."""
    request.session[LISTED] = True


@receiver(pre_save, sender=UserSession)
def keep_no_whole_address(sender: Any, instance: UserSession, **more: Any) -> None:
    """The list of sessions tells networks apart, not machines. One that is new was seen just now."""
    instance.ip = without_end(instance.ip)
    _not_seen_yet(instance.session_key)


def seen(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the list of sessions says when each browser was here last; a process notes it every ten minutes."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        if session.accessed and session.get(LISTED) and _not_seen_yet(session.session_key or ""):
            with suppress(DatabaseError):  # one that is full, locked or to be read only: the page is there already
                UserSession.objects.filter(session_key=session.session_key).update(last_seen_at=timezone.now())
        return response

    return respond


def _not_seen_yet(session_key: str) -> bool:
    return caches["limits"].add(f"seen:{digest_of(session_key)}", True, SEEN_EVERY)
