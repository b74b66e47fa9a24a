"""Letters: a forgotten password, the address that it is sent to, and a site that sends none."""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core import mail, signing
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from config.mail import mailers_of
from tests.tournaments.test_accounts import PASSWORD, prove, sign_in, signed_in
from tournaments.models import AuditEntry
from tournaments.services.accounts import LETTERS_AN_HOUR
from tournaments.views.account_mail import SALT

pytestmark = pytest.mark.django_db

NEW = {"new_password1": "quite-another-way-9", "new_password2": "quite-another-way-9"}


@pytest.fixture(autouse=True)
def letters(settings: Any) -> None:
    cache.clear()
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}


@pytest.fixture
def olga() -> User:
    return get_user_model().objects.create_user("olga", "olga@club.example", PASSWORD)


def link_in(text: str) -> str:
    return re.search(r"https?://testserver(\S+)", text)[1]


def ask_for(told: str, **headers: str) -> str:
    """Ask for a new password, and wait until the letter has gone out, which the answer does not."""
    answer = Client().post(reverse("forgotten"), {"told": told}, headers=headers)
    for thread in threading.enumerate():
        if thread.name.endswith("(_send)"):
            thread.join()
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("told", ["olga", "Olga", "OLGA@club.example"])
def test_a_letter_leads_to_a_new_password(olga: User, told: str):
    assert "Look into your mail" in ask_for(told)
    letter = mail.outbox[0]
    assert letter.to == ["olga@club.example"]
    assert "“olga” at testserver" in letter.body
    client = Client()
    form = client.get(link_in(letter.body)).headers["Location"]
    assert client.post(form, NEW).status_code == 302
    assert sign_in(Client()).status_code == 200
    assert sign_in(Client(), NEW["new_password1"]).status_code == 302
    assert "used already" in Client().get(link_in(letter.body)).content.decode()
    actions = list(AuditEntry.objects.order_by("number").values_list("action", flat=True))
    assert actions == ["send_password_letter", "set_password"]


def test_the_letter_is_in_the_language_of_who_asks(olga: User):
    ask_for("olga", **{"accept-language": "ru"})
    assert mail.outbox[0].subject == "Новый пароль"


def test_a_new_password_ends_sessions_and_the_wait_after_wrong_ones(olga: User, settings: Any):
    inside, outside = Client(), Client()
    sign_in(inside)
    for _time in range(settings.AXES_FAILURE_LIMIT):
        sign_in(outside, "wrong")
    assert sign_in(outside).status_code == 429
    ask_for("olga")
    form = outside.get(link_in(mail.outbox[0].body)).headers["Location"]
    outside.post(form, NEW)
    assert inside.get("/run/").status_code == 302
    assert sign_in(outside, NEW["new_password1"]).status_code == 302


def test_nobody_hears_whether_there_is_such_an_account(olga: User):
    said = {re.sub(r'value="\w{64}"', "", ask_for(told)) for told in ("olga", "nobody", "a@b.example")}
    assert len(said) == 1
    assert len(mail.outbox) == 1
    get_user_model().objects.update(is_active=False)
    ask_for("olga")
    assert len(mail.outbox) == 1


def test_the_answer_does_not_wait_for_the_letter(olga: User, monkeypatch: pytest.MonkeyPatch):
    answered = threading.Event()
    slow = []
    monkeypatch.setattr("tournaments.views.account_mail.send_mail", lambda *_said: slow.append(answered.wait(60)))
    Client().post(reverse("forgotten"), {"told": "olga"})
    answered.set()
    ask_for("nobody")
    assert slow == [True]


def test_nobody_is_flooded(olga: User):
    for _time in range(LETTERS_AN_HOUR + 2):
        ask_for("olga")
    assert len(mail.outbox) == LETTERS_AN_HOUR
    for entry in AuditEntry.objects.all():
        AuditEntry.objects.filter(pk=entry.pk).update(at=entry.at - timedelta(hours=2))
    ask_for("olga")
    assert len(mail.outbox) == LETTERS_AN_HOUR + 1


def test_a_mail_server_that_is_away_tells_nothing_either(olga: User, monkeypatch: pytest.MonkeyPatch):
    def away(*_arguments: Any, **_more: Any) -> None:
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr("tournaments.views.account_mail.send_mail", away)
    assert "Look into your mail" in ask_for("olga")
    client = Client()
    sign_in(client)
    prove(client)
    answer = client.post(reverse("account-address"), {"address": "new@club.example"}, follow=True)
    assert "could not be sent" in answer.text


def test_an_address_is_stored_when_its_letter_was_read(olga: User):
    client, address = Client(), reverse("account-address")
    sign_in(client)
    prove(client)
    assert client.post(address, {"address": "no address"}).status_code == 422
    assert client.post(address, {"address": "new@club.example"}).status_code == 302
    olga.refresh_from_db()
    assert olga.email == "olga@club.example"
    link = link_in(mail.outbox[0].body)
    assert "new@club.example" in Client().get(link).text
    assert Client().post(link).status_code == 302
    olga.refresh_from_db()
    assert olga.email == "new@club.example"
    assert Client().post(link).status_code == 404
    assert AuditEntry.objects.get(action="set_address").after == {"address": True}
    client.post(address, {"address": ""})
    olga.refresh_from_db()
    assert olga.email == ""


def test_a_link_of_somebody_elses_making_stores_nothing(olga: User):
    forged = signing.dumps([olga.pk, olga.email, "eve@evil.example"], salt="another")
    late = signing.dumps([olga.pk, "older@club.example", "eve@evil.example"], salt=SALT)
    for token in (forged, late, "x"):
        assert Client().post(reverse("confirm-address", args=[token])).status_code == 404
    olga.refresh_from_db()
    assert olga.email == "olga@club.example"


def test_the_address_is_behind_the_password(olga: User):
    client = Client()
    client.force_login(olga)
    assert client.get(reverse("account-address")).headers["Location"].startswith(reverse("account_reauthenticate"))


def test_a_site_without_a_mail_server_says_who_helps(olga: User, settings: Any):
    settings.MAILERS = {}
    client = Client()
    assert reverse("forgotten") in client.get(reverse("sign-in")).text
    assert "This site sends no letters" in client.get(reverse("forgotten")).text
    assert "This site sends no letters" in client.post(reverse("forgotten"), {"told": "olga"}).text
    sign_in(client)
    prove(client)
    assert "sends no letters" in client.get(reverse("account-address")).text
    client.post(reverse("account-address"), {"address": "new@club.example"})
    assert mail.outbox == []
    assert signed_in(client)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("smtp://a%40b:p%3Aw@mail.example:2525", ("mail.example", 2525, "a@b", "p:w", False, True)),
        ("smtps://mail.example", ("mail.example", 465, "", "", True, False)),
        ("smtp://localhost:25?tls=off", ("localhost", 25, "", "", False, False)),
    ],
)
def test_the_mail_server_comes_from_its_address(url: str, told: tuple[Any, ...]):
    options = mailers_of(url)["default"]["OPTIONS"]
    names = ("host", "port", "username", "password", "use_ssl", "use_tls")
    assert tuple(options[name] for name in names) == told


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "smtp://host:port"])
def test_what_is_no_address_of_a_mail_server_is_refused(url: str):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        mailers_of(url)
