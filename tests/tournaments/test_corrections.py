"""What was wrong is put right: places exchanged, games decided and forfeited; and what it would have changed."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.room import KEEPER, seat_table, write
from tests.tournaments.test_amending import SMALL, fresh, organiser
from tests.tournaments.test_draws import GOAT, finish
from tests.tournaments.test_services_rounds import ACTOR, cup, step
from tournaments.models import Game, Rating, Result, Revision, Round
from tournaments.pairing.values import Options
from tournaments.queries.desk import desk
from tournaments.queries.drafts import layout_of_round
from tournaments.queries.hindsight import corrected_before, hindsight_or_why
from tournaments.queries.pairing import options_of, states_of
from tournaments.queries.standings import standings
from tournaments.services.errors import ServiceError
from tournaments.services.reseating import exchange_people
from tournaments.services.rounds import close_round
from tournaments.services.rulings import annul_game, decide_game, forfeit_game, readmit_game

pytestmark = pytest.mark.django_db
STOP = {"judge": [{"stop": "time"}]}
HAND = {"end": "out", "by": 0, "left": {"1": ["5-3"], "2": ["6-4"], "3": ["5-5"]}}


def lots() -> list[tuple[int, bool, bool]]:
    return list(Result.objects.order_by("side").values_list("place", "won", "lost"))


def test_who_has_not_come_forfeits_before_any_hand():
    game = seat_table()
    forfeit_game(game=game, sides=[2], version=0, actor=organiser(game), why="has not come")
    assert fresh(game).ended_by == "forfeit"
    assert lots() == [(1, True, False)] * 2 + [(4, False, True)] + [(1, True, False)]
    assert not Rating.objects.exists()
    assert "has not come" in str(game.hands.get().facts)


def test_a_double_forfeit_has_no_winner():
    game = seat_table(("Anna", "Boris"), "draughts")
    write(game, {"result": 0})
    forfeit_game(game=game, sides=[0, 1], version=1, actor=organiser(game), why="both cheated")
    assert lots() == [(1, False, True)] * 2
    assert {row.points for row in standings(game.table.round.tournament).rows} == {0}
    readmit_game(game=game, version=2, actor=organiser(game))
    assert lots() == [(1, True, False), (2, False, True)]


def test_a_judge_decides_the_places_also_of_a_game_going_on():
    game = seat_table()
    write(game, SMALL)
    with pytest.raises(ServiceError, match="no places"):
        decide_game(game=game, places=[1, 3, 3, 4], version=1, actor=organiser(game), why="x")
    with pytest.raises(ServiceError, match="Say why"):
        decide_game(game=game, places=[1, 2, 3, 4], version=1, actor=organiser(game), why=" ")
    assert fresh(game).version == 1
    decide_game(game=game, places=[2, 1, 2, 4], version=1, actor=organiser(game), why="the lamp fell")
    assert [place for place, _won, _lost in lots()] == [2, 1, 2, 4]
    assert [won for _place, won, _lost in lots()] == [False, True, False, False]
    assert [float(row.points) for row in Result.objects.order_by("side")] == [2.5, 4, 2.5, 1]
    assert not Rating.objects.exists()
    close_round(tournament=game.table.round.tournament, number=1, actor=KEEPER)
    readmit_game(game=game, version=3, actor=organiser(game))
    assert fresh(game).decided == []


def played(count: int, **changes) -> tuple[Round, list[Game]]:
    """A published round with a hand written at its first table."""
    round_ = step("draw", cup(count, **changes), 1, seed=1)
    step("publish", round_.tournament, 1)
    return round_, list(Game.objects.filter(table__round=round_).order_by("table__number"))


def test_people_of_two_tables_sat_in_each_others_place():
    round_, (first, second) = played(8)
    write(first, SMALL, STOP)
    write(second, STOP)
    one, other = (table.seats[0] for table in layout_of_round(round_).tables)
    before = Result.objects.get(entry=one)
    exchange_people(tournament=round_.tournament, number=1, one=one, other=other, actor=ACTOR, why="wrong table")
    after = Result.objects.get(entry=other)
    assert (after.game_id, after.side, after.points) == (first.pk, before.side, before.points)
    assert Result.objects.get(entry=one).game_id == second.pk
    assert Revision.objects.filter(kind="reseat", why="wrong table").count() == 2
    exchange_people(tournament=round_.tournament, number=1, one=one, other=other, actor=ACTOR)
    assert Result.objects.get(entry=one).points == before.points


def test_who_had_a_bye_has_played_in_truth():
    round_, games = played(5)
    write(games[0], SMALL, STOP)
    [rests] = layout_of_round(round_).byes
    seat = layout_of_round(round_).tables[0].seats[2]
    exchange_people(tournament=round_.tournament, number=1, one=rests, other=seat, actor=ACTOR)
    assert layout_of_round(round_).byes == {seat: "bye"}
    assert Result.objects.filter(entry=rests).exists()
    assert not Result.objects.filter(entry=seat).exists()


def test_pairs_change_tables_together_and_strangers_are_refused():
    round_, _games = played(4, variant=GOAT, kind="pairs")
    one, other = (table.seats[0] for table in layout_of_round(round_).tables)
    exchange_people(tournament=round_.tournament, number=1, one=one, other=other, actor=ACTOR)
    assert layout_of_round(round_).tables[0].seats[0] == other
    with pytest.raises(ServiceError, match="two different"):
        exchange_people(tournament=round_.tournament, number=1, one=one, other=one, actor=ACTOR)
    with pytest.raises(ServiceError, match="two different"):
        exchange_people(tournament=round_.tournament, number=1, one=one, other=10**6, actor=ACTOR)


def test_a_ruling_is_taken_back_before_people_are_moved():
    round_, (first, _second) = played(8)
    annul_game(game=first, version=0, actor=ACTOR, why="x")
    one, other = (table.seats[0] for table in layout_of_round(round_).tables)
    with pytest.raises(ServiceError, match="ruling"):
        exchange_people(tournament=round_.tournament, number=1, one=one, other=other, actor=ACTOR)
    assert layout_of_round(round_).tables[0].seats[0] == one


def test_hindsight_tells_what_a_correction_would_have_changed(client: Client, django_user_model):
    tournament = cup(8, variant="draughts")
    olga = django_user_model.objects.create_user("olga")
    tournament.organisers.add(olga)
    first = step("draw", tournament, 1, seed=1)
    step("publish", tournament, 1)
    for game in Game.objects.filter(table__round=first):
        write(game, {"result": 0})
    step("close", tournament, 1)
    second = step("draw", tournament, 2, seed=2)
    step("publish", tournament, 2)
    played_so = layout_of_round(second)
    seen, why = hindsight_or_why(second)
    assert (seen.same, why, corrected_before(second)) == (True, "", [])
    game = Game.objects.filter(table__round=first).first()
    decide_game(game=game, places=[2, 1], version=1, actor=ACTOR, why="a slip")
    assert corrected_before(second) == [1]
    seen, _why = hindsight_or_why(second)
    assert not seen.same
    assert layout_of_round(second) == played_so
    client.force_login(olga)
    assert f"/run/{tournament.slug}/round/2/hindsight/" in client.get(f"/run/{tournament.slug}/").text
    page = client.get(f"/run/{tournament.slug}/round/2/hindsight/").text
    assert "Round 2 would have been drawn so:" in page
    assert page.count("otherwise than it was played") == sum(not table.played for table in seen.tables) > 0


def test_a_knockout_goes_on_after_a_forfeit_and_a_decision():
    tournament = cup(4, variant="draughts")
    tournament.stages.update(format="knockout", settings={})
    round_ = step("draw", tournament, 1)
    step("publish", tournament, 1)
    one, two = Game.objects.filter(table__round=round_).order_by("table__number")
    forfeit_game(game=one, sides=[0], version=0, actor=ACTOR, why="has not come")
    decide_game(game=two, places=[1, 2], version=0, actor=ACTOR, why="by agreement")
    step("close", tournament, 1)
    winners = set(Result.objects.filter(won=True).values_list("entry_id", flat=True))
    final = step("draw", tournament, 2)
    assert set(layout_of_round(final).tables[0].seats) == winners


def test_a_double_forfeit_of_a_match_that_was_begun_puts_both_out():
    tournament = cup(4, variant=GOAT, kind="pairs")
    tournament.stages.update(format="knockout", settings={})
    round_ = step("draw", tournament, 1)
    step("publish", tournament, 1)
    one, two = Game.objects.filter(table__round=round_).order_by("table__number")
    write(one, HAND)
    forfeit_game(game=one, sides=[0, 1], version=1, actor=ACTOR, why="both left")
    forfeit_game(game=two, sides=[1], version=0, actor=ACTOR, why="has not come")
    step("close", tournament, 1)
    with pytest.raises(ServiceError, match="Everything that this format has was played"):
        step("draw", tournament, 2)
    first, *others = standings(tournament).rows
    assert first.place == 1
    assert first.entry_id == two.table.seats.get(number=0).entry_id
    assert all(row.place > 1 for row in others)
    assert desk(tournament).stage_over


def test_a_match_of_a_bracket_that_was_annulled_is_played_again_and_a_double_forfeit_is_not():
    tournament = cup(4, variant="draughts")
    tournament.stages.update(format="knockout", settings={})
    round_ = step("draw", tournament, 1)
    step("publish", tournament, 1)
    one, two = Game.objects.filter(table__round=round_).order_by("table__number")
    annul_game(game=one, version=0, actor=ACTOR, why="marked tiles")
    write(two, {"result": 0})
    step("close", tournament, 1)
    again = step("draw", tournament, 2)
    [match] = layout_of_round(again).tables
    assert set(match.seats) == set(one.table.seats.values_list("entry", flat=True))
    step("publish", tournament, 2)
    game = Game.objects.get(table__round=again)
    forfeit_game(game=game, sides=[0, 1], version=0, actor=ACTOR, why="neither came")
    step("close", tournament, 2)
    with pytest.raises(ServiceError, match="Everything that this format has was played"):
        step("draw", tournament, 3)


def test_a_forfeit_before_any_hand_is_no_meeting_for_the_swiss():
    tournament = cup(4, variant=GOAT, kind="pairs")
    round_ = step("draw", tournament, 1)
    step("publish", tournament, 1)
    one, two = Game.objects.filter(table__round=round_).order_by("table__number")
    forfeit_game(game=one, sides=[0, 1], version=0, actor=ACTOR, why="neither came")
    write(two, STOP)
    step("close", tournament, 1)
    stage = tournament.stages.get()
    options: Options = options_of(stage)
    [past] = states_of(stage, 2, options)[1].rounds
    assert [(table.met, sum(table.points)) for table in past.tables] == [(False, 0), (True, 1)]
    assert finish(tournament, 2)


def test_the_forms_of_the_desk(client: Client, django_user_model):
    round_, (first, _second) = played(8)
    olga = django_user_model.objects.create_user("olga")
    round_.tournament.organisers.add(olga)
    client.force_login(olga)
    one, other = (table.seats[0] for table in layout_of_round(round_).tables)
    url = f"/run/{round_.tournament.slug}/round/1/exchange/"
    assert "They sit where they sat" in client.post(url, {"one": one, "other": other}, follow=True).text
    assert layout_of_round(round_).tables[0].seats[0] == other
    assert "two different" in client.post(url, {"one": one}, follow=True).text
    page = client.get(f"/run/{round_.tournament.slug}/game/{first.pk}/").text
    assert "A judge decides the game" in page
    data = {"decide-version": first.version + 1, "decide-why": "the lamp fell"}
    data |= {f"decide-place_{side}": side + 1 for side in range(4)}
    step_url = f"/run/{round_.tournament.slug}/game/{first.pk}/decide/"
    shown = client.post(step_url, data | {"do": "preview"})
    assert "Decide the game so" in shown.text
    mark = shown.context["looked"].mark
    assert client.post(step_url, data | {"do": "save", "shown": mark}).status_code == 302
    assert fresh(first).decided == [1, 2, 3, 4]
