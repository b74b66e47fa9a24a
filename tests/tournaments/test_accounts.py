"""Signing in: by password, by a code after it, throttled; sessions ended, passwords made anew without e-mail."""

from __future__ import annotations

import json
import re
import time
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessLog
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.models import AuditEntry
from tournaments.sealing import opened

pytestmark = pytest.mark.django_db

PASSWORD = "a-long-way-home-7"
SIGN_IN = "/sign-in/"


@pytest.fixture(autouse=True)
def nothing_counted_yet() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the codes: none of them runs out within a test, however slow the machine."""
    now = time.time()
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", SimpleNamespace(time=lambda: now))


@pytest.fixture
def olga() -> User:
    return get_user_model().objects.create_user("olga", password=PASSWORD)


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def sign_in(client: Client, password: str = PASSWORD, **more: str):
    return client.post(SIGN_IN, {"username": "olga", "password": password, **more})


def prove(client: Client) -> None:
    """Say the password once more, as is asked before something that matters."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def with_code(user: User) -> str:
    """Switch the second factor on; returns its secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


def test_name_and_password_lead_where_one_wanted_to_go(olga: User):
    client = Client()
    assert sign_in(client, next="/run/new/").headers["Location"] == "/run/new/"
    assert signed_in(client)
    assert sign_in(Client(), next="https://elsewhere.example/").headers["Location"] == reverse("organiser:home")


def test_a_code_is_asked_for_after_the_password_where_it_is_switched_on(olga: User):
    secret, client = with_code(olga), Client()
    assert sign_in(client, next="/run/new/").headers["Location"] == reverse("mfa_authenticate")
    assert not signed_in(client)
    assert client.get("/run/").status_code == 302
    assert 'name="code"' in client.get(reverse("mfa_authenticate")).content.decode()
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert not signed_in(client)
    assert client.post(reverse("mfa_authenticate"), {"code": code_of(secret)}).headers["Location"] == "/run/new/"
    assert signed_in(client)


def test_a_code_opens_once_whichever_process_is_asked(olga: User):
    secret = with_code(olga)
    code, first, second = code_of(secret), Client(), Client()
    for client in (first, second):
        sign_in(client)
        answer = client.post(reverse("mfa_authenticate"), {"code": code})
        cache.clear()  # another process has a cache of its own
    assert signed_in(first)
    assert not signed_in(second)
    assert "This code was used already" in answer.content.decode()


def test_the_admin_site_has_no_way_round_the_code(olga: User):
    olga.is_staff = olga.is_superuser = True
    olga.save()
    with_code(olga)
    client = Client()
    assert (
        client.post("/admin/login/", {"username": "olga", "password": PASSWORD}).headers["Location"].startswith(SIGN_IN)
    )
    assert not signed_in(client)


def test_a_code_is_switched_on_and_recovery_codes_sign_in_once(olga: User):
    client = Client()
    sign_in(client)
    assert client.get(reverse("mfa_activate_totp")).headers["Location"].startswith(reverse("account_reauthenticate"))
    prove(client)
    page = client.get(reverse("mfa_activate_totp"))
    html = page.content.decode()
    assert "data:" not in html
    assert "run-qr" in html
    done = client.post(reverse("mfa_activate_totp"), {"code": code_of(page.context["form"].secret)})
    assert done.headers["Location"] == reverse("mfa_view_recovery_codes")
    code = client.get(reverse("mfa_view_recovery_codes")).context["unused_codes"][0]
    for works in (True, False):
        other = Client()
        sign_in(other)
        other.post(reverse("mfa_authenticate"), {"code": code})
        assert signed_in(other) == works


def test_secrets_of_codes_are_sealed_in_the_database(olga: User, settings):
    secret = with_code(olga)
    RecoveryCodes.activate(olga)
    codes = RecoveryCodes(Authenticator.objects.get(type="recovery_codes"))
    seed = opened(codes.instance.data["seed"])
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert seed not in stored
    totp = TOTP(Authenticator.objects.get(type="totp"))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [settings.SECRET_KEY]
    assert totp.validate_code(code_of(secret))
    settings.SECRET_KEY_FALLBACKS = []
    assert not totp.validate_code(code_of(secret))


def test_secrets_that_stood_open_are_sealed_by_a_migration(olga: User):
    migration = import_module("tournaments.migrations.0024_seal_second_factors")
    secret = generate_totp_secret()
    factor = Authenticator.objects.create(user=olga, type="totp", data={"secret": secret})
    migration.seal(apps, None)
    factor.refresh_from_db()
    assert opened(factor.data["secret"]) == secret
    assert TOTP(factor).validate_code(code_of(secret))
    migration.unseal(apps, None)
    factor.refresh_from_db()
    assert factor.data == {"secret": secret}


def test_wrong_passwords_shut_the_account_to_that_address_alone(olga: User, settings):
    client = Client()
    for _time in range(settings.AXES_FAILURE_LIMIT - 1):
        assert sign_in(client, "wrong").status_code == 200
    locked = sign_in(client, "wrong")
    assert locked.status_code == 429
    assert "Too many wrong attempts" in locked.content.decode()
    assert sign_in(client).status_code == 429
    assert sign_in(Client(), username="OLGA").status_code == 429
    assert not signed_in(client)
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(elsewhere).status_code == 302
    assert AccessAttempt.objects.get().username == "olga"


def test_wrong_codes_count_as_wrong_passwords_do(olga: User, settings):
    secret, client = with_code(olga), Client()
    sign_in(client)
    for _time in range(settings.AXES_FAILURE_LIMIT):
        client.post(reverse("mfa_authenticate"), {"code": "000000"})
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert not signed_in(client)


GUESSES = {
    "account_reauthenticate": ("password", {}),
    "account_change_password": (
        "oldpassword",
        {"password1": "quite-another-way-9", "password2": "quite-another-way-9"},
    ),
}


@pytest.mark.parametrize("page", GUESSES)
def test_who_sits_at_an_open_browser_does_not_guess_the_password(olga: User, settings: Any, page: str):
    field, more = GUESSES[page]
    client = Client()
    sign_in(client)
    for _time in range(settings.AXES_FAILURE_LIMIT):
        client.post(reverse(page), {field: "wrong", **more})
    told = client.post(reverse(page), {field: PASSWORD, **more})
    assert told.status_code in (200, 429)
    assert "Too many wrong attempts" in told.text
    olga.refresh_from_db()
    assert olga.check_password(PASSWORD)
    assert client.get(reverse("account-address")).status_code == 302


def test_one_sees_where_one_is_signed_in_and_ends_it(olga: User):
    here, there = Client(), Client(HTTP_USER_AGENT="Telephone")
    sign_in(here)
    sign_in(there)
    page = here.get(reverse("usersessions_list"))
    assert "Telephone" in page.content.decode()
    other = next(session for session in page.context["sessions"] if session.user_agent == "Telephone")
    stranger = Client()
    get_user_model().objects.create_user("stranger", password=PASSWORD)
    sign_in(stranger, username="stranger")
    assert stranger.post(reverse("end-session", args=[other.pk])).status_code == 404
    assert there.get("/run/").status_code == 200
    here.post(reverse("end-session", args=[other.pk]))
    assert there.get("/run/").status_code == 302
    assert here.get("/run/").status_code == 200


IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)


def test_the_list_of_sessions_is_read_by_people_and_keeps_no_whole_address(olga: User):
    here, there = Client(), Client(HTTP_USER_AGENT=IPHONE, REMOTE_ADDR="2001:db8:5:7::1")
    sign_in(here)
    sign_in(there)
    assert sorted(UserSession.objects.values_list("ip", flat=True)) == ["127.0.0.0", "2001:db8:5::"]
    assert not AccessLog.objects.exists()
    before = timezone.now()
    UserSession.objects.update(last_seen_at=before - timedelta(days=3))
    caches["limits"].clear()
    there.get("/run/")
    assert sorted(UserSession.objects.filter(last_seen_at__gte=before).values_list("ip", flat=True)) == ["2001:db8:5::"]
    page = here.get(reverse("usersessions_list")).text
    assert "Safari on iPhone" in page
    assert "2001:db8:5:*" in page
    assert "Mozilla" not in page


def test_one_password_is_not_tried_at_name_after_name(olga: User, settings: Any, minute: Any):
    settings.SIGN_INS = 3
    near, far = Client(REMOTE_ADDR="203.0.113.7"), Client(REMOTE_ADDR="203.0.113.8")
    for name in ("anna", "boris", "vera"):
        assert near.post(SIGN_IN, {"username": name, "password": "Spring2026!"}).status_code == 200
    answer = sign_in(near)
    assert answer.status_code == 429
    assert "Too many attempts from this network" in answer.text
    assert not signed_in(near)
    assert sign_in(far).status_code == 302
    minute.passes()
    assert sign_in(near).status_code == 302


def test_guesses_from_one_household_count_together(olga: User, settings: Any):
    settings.AXES_FAILURE_LIMIT = 2
    for address in ("2001:db8:5:7::1", "2001:db8:5:7:aaaa:bbbb:cccc:dddd"):
        sign_in(Client(REMOTE_ADDR=address), password="wrong")
    near, far = Client(REMOTE_ADDR="2001:db8:5:7::2"), Client(REMOTE_ADDR="2001:db8:5:8::2")
    assert sign_in(near).status_code == 429
    assert sign_in(far).status_code == 302


def test_an_admin_gives_a_link_to_a_new_password(olga: User):
    admin = Client()
    admin.force_login(get_user_model().objects.create_superuser("admin"))
    given = admin.post(reverse("organiser:account-link", args=[olga.pk]))
    client = Client()
    form = client.get(given.context["url"]).headers["Location"]
    assert 'name="new_password1"' in client.get(form).content.decode()
    assert client.post(form, {"new_password1": "12345678", "new_password2": "12345678"}).status_code == 200
    new = {"new_password1": "quite-another-way-9", "new_password2": "quite-another-way-9"}
    assert client.post(form, new).headers["Location"] == SIGN_IN
    assert sign_in(Client()).status_code == 200
    assert sign_in(Client(), "quite-another-way-9").status_code == 302
    assert "used already" in Client().get(given.context["url"]).content.decode()
    assert AuditEntry.objects.get(action="give_password_link").target == "olga"


def test_an_admin_removes_a_lost_second_factor(olga: User):
    with_code(olga)
    admin = Client()
    admin.force_login(get_user_model().objects.create_superuser("admin"))
    assert "Remove the second factor" in admin.get(reverse("organiser:accounts")).content.decode()
    admin.post(reverse("organiser:account-drop", args=[olga.pk]))
    assert not Authenticator.objects.exists()
    client = Client()
    assert sign_in(client).headers["Location"] == reverse("organiser:home")
    assert "You are signed in as olga." in client.get(reverse("organiser:home")).text


@pytest.mark.parametrize(
    "name", ["mfa_index", "account_change_password", "mfa_activate_totp", "mfa_list_webauthn", "mfa_add_webauthn",
             "mfa_generate_recovery_codes", "usersessions_list"],
)  # fmt: skip
def test_nothing_on_these_pages_runs_or_looks_but_what_comes_from_the_site(olga: User, name: str):
    client = Client()
    sign_in(client)
    prove(client)
    response = client.get(reverse(name))
    html = response.content.decode()
    assert response.status_code == 200
    assert re.findall(r"<script(?![^>]*(?:\bsrc=|type=\"application/json\"))[^>]*>", html) == []
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=\"|(?:src|href)=\"(?:https?:|data:)", html) == []


HALF = {"id": "AA", "rawId": "AA", "type": "public-key", "clientExtensionResults": {}}
OTHER_KEYS = [
    "9" * 5000, "[" * 100_000, '"\\u0000"', "[]", "{}", '{"id": 1}', '{"response": 1}',
    '{"response": {"userHandle": 1}}',
    json.dumps(HALF | {"response": {"clientDataJSON": "e30", "attestationObject": "oA"}}),
    json.dumps(HALF | {"response": {"clientDataJSON": "e30", "attestationObject": "not base 64"}}),
    json.dumps(HALF | {"response": {"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA"}}),
    json.dumps(HALF | {"response": {"clientDataJSON": "MQ", "authenticatorData": "A" * 50, "signature": "AA",
                                    "userHandle": "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OQ"}}),
]  # fmt: skip


@pytest.mark.parametrize("said", OTHER_KEYS, ids=lambda said: said[:60])
@pytest.mark.parametrize("name", ["mfa_login_webauthn", "mfa_add_webauthn"])
def test_nonsense_of_a_key_is_refused_in_words(olga: User, name: str, said: str):
    client = Client()
    if name != "mfa_login_webauthn":
        sign_in(client)
        prove(client)
    client.get(reverse(name))
    answer = client.post(reverse(name), {"name": "Key", "credential": said}, follow=True)
    assert answer.status_code == 200
    assert not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()
    assert re.search("valid JSON|Incorrect code|field is required", answer.content.decode())
