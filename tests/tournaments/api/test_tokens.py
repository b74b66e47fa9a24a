"""Tokens: made behind the password, shown once, kept as a digest; how far each reaches, how often one may ask."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.once import once
from tests.tournaments.test_accounts import prove
from tests.tournaments.world import PASSWORD, World, build_world
from tournaments.access import Actor, actor_with, may, visible_tournaments
from tournaments.models import ApiToken, AuditEntry, Tournament
from tournaments.services import tokens
from tournaments.services.accounts import give_password_link
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db
API = "/api/v1"
CLOCK = {"label": "clock", "scope": "read", "period": "year"}


built = once(build_world)


def make(world: World, who: str = "organiser", scope: str = "organise", **more) -> tuple[ApiToken, str]:
    user = world.users[who]
    return tokens.make_token(user=user, actor=Actor(user=user), label="mine", scope=scope, **more)


def ask(secret: str, path: str = "/tournaments/hidden") -> int:
    return Client(headers={"Authorization": f"Bearer {secret}"}).get(API + path).status_code


def test_a_token_is_shown_once_and_not_kept(world):
    client = world.client("organiser")
    prove(client)
    page = client.post("/run/tokens/", CLOCK)
    secret = page.context["secret"]
    assert secret in page.text
    assert ask(secret) == 200
    token = ApiToken.objects.get(label="clock")
    assert secret not in str(token.__dict__)
    assert token.last_used_at is not None
    assert secret not in client.get("/run/tokens/").text
    client.post(f"/run/tokens/{token.pk}/revoke/")
    assert ask(secret) == 401
    assert "clock" in client.get("/run/tokens/").text


def test_whoever_sits_at_an_open_browser_makes_no_token_without_the_password(world):
    client = world.client("organiser")
    asked = client.post("/run/tokens/", CLOCK).headers["Location"]
    assert asked == reverse("account_reauthenticate", query={"next": "/run/tokens/"})
    client.post(asked, {"password": "wrong", "next": "/run/tokens/"})
    assert not ApiToken.objects.filter(label="clock").exists()
    page = client.post(asked, {"password": PASSWORD, "next": "/run/tokens/"})
    assert ask(page.context["secret"]) == 200
    assert 'action="/run/tokens/"' in page.text


def test_a_change_of_the_password_tells_which_tokens_go_on_working(world):
    client, page = world.client("organiser"), reverse("account_change_password")
    new = {"oldpassword": PASSWORD, "password1": "quite-another-way-9", "password2": "quite-another-way-9"}
    _token, secret = make(world)
    make(world, "referee")
    told = client.post(page, new, follow=True)
    assert told.redirect_chain == [(reverse("mfa_index"), 302)]
    assert [token.label for token in told.context["tokens"]] == ["mine", "world"]
    assert "Your API tokens go on working" in told.text
    assert reverse("organiser:revoke-tokens") in told.text
    assert ask(secret) == 200
    client.post(reverse("organiser:revoke-tokens"))
    assert ask(secret) == 401
    assert [token.user.username for token in ApiToken.objects.open()] == ["referee"]
    logged = AuditEntry.objects.filter(action="revoke_token")
    assert {(entry.actor, entry.target) for entry in logged} == {("organiser", "mine"), ("organiser", "world")}
    again = client.post(page, new | {"oldpassword": new["password1"]}, follow=True)
    assert "The password is changed." in again.text
    assert "API tokens" not in again.text


def test_a_new_password_by_a_link_leads_to_the_tokens_that_go_on_working(world):
    make(world)
    client, secret = Client(), give_password_link(user=world.users["organiser"], actor=Actor())
    form = client.get(reverse("new-password", args=secret)).headers["Location"]
    new = {"new_password1": "quite-another-way-9", "new_password2": "quite-another-way-9"}
    sign_in = client.post(form, new).headers["Location"]
    told = {"username": "organiser", "password": "quite-another-way-9", "next": reverse("mfa_index")}
    assert f'value="{told["next"]}"' in client.get(sign_in).text
    assert "mine" in client.post(sign_in, told, follow=True).text


def test_nobody_revokes_or_sees_anothers_token(world):
    token, _secret = make(world)
    assert world.client("stranger").post(f"/run/tokens/{token.pk}/revoke/").status_code == 404
    assert "mine" not in world.client("nobody").get("/run/tokens/").text


def test_a_form_that_is_not_filled_in_keeps_what_is(world):
    client = world.client("organiser")
    prove(client)
    page = client.post("/run/tokens/", {"label": "", "scope": "keep", "period": "month"})
    assert page.status_code == 422
    assert 'value="keep"' in page.text


def test_an_ended_token_or_account_opens_nothing(world):
    token, secret = make(world)
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert ask(secret) == 401
    _token, secret = make(world)
    assert ask(secret) == 200
    world.users["organiser"].is_active = False
    world.users["organiser"].save()
    assert ask(secret) == 401
    assert ask("nonsense", "/tournaments") == 401


def test_only_of_tournaments_that_are_ones_own(world):
    with pytest.raises(ServiceError, match="neither organise nor referee"):
        make(world, tournament=world.tournaments["other"])
    with pytest.raises(ServiceError, match="past already"):
        make(world, expires_at=timezone.now())
    for _ in range(tokens.MOST):
        make(world)
    with pytest.raises(ServiceError, match="as many tokens"):
        make(world)


@pytest.mark.parametrize(
    ("scope", "allowed"),
    [
        ("read", {"see", "see_results"}),
        ("keep", {"see", "see_results", "keep_score", "keep_all"}),
        ("organise", {"see", "see_results", "keep_score", "keep_all", "rule", "organise", "create_tournament"}),
    ],
)
@pytest.mark.parametrize("bound", [False, True])
def test_how_far_each_scope_reaches(world, scope, allowed, bound):
    hidden, opened = world.tournaments["hidden"], world.tournaments["open"]
    token, _secret = make(world, scope=scope, tournament=hidden if bound else None)
    actor = actor_with(token)
    asked = ("see", "see_results", "keep_score", "keep_all", "rule", "organise", "own", "administer")
    Tournament.objects.update(results_hidden=True)
    for tournament in (hidden, opened):
        tournament.refresh_from_db()
    here = {action for action in asked if may(actor, action, hidden)}
    there = {action for action in asked if may(actor, action, opened)}
    assert here == allowed - {"create_tournament"}
    assert there == (here if not bound else {"see"})
    assert may(actor, "create_tournament") == ("create_tournament" in allowed and not bound)
    drafts = visible_tournaments(actor).filter(status="draft")
    assert [one.slug for one in drafts] == ["hidden"]


def test_an_admins_token_has_no_office(world):
    token, _secret = make(world, "admin")
    assert not may(actor_with(token), "organise", world.tournaments["open"])
    assert visible_tournaments(actor_with(token)).filter(slug="hidden").count() == 0


def test_whoever_asks_too_often_waits(world, settings, minute):
    settings.API_RATES = {"read": 3, "write": 1}
    _token, secret = make(world)
    assert [ask(secret) for _ in range(4)] == [200, 200, 200, 429]
    answer = Client(headers={"Authorization": f"Bearer {secret}"}).get(f"{API}/variants")
    assert answer.json()["code"] == "too-many"
    assert answer["Retry-After"] == "60"
    minute.now += 45.5
    assert ask(secret) == 429
    assert Client(headers={"Authorization": f"Bearer {secret}"}).get(f"{API}/variants")["Retry-After"] == "15"
    assert Client().get(f"{API}/variants").status_code == 200
    minute.passes()
    assert [ask(secret) for _ in range(4)] == [200, 200, 200, 429]
