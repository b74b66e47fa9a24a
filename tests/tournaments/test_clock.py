"""A round's clock: it runs, stands, is given more; and time called at all tables at once, by the stage's rule."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.tournaments.room import KEEPER, add_table, out, seat_table, write
from tournaments.models import Game, Revision, Round, Stage, Tournament
from tournaments.queries.clock import clock_of
from tournaments.queries.desk import desk
from tournaments.services.clock import (
    add_minutes,
    call_round_time,
    pause_clock,
    reset_clock,
    start_clock,
    take_time_back,
)
from tournaments.services.errors import ServiceError
from tournaments.services.rounds import close_round
from tournaments.views.organiser.steps import way_on

pytestmark = pytest.mark.django_db
NOON = datetime(2020, 5, 1, 12, tzinfo=UTC)
HAND = out(0, {1: "64", 2: "66 53", 3: "00 11"})


def after(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


@pytest.fixture
def cup() -> Tournament:
    game = seat_table()
    add_table(game.table.round, ("Dora", "Egor", "Zoya", "Igor"))
    Stage.objects.update(clock_minutes=40, time_rule=Stage.TimeRule.HAND)
    return game.table.round.tournament


def step(action, cup, **more):
    return action(tournament=cup, number=1, actor=KEEPER, **more)


def left(minutes: float) -> str | None:
    clock = clock_of(Round.objects.get(), after(minutes))
    return clock and clock.text


def test_the_clock_runs_stands_and_goes_on(cup):
    assert left(0) is None
    step(start_clock, cup, at=NOON)
    step(start_clock, cup, at=after(5))
    assert (left(0), left(10.5), left(40), left(50)) == ("40:00", "29:30", "0:00", "0:00")
    step(pause_clock, cup, at=after(10))
    assert left(30) == "30:00"
    step(start_clock, cup, at=after(30))
    assert left(40) == "20:00"
    step(add_minutes, cup, minutes=5, at=after(40))
    assert left(41) == "24:00"
    step(add_minutes, cup, minutes=-5, at=after(41))
    assert left(41) == "19:00"
    step(reset_clock, cup)
    assert left(41) is None


def test_time_that_was_up_is_given_more(cup):
    step(start_clock, cup, at=NOON)
    with pytest.raises(ServiceError, match="nothing to stop"):
        step(pause_clock, cup, at=after(50))
    step(add_minutes, cup, minutes=5, at=after(50))
    assert (left(50), left(52)) == ("5:00", "3:00")


def test_a_stage_without_minutes_has_no_clock(cup):
    Stage.objects.update(clock_minutes=None)
    with pytest.raises(ServiceError, match="no clock"):
        step(start_clock, cup)
    with pytest.raises(ServiceError, match="not been started"):
        step(add_minutes, cup, minutes=5)
    Round.objects.update(status=Round.Status.CLOSED)
    with pytest.raises(ServiceError, match="not being played"):
        step(start_clock, cup)


@pytest.mark.parametrize(("rule", "stops"), [("hand", [2, 1]), ("one_more", [3, 2])])
def test_time_is_announced_at_all_tables_at_once_and_taken_back(cup, rule, stops):
    Stage.objects.update(time_rule=rule)
    write(Game.objects.order_by("table__number")[0], HAND)
    step(call_round_time, cup)
    assert list(Game.objects.order_by("table__number").values_list("stop_after", flat=True)) == stops
    step(call_round_time, cup)
    assert Revision.objects.filter(kind="time").count() == 2
    assert clock_of(Round.objects.get()).called
    step(take_time_back, cup)
    assert set(Game.objects.values_list("stop_after", flat=True)) == {None}
    assert left(0) == "1:00"


def test_games_that_stop_as_they_stand_are_over_at_once_and_play_on_when_it_is_taken_back(cup):
    Stage.objects.update(time_rule=Stage.TimeRule.STOP)
    first, second = Game.objects.order_by("table__number")
    write(first, HAND, {"judge": [{"stop": "time"}]})
    write(second, HAND)
    step(call_round_time, cup)
    assert set(Game.objects.values_list("ended_by", flat=True)) == {"time"}
    step(take_time_back, cup)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.ended_by, second.ended_by) == ("time", "")  # the first had been stopped by its table
    step(call_round_time, cup)
    assert close_round(tournament=cup, number=1, actor=KEEPER).status == Round.Status.CLOSED


def test_the_main_button_follows_the_clock(cup):
    def labels() -> tuple[str, str]:
        way = way_on(desk(cup))
        return way.main.label, way.back[0].label if way.back else ""

    assert labels() == ("Start the clock: 40 minutes", "Take back round 1: 2 tables, no hand written yet")
    step(start_clock, cup)
    assert labels() == ("Close round 1", "Take the clock off")
    Round.objects.update(clock_started_at=NOON)
    assert labels() == ("Time is up: call it at 2 tables", "Take the clock off")
    step(call_round_time, cup)
    assert labels() == ("Close round 1", "Take the call of time back: the tables play on")


def test_everybody_sees_the_clock(cup, client, django_user_model):
    user = django_user_model.objects.create_user("olga")
    cup.organisers.add(user)
    step(start_clock, cup)
    assert "data-ends=" in client.get("/t/cup/round/1/").text
    client.force_login(user)
    assert "data-ends=" in client.get("/run/cup/").text
    assert "data-ends=" in client.get(f"/keep/{Game.objects.first().pk}/").text
