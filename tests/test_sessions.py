"""Who came in stays in, whatever of an earlier moment is answered late."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.tournaments.room import seat_table
from tournaments.models import Invitation

pytestmark = pytest.mark.django_db


def test_an_answer_to_the_key_of_before_leaves_the_new_one(client: Client) -> None:
    tournament = seat_table().table.round.tournament
    for token in ("one", "two"):
        Invitation.objects.create(tournament=tournament, token=token)
    client.post("/k/one/", {"name": "Nina"})
    before = client.cookies["sessionid"].value
    client.get("/k/two/")
    after = client.cookies["sessionid"].value
    assert after != before

    late = Client()
    late.cookies["sessionid"] = before
    answer = late.get("/keep/")
    assert "sessionid" not in answer.cookies
    assert "Cookie" in answer["Vary"]
    assert client.get("/keep/").context["tables"]


def test_signing_out_takes_the_cookie_away(client: Client) -> None:
    client.force_login(User.objects.create_user("olga"))
    client.post("/sign-out/")
    assert not client.cookies["sessionid"].value
