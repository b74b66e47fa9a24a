"""Two records of one person made one, and apart again; a new name changes nothing that was played."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests.tournaments.club import DAY0, Club, play
from tests.tournaments.test_ratings import stored
from tournaments.access import Actor
from tournaments.models import AuditEntry, Merge, PastGame, PastSeat, Player, Rating, Result
from tournaments.services import ladders, players
from tournaments.services.entries import add_entries
from tournaments.services.errors import ServiceError
from tournaments.services.ratings import queue_rebuild
from tournaments.services.ratings_verify import verify_all

pytestmark = pytest.mark.django_db
ACTOR = Actor(keeper="Admin")


def two_records() -> tuple[Player, Player, Club, Club]:
    """One plays in the first cup, the other in the second."""
    first, second = Club.open("One"), Club.open("Two")
    for day in range(3):
        play(first, [0, 1, 2, 3], [1, 2, 3, 4], DAY0 + timedelta(days=2 * day))
        play(second, [0, 1, 2, 3], [2, 1, 3, 4], DAY0 + timedelta(days=2 * day + 1))
    return first.players[0], second.players[0], first, second


def test_a_merge_moves_everything_and_can_be_undone():
    kept, duplicate, _first, second = two_records()
    before = stored()
    preview = players.preview_merge(kept=kept, duplicate=duplicate)
    assert (preview.games, preview.tournaments, preview.obstacles) == (3, ["Two"], [])
    merge = players.merge_players(kept=kept, duplicate=duplicate, actor=ACTOR)
    assert Rating.objects.get(player=kept, ladder__slug="overall").games == 6
    assert not Rating.objects.filter(player=duplicate).exists()
    assert Result.objects.filter(entry__members__player=kept).count() == 6
    assert verify_all() == []
    play(second, [0, 1], [1, 2], DAY0 + timedelta(days=20))
    players.undo_merge(merge=merge, actor=ACTOR)
    assert verify_all() == []
    assert Rating.objects.get(player=kept, ladder__slug="overall").games == 4
    assert stored() != before
    assert {entry.action for entry in AuditEntry.objects.all()} >= {"merge_players", "undo_merge"}


def test_merge_and_undo_is_nothing():
    kept, duplicate, *_ = two_records()
    before = stored()
    merge = players.merge_players(kept=kept, duplicate=duplicate, actor=ACTOR)
    assert stored() != before
    players.undo_merge(merge=merge, actor=ACTOR)
    players.undo_merge(merge=merge, actor=ACTOR)
    assert stored() == before
    players.merge_players(kept=kept, duplicate=duplicate, actor=ACTOR)


def test_two_who_met_are_no_one_person():
    club = Club.open()
    play(club, [0, 1], [1, 2])
    with pytest.raises(ServiceError) as refused:
        players.merge_players(kept=club.players[0], duplicate=club.players[1], actor=ACTOR)
    assert "Cup" in refused.value.details[0]
    assert not Merge.objects.exists()
    with pytest.raises(ServiceError):
        players.merge_players(kept=club.players[0], duplicate=club.players[0], actor=ACTOR)


def test_a_merge_under_a_later_one_is_undone_after_it():
    kept, duplicate, *_ = two_records()
    third = Player.objects.create(name="Third", slug="third")
    first = players.merge_players(kept=kept, duplicate=duplicate, actor=ACTOR)
    second = players.merge_players(kept=third, duplicate=kept, actor=ACTOR)
    with pytest.raises(ServiceError, match="Undo that first"):
        players.undo_merge(merge=first, actor=ACTOR)
    players.undo_merge(merge=second, actor=ACTOR)
    players.undo_merge(merge=first, actor=ACTOR)
    assert verify_all() == []


def test_past_games_go_over_too():
    kept, duplicate, *_ = two_records()
    rival = Player.objects.create(name="Rival", slug="rival")
    ladder = ladders.create_ladder(actor=ACTOR, name="Old")
    game = PastGame.objects.create(ladder=ladder, played_at=DAY0 - timedelta(days=9))
    for side, player in enumerate((duplicate, rival)):
        PastSeat.objects.create(game=game, side=side, number=0, player=player, place=side + 1)
    queue_rebuild(ladder=ladder)
    players.merge_players(kept=kept, duplicate=duplicate, actor=ACTOR)
    assert Rating.objects.get(ladder=ladder, player=kept).games == 7
    assert verify_all() == []


def test_the_duplicates_address_and_name_lead_to_who_stays(client: Client):
    kept, duplicate, *_ = two_records()
    players.merge_players(kept=kept, duplicate=duplicate, actor=ACTOR)
    answer = client.get(duplicate.get_absolute_url())
    assert answer["Location"] == kept.get_absolute_url()
    third = Club.open("Three").tournament
    added = add_entries(tournament=third, text=duplicate.name, actor=ACTOR)
    assert added.matched == (kept,)


def test_a_new_name_leaves_results_ratings_and_address():
    kept, *_ = two_records()
    before, results = stored(), list(Result.objects.order_by("pk").values())
    renamed = players.rename_player(player=kept, actor=ACTOR, name="Anna Orlova", club="Omsk")
    assert (renamed.slug, renamed.name) == (kept.slug, "Anna Orlova")
    assert (stored(), list(Result.objects.order_by("pk").values())) == (before, results)
    assert verify_all() == []


def test_the_administrators_pages(admin_client: Client):
    kept, duplicate, *_ = two_records()
    Player.objects.filter(pk=duplicate.pk).update(name=kept.name.upper())
    page = admin_client.get("/run/players/").text
    assert page.count(kept.slug) >= 1
    assert duplicate.slug in page
    assert "The same person" in admin_client.get(f"/run/players/?keep={kept.slug}&q=two").text
    address = f"/run/players/{kept.slug}/merge/{duplicate.slug}/"
    assert "3 finished games go over" in admin_client.get(address).text
    admin_client.post(address)
    merge = Merge.objects.get()
    admin_client.post(f"/run/merges/{merge.pk}/undo/")
    merge.refresh_from_db()
    assert merge.undone_at is not None
    admin_client.post(f"/run/players/{kept.slug}/", {"name": "Anna", "club": ""})
    kept.refresh_from_db()
    assert kept.name == "Anna"
