"""A long draw is told while it goes on, and stored only where somebody has waited for it."""

from time import sleep

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.test_services_rounds import ACTOR, cup as cup_of, finish_games, play, step
from tournaments.models import Round, Tournament
from tournaments.queries.desk import desk
from tournaments.services import drafting, entries, mending, tournaments
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
    bars = drawing._bars(draw, ACTOR, drafting.finish_draw, "/run/cup/")
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


def test_the_rest_of_a_large_draft_is_drawn_again_in_sight(client, cup):
    entries.add_entries(tournament=cup, text="\n".join(f"Q{number}" for number in range(90)), actor=ACTOR)
    drafted = drafting.draw_round(tournament=cup, number=1, actor=ACTOR, seed=1)
    locked = {seat.entry_id for seat in drafted.tables.get(number=3).seats.all()}
    mending.set_lock(tournament=cup, number=1, version=0, table=3, locked=True, actor=ACTOR)
    sent = {"do": "redraw", "version": 1}
    answer = client.post(reverse("organiser:mend", args=[cup.slug, 1]), sent)
    assert answer.streaming
    assert "1 round is drawn, as a draft." in b"".join(answer.streaming_content).decode()
    drawn = cup.rounds.get()
    assert (drawn.version, drawn.earlier[-1]["action"]) == (2, "redraw_round")
    assert {seat.entry_id for seat in drawn.tables.get(number=3).seats.all()} == locked
    stale = client.post(reverse("organiser:mend", args=[cup.slug, 1]), sent, follow=True)
    assert "The draft has changed meanwhile" in stale.content.decode()


def test_a_withdrawal_from_a_large_draft_is_kept_whether_or_not_the_draft_is_waited_for(client, cup):
    entries.add_entries(tournament=cup, text="\n".join(f"Q{number}" for number in range(90)), actor=ACTOR)
    drafting.draw_round(tournament=cup, number=1, actor=ACTOR, seed=1)
    answer = client.post(reverse("organiser:entry-step", args=[cup.slug, 5, "withdraw"]), {"redraw": "1"})
    assert cup.entries.get(number=5).withdrawn
    assert answer.streaming
    b"".join(answer.streaming_content)
    assert not cup.rounds.get().seats.filter(entry__number=5).exists()
    away = reverse("organiser:absence", args=[cup.slug, 6])
    answer = client.post(away, {"number": 1, "kind": "half", "redraw": "1"})
    b"".join(answer.streaming_content)
    assert cup.rounds.get().seats.get(entry__number=6).bye == "half"


def test_hands_do_not_spoil_a_draw_that_goes_on(cup):
    draw = drafting.begin_draw(tournament=cup, number=1, seed=1)
    tournaments.set_check_in(tournament=cup, check_in=False, actor=ACTOR)
    Tournament.objects.filter(pk=cup.pk).update(version=99)
    assert drafting.finish_draw(draw=draw, schedule=drafting.plan_draw(draw), actor=ACTOR)
