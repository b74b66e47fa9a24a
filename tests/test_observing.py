"""Health, metrics and the log as machines read them."""

from __future__ import annotations

import io
import json
import logging
from datetime import datetime
from logging.config import dictConfig

import pytest
from django.db import DatabaseError
from django.test import Client, override_settings

from config.logs import logging_settings
from tournaments.services.ratings import rebuild

pytestmark = pytest.mark.django_db


def test_a_process_lives_and_is_ready(client: Client) -> None:
    assert client.get("/health/live").json() == {"live": True}
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"ready": True})
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(("fault", "wants"), [("away", "database"), ("behind", "migrate")])
def test_it_is_not_ready_without_its_database_or_its_schema(
    client: Client, monkeypatch: pytest.MonkeyPatch, fault: str, wants: str
) -> None:
    def plan(self: object, targets: object) -> list[str]:
        if fault == "away":
            raise DatabaseError("host=secret")
        return ["a migration"]

    monkeypatch.setattr("config.health.MigrationExecutor.migration_plan", plan)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "wants": wants})
    assert client.get("/health/live").status_code == 200


def test_metrics_are_told_to_who_brings_the_token(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    client.get("/t/nowhere/")
    with override_settings(METRICS_TOKEN="token"):
        assert client.get("/metrics").status_code == 404
        assert client.get("/metrics", headers={"authorization": "Bearer other"}).status_code == 404
        told = client.get("/metrics", headers={"authorization": "Bearer token"}).text
    assert 'ryba_requests_total{method="GET",route="t/<slug:slug>/",status="404"}' in told
    assert 'ryba_request_seconds_bucket{le="0.2",method="GET",route="t/<slug:slug>/"}' in told


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, settings: object) -> io.StringIO:
    """What a site with LOG_JSON writes."""
    told = io.StringIO()
    monkeypatch.setattr("sys.stderr", told)
    dictConfig(logging_settings(as_json=True))
    yield told
    dictConfig(settings.LOGGING)


def test_each_request_is_a_line_that_keeps_the_secrets_of_links(client: Client, lines: io.StringIO) -> None:
    client.get("/me/secret-of-anna/", headers={"x-request-id": "seven"})
    logging.getLogger("django.request").error("Broken", exc_info=ValueError("why"))
    asked, broken = map(json.loads, lines.getvalue().splitlines())
    assert (asked["route"], asked["status"], asked["method"]) == ("me/<str:token>/", 404, "GET")
    assert (asked["request_id"], asked["logger"], asked["level"]) == ("seven", "ryba.requests", "INFO")
    assert datetime.fromisoformat(asked["time"]).tzinfo is not None
    assert asked["milliseconds"] >= 0
    assert "secret-of-anna" not in lines.getvalue()
    assert (broken["message"], broken["exc_info"]) == ("Broken", ["ValueError: why"])


def test_what_broke_is_told_without_the_secrets_of_links(lines: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    """Django's own line of a fault, and of a form without its token, names the route and has the request's id."""

    def broken(token: str) -> None:
        raise ValueError("why")

    monkeypatch.setattr("tournaments.views.keep.open_link", broken)
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    assert client.get("/k/secret-of-kira/", headers={"x-request-id": "eight"}).status_code == 500
    assert client.post("/k/secret-of-kira/", headers={"x-request-id": "nine"}).status_code == 403
    told = [line for line in map(json.loads, lines.getvalue().splitlines()) if line["logger"] != "ryba.requests"]
    assert [(line["request_id"], "k/<str:token>/" in line["message"]) for line in told] == [
        ("eight", True),
        ("nine", True),
    ]
    assert "secret-of-kira" not in lines.getvalue()


def test_a_task_is_told_by_its_id(lines: io.StringIO) -> None:
    done = rebuild.enqueue(ladder=0)
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [line["logger"] for line in told] == ["django.tasks", "django.tasks"]
    assert all(done.id in line["message"] for line in told)
