"""Statistics: figures are kept with every change of a game, sums come in few queries, and the pages tell them."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.room import KEEPER, add_table, fish, out, seat_table, write
from tournaments.access import Actor
from tournaments.models import Game, GameSummary, Player, Round, Seat, SeatSummary, Table, Tournament, TournamentSummary
from tournaments.queries.careers import Earned, Figures, career
from tournaments.queries.records import careers, records
from tournaments.queries.statistics import Scope, statistics
from tournaments.services.amending import amend_hand
from tournaments.services.hands import undo_hand
from tournaments.services.reseating import reseat_table
from tournaments.services.rules import change_rules
from tournaments.services.rulings import annul_game, forfeit_game, readmit_game
from tournaments.services.summaries import differences, rebuild_summaries
from tournaments.services.sums import sum_up

pytestmark = pytest.mark.django_db
ADMIN = Actor(keeper="Nina", admin=True)
FISH = fish(0, {0: "10", 1: "54", 2: "66", 3: "20"})


def early(by: int = 0, tile: str = "6-6") -> dict:
    left = {seat: text for seat, text in enumerate(("10", "54", "11", "20")) if seat != by}
    return out(by, left, last=[tile])


@pytest.fixture
def over() -> Game:
    game = seat_table()
    write(game, FISH, early())
    return fresh(game)


def fresh(game: Game) -> Game:
    return Game.objects.select_related("table__round__tournament").get(pk=game.pk)


def figures(player: Player) -> Figures | None:
    return career(player)[0]


def achievements(player: Player) -> list[Earned]:
    return career(player)[1]


def kept(game: Game) -> tuple[int, int, str] | None:
    assert list(differences()) == []
    return GameSummary.objects.filter(game=game).values_list("hands", "fish", "early").first()


class TestFiguresFollowTheGame:
    def test_they_come_with_its_end_and_go_when_it_goes_on(self, over):
        assert kept(over) == (2, 1, "6-6")
        undo_hand(game=over, version=over.version, actor=KEEPER)
        assert kept(over) is None
        write(over, early(tile="0-0"))
        assert kept(over) == (2, 1, "0-0")

    def test_a_correction_corrects_them(self, over):
        amend_hand(game=over, number=1, facts=out(1, {0: "10", 2: "66", 3: "20"}), version=over.version, actor=KEEPER)
        assert kept(over) == (2, 0, "6-6")

    def test_an_annulled_game_counts_for_nothing_until_it_counts_again(self, over):
        annul_game(game=over, version=over.version, actor=ADMIN, why="Tiles were missing.")
        assert kept(over) is None
        over = fresh(over)
        readmit_game(game=over, version=over.version, actor=ADMIN)
        assert kept(over) == (2, 1, "6-6")

    def test_a_forfeited_game_counts_no_hands_but_is_a_game(self, over):
        forfeit_game(game=over, sides=[0], version=over.version, actor=ADMIN, why="Left early.")
        assert kept(over) is None
        player = Player.objects.get(name="Anna")
        assert figures(player) is None
        assert [one.achievement.code for one in achievements(player)] == ["first_game"]

    def test_they_follow_the_persons_to_other_seats(self, over):
        reseat_table(game=over, order=[1, 0, 2, 3], version=over.version, actor=ADMIN)
        assert kept(over) == (2, 1, "6-6")
        assert figures(Player.objects.get(name="Boris")).early == 1
        assert figures(Player.objects.get(name="Anna")).early == 0

    def test_other_rules_give_other_figures_where_the_result_stays(self, over):
        tournament = over.table.round.tournament
        tournament = Tournament.objects.get(pk=tournament.pk)
        change_rules(tournament=tournament, options={"lone_double_six": 20}, version=tournament.version, actor=ADMIN)
        assert kept(over) == (2, 1, "6-6")
        assert SeatSummary.objects.get(seat__number=2).heaviest == 20


def test_what_is_stored_wrongly_is_named_and_mended(over):
    other = add_table(over.table.round, ("Dina", "Egor", "Zoya", "Ilya"))
    write(other, early())
    GameSummary.objects.filter(game=over).update(hands=7)
    GameSummary.objects.filter(game=other).delete()
    assert [line.partition(":")[0] for line in differences()] == [
        f"figures of game {over.pk}",
        f"figures of game {other.pk}",
        f"sums of tournament {over.table.round.tournament_id}",
    ]
    with pytest.raises(CommandError):
        call_command("statistics", "verify")
    assert rebuild_summaries() == 2
    call_command("statistics", "verify")


def test_the_numbers_of_a_tournament(over):
    found = statistics(Scope(tournament=over.table.round.tournament).sums())
    assert (found.games, found.hands, found.fish, found.fish_share) == (1, 2, 1, 0.5)
    assert [(line.number, line.hands, line.outs) for line in found.seats] == [
        (1, 2, 1),
        (2, 2, 0),
        (3, 2, 0),
        (4, 2, 0),
    ]
    assert (found.opened, found.opened_outs) == (1, 1)
    assert found.early == [("6-6", 1)]
    assert {tile.name: tile.count for row in found.triangle for tile in row if tile.count} == {
        "1-0": 1, "1-1": 1, "2-0": 2, "5-4": 2, "6-6": 1,
    }  # fmt: skip
    assert found.often_left[0].count == 2


def test_records_name_game_and_holder_and_the_earlier_stands_first(over):
    other = add_table(over.table.round, ("Dina", "Egor", "Zoya", "Ilya"))
    write(other, FISH, early())
    found = {record.code: record.holders for record in records(Scope().sums())}
    assert [(holder.value, holder.game) for holder in found["hands"]] == [(2, over), (2, other)]
    assert [player.name for player in found["heaviest"][0].players] == ["Vera"]
    assert "burns" not in found


def test_a_pair_holds_its_record_together():
    game = seat_table(variant="morskoy_kozel_exchange", pairs=True)
    write(game, *[out(0, {1: "66 65", 3: "64 63"})] * 5)
    found = {record.code: record.holders for record in records(Scope().sums())}
    assert [[player.name for player in holder.players] for holder in found["written"]] == [
        ["Anna", "Vera"],
        ["Boris", "Gleb"],
    ][:1]
    assert [[player.name for player in holder.players] for holder in found["outs"]] == [["Anna"]]


def test_over_all_only_rated_and_public_tournaments_count(over):
    assert statistics(Scope().sums()).games == statistics(Scope(variant="mandavoshka").sums()).games == 1
    assert statistics(Scope(variant="kozel").sums()).games == 0
    Tournament.objects.update(rated=False)
    assert (statistics(Scope().sums()).games, records(Scope().sums())) == (0, [])
    Tournament.objects.update(rated=True, status=Tournament.Status.DRAFT)
    assert statistics(Scope().sums()).games == 0
    player = Player.objects.get(name="Anna")
    assert (figures(player), achievements(player)) == (None, [])


def test_what_a_player_achieved_has_its_date_and_game(over):
    found = achievements(Player.objects.get(name="Anna"))
    assert {one.achievement.code for one in found} == {"first_game", "first_win", "early_six", "double_out"}
    assert {one.game_id for one in found} == {over.pk}
    assert {one.at for one in found} == {over.finished_at}


PAGES = ("/records/", "/variants/mandavoshka/stats/", "/t/cup/stats/", "/p/cup-1-0/")


def test_the_pages_tell_it_and_queries_do_not_grow(over, client: Client):
    def counts() -> list[int]:
        found = []
        for page in PAGES:
            client.get(page)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page).status_code == 200
            found.append(len(queries))
        return found

    once = counts()
    for name in "DEF":
        game = add_table(over.table.round, [f"{name}{seat}" for seat in range(4)])
        write(game, FISH, early())
    assert counts() == once
    assert max(once[:3]) <= 25  # nothing is kept in the tests
    page = client.get("/records/", headers={"accept-language": "en"}).text
    assert "Longest game, hands" in page
    assert f'<a class="row" href="{over.get_absolute_url()}"' in page


def test_pages_without_games_say_so(client: Client):
    seat_table(status=Round.Status.PUBLISHED)
    for page in PAGES[:3]:
        assert 'class="empty"' in client.get(page).text
    seat_table(variant="draughts", names=("White", "Black"), slug="draughts")
    game = Game.objects.get(table__round__tournament__slug="draughts")
    write(game, {"result": 0, "how": "resigned"})
    assert kept(game) == (0, 0, "")
    for page in ("/t/draughts/stats/", "/variants/draughts/stats/", "/p/draughts-1-0/"):
        assert client.get(page).status_code == 200


def outcomes(scope: Scope) -> dict[str, tuple[int, float]]:
    return {str(one.label): (one.games, one.share) for one in statistics(scope.sums()).outcomes}


@pytest.fixture
def boards() -> list[Game]:
    """Four boards of draughts: white wins twice, loses once, draws once."""
    first = seat_table(variant="draughts", names=("Anna", "Boris"), slug="draughts")
    games = [first, *(add_table(first.table.round, [f"{name} {at}" for name in "AB"]) for at in range(3))]
    for game, result in zip(games, (0, 1, None, 0), strict=True):
        write(game, {"result": result})
    return [fresh(game) for game in games]


def test_what_white_came_to_follows_the_games(boards, over, client: Client):
    cup = boards[0].table.round.tournament
    expected = {"White won": (2, 0.5), "Draws": (1, 0.25), "Black won": (1, 0.25)}
    assert outcomes(Scope(tournament=cup)) == outcomes(Scope(variant="draughts")) == expected
    assert outcomes(Scope()) == {}, "games without colours are among them"
    amend_hand(game=boards[0], number=1, facts={"result": 1}, version=1, actor=KEEPER)
    annul_game(game=boards[2], version=1, actor=ADMIN, why="The board was upset.")
    assert list(differences()) == []
    assert outcomes(Scope(variant="draughts")) == {"White won": (1, 1 / 3), "Draws": (0, 0), "Black won": (2, 2 / 3)}
    for page in ("/t/draughts/stats/", "/variants/draughts/stats/"):
        assert "Black won" in client.get(page, headers={"accept-language": "en"}).text


def test_programs_are_told_what_white_came_to(boards, client: Client):
    told = {"drawn": 1, "lost": 1, "won": 2}
    for of in ("statistics?variant=draughts", "tournaments/draughts/statistics"):
        assert client.get(f"/api/v1/{of}").json()["white"] == [{"name": name, "count": told[name]} for name in told]


def test_an_upgrade_counts_what_white_came_to(boards, over):
    GameSummary.objects.update(white="")
    for summary in TournamentSummary.objects.all():
        del summary.sums["white"]
        summary.save()
    assert list(differences()) != []
    import_module("tournaments.migrations.0027_white").count_white(apps, None)
    assert list(differences()) == []


def test_a_player_sees_how_each_colour_went(client: Client):
    anna = Player.objects.create(name="Anna", slug="anna")
    for slug, seat, result in (("one", 0, 0), ("two", 1, 1), ("three", 1, None)):
        game = seat_table(variant="draughts", names=("White", "Black"), slug=slug)
        Seat.objects.filter(table=game.table, number=seat).update(player=anna)
        write(game, {"result": result})
    page = client.get(anna.get_absolute_url(), {"export": "csv", "of": "colours"}, headers={"accept-language": "en"})
    assert page.content.decode("utf-8-sig").split() == [
        "Colour,Games,Wins,Draws,Losses,Share", "White,1,1,0,0,1.0", "Black,2,1,1,0,0.75",
    ]  # fmt: skip
    assert "With white and black" in client.get(anna.get_absolute_url(), headers={"accept-language": "en"}).text


def test_careers_add_up_over_the_games_of_a_player(over):
    other = seat_table(("Dina", "Egor", "Zoya", "Ilya"), slug="other")
    Seat.objects.filter(table=other.table, number=0).update(player=Player.objects.get(name="Anna"))
    write(other, early(tile="0-0"))
    found = {str(career.label): career.champions for career in careers(Scope(), 2)}
    assert [(one.player.name, one.value) for one in found["Most games played"]] == [("Anna", 2), ("Boris", 1)]
    assert [(one.player.name, one.value) for one in found["Most games won"]] == [("Anna", 2)]
    assert "Most games won in a row in one tournament" not in found
    assert [(one.player.name, one.value) for one in found["Most early wins"]] == [("Anna", 2)]
    assert "Most burns" not in found


def test_sums_follow_one_game_and_no_other_is_looked_at(over, monkeypatch):
    """Best games leave and come back; what is summed up is held against all games by `kept`."""
    games = [over, *(add_table(over.table.round, [f"{name} {number}" for name in "ABCD"]) for number in range(2, 6))]
    monkeypatch.setattr("tournaments.services.ratings.sum_up", None)
    for number, game in enumerate(games[1:]):
        write(game, *[FISH] * (number % 2), early())
        assert kept(game) == (1 + number % 2, number % 2, "6-6")
    for game in reversed(games):
        annul_game(game=fresh(game), version=fresh(game).version, actor=ADMIN, why="Tiles were missing.")
        assert kept(game) is None
    assert TournamentSummary.objects.get(tournament=over.table.round.tournament).games == 0
    readmit_game(game=fresh(over), version=fresh(over).version, actor=ADMIN)
    assert kept(over) == (2, 1, "6-6")


def test_a_run_of_wins_is_one_tournaments(over):
    first = over.table.round
    games = [add_table(first, [f"{name} {number}" for name in ("Dina", "Egor", "Zoya", "Ilya")]) for number in (2, 3)]
    for number, game in enumerate(games, start=2):
        write(game, early(by=number - 2))
        later = Round.objects.create(tournament=first.tournament, stage=first.stage, number=number, status="closed")
        Table.objects.filter(pk=game.table_id).update(round=later)
        Seat.objects.filter(table=game.table_id).update(round=later)
        Seat.objects.filter(table=game.table_id, number=0).update(player=Player.objects.get(name="Anna"))
    sum_up([first.tournament_id])
    found = {str(career.label): career.champions for career in careers(Scope())}
    run = found["Most games won in a row in one tournament"]
    assert [(one.player.name, one.value) for one in run] == [("Anna", 2)]
