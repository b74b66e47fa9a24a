"""The pages of ratings: what they show, and that no more than eight queries make any of them, whatever the numbers."""

from __future__ import annotations

import csv
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.ratings.stretches import SIZE
from tests.tournaments.club import DAY0, Club, finish
from tests.tournaments.crowd import Crowd, people
from tournaments.access import Actor
from tournaments.models import Game, Ladder, LadderStretch, Player, RatedGame, Rating, Round
from tournaments.queries.calibration import calibration
from tournaments.queries.ladders import LadderRows, ladder_tops
from tournaments.queries.predictions import predictions, round_in_short
from tournaments.queries.public import tables_of
from tournaments.services import ladders
from tournaments.services.ratings import rebuild_all, rebuild_ladder, rerate_game, stretch_ladder

pytestmark = pytest.mark.django_db

MOST_QUERIES = 8
MIDNIGHT = timezone.make_aware(datetime(2026, 3, 31))


def add_games(club: Club, count: int) -> None:
    """Games of four, half a day apart, the first seat mostly above the others."""
    for _ in range(count):
        number = Game.objects.count()
        seats = [(number + i) % len(club.players) for i in range(4)]
        places = [1, 2, 3, 4] if number % 3 else [4, 1, 2, 3]
        finish(club.sit(*seats), places, DAY0 + timedelta(hours=12 * number))
    rebuild_all()


def pages(club: Club) -> list[str]:
    someone = club.players[0].get_absolute_url()
    return [
        someone,
        f"{someone}?with={club.players[3].slug}",
        f"{someone}?ladder=overall&page=2",
        "/ladder/",
        "/ladder/overall/",
        "/ladder/overall/?since=2026-03-05&active=on",
        "/ladder/mandavoshka/how/",
        "/ladder/mandavoshka/calibration/",
    ]


