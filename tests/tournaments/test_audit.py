"""The log: every service writes it, its entries hang together, nobody changes them, and it can be searched."""

from __future__ import annotations

import ast
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib import admin
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from scoring import variants
from tests.once import once
from tests.tournaments.room import KEEPER, out, seat_table, write
from tests.tournaments.world import PASSWORD, PEOPLE, World, build_world
from tournaments import models
from tournaments.access import Actor
from tournaments.models import AuditEntry, AuditHead
from tournaments.models.audit import MARKED, mark_of
from tournaments.queries.log import log_entries
from tournaments.services.audit import record_change
from tournaments.services.ladders import create_ladder
from tournaments.templatetags.audit import ACTIONS, BOOKKEEPING, KEYS, changes, who_did

SERVICES = Path(__file__).resolve().parents[2] / "tournaments" / "services"
HAND = out(0, {1: "64", 2: "66 53", 3: "00 11"})


built = once(build_world)


def called(function: ast.FunctionDef) -> set[str]:
    """The names of what a function calls."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {call.id for call in calls if isinstance(call, ast.Name)} | {
        call.attr for call in calls if isinstance(call, ast.Attribute)
    }


def test_whatever_is_logged_of_a_tournament_has_its_words() -> None:
    calls = [node for path in SERVICES.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "record_change"]  # fmt: skip
    given = [{keyword.arg: keyword.value for keyword in call.keywords} for call in calls]
    named = [more["action"] for more in given if "tournament" in more]
    actions = {node.value for node in named if isinstance(node, ast.Constant)}
    assert len(actions) > 30
    assert actions - ACTIONS.keys() == set()


def test_what_is_logged_before_and_after_has_its_words() -> None:
    calls = [node for path in SERVICES.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(node, ast.Call)]  # fmt: skip
    given = [keyword.value for call in calls for keyword in call.keywords if keyword.arg in ("before", "after")]
    literal = [key for value in given if isinstance(value, ast.Dict) for key in value.keys]
    keys = {str(key.value) for key in literal if isinstance(key, ast.Constant)}
    assert len(keys) > 20
    assert keys - KEYS.keys() - BOOKKEEPING - {"facts"} == set()


def test_every_service_that_changes_something_for_somebody_writes_the_log() -> None:
    functions = {
        node.name: node
        for path in SERVICES.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    logs = {"record_change"}
    while more := {name for name, node in functions.items() if name not in logs and called(node) & logs}:
        logs |= more
    changing = {
        name
        for name, node in functions.items()
        if node.decorator_list
        and not name.startswith("_")
        and any(argument.arg == "actor" for argument in node.args.kwonlyargs)
    }
    assert len(changing) > 30
    assert changing - logs == set()


@pytest.mark.django_db
def test_entries_hang_together_and_say_from_where() -> None:
    game = seat_table()
    write(game, HAND, HAND, actor=Actor(keeper="Nina", origin="192.0.2.*, Android"))
    chain = game.table.round.tournament_id
    first, second = AuditEntry.objects.filter(chain=chain).order_by("number")
    assert (first.number, second.number, second.origin) == (1, 2, "192.0.2.*, Android")
    assert first.mark == mark_of({name: getattr(first, name) for name in MARKED}, "")
    assert second.mark == mark_of({name: getattr(second, name) for name in MARKED}, first.mark)
    head = AuditHead.objects.get(chain=chain)
    assert (head.number, head.mark) == (2, second.mark)
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEntry.objects.filter(pk=second.pk).update(number=1)


@pytest.mark.django_db
def test_what_belongs_to_no_tournament_has_a_chain_of_its_own() -> None:
    create_ladder(actor=KEEPER, name="Ours")
    made = AuditEntry.objects.latest("id")
    assert (made.action, made.chain, made.mark) == ("create_ladder", 0, AuditHead.objects.get(chain=0).mark)


def test_marks_are_the_same_from_either_database() -> None:
    entry = dict.fromkeys(MARKED, "") | {"at": datetime(2026, 5, 1, tzinfo=UTC), "before": None}
    twin = entry | {"at": entry["at"].astimezone(tz=datetime.now().astimezone().tzinfo), "after": {"a": [1], "b": 2}}
    assert mark_of(entry | {"after": {"b": 2.0, "a": (1,)}}, "") == mark_of(twin, "")
    assert mark_of(twin, "") != mark_of(twin | {"after": {"a": [1], "b": 3}}, "")


@pytest.mark.parametrize("step", ["add", "change", "delete"])
def test_nobody_changes_the_log_not_even_the_site_admin(world: World, step: str) -> None:
    entry = AuditEntry.objects.order_by("id").first()
    client = world.client("admin")
    args = [] if step == "add" else [entry.pk]
    answer = client.post(
        reverse(f"admin:tournaments_auditentry_{step}", args=args), {"action": "nothing", "post": "yes"}
    )
    assert answer.status_code == 403
    answer = client.post(
        reverse("admin:tournaments_auditentry_changelist"),
        {"action": "delete_selected", "_selected_action": [entry.pk]},
    )
    assert AuditEntry.objects.get(pk=entry.pk).mark == entry.mark
    for model in ("auditentry", "audithead"):
        assert "delete_selected" not in client.get(reverse(f"admin:tournaments_{model}_changelist")).text


def test_what_a_site_admin_does_to_an_account_is_logged(world: World) -> None:
    client, user = world.client("admin"), world.users["nobody"]
    page = reverse("admin:auth_user_change", args=[user.pk])
    told = {"username": "nobody", "is_superuser": "on"}
    offered = set(re.findall(r' name="([a-z]\w+)"', client.get(page).text.partition('id="user_form"')[2]))
    assert offered == {
        "csrfmiddlewaretoken", "username", "email", "is_active", "is_superuser", "is_staff", "user_permissions"
    }, "what the log tells of"  # fmt: skip
    assert client.post(page, told).status_code == 302
    entry = AuditEntry.objects.get(action="change_account")
    assert (entry.chain, entry.actor, entry.target) == (0, "admin", "nobody")
    assert (entry.before["admin"], entry.after["admin"], entry.after["active"]) == (False, True, False)
    password = {"usable_password": "true", "password1": "another-long-way-8", "password2": "another-long-way-8"}
    assert client.post(reverse("admin:auth_user_password_change", args=[user.pk]), password).status_code == 302
    entry = AuditEntry.objects.filter(action="change_account").first()
    assert entry.after["password"] == "***"
    added = {"username": "second", **password}
    assert client.post(reverse("admin:auth_user_add"), added).status_code == 302
    assert AuditEntry.objects.get(action="make_account").target == "second"


def test_what_one_does_to_ones_own_account_is_logged(world: World) -> None:
    client = world.client("organiser")
    told = {"oldpassword": PASSWORD, "password1": "another-long-way-8", "password2": "another-long-way-8"}
    assert client.post(reverse("account_change_password"), told).status_code == 302
    entry = AuditEntry.objects.get(action="change_password")
    assert (entry.chain, entry.actor, entry.target) == (0, "organiser", "organiser")


@pytest.mark.parametrize("model", ["tournament", "player"])
def test_what_the_log_would_not_hear_of_is_not_changed_on_the_admin_site(world: World, model: str) -> None:
    client, pk = world.client("admin"), getattr(models, model.title()).objects.first().pk
    for step in ("change", "delete"):
        address = reverse(f"admin:tournaments_{model}_{step}", args=[pk])
        assert client.post(address, {"name": "other", "private": "on", "post": "yes"}).status_code == 403
    assert client.get(reverse(f"admin:tournaments_{model}_change", args=[pk])).status_code == 200
    user = reverse("admin:auth_user_delete", args=[world.users["organiser"].pk])
    assert client.post(user, {"post": "yes"}).status_code == 403


def test_the_admin_site_is_for_site_admins_alone(world: World) -> None:
    pages = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist") for model in admin.site._registry
    ]
    assert len(pages) > 15
    for who in PEOPLE:
        client = world.client(who)
        for page in [reverse("admin:index"), *pages]:
            assert client.get(page).status_code == (200 if who == "admin" else 302), (page, who)


def test_a_name_that_somebody_gave_himself_is_told_from_that_of_an_account(world: World) -> None:
    tournament = world.tournaments["open"]
    for actor in (
        Actor(keeper="organiser", origin="192.0.2.*"),
        Actor(user=world.users["organiser"], origin="198.51.100.*"),
        Actor(keeper="manage.py"),
    ):
        record_change(actor=actor, action="publish_round", target="round 1", tournament=tournament)
    told = [who_did(entry) for entry in tournament.audit_entries.order_by("-number")[:3]]
    assert told == ["manage.py", "organiser", "organiser, by a link"]
    page = world.client("organiser").get(reverse("organiser:log", args=["open"])).text
    assert "organiser, by a link" in page


def test_the_log_is_searched(world: World) -> None:
    tournament, actor = world.tournaments["open"], Actor(user=world.users["organiser"])
    for target in ("round 1, table 2", "round 1, table 2, hand 3", "round 11, table 22", "round 1, table 1"):
        record_change(actor=Actor(keeper="Kira"), action="record_hand", target=target, tournament=tournament)
    record_change(actor=actor, action="call_time", target="round 1, table 2", tournament=tournament)

    def targets(**asked: object) -> list[str]:
        return [entry.target for entry in log_entries(tournament, **asked)]

    assert len(targets(who="Kira")) == 4
    assert targets(who="Kira", round=1, table=2) == ["round 1, table 2, hand 3", "round 1, table 2"]
    assert targets(who="Kira", round=11) == ["round 11, table 22"]
    assert targets(action="call_time", table=2) == ["round 1, table 2"]
    today = datetime.now(tz=UTC).date()
    assert targets(until=today - timedelta(days=2)) == []
    assert targets(since=today - timedelta(days=2)) == targets()


def test_the_page_filters_and_keeps_what_was_asked_for(world: World) -> None:
    client, where = world.client("organiser"), reverse("organiser:log", args=["open"])
    tournament = world.tournaments["open"]
    origin = "192.0.2.*, iPhone"
    record_change(
        actor=Actor(keeper="Kira", origin=origin),
        action="record_hand",
        target="round 1, table 1",
        tournament=tournament,
    )
    page = client.get(where, {"who": "Kira", "round": "1"}).text
    assert origin in page
    assert page.count("<li>") < client.get(where).text.count("<li>")
    assert '<option value="Kira" selected>' in page
    assert "Nothing of this kind" in client.get(where, {"who": "Kira", "round": "7"}).text
    for wrong in ({"round": "x"}, {"who": "Nobody"}, {"since": "0001-01-01"}, {"table": "-1"}, {"round": "9" * 30}):
        answer = client.get(where, wrong)
        assert answer.status_code == 200
        assert "errorlist" in answer.text


def test_one_more_entry_costs_no_query(world: World) -> None:
    client, where = world.client("organiser"), reverse("organiser:log", args=["open"])
    counts = []
    for _turn in range(2):
        record_change(
            actor=KEEPER, action="record_hand", target="round 1, table 1", tournament=world.tournaments["open"],
            after={"game": world.games["open 1"].pk},
        )  # fmt: skip
        with CaptureQueriesContext(connection) as queries:
            client.get(where)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_rules_are_told_in_words() -> None:
    """A choice by its label, in the words of the first game that has it; a rule that is no more as it was written."""
    words: dict[tuple[str, str], str] = {}
    with translation.override("ru"):
        for option in (option for one in variants.all() for option in one.options):
            for choice in option.choices:
                words.setdefault((option.name, choice.value), f"{_(option.label)}: {_(choice.label)}; gone: 3")
        for (name, value), told in words.items():
            [change] = changes(AuditEntry(after={"options": {name: value, "gone": 3}}), {})
            assert change.after == told
