"""A passkey, by a virtual authenticator of the browser: made, signed in with, named, asked for again, and removed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from playwright.sync_api import CDPSession, Page, expect

PASSWORD = "a-long-way-home-7"

pytestmark = pytest.mark.django_db(transaction=True)


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """A telephone that knows its owner by finger or face, and keeps passkeys."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    kind |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": kind})["authenticatorId"]


def sign_in(page: Page) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def say_the_password(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def test_a_passkey_is_made_signs_in_and_is_removed(browser_page: Callable[..., Page], live_server: Any) -> None:
    get_user_model().objects.create_user("olga", password=PASSWORD)
    page = browser_page("phone")
    session, authenticator = with_authenticator(page)
    sign_in(page)
    page.goto("/account/webauthn/add/")
    say_the_password(page)
    page.get_by_label("Name of the key").fill("Telephone")
    page.get_by_label("Passwordless").check()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/account/recovery-codes/**")
    key = Authenticator.objects.get(type="webauthn")
    assert key.wrap().name == "Telephone"
    assert key.wrap().is_passwordless
    kept = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    assert [credential["isResidentCredential"] for credential in kept] == [True]

    page.context.clear_cookies()
    page.goto("/run/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(re.compile(r"^http://[^/]+/run/$"))
    key.refresh_from_db()
    assert key.last_used_at is not None

    page.goto("/account/webauthn/")
    expect(page.locator("li", has_text="Telephone")).to_contain_text("passkey")
    page.get_by_role("link", name="Remove").click()
    if "/again/" in page.url or "reauthenticate" in page.url:
        say_the_password(page)
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("li", has_text="Telephone")).to_have_count(0)
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_a_key_that_does_not_know_its_owner_opens_nothing(browser_page: Callable[..., Page]) -> None:
    get_user_model().objects.create_user("olga", password=PASSWORD)
    page = browser_page("desktop", refused=True)
    session, authenticator = with_authenticator(page)
    session.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    page.goto("/sign-in/?next=/run/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_timeout(500)
    assert "/sign-in/" in page.url
    page.goto("/run/")
    assert "/sign-in/" in page.url
