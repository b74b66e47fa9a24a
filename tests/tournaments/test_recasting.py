"""Another game or other entries before the first draw: what fits stays, and the preview says what does not."""

import pytest
from django.urls import reverse

from scoring import variants
from tests.tournaments.test_services_rounds import ACTOR, cup, step
from tournaments.models import AuditEntry, Tournament
from tournaments.presets import presets_for
from tournaments.services import stages
from tournaments.services.errors import ServiceError
from tournaments.services.recasting import preview_recast, recast_tournament
from tournaments.services.setup import create_by_preset
from tournaments.services.tournaments import update_tournament

pytestmark = pytest.mark.django_db
GOAT = "morskoy_kozel_exchange"


def recast(tournament: Tournament, variant: str, kind: str = "individual"):
    change = {"tournament": tournament, "variant": variant, "kind": kind, "actor": ACTOR}
    version = Tournament.objects.get(pk=tournament.pk).version
    return recast_tournament(version=version, **change)


def test_pairs_are_parted_and_everybody_is_in_the_stage():
    tournament = cup(4, variant=GOAT, kind="pairs")
    looked = preview_recast(tournament=Tournament.objects.get(), variant=GOAT, kind="individual", actor=ACTOR)
    assert tournament.entries.count() == 4, "a preview changes nothing"
    assert recast(tournament, GOAT) == looked
    assert looked.parted[0] == "A1 / A2"
    assert [change.after["format"] for change in looked.stages] == ["partners"]
    stage = tournament.stages.get()
    assert stage.format == "partners"
    assert tournament.entries.count() == stage.members.count() == 8
    assert step("draw", tournament, 1).tables.count() == 2
    with pytest.raises(ServiceError, match=r"as a draft\. Discard it first"):
        recast(tournament, GOAT, "pairs")


def test_single_players_wait_for_a_partner_and_come_back():
    tournament = cup(6, variant=GOAT)
    assert recast(tournament, GOAT, "pairs").waiting == 6
    assert tournament.stages.get().members.count() == 0
    with pytest.raises(ServiceError, match="Add people first"):
        step("draw", tournament, 1)
    recast(tournament, GOAT)
    assert tournament.stages.get().members.count() == 6


def test_rules_and_points_that_the_game_does_not_have_go_back_and_the_rest_stays():
    tournament = cup(4)
    target = next(option.name for option in variants.get("mandavoshka").options if option.name == "target")
    update_tournament(
        tournament=tournament, actor=ACTOR, name="Cup", venue="", starts_at=None, rated=True, options={target: 201}
    )
    stages.update_stage(
        stage=tournament.stages.get(), actor=ACTOR, rounds=3, measures=["points", "losses", "for", "direct"]
    )
    change = recast(tournament, "draughts")
    assert change.dropped == {target: 201}
    stage = tournament.stages.get()
    assert (stage.format, stage.rounds, stage.measures) == ("dutch", 3, [])
    assert Tournament.objects.get().options == {}
    entry = AuditEntry.objects.get(action="recast_tournament")
    assert entry.before == {"variant": "mandavoshka", "kind": "individual", "options": {target: 201}}


@pytest.mark.parametrize("code", [variant.code for variant in variants.all()])
def test_every_game_and_way_becomes_every_other(code):
    for preset in presets_for("kozel"):
        made = create_by_preset(actor=ACTOR, preset=preset, name="Cup", variant="kozel")
        for kind in ("individual", "pairs"):
            if kind == "pairs" and (preset.season or not variants.get(code).pairs):
                with pytest.raises(ServiceError):
                    recast(made, code, kind)
            else:
                recast(made, code, kind)
                for stage in Tournament.objects.get(pk=made.pk).stages.all():
                    stages.check_stage(stage)


def test_the_page_shows_first_and_changes_then(client, django_user_model):
    tournament = cup(4, variant=GOAT, kind="pairs")
    olga = django_user_model.objects.create_user("olga")
    tournament.organisers.add(olga)
    client.force_login(olga)
    settings, url = (reverse(f"organiser:{name}", args=[tournament.slug]) for name in ("settings", "recast"))
    assert url in client.get(settings).text
    sent = {"variant": "draughts", "kind": "pairs"}
    assert "not played in pairs" in client.post(url, sent).text
    sent["kind"] = "individual"
    shown = client.post(url, sent)
    assert "4 pairs are parted" in shown.text
    stale = client.post(url, sent | {"do": "save", "version": 0}).text
    assert "Look once more" in stale
    done = client.post(url, sent | {"do": "save", "version": shown.context["version"]}, follow=True)
    assert "The game is changed." in done.text
    assert Tournament.objects.get().variant == "draughts"
    step("draw", tournament, 1)
    step("publish", tournament, 1)
    assert "make a copy" in client.get(url).text
    assert "make a copy" in client.get(settings).text
    assert client.post(url, {"variant": GOAT, "kind": "individual"}).context["recast"] is None
