"""When a stage is over: a bracket with its last match, any other with its number of rounds."""

import pytest

from tests.tournaments.room import write
from tests.tournaments.test_services_rounds import ACTOR, cup, play, step
from tournaments.models import Game
from tournaments.queries.desk import desk
from tournaments.services.drafting import lay_out_rounds
from tournaments.services.errors import ServiceError
from tournaments.services.rulings import annul_game
from tournaments.services.stages import add_stage, update_stage
from tournaments.views.organiser.steps import way_on

pytestmark = pytest.mark.django_db


def test_a_double_knockout_ends_with_its_first_final_where_that_decides():
    tournament = cup(4, variant="draughts")
    tournament.stages.update(format="double_knockout", settings={})
    for number in range(1, 6):
        round_ = step("draw", tournament, number)
        step("publish", tournament, number)
        for game in Game.objects.filter(table__round=round_):
            best = min(game.table.seats.values_list("entry__number", "number"))
            write(game, {"result": best[1]})
        step("close", tournament, number)
        if desk(tournament).stage_over:
            break
        assert way_on(desk(tournament)).title == f"Before the draw of round {number + 1}"
    assert number == 4, "two in the main bracket, one more after a loss, and one final"
    assert way_on(desk(tournament)).title == "All rounds are played"


def test_a_bracket_is_not_over_before_a_match_that_is_played_again():
    tournament = cup(4, variant="draughts")
    tournament.stages.update(format="knockout", settings={})
    for number in (1, 2):
        round_ = step("draw", tournament, number)
        step("publish", tournament, number)
        for game in Game.objects.filter(table__round=round_):
            if number == 2:
                annul_game(game=game, version=0, actor=ACTOR, why="marked tiles")
            else:
                write(game, {"result": 0})
        step("close", tournament, number)
    assert not desk(tournament).stage_over
    assert step("draw", tournament, 3).tables.count() == 1


def test_the_rounds_of_a_stage_are_not_passed_but_by_one_more(client, django_user_model):
    tournament = cup(8)
    tournament.stages.update(rounds=2)
    play(tournament, 1)
    with pytest.raises(ServiceError, match="next round is round 2"):
        step("draw", tournament, 3)
    tournament.stages.update(settings={"by_score": False})
    assert len(lay_out_rounds(tournament=tournament, number=2, count=5, actor=ACTOR)) == 1
    step("discard", tournament, 2)
    play(tournament, 2)
    with pytest.raises(ServiceError, match="has its 2 rounds"):
        step("draw", tournament, 3)
    olga = django_user_model.objects.create_user("olga")
    tournament.organisers.add(olga)
    client.force_login(olga)
    assert [button.label for button in way_on(desk(tournament)).other] == ["One round more"]
    page = client.post(f"/run/{tournament.slug}/step/more/", follow=True).text
    assert "The stage has one round more." in page
    assert "Draw round 3" in page
    assert step("draw", tournament, 3)


def test_who_was_in_no_group_is_not_told_to_meet_somebody_of_it_late(client, django_user_model):
    tournament = cup(8, variant="draughts")
    first = tournament.stages.get()
    update_stage(stage=first, actor=ACTOR, format="round_robin", qualify=2)
    add_stage(tournament=tournament, actor=ACTOR, format="knockout")
    play(tournament, 1)
    olga = django_user_model.objects.create_user("olga")
    tournament.organisers.add(olga)
    client.force_login(olga)
    everybody = list(tournament.entries.values_list("pk", flat=True))
    page = client.post(f"/run/{tournament.slug}/stages/1/next/", {"look": "1", "entry": everybody}).text
    assert "Seeds of the next stage" in page
    assert "Those of one group" not in page
