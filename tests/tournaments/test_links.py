"""Invitations: whom they let in, until when, to which tables, and what is written down about it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.once import once
from tests.tournaments.world import World, build_world
from tournaments.access import LINKS_KEY, Actor
from tournaments.models import AuditEntry, Invitation
from tournaments.queries.links import link_for_table
from tournaments.services.errors import ServiceError
from tournaments.services.links import accept_invitation, hand_over, make_link, remove_helper, revoke_link

pytestmark = pytest.mark.django_db


built = once(build_world)


def invite(world: World, role: str, **more) -> Invitation:
    return make_link(
        tournament=world.tournaments["played"], actor=Actor(user=world.users["organiser"]), role=role, **more
    )


def test_a_link_that_has_ended_opens_nothing_also_for_those_who_came_by_it(world: World):
    link = invite(world, "keeper", expires_at=timezone.now() + timedelta(hours=1))
    client = Client()
    game = reverse("keep:game", args=[world.games["played 1"].pk])
    assert client.post(reverse("keep:enter", args=[link.token]), {"name": "Kira"}).status_code == 302
    assert client.get(game).status_code == 200
    Invitation.objects.filter(pk=link.pk).update(expires_at=timezone.now())
    assert client.get(game).status_code == 403
    assert client.get(reverse("keep:enter", args=[link.token])).status_code == 404


def test_who_came_by_a_link_and_when_is_noted(world: World):
    link = invite(world, "keeper", label="Tables at the window")
    client = Client()
    client.get(reverse("keep:enter", args=[link.token]))
    assert Invitation.objects.get(pk=link.pk).last_used_at is None
    client.post(reverse("keep:enter", args=[link.token]), {"name": "Kira"})
    link.refresh_from_db()
    assert link.last_used_by == "Kira"
    page = world.client("organiser").get(reverse("organiser:links", args=["played"])).content.decode()
    assert "Tables at the window" in page
    assert "by Kira" in page


def test_a_tables_keeper_writes_at_that_table_alone(world: World):
    link = invite(world, "keeper", tables=[2])
    client = Client()
    client.post(reverse("keep:enter", args=[link.token]), {"name": "Kira"})
    game = world.games["played 1"]
    assert client.get(reverse("keep:game", args=[game.pk])).status_code == 403
    assert not client.get(reverse("keep:home")).context["tables"]
    Invitation.objects.filter(pk=link.pk).update(tables=[1, 2])
    assert client.get(reverse("keep:game", args=[game.pk])).status_code == 200
    assert [table.game for table in client.get(reverse("keep:home")).context["tables"]] == [game]
    client.post(reverse("keep:time", args=[game.pk]), {"stop": "now", "version": game.version})
    assert game.hands.get().keeper == "Kira"


def test_an_organiser_accepts_once_with_an_account_made_for_it(world: World):
    link = invite(world, "organiser")
    address = reverse("join:invitation", args=[link.token])
    data = {"username": "olga", "password1": "a-long-way-home-7", "password2": "a-long-way-home-7"}
    client = Client()
    assert client.post(address, data | {"password2": "other"}).status_code == 422
    assert client.post(address, data).headers["Location"] == reverse("organiser:desk", args=["played"])
    olga = get_user_model().objects.get(username="olga")
    assert world.tournaments["played"].organisers.filter(pk=olga.pk).exists()
    assert client.get(reverse("organiser:settings", args=["played"])).status_code == 200
    assert "this browser" in client.get(reverse("usersessions_list")).text
    assert Client().get(address).status_code == 404
    with pytest.raises(ServiceError):
        accept_invitation(link=link, user=world.users["nobody"])
    entry = AuditEntry.objects.get(action="accept_invitation")
    assert (entry.actor, entry.after) == ("olga", {"role": "organiser"})


def test_a_taken_name_leaves_no_account_and_the_invitation_open(world: World):
    link = invite(world, "referee")
    data = {"username": "Organiser", "password1": "a-long-way-home-7", "password2": "a-long-way-home-7"}
    assert Client().post(reverse("join:invitation", args=[link.token]), data).status_code == 422
    assert Invitation.objects.get(pk=link.pk).is_open()


@pytest.mark.parametrize("name", ["оrganiser", "olgа", "Οlga"])
def test_no_account_is_made_with_a_name_that_looks_like_anothers(world: World, name: str):
    address = reverse("join:invitation", args=[invite(world, "referee").token])
    data = {"password1": "a-long-way-home-7", "password2": "a-long-way-home-7"}
    assert "one alphabet" in Client().post(address, data | {"username": name}).text
    assert Client().post(address, data | {"username": "Ольга-7"}).status_code == 302


def test_a_referee_rules_and_changes_nothing_else(world: World):
    link = invite(world, "referee")
    client = Client()
    client.force_login(world.users["nobody"])
    client.post(reverse("join:invitation", args=[link.token]))
    assert "played" in client.get(reverse("organiser:home")).content.decode()
    desk = client.get(reverse("organiser:desk", args=["played"])).content.decode()
    assert "You are a referee here" in desk
    assert reverse("organiser:people", args=["played"]) not in desk
    assert client.get(reverse("organiser:people", args=["played"])).status_code == 403


def test_only_the_owner_decides_who_else_organises(world: World):
    played = world.tournaments["played"]
    second = world.users["nobody"]
    accept_invitation(link=invite(world, "organiser"), user=second)
    open_one = invite(world, "organiser")
    client = Client()
    client.force_login(second)
    make = reverse("organiser:make-link", args=["played"])
    assert client.post(make, {"role": "organiser"}).status_code == 422
    for page in ("organiser:links", "organiser:personal"):
        assert "no-store" in client.get(reverse(page, args=["played"])).headers["Cache-Control"]
    assert open_one.token not in client.get(reverse("organiser:links", args=["played"])).text
    assert open_one.token in world.client("organiser").get(reverse("organiser:links", args=["played"])).text
    assert client.post(make, {"role": "referee"}).status_code == 302
    assert client.post(reverse("organiser:revoke-link", args=["played", open_one.pk])).status_code == 403
    owner = world.users["organiser"]
    assert client.post(reverse("organiser:remove-helper", args=["played", "organiser", owner.pk])).status_code == 403
    own = world.client("organiser")
    own.post(reverse("organiser:remove-helper", args=["played", "organiser", second.pk]))
    assert client.get(reverse("organiser:desk", args=["played"])).status_code == 403
    with pytest.raises(ServiceError):
        remove_helper(tournament=played, user=owner, role="organiser", actor=Actor(user=owner))


def test_a_tournament_is_handed_over_to_another_of_its_organisers(world: World):
    played, owner, heir = world.tournaments["played"], world.users["organiser"], world.users["nobody"]
    with pytest.raises(ServiceError):
        hand_over(tournament=played, user=heir, actor=Actor(user=owner))
    accept_invitation(link=invite(world, "organiser"), user=heir)
    step = reverse("organiser:hand-over", args=["played", heir.pk])
    client, other = world.client("organiser"), Client()
    other.force_login(heir)
    assert step in client.get(reverse("organiser:links", args=["played"])).text
    assert other.post(step).status_code == 403
    assert "owns the tournament" in client.get(step).text
    client.post(step)
    played.refresh_from_db()
    assert played.owner == heir
    assert played.organisers.filter(pk=owner.pk).exists()
    entry = AuditEntry.objects.get(action="hand_over")
    assert (entry.before, entry.after) == ({"owner": "organiser"}, {"owner": "nobody"})
    assert client.get(step).status_code == 403
    assert other.post(reverse("organiser:remove-helper", args=["played", "organiser", owner.pk])).status_code == 302
    assert client.get(reverse("organiser:desk", args=["played"])).status_code == 403


@pytest.mark.parametrize(
    ("typed", "tables"), [("3", [3]), (" 1-3 , 7,", [1, 2, 3, 7]), ("2–2", [2]), ("", []), ("7,7", [7])]
)
def test_tables_are_typed_as_numbers_and_ranges(world: World, typed: str, tables: list[int]):
    client = world.client("organiser")
    client.post(reverse("organiser:make-link", args=["played"]), {"tables": typed, "period": "day"})
    link = Invitation.objects.latest("id")
    assert (link.role, link.tables) == ("keeper", tables)
    assert link.expires_at - timezone.now() <= timedelta(days=1)


@pytest.mark.parametrize("typed", ["0", "3-1", "one", "1--2", "9999", "-1"])
def test_what_is_no_table_is_said(world: World, typed: str):
    client = world.client("organiser")
    count = Invitation.objects.count()
    assert client.post(reverse("organiser:make-link", args=["played"]), {"tables": typed}).status_code == 422
    assert Invitation.objects.count() == count


def test_tables_are_a_keepers_alone(world: World):
    with pytest.raises(ServiceError):
        invite(world, "guest", tables=[1])
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.create(tournament=world.tournaments["played"], role="guest", tables=[1], token="x")


def test_the_sheet_of_a_table_carries_the_link_that_fits_it_best():
    whole, two, other = (Invitation(tables=tables) for tables in ([], [1, 2], [3]))
    assert link_for_table([whole, two, other], 1) is two
    assert link_for_table([whole, two, other], 3) is other
    assert link_for_table([whole, two], 3) is whole
    assert link_for_table([two], 3) is None


def test_a_guest_link_opens_a_private_tournament_until_it_is_revoked(world: World):
    link = invite(world, "guest")
    played = world.tournaments["played"]
    type(played).objects.filter(pk=played.pk).update(private=True)
    client = Client()
    assert client.get(played.get_absolute_url()).status_code == 404
    assert client.get(reverse("join:invitation", args=[link.token])).headers["Location"] == played.get_absolute_url()
    assert client.get(played.get_absolute_url()).status_code == 200
    assert client.get(reverse("keep:game", args=[world.games["played 1"].pk])).status_code == 403
    assert LINKS_KEY not in client.session
    revoke_link(link=link, actor=Actor(user=world.users["organiser"]))
    assert client.get(played.get_absolute_url()).status_code == 404


def test_a_renewed_personal_link_no_longer_opens_a_private_tournament(world: World):
    played = world.tournaments["played"]
    type(played).objects.filter(pk=played.pk).update(private=True)
    client, link = Client(), world.personal["played"]
    client.get(reverse("me:home", args=[link.token]))
    assert client.get(played.get_absolute_url()).status_code == 200
    type(link).objects.filter(pk=link.pk).update(token="renewed")
    assert client.get(played.get_absolute_url()).status_code == 404
