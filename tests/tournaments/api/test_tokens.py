"""Tokens: made, shown once, kept as a digest, ended; how far each reaches; how often one may ask."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.once import once
from tests.tournaments.world import World, build_world
from tournaments.access import Actor, actor_with, may, visible_tournaments
from tournaments.models import ApiToken, Tournament
from tournaments.services import tokens
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db
API = "/api/v1"


built = once(build_world)


def make(world: World, who: str = "organiser", scope: str = "organise", **more) -> tuple[ApiToken, str]:
    user = world.users[who]
    return tokens.make_token(user=user, actor=Actor(user=user), label="mine", scope=scope, **more)


def ask(secret: str, path: str = "/tournaments/hidden") -> int:
    return Client(headers={"Authorization": f"Bearer {secret}"}).get(API + path).status_code


def test_a_token_is_shown_once_and_not_kept(world):
    client = world.client("organiser")
    page = client.post("/run/tokens/", {"label": "clock", "scope": "read", "period": "year"})
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


def test_nobody_revokes_or_sees_anothers_token(world):
    token, _secret = make(world)
    assert world.client("stranger").post(f"/run/tokens/{token.pk}/revoke/").status_code == 404
    assert "mine" not in world.client("nobody").get("/run/tokens/").text


def test_a_form_that_is_not_filled_in_keeps_what_is(world):
    page = world.client("organiser").post("/run/tokens/", {"label": "", "scope": "keep", "period": "month"})
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
