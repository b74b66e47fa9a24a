"""The API asked whatever its document allows, and what it does not: no fault of the server, no undocumented answer.

Half of the questions are about tournaments, games and people that are there. `make soak` asks more: `EXAMPLES` in the
environment says how often each operation is asked in each way.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection, transaction
from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from tests.tournaments.world import add_tournament, build_world
from tournaments.access import Actor
from tournaments.services.seasons import start_game

EXAMPLES = int(os.environ.get("EXAMPLES", "4"))
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
HOST = "http://localhost/"
ASKERS = ("anyone", "referee", "organiser")


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests by WSGI end with the connection, where the test's transaction is open; as in Django's test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_no_fault_and_nothing_undocumented(mode: GenerationMode) -> None:
    world = build_world()
    organiser = Actor(user=world.users["organiser"])
    add_tournament(world, organiser, "season", published=True, format="season")
    four = world.tournaments["season"].entries.values_list("pk", flat=True)
    world.games["season"] = start_game(tournament=world.tournaments["season"], entries=four, actor=organiser)
    there = {
        "slug": ["open", "played", "hidden", "season", "anna"],
        "game": [game.pk for game in world.games.values()],
        "number": [1, 2],
        "step": ["publish", "draw", "start", "show"],
        "entry": [1, 4],
        "code": ["mandavoshka"],
    }
    headers = {who: world.token(who) for who in ASKERS}
    document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), base_url=HOST)
    asked: Counter[str] = Counter()
    for found in document.get_all_operations():
        operation = found.ok()

        @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(operation.as_strategy(generation_mode=mode), st.sampled_from(ASKERS), st.data())
        def ask(case: Case, who: str, data: Any) -> None:
            for name in case.path_parameters or {}:
                if name in there and data.draw(st.booleans()):
                    case.path_parameters[name] = data.draw(st.sampled_from(there[name]))
            asked[case.operation.label] += 1
            with transaction.atomic():
                case.call_and_validate(headers=headers[who], checks=CHECKS)
                transaction.set_rollback(True)

        with suppress(Unsatisfiable):  # nothing can be wrong in a question without parameters
            ask()
    print(f"{connection.vendor}, {mode.value}: {asked.total()} requests of {len(asked)} operations")
    assert len(asked) > 80
