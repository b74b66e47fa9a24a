"""The life of a tournament: made, published, changed, finished, and back."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError

from tournaments.access import Actor
from tournaments.models import AuditEntry, Tournament
from tournaments.services import entries, rounds, tournaments
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor(django_user_model) -> Actor:
    return Actor(user=django_user_model.objects.create_user("olga"))


def make(actor: Actor, **changes) -> Tournament:
    return tournaments.create_tournament(
        **{"actor": actor, "name": "Осенний кубок «Баян»", "variant": "mandavoshka", **changes}
    )


def test_a_new_tournament_is_a_draft_of_whoever_made_it(actor):
    tournament = make(actor)
    assert (tournament.status, tournament.slug) == ("draft", "osennii-kubok-baian")
    assert list(tournament.organisers.all()) == [actor.user]
    assert AuditEntry.objects.get().action == "create_tournament"


def test_the_address_is_free_and_not_a_page_of_the_desk(actor):
    assert [make(actor, name=name).slug for name in ("New", "Cup", "Cup", "!")] == [
        "new-2",
        "cup",
        "cup-2",
        "tournament",
    ]


def test_only_options_that_differ_are_kept(actor):
    defaults = make(actor).options
    name, value = next(
        (option.name, option.default + 1)
        for option in tournaments.variants.get("mandavoshka").options
        if option.kind == "integer" and option.default is not None
    )
    assert defaults == {}
    assert make(actor, options={name: value}).options == {name: value}
    assert make(actor, options={name: value - 1}).options == {}


@pytest.mark.parametrize(
    "changes", [{"variant": "chess"}, {"options": {"nonsense": 1}}, {"kind": "pairs"}], ids=["game", "option", "kind"]
)
def test_what_the_game_does_not_have_is_refused(actor, changes):
    with pytest.raises(ServiceError):
        make(actor, **changes)
    assert not Tournament.objects.exists()


def test_steps_forward_and_back_are_taken_once(actor):
    tournament = make(actor)
    for step in ("publish_tournament", "publish_tournament", "unpublish_tournament", "publish_tournament"):
        tournament = getattr(tournaments, step)(tournament=tournament, actor=actor)
    assert tournament.status == "published"
    assert AuditEntry.objects.filter(action="publish_tournament").count() == 2
    with pytest.raises(ServiceError, match="Draw round 1"):
        tournaments.finish_tournament(tournament=tournament, actor=actor)


def test_a_tournament_with_an_open_round_neither_ends_nor_hides(actor):
    tournament = tournaments.publish_tournament(tournament=make(actor), actor=actor)
    entries.add_entries(tournament=tournament, text="A\nB\nC\nD", actor=actor)
    rounds.draw_round(tournament=tournament, number=1, actor=actor)
    rounds.publish_round(tournament=tournament, number=1, actor=actor)
    with pytest.raises(ServiceError, match="Close it"):
        tournaments.finish_tournament(tournament=tournament, actor=actor)
    with pytest.raises(ServiceError, match="Take it back"):
        tournaments.unpublish_tournament(tournament=tournament, actor=actor)


def test_a_change_logs_what_differs_and_raises_the_version(actor):
    tournament = make(actor, venue="Hall")
    changed = tournaments.update_tournament(
        tournament=tournament, actor=actor, name=tournament.name, venue="Club", starts_at=None, rated=True
    )
    entry = AuditEntry.objects.first()
    assert (entry.before, entry.after) == ({"venue": "Hall"}, {"venue": "Club"})
    changed.refresh_from_db()
    assert changed.version == 2


def test_nothing_changed_nothing_logged(actor):
    tournament = make(actor)
    tournaments.update_tournament(
        tournament=tournament, actor=actor, name=tournament.name, venue="", starts_at=None, rated=True, options={}
    )
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("field", [{"slug": "new"}, {"starts_at": datetime(1, 1, 1, tzinfo=UTC)}])
def test_an_address_of_the_site_and_an_impossible_year_are_refused_in_the_admin_too(field):
    with pytest.raises(ValidationError) as refused:
        Tournament(**{"name": "Cup", "slug": "cup", "variant": "mandavoshka", **field}).full_clean()
    assert set(refused.value.error_dict) == set(field)