def counted(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200, page
    return len(queries)


def main_of(client: Client, page: str) -> str:
    """What differs from page to page, without tokens."""
    return client.get(page).text.partition("<main")[2].partition("</main>")[0]


def test_eight_queries_at_most_with_few_and_with_many(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.queries.ranks.timezone", SimpleNamespace(now=lambda: DAY0 + timedelta(days=100)))
    club = Club.open(entries=13)
    add_games(club, 13)
    few = {page: counted(client, page) for page in pages(club)}
    late = Club.open("Late", entries=12)
    add_games(club, 120)
    add_games(late, 12)
    ladders.create_ladder(actor=Actor(), name="Another")
    many = {page: counted(client, page) for page in pages(club)}
    assert many == few
    assert max(many.values()) <= MOST_QUERIES, many


def test_a_players_page_shows_prediction_form_best_wins_and_chart(client: Client) -> None:
    club = Club.open(entries=6)
    add_games(club, 30)
    page = client.get(club.players[1].get_absolute_url()).text
    for words in ("Best wins", "Last games", "Over games", "Chance", "data-points"):
        assert words in page
    only = client.get(f"{club.players[0].get_absolute_url()}?with={club.players[3].slug}").text
    assert f"Games with {club.players[3].name}" in only


def test_the_ladder_is_filtered_and_compared(client: Client) -> None:
    club = Club.open(entries=6)
    add_games(club, 90)
    Player.objects.filter(pk=club.players[0].pk).update(club="Nevsky")
    ladder = Ladder.objects.get(slug="overall")
    now = DAY0 + timedelta(days=46)
    rows = list(LadderRows(ladder, now, since=MIDNIGHT))
    assert any(row.moved is not None for row in rows)
    assert all(row.gained is not None for row in rows)
    before = {row.player.id: row.rank for row in ladder_rows_at(ladder, MIDNIGHT)}
    for row in rows:
        if row.moved is not None:
            assert before[row.player.id] - row.rank == row.moved
    page = client.get("/ladder/overall/?club=Nevsky").text
    assert (club.players[0].name in page, club.players[1].name in page) == (True, False)
    assert "Nobody is left" in client.get("/ladder/overall/?club=None").text
    assert client.get("/ladder/overall/?since=0001-01-01").status_code == 200


def test_a_ladder_has_the_days_of_the_sites_clock_and_is_taken_away_as_days_and_numbers(client: Client) -> None:
    late = DAY0.replace(hour=22)
    club = Club.open()
    for game in range(2):
        rerate_game(game=finish(club.sit(0, 1, 2, 3), [1, 2, 3, 4], late + timedelta(days=game)))
    assert "3 Mar 2026" in main_of(client, "/ladder/overall/")
    rows = csv.DictReader(client.get("/ladder/overall/?export=csv").text.removeprefix("\ufeff").splitlines())
    last = {row["Player"]: row for row in rows}
    assert {row["Last played"] for row in last.values()} == {"2026-03-03"}
    stored = Rating.objects.filter(ladder__slug="overall").values_list("player__name", "delta")
    assert {name: float(row["Last game"]) for name, row in last.items()} == {
        name: round(delta, 2) for name, delta in stored
    }
    assert min(delta for _name, delta in stored) < 0


def ladder_rows_at(ladder: Ladder, moment):  # type: ignore[no-untyped-def]
    """The ladder as it stood: worked out anew from the games until then."""
    then = ladders.create_ladder(actor=Actor(), name="Then", until=(moment - timedelta(days=1)).date())
    return LadderRows(then, moment)


def test_the_best_of_each_ladder_come_in_two_queries(django_assert_num_queries) -> None:
    club = Club.open(entries=6)
    add_games(club, 60)
    with django_assert_num_queries(2):
        tops = ladder_tops()
    assert [top.ladder.slug for top in tops] == ["overall", "mandavoshka"]
    for top in tops:
        rows = list(LadderRows(top.ladder))
        assert [row.player for row in top.rows] == [row.player for row in rows[:3]]
        assert top.players == len(rows)


def test_chances_before_a_round_and_the_surprise_after(client: Client) -> None:
    club = Club.open(entries=4)
    for day in range(12):
        rerate_game(game=finish(club.sit(0, 1), [1, 2], DAY0 + timedelta(days=day)))
    game = club.sit(0, 1)
    Round.objects.filter(pk=game.table.round_id).update(status="published")
    game.table.round.tournament = club.tournament
    [said] = predictions(club.tournament, tables_of(game.table.round)).values()
    assert said.chances[0] > 0.7
    assert (sum(said.chances), said.winner_chance, said.surprise) == (pytest.approx(1), None, False)
    assert "The ratings expect" in client.get(game.table.round.get_absolute_url()).text
    rerate_game(game=finish(game, [2, 1], DAY0 + timedelta(days=12)))
    [came] = predictions(club.tournament, tables_of(game.table.round)).values()
    assert came.surprise
    assert came.winner_chance == pytest.approx(came.chances[1])
    assert "A surprise" in client.get(game.table.round.get_absolute_url()).text
    club.tournament.rated = False
    assert list(predictions(club.tournament, tables_of(game.table.round)).values()) == [None]


def test_even_chances_have_no_favourite_and_a_drawn_game_is_expected_no_more(client: Client) -> None:
    club = Club.open(entries=4)
    game = club.sit(0, 1)
    Round.objects.filter(pk=game.table.round_id).update(status="published")
    game.table.round.tournament = club.tournament
    rerate_game(game=finish(game, [1, 2], DAY0))
    said = predictions(club.tournament, tables_of(game.table.round))
    assert (said[game.pk].even, round_in_short(said.values())) == (True, None)
    page = client.get(game.table.round.get_absolute_url()).text
    assert "The ratings expected" in page
    assert "As expected" not in page
    rerate_game(game=finish(game, [1, 1], DAY0))
    assert "The ratings expected" in client.get(game.table.round.get_absolute_url()).text


def test_calibration_follows_the_ladder(django_assert_num_queries) -> None:
    club = Club.open(entries=6)
    add_games(club, 30)
    ladder = Ladder.objects.get(slug="overall")
    with django_assert_num_queries(1):
        found = calibration(ladder)
    assert found.games == 30
    assert sum(each.sides for each in found.bins) == 120
    assert 0 < found.even.log_loss < 2
    add_games(club, 1)
    ladder.refresh_from_db()
    assert calibration(ladder).games == 31


def test_pages_count_the_games_of_a_ladder_without_stretches(client: Client) -> None:
    Crowd.open(people(20), "Nights", format="season").play_season(2 * SIZE + 60)
    ladder = Ladder.objects.create(slug="overall")
    rebuild_ladder(ladder=ladder)
    day = RatedGame.objects.order_by("finished_at", "order")[20].finished_at.date()
    seen = [f"/ladder/overall/?since={day}", "/ladder/overall/calibration/"]
    without = [main_of(client, page) for page in seen]
    assert not LadderStretch.objects.exists()
    stretch_ladder(ladder=ladder)
    assert LadderStretch.objects.count() == 3
    assert [main_of(client, page) for page in seen] == without
    assert str(2 * SIZE + 60) in without[1]


def test_how_it_works_has_the_numbers_of_the_ladder(client: Client) -> None:
    club = Club.open()
    add_games(club, 3)
    own = Ladder.objects.get(slug="overall")
    ladders.set_settings(
        ladder=own, actor=Actor(), settings={"tau": 0.69},
        fitted={"at": "2026-05-01", "games": 5477, "scored": 2739, "before": 1.311, "after": 1.303},
    )  # fmt: skip
    page = client.get("/ladder/overall/how/").text
    assert "0.69" in page
    assert "1.3110 to 1.3030" in page
