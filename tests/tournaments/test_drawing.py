"""A long draw is told while it goes on, and stored only where somebody has waited for it."""

from time import sleep

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.test_services_rounds import ACTOR, cup as cup_of, finish_games, play, step
from tournaments.models import Round, Tournament
from tournaments.queries.desk import desk
from tournaments.services import drafting, entries, tournaments
from tournaments.services.errors import ServiceError
from tournaments.services.seeding import lay_groups
from tournaments.services.stages import update_stage
from tournaments.views.organiser import drawing

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(django_user_model, client) -> Tournament:
    cup = tournaments.create_tournament(actor=ACTOR, name="Cup", variant="mandavoshka")
    cup = tournaments.publish_tournament(tournament=cup, actor=ACTOR)
    entries.add_entries(tournament=cup, text="\n".join(f"P{number}" for number in range(40)), actor=ACTOR)
    cup.stages.update(settings={"by_score": False})
    olga = django_user_model.objects.create_user("olga")
    cup.organisers.add(olga)
    client.force_login(olga)
    return cup


def lay_out(client: Client, cup: Tournament, count: int):
    return client.post(reverse("organiser:lay-out", args=[cup.slug]), {"number": 1, "count": count})


def test_a_long_draw_is_told_and_stored(client, cup, monkeypatch):
    beats, wait, plan_draw = [], drawing.wait, drawing.plan_draw

    def after_three_beats(*asked):
        while len(beats) < 3:
            sleep(0.005)
        return plan_draw(*asked)

    monkeypatch.setattr(drawing, "BEAT", 0.01)
    monkeypatch.setattr(drawing, "wait", lambda *given, **more: beats.append(1) or wait(*given, **more))
    monkeypatch.setattr(drawing, "plan_draw", after_three_beats)
    answer = lay_out(client, cup, 4)
    assert answer.streaming
    page = b"".join(answer.streaming_content).decode()
    assert "Rounds 1–4 are being drawn" in page
    assert page.count("<progress") >= 1
    assert "4 rounds are drawn, as drafts." in page
    assert page.rstrip().endswith("</html>")
    assert "style=" not in page
    assert [one.status for one in cup.rounds.all()] == ["draft"] * 4


def test_who_leaves_the_page_cancels_the_draw(cup):
    draw = drafting.begin_draw(tournament=cup, number=1, count=8, seed=1)
    bars = drawing._bars(draw, ACTOR, "/run/cup/")
    assert "<progress" in next(bars)
    bars.close()
    assert not Round.objects.exists()


def test_what_changed_meanwhile_is_told_and_nothing_is_stored(client, cup):
    parts = lay_out(client, cup, 4).streaming_content
    next(parts)
    entries.add_entries(tournament=cup, text="Late", actor=ACTOR)
    assert "Draw once more." in b"".join(parts).decode()
    assert not Round.objects.exists()


def test_a_refusal_of_the_engine_is_told(client, cup, monkeypatch):
    def refuse(*_args):
        raise drafting.ServiceError("No such luck.")

    monkeypatch.setattr(drawing, "plan_draw", refuse)
    assert "No such luck." in b"".join(lay_out(client, cup, 4).streaming_content).decode()


def test_a_short_draw_and_a_second_click_are_answered_at_once(client, cup):
    assert lay_out(client, cup, 2).status_code == 302
    assert lay_out(client, cup, 6).status_code == 302
    assert cup.rounds.count() == 2
    step("discard", cup, 1)
    assert not cup.rounds.exists()


def in_groups(count: int) -> Tournament:
    """Pairs in two groups, everybody against everybody."""
    cup = cup_of(count, variant="kozel", kind="pairs")
    update_stage(stage=cup.stages.get(), actor=ACTOR, format="round_robin", groups=2)
    lay_groups(stage=cup.stages.get(), actor=ACTOR)
    return cup


def test_a_schedule_ends_where_the_groups_have_played_all_they_have():
    cup = in_groups(8)
    assert len(drafting.lay_out_rounds(tournament=cup, number=1, count=7, actor=ACTOR, seed=1)) == 3
    assert len(drafting.replan_rounds(tournament=cup, actor=ACTOR, seed=2)) == 3


def test_a_larger_group_plays_on_alone():
    cup = in_groups(9)
    assert [play(cup, number).tables.count() for number in (1, 2, 3)] == [4, 4, 4]
    drawn = step("draw", cup, 4)
    assert [table.group for table in drawn.tables.all()] == [1, 1]
    assert desk(cup).unseated == []
    step("publish", cup, 4)
    finish_games(drawn)
    step("close", cup, 4)
    assert play(cup, 5).tables.count() == 2
    with pytest.raises(ServiceError, match="Everything that this format has was played"):
        step("draw", cup, 6)
