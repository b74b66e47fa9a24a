"""Addresses that take a POST alone, opened by a reload, by a tab brought back, or after signing in again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.once import once
from tests.tournaments.world import build_world
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


built = once(build_world)


def test_a_step_taken_after_the_session_ran_out_leads_back_to_its_page(world):
    world.users["organiser"].set_password("domino-olga")
    world.users["organiser"].save()
    client = Client()
    step = reverse("organiser:tournament-step", args=["hidden", "publish"])
    asked = client.post(step)
    signing_in = {"username": "organiser", "password": "domino-olga"}
    page = client.post(asked.url, signing_in | {"next": step}, follow=True)
    assert page.status_code == 200
    assert page.request["PATH_INFO"] == reverse("organiser:desk", args=["hidden"])
    assert Tournament.objects.get(slug="hidden").status == "draft"


def test_a_refused_judge_entry_opened_anew_is_the_table(world):
    keep = reverse("keep:game", args=[world.games["played 1"].pk])
    assert world.client("keeper").get(f"{keep}judge/").url == keep


def test_another_method_gets_a_page_of_the_site(client):
    answer = client.put(reverse("sign-out"))
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert 'class="site-top"' in answer.text


def test_a_form_of_an_old_page_is_refused_in_words(world):
    client = world.client("organiser", enforce_csrf_checks=True)
    settings = reverse("organiser:settings", args=["open"])
    answer = client.post(settings, {"name": "Else"})
    assert answer.status_code == 403
    assert "open for too long" in answer.text
    assert f'href="{settings}"' in answer.text
    assert 'class="site-top"' in answer.text
