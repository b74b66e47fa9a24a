"""Several games at a table: the next begins by itself, a series is one match, a game of so many hands stops."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.room import KEEPER, STOP, add_table, fish, out, seat_table, write
from tests.tournaments.test_amending import organiser
from tests.tournaments.test_keep import come_in
from tournaments.models import Game, Result, Round, Stage
from tournaments.queries.desk import desk
from tournaments.queries.pairing import options_of, state_of
from tournaments.queries.public import tables_of
from tournaments.queries.table import games_with_table, tables_to_keep
from tournaments.services.clock import call_round_time, take_time_back
from tournaments.services.errors import ServiceError
from tournaments.services.hands import undo_hand
from tournaments.services.rounds import close_round
from tournaments.services.rulings import annul_game, forfeit_game, readmit_game
from tournaments.services.verify_games import wrong_in_game

pytestmark = pytest.mark.django_db
FIRST, SECOND, DRAWN = {"result": 0}, {"result": 1}, {"result": None}


def series(kind: str = Stage.Games.BEST_OF, count: int = 3) -> Game:
    game = seat_table(("Anna", "Boris"), "draughts")
    Stage.objects.update(games=kind, games_count=count)
    return games_with_table().get(pk=game.pk)


def games() -> list[Game]:
    return list(games_with_table().order_by("number"))


def play(*results: dict) -> None:
    """Write each result into the game that is to be played next."""
    for result in results:
        write(next(game for game in games() if not game.finished_at), result)


def points() -> list[list[float]]:
    """The points of both sides, game by game."""
    return [
        [float(row.points) for row in Result.objects.filter(game=game).order_by("side")]
        for game in games()
        if game.finished_at
    ]


@pytest.mark.parametrize(
    ("results", "expected", "said"),
    [
        ([FIRST, FIRST], [[0, 0], [1, 0]], "2 : 0"),
        ([FIRST, SECOND, SECOND], [[0, 0], [0, 0], [0, 1]], "1 : 2"),
        ([FIRST, SECOND, DRAWN], [[0, 0], [0, 0], [0.5, 0.5]], "1½ : 1½"),
        ([DRAWN, FIRST, DRAWN], [[0, 0], [0, 0], [1, 0]], "2 : 1"),
    ],
)
def test_a_series_is_one_match_and_its_last_game_brings_the_points(results, expected, said):
    game = series()
    play(*results)
    assert points() == expected
    assert len(games()) == len(results)
    [line] = tables_of(game.table.round)
    assert (line.series.said, line.state) == (said, "done")
    assert desk(game.table.round.tournament).games[0].series.said == said
    assert close_round(tournament=game.table.round.tournament, number=1, actor=KEEPER).status == Round.Status.CLOSED


def test_what_stands_in_the_database_is_what_verifying_finds():
    series()
    play(FIRST, SECOND, FIRST)
    assert [wrong_in_game(game.pk) for game in games()] == [[], [], []]


def test_a_round_is_not_closed_before_its_series_are_over():
    game = series()
    play(FIRST)
    with pytest.raises(ServiceError, match="not finished at these tables: 1"):
        close_round(tournament=game.table.round.tournament, number=1, actor=KEEPER)
    assert [table.game.number for table in tables_to_keep(KEEPER.__class__(keeps=frozenset([1])))] in ([2], [])


def test_undoing_takes_the_game_that_was_not_begun_away_and_the_points_with_it():
    series()
    play(FIRST, FIRST)
    undo_hand(game=games()[1], version=1, actor=KEEPER)
    assert points() == [[0, 0]]
    assert [game.number for game in games()] == [1, 2]
    undo_hand(game=games()[0], version=1, actor=KEEPER)
    assert [game.number for game in games()] == [1, 2]  # the second has a history
    play(FIRST, SECOND)
    assert [game.number for game in games()] == [1, 2, 3]
    undo_hand(game=games()[1], version=games()[1].version, actor=KEEPER)
    assert [game.number for game in games()] == [1, 2]


def test_an_annulled_game_is_played_again():
    game = series()
    play(FIRST, FIRST)
    second = games()[1]
    annul_game(game=second, version=second.version, actor=organiser(game), why="marked tiles")
    assert [one.number for one in games()] == [1, 2, 3]
    assert points()[0] == [0, 0]
    readmit_game(game=games()[1], version=games()[1].version, actor=organiser(game))
    assert [one.number for one in games()] == [1, 2]
    assert points() == [[0, 0], [1, 0]]


def test_who_does_not_come_to_the_first_game_does_not_come_to_the_match():
    game = series()
    forfeit_game(game=game, sides=[1], version=0, actor=organiser(game), why="nobody came")
    assert [one.number for one in games()] == [1]
    assert points() == [[1, 0]]
    stage = game.table.round.stage
    assert [table.met for table in state_of(stage, 2, options_of(stage)).rounds[0].tables] == [False]


def test_where_neither_comes_nobody_wins():
    game = series()
    forfeit_game(game=game, sides=[0, 1], version=0, actor=organiser(game), why="nobody came")
    assert points() == [[0, 0]]
    assert not Result.objects.filter(won=True).exists()
    assert [one.number for one in games()] == [1]


def test_a_fixed_number_of_games_counts_each_for_itself():
    series(Stage.Games.FIXED, 2)
    play(FIRST, SECOND)
    assert points() == [[1, 0], [0, 1]]
    assert len(games()) == 2


def test_when_time_is_called_no_game_begins_any_more():
    game = series(count=5)
    tournament = game.table.round.tournament
    play(FIRST)
    call_round_time(tournament=tournament, number=1, actor=KEEPER)
    assert points() == [[1, 0]]
    assert len(games()) == 1
    take_time_back(tournament=tournament, number=1, actor=KEEPER)
    assert points() == [[0, 0]]
    assert len(games()) == 2


def test_the_table_leads_from_game_to_game(client: Client, django_user_model):
    game = series()
    user = django_user_model.objects.create_user("olga")
    game.table.round.tournament.organisers.add(user)
    client.force_login(user)
    play(FIRST)
    second = games()[1]
    page = client.get(f"/keep/{game.pk}/").text
    assert f'href="/keep/{second.pk}/"' in page
    assert "It is right: on to game 2" in page
    page = client.get(f"/keep/{second.pk}/").text
    assert "game 2, best of 3" in page
    assert "1 : 0" in page
    assert "1 : 0" in client.get(game.table.round.get_absolute_url()).text
    listed = client.get("/keep/").text
    assert (f"/keep/{second.pk}/" in listed, f'"/keep/{game.pk}/"' in listed) == (True, False)


def test_a_scorekeeper_of_two_tournaments_goes_on_in_the_one_he_is_at(client: Client):
    come_in(client, seat_table())
    mine = seat_table(slug="another")
    come_in(client, mine)
    second = add_table(mine.table.round, ("Zoya", "Ivan"))

    def goes_on_to() -> str:
        return client.get(f"/keep/{mine.pk}/").text.partition('class="btn main" href="')[2].partition('"')[0]

    write(mine, STOP)
    assert goes_on_to() == f"/keep/{second.pk}/"
    write(second, STOP)
    assert goes_on_to() == "/keep/"


def test_a_game_of_so_many_hands_stops_after_them(client: Client, django_user_model):
    game = seat_table()
    Stage.objects.update(games=Stage.Games.HANDS, games_count=2)
    Game.objects.update(stop_after=2)
    user = django_user_model.objects.create_user("olga")
    game.table.round.tournament.organisers.add(user)
    client.force_login(user)
    write(game, out(0, {1: "64", 2: "66 53", 3: "00 11"}))
    assert "The game is of 2 hands; this is hand 2." in client.get(f"/keep/{game.pk}/").text
    write(game, fish(0, {0: "00", 1: "10", 2: "20", 3: "30"}))
    assert "The game is of 2 hands, and all are played." in client.get(f"/keep/{game.pk}/").text
    client.post(f"/keep/{game.pk}/time/", {"version": 2, "stop": "now"})
    game.refresh_from_db()
    assert (game.ended_by, game.stop_after) == ("time", None)
    undo_hand(game=game, version=3, actor=KEEPER)
    game.refresh_from_db()
    assert game.stop_after == 2
